"""The bots: legal, reproducible, blind to what is hidden, and in time."""

import json
import pickle
from dataclasses import replace
from random import Random
from time import process_time

import pytest

from app.bots import fallback
from app.bots.attention import judged_placements
from app.bots.explain import Reason, explain
from app.bots.levels import LEVELS
from app.bots.placements import ALL_FACES, faces_that_differ
from app.bots.player import WITHOUT_CLOCK, BotPlayer
from app.bots.search import advantage
from app.bots.situation import situation_of
from app.bots.think import think
from app.rules.deal import Deal
from app.rules.game import FIRST_COLUMN, State, apply_move, fold
from app.rules.parts import HABITATS, REQUIREMENTS, Habitat, base_set
from app.rules.planet import Placement
from app.rules.views import view
from tests.rules.playing import dealt, game_after

SHORT = 0.001  # seconds of thinking, in Gaia's measure


def chosen(level: str, state: State, seed: int = 1):
    assert state.due is not None
    return WITHOUT_CLOCK[level].choose(view(state, state.due), state.due, seed=seed, budget_s=SHORT)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("players", "variants"),
    [
        (2, ()),
        (3, ("mystery",)),
        (2, ("beginner", "mystery")),
    ],
)
def test_bots_play_whole_games_legally(level, players, variants):
    state = game_after(players, 0, players, variants)
    while not state.is_over:
        state, _ = apply_move(state, state.due, chosen(level, state, seed=len(state.moves)))
    assert state.winners


@pytest.mark.parametrize("level", LEVELS)
def test_bots_answer_any_position(level):
    """Also those that no bot would have come to."""
    for number in range(8):
        state = game_after(number, number * 4, 3, ("mystery",) if number % 2 else ())
        assert chosen(level, state) in set(state.legal_placements())


@pytest.mark.parametrize("level", LEVELS)
def test_bots_make_the_same_move_when_asked_again(level):
    for moves in (0, 5, 13, 23):
        state = game_after(9, moves, 2)
        first = chosen(level, state)
        for other in range(4):  # what was thought about in between leaves no trace
            chosen(level, game_after(other, 8, 2))
        assert chosen(level, state) == first


def with_other_secrets(deal: Deal, state: State, dice: Random) -> Deal:
    """The same deal but for what the due seat cannot know by now: all of that is drawn anew."""
    known = 5 * min(state.round, 10)
    hidden_tiles = list(deal.order[known:])
    dice.shuffle(hidden_tiles)
    hidden_cards = {
        (column, place)
        for column, cards in enumerate(state.columns, start=FIRST_COLUMN)
        for place in range(len(cards))
        if state.is_hidden(column, place)
    }
    met = {
        c
        for n, column in enumerate(deal.animals, start=FIRST_COLUMN)
        for p, c in enumerate(column)
        if (n, p) not in hidden_cards
    }
    unmet = [card for card in REQUIREMENTS if card not in met]
    dice.shuffle(unmet)
    animals = tuple(
        tuple(unmet.pop() if (n, p) in hidden_cards else c for p, c in enumerate(column))
        for n, column in enumerate(deal.animals, start=FIRST_COLUMN)
    )
    order = (*deal.order[:known], *hidden_tiles)
    return replace(deal, order=order, animals=animals, objectives=_other_objectives(deal, state.due, dice))


def _other_objectives(deal: Deal, seat: int | None, dice: Random) -> tuple[Habitat, ...] | None:
    if deal.objectives is None or seat is None:
        return deal.objectives
    others = [habitat for habitat in HABITATS if habitat != deal.objectives[seat]]
    dice.shuffle(others)
    return tuple(own if rival == seat else others.pop() for rival, own in enumerate(deal.objectives))


def thought(player: str, state: State) -> tuple[Placement, list[Reason]]:
    """What a player does and why; `fallback` is the one that steps in where no bot could be asked."""
    assert state.due is not None
    seen = view(state, state.due)
    move = fallback.choose_move(seen, state.due) if player == "fallback" else chosen(player, state)
    return move, explain(seen, state.due, move)


@pytest.mark.parametrize("variants", [("mystery",), ("beginner", "mystery")])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("player", [*LEVELS, "fallback"])
def test_bots_think_alike_in_twin_worlds(player, players, variants):
    """Other tiles in the piles, other animals face down, other objectives of the rivals: the same move."""
    dice = Random(4)
    for moves in range(0, 11 * players, 2 * players + 1):
        deal = dealt(moves, players, variants)
        state = game_after(moves, moves, players, variants)
        twin_deal = with_other_secrets(deal, state, dice)
        assert twin_deal != deal or state.round > 9
        twin = fold(base_set(), twin_deal, [(move.seat, move.placement) for move in state.moves])
        assert thought(player, twin) == thought(player, state)


def test_grove_weighs_every_placement_that_differs():
    state = game_after(2, 10, 2)
    now = situation_of(view(state, state.due), state.due)
    faces = dict(faces_that_differ(now.free[now.due]))
    assert len(judged_placements(now)) == len(now.open) * sum(map(len, faces.values()))


def test_on_an_empty_planet_all_faces_are_one():
    assert list(faces_that_differ(ALL_FACES)) == [(0, range(1))]


def test_gaia_stops_at_its_budget_on_a_machine_too_slow():
    ticks = iter(range(10_000))
    state = game_after(3, 6, 2)
    slow = BotPlayer(LEVELS["gaia"], clock=lambda: float(next(ticks)))
    move = slow.choose(view(state, state.due), state.due, seed=1, budget_s=20.0)
    assert move in set(state.legal_placements())
    assert next(ticks) < 50


def test_gaia_keeps_its_time():
    state = game_after(3, 6, 4)
    started = process_time()  # not the clock on the wall, which a busy machine lets run on
    think("gaia", view(state, state.due), state.due, 1, 0.2)
    assert process_time() - started < 1.0


def test_gaia_prefers_being_ahead_of_the_best():
    assert advantage([10.0, 8.0, 2.0], 0) == 10 - 2.5 - 4
    assert advantage([9.0, 4.0], 1) == -5


def test_thinking_takes_and_gives_plain_values():
    state = game_after(1, 9, 2)
    seen = json.loads(json.dumps(view(state, state.due)))
    thought = pickle.loads(pickle.dumps(think))("grove", seen, state.due, 1)
    assert set(thought) == {"tile", "face", "turn", "reasons"}
    assert json.loads(json.dumps(thought)) == thought
