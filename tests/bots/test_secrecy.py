"""A bot's objective stays its own: asking the public bot again for each objective explains no seat's moves.

Whoever attacks sees what every watcher sees, and knows this code. What is missing is the seed of the deal.
"""

from random import Random

import pytest

from app.bots.attention import judged_placements
from app.bots.choosing import one_of
from app.bots.match import Contestant, seed_of
from app.bots.situation import situation_of
from app.rules.deal import thinking_seed
from app.rules.views import view
from bench.secrecy import replayed, whole_game
from tests.rules.playing import game_after

DEALS = range(4)


def seats(level):
    """Every seat of some games, with the game's states and the seeds of the seat's moves."""
    for deal in DEALS:
        states = whole_game([Contestant(level)] * 2, deal)
        for seat, objective in enumerate(states[0].deal.objectives or ()):
            moves = [n for n, move in enumerate(states[-1].moves) if move.seat == seat]
            yield states, seat, objective, [thinking_seed(seed_of(deal), n) for n in moves]


@pytest.mark.parametrize("level", ["sapling", "grove"])
def test_replaying_a_bot_without_its_seeds_explains_no_seat(level):
    for states, seat, _objective, seeds in seats(level):
        for guess in (0, 1, states[0].deal.order[0]):
            assert replayed(level, states, seat, [guess] * len(seeds)) == []


@pytest.mark.parametrize("level", ["sapling", "grove"])
def test_after_the_end_every_move_can_be_repeated(level):
    """By the seed of the deal, which the record then tells; so the attack above would find what there is."""
    for states, seat, objective, seeds in seats(level):
        assert objective in replayed(level, states, seat, seeds)


def test_a_seed_depends_on_the_whole_deal_seed_and_the_move():
    seeds = {thinking_seed(bytes([key] * 32), moves) for key in range(5) for moves in range(48)}
    assert len(seeds) == 5 * 48
    assert min(seeds).bit_length() > 200


def test_close_choices_fall_by_the_seed_and_clear_ones_do_not():
    state = game_after(5, 9, 2)
    judged = judged_placements(situation_of(view(state, state.due), state.due or 0))
    best = max(judged)[0]
    taken = [one_of(judged, Random(seed)) for seed in range(200)]
    assert len(set(taken)) > 1
    assert all(best - worth < 1.0 for worth, *_ in taken)
