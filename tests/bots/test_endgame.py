"""The last round is counted out exactly: brute force by the rules alone comes to the same."""

from itertools import islice
from random import Random

import pytest

from app.bots.endgame import EVEN, WAYS_A_PLACEMENT, Endgame
from app.bots.levels import LEVELS
from app.bots.player import WITHOUT_CLOCK
from app.bots.search import PLACEMENTS_A_SECOND
from app.bots.situation import situation_of
from app.games.bot_pool import BUDGET
from app.rules.game import apply_move
from app.rules.views import view
from bench.endings import BruteForce, agree, positions
from tests.rules.playing import game_after


@pytest.mark.parametrize(("players", "largest"), [((2,), 10_000), ((3,), 10_000), ((4,), 8_000)])
def test_ending_comes_to_what_brute_force_does(players, largest):
    for state in islice(positions(largest, players), 6):
        assert agree(state)


def test_gaia_plays_the_end_by_it():
    for state in islice(positions(1_000), 6):
        seat = state.due
        worths = BruteForce(state).worths()
        move = WITHOUT_CLOCK["gaia"].choose(view(state, seat), seat, seed=3, budget_s=0.02)
        assert worths[list(state.legal_placements()).index(move)] >= max(worths) - 1e-6


@pytest.mark.parametrize("variants", [("beginner",), ("mystery",), ("beginner", "mystery")])
def test_ending_knows_every_variant(variants):
    state = game_after(3, 23, 2, variants)
    ending = Endgame(situation_of(view(state, state.due), state.due))
    _, *move = ending.best(Random(1))
    after, _ = apply_move(state, state.due, tuple(move))
    best = max(
        apply_move(state, state.due, each)[0].scores[state.due].total for each in state.legal_placements()
    )
    assert after.is_over
    assert state.due in after.winners or after.scores[state.due].total == best


def test_ways_to_go_on_are_counted_before_they_are_looked_at():
    deals = 5 * 4
    for moves, ways in ((23, 4 * 5), (22, 5 * 5 * 4 * 5), (21, 4 * 2 * 5 * 5 * 5 * 4 * 5)):
        state = game_after(3, moves, 2)
        ending = Endgame(situation_of(view(state, state.due), state.due))
        assert deals < ending.ways() <= ways * deals
        assert (ending.ways() < ways * deals) == (state.round == 12)  # turns that come to the same are one


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_whole_last_round_is_counted_out_in_gaias_usual_time(players):
    for deal in range(4):
        state = game_after(deal, 11 * players, players)
        ending = Endgame(situation_of(view(state, state.due), state.due))
        assert state.round == 12
        assert ending.ways() <= BUDGET * PLACEMENTS_A_SECOND * WAYS_A_PLACEMENT


def test_equal_endings_are_chosen_among_by_the_seed():
    state = next(positions(1_000))
    ending = Endgame(situation_of(view(state, state.due), state.due))
    taken = {ending.best(Random(seed)) for seed in range(30)}
    assert max(taken)[0] - min(taken)[0] <= EVEN
    assert LEVELS["gaia"].counts_out
