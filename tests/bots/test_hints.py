"""Hints: the best placements as Grove judges them, each once."""

from operator import itemgetter

import pytest

from app.bots.attention import judged_placements
from app.bots.hints import ADVISER, MOST_HINTS, hints
from app.bots.levels import LEVELS
from app.bots.situation import situation_of
from app.rules.views import view
from tests.rules.playing import game_after


@pytest.mark.parametrize("moves", [5, 14, 20])
def test_hints_are_the_best_placements_and_the_best_comes_first(moves):
    state = game_after(3, moves, 2)
    seen = view(state, state.due)
    judged = {tuple(where): points for points, *where in judged_placements(
        situation_of(seen, state.due), LEVELS[ADVISER]
    )}  # fmt: skip
    best = max(judged.items(), key=itemgetter(1))
    told = [(hint["tile"], hint["face"], hint["turn"]) for hint in hints(seen, state.due)]
    assert 1 <= len(told) <= MOST_HINTS
    assert judged[told[0]] == best[1]
    points = [judged[one] for one in told]
    assert points == sorted(points, reverse=True)
    assert all(hint["reasons"] for hint in hints(seen, state.due))


def test_hints_before_ones_first_tile_name_each_tile_once():
    state = game_after(4, 1, 2)  # the other one has moved
    told = hints(view(state, state.due), state.due)
    assert len({hint["tile"] for hint in told}) == len(told)
