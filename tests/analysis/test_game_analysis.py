"""The analysis: repeatable, in sum what the game came to, and blind where the mover was."""

import hashlib
import json
from dataclasses import replace
from random import Random

import pytest

from app.analysis.choices import judged_choice
from app.analysis.game_analysis import COSTLY, analyse, analyse_ply, key_of, moments, put_together
from app.analysis.outlook import outlook
from app.analysis.passes import EVALUATOR, Pass
from app.analysis.turning import lost
from app.bots.attention import judged_placements
from app.bots.match import Contestant
from app.bots.match import moments as played
from app.bots.situation import situation_of
from app.rules.deal import Seat
from app.rules.scoring import Award
from app.rules.views import view
from tests.bots.test_bots import with_other_secrets
from tests.rules.playing import finished, game_after

QUICK = Pass("quick", worlds=1, rounds_ahead=1, effort=0)
SMALL = Pass("small", worlds=2, rounds_ahead=2, effort=12_000)


def between(*levels, deal=7):
    *_, (end, _seconds) = played([Contestant(level) for level in levels], deal)
    return end


@pytest.fixture(scope="module")
def game():
    return between("grove", "sapling")


@pytest.fixture(scope="module")
def small(game):
    return analyse(game, SMALL)


@pytest.mark.parametrize(
    ("players", "variants"), [(2, ()), (3, ("mystery",)), (4, ("beginner",)), (2, ("beginner", "mystery"))]
)
def test_luck_and_choices_add_up_to_how_the_game_ended(players, variants):
    end = finished(players, players, variants)
    told = analyse(end, QUICK)
    assert told["scores"] == [score.total for score in end.scores] == told["plies"][-1]["points"]
    expected = outlook(moments(end)[0], QUICK, end.moves[0].placement)
    assert told["plies"][0]["points"] == [round(each, 2) for each in expected]
    for seat, total in enumerate(told["scores"]):
        parts = (told[part][seat] for part in ("start", "luck", "own", "others"))
        assert sum(parts) == pytest.approx(total, abs=0.03)


def test_each_move_is_analysed_by_itself(game, small):
    """In whatever order, and with whatever thought about in between."""
    states = moments(game)
    for ply in (17, 3):
        one = analyse_ply(states, ply, SMALL)
        assert small["plies"][ply] == {**small["plies"][ply], "rank": one["rank"], "cost": one["cost"]}
        assert small["plies"][ply]["points"] == [round(each, 2) for each in one["after"]]


def test_other_numbers_need_another_version(small):
    """What is kept under a version must be what that version finds: whoever changes these counts it up."""
    digest = hashlib.sha256(json.dumps(small, sort_keys=True).encode()).hexdigest()[:16]
    assert (EVALUATOR, digest) == (2, "c1349520556f02af")


def test_a_gentle_bot_pays_for_what_it_overlooks(game):
    costs = [[ply["cost"] for ply in analyse(game, QUICK)["plies"] if ply["seat"] == seat] for seat in (0, 1)]
    assert sum(costs[1]) > 3 * sum(costs[0])


def test_the_rank_counts_all_legal_placements_that_are_judged_better():
    state = game_after(5, 27, 3)
    now = situation_of(view(state, state.due), state.due)
    worth = {(tile, face, turn): worth for worth, tile, face, turn in judged_placements(now)}
    legal = list(state.legal_placements())
    assert len(worth) == len(legal)  # no face is left that has no neighbours
    for made in legal[::7]:
        choice = judged_choice(state, made, 0.0, "x")
        assert choice.rank == 1 + sum(other > worth[made] + 1e-6 for other in worth.values())
        assert choice.legal == len(legal)
        assert choice.cost == pytest.approx(max(worth.values()) - worth[made])
        assert worth[choice.best] == max(worth.values())
        assert choice.rank > 1 or choice.best == made


def test_in_the_first_move_all_faces_are_alike():
    state = game_after(5, 0, 3)
    choices = [judged_choice(state, made, 0.0, "x") for made in state.legal_placements()]
    assert all((one.best == one.made) == (one.rank == 1) for one in choices)
    ranks = {one.made: one.rank for one in choices}
    by_tile = {tile: {rank for made, rank in ranks.items() if made.tile == tile} for tile in state.shown}
    assert sorted(map(min, by_tile.values())) == [1, 61, 121, 181, 241]
    assert all(len(of_tile) == 1 for of_tile in by_tile.values())


@pytest.mark.parametrize("moves", [4, 20, 33])
def test_a_choice_is_judged_by_what_its_seat_could_know(moves):
    state = game_after(moves, moves, 3, ("mystery",))
    made = next(state.legal_placements())
    twin = state._replace(deal=with_other_secrets(state.deal, state, Random(moves)))
    assert judged_choice(state, made, 5_000, "x") == judged_choice(twin, made, 5_000, "x")


@pytest.mark.parametrize("moves", [0, 8, 17])
def test_what_is_expected_depends_on_no_tile_that_lies_in_a_pile(moves):
    state = game_after(moves, moves, 2, ("mystery",))
    other = with_other_secrets(state.deal, state, Random(1))
    twin = state._replace(deal=replace(other, objectives=state.deal.objectives))
    assert outlook(state, SMALL) == outlook(twin, SMALL)


def test_the_better_of_a_costly_choice_costs_nothing_and_has_its_reasons(small):
    assert small["costly"]
    for one in small["costly"]:
        losses = {tuple(loss[:3]): loss[3] for loss in one["losses"]}
        assert one["cost"] >= COSTLY
        assert losses[tuple(one["better"])] == min(losses.values()) == 0
        assert one["why"]


def test_the_costliest_come_first_and_not_more_than_some_of_a_seat(game):
    rows = [
        {**analyse_ply(moments(game), 0, QUICK), "ply": ply + 1, "seat": ply % 2, "cost": cost, "costly": {}}
        for ply, cost in enumerate([1.0, 9.0, *range(2, 9), 9.0, *[0.0] * 14])
    ]
    for row in rows:
        row["costly"] = {"made": []} if row["cost"] else None
    found = [(one["cost"], one["ply"]) for one in put_together(game, rows, QUICK)["costly"]]
    assert found == sorted(found, key=lambda one: (-one[0], one[1]))
    assert [cost for cost, ply in found if ply % 2] == [8.0, 6.0, 4.0, 2.0, 1.0]
    assert len(found) == 10


def award(*firsts, seat):
    return Award(9, "F+G", None if seat is None else Seat(seat), tuple((first,) for first in firsts))


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        (award(3, 4, seat=1), {"animal": "F+G", "round": 9, "seat": 1, "by": 1}),
        (award(4, 4, seat=None), {"animal": "F+G", "round": 9, "seat": None, "by": 0}),
        (award(4, 3, seat=0), None),
    ],
)
def test_an_animal_is_lost_when_it_goes_elsewhere(taken, told):
    reason = {"key": "takes_lead", "args": {"animal": "F+G", "claim": 4, "rival": 3, "round": 9}}
    state = game_after(1, 0, 2)
    state = state._replace(deal=replace(state.deal, first=Seat(0)))
    assert lost(state, [reason], (taken,)) == told


def test_an_analysis_is_kept_by_its_moves():
    end = finished(1, 2)
    other = end._replace(moves=(*end.moves[:-1], end.moves[-1]._replace(placement=end.moves[0].placement)))
    assert key_of(end) == key_of(finished(1, 2)) != key_of(other)
