"""Ratings by Plackett-Luce: the figures that others publish for it, and what may make no difference."""

import random
from itertools import permutations
from math import exp, sqrt

import pytest

from app.ratings.plackett_luce import CHANCE, DRIFT, SPREAD, START, Rating, rated

# Free-for-alls of newcomers as the tests of openskill have them, by Weng and Lin's algorithm 4.
PUBLISHED = {
    2: [(27.63523138347365, 8.065506316323548), (22.36476861652635, 8.065506316323548)],
    3: [
        (27.868876552746237, 8.204837030780652),
        (25.717219138186557, 8.057829747583874),
        (21.413904309067206, 8.057829747583874),
    ],
    4: [
        (27.795084971874736, 8.263160757613477),
        (26.552824984374855, 8.179213704945203),
        (24.68943500312503, 8.083731307186588),
        (20.96265504062538, 8.083731307186588),
    ],
}


def some_table(chance, seats):
    ratings = [Rating(chance.uniform(10, 40), chance.uniform(1, 9)) for _ in range(seats)]
    return ratings, [chance.randint(1, seats) for _ in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rated_newcomers_come_to_the_published_figures(seats):
    found = rated([START] * seats, range(1, seats + 1), drift=0)
    for rating, published in zip(found, PUBLISHED[seats], strict=True):
        assert tuple(rating) == pytest.approx(published, rel=1e-14)


def test_rated_pair_of_unequals_by_hand():
    """Of two, the formulas are those of one logistic curve: worked here without the general sums."""
    strong, weak = Rating(31.0, 3.0), Rating(22.0, 6.0)
    c = sqrt(3.0**2 + 6.0**2 + 2 * CHANCE**2)
    expected = 1 / (1 + exp((22.0 - 31.0) / c))  # that the strong one wins
    curve = expected * (1 - expected)
    upset = rated([strong, weak], [2, 1], drift=0)
    assert upset[0].mean == pytest.approx(31.0 - 9.0 / c * expected, rel=1e-14)
    assert upset[1].mean == pytest.approx(22.0 + 36.0 / c * expected, rel=1e-14)
    assert upset[0].spread == pytest.approx(3.0 * sqrt(1 - (3.0 / c) ** 3 * curve), rel=1e-14)
    usual = rated([strong, weak], [1, 2], drift=0)
    assert usual[0].mean == pytest.approx(31.0 + 9.0 / c * (1 - expected), rel=1e-14)


def test_rated_tie_draws_unequals_together_and_leaves_equals():
    assert [one.mean for one in rated([START, START, START], [1, 1, 1], drift=0)] == pytest.approx([25.0] * 3)
    strong, weak = rated([Rating(30, 4), Rating(20, 4)], [1, 1])
    assert 20 < weak.mean < strong.mean < 30


def test_rated_order_of_seats_is_no_part_of_it_to_the_last_bit():
    chance = random.Random(4)
    for seats in (2, 3, 4) * 20:
        ratings, places = some_table(chance, seats)
        usual = rated(ratings, places)
        for order in permutations(range(seats)):
            turned = rated([ratings[seat] for seat in order], [places[seat] for seat in order])
            assert turned == [usual[seat] for seat in order]


def test_rated_first_gains_last_loses_and_all_are_better_known():
    chance = random.Random(5)
    for seats in (2, 3, 4) * 50:
        ratings, _ = some_table(chance, seats)
        after = rated(ratings, list(range(1, seats + 1)), drift=0)
        assert after[0].mean > ratings[0].mean
        assert after[-1].mean < ratings[-1].mean
        assert all(now.spread < then.spread for now, then in zip(after, ratings, strict=True))


def test_rated_spread_never_ends_with_drift_and_never_begins_alone():
    known = Rating(25, 0.01)
    assert DRIFT / 2 < rated([known, known], [1, 2])[0].spread <= DRIFT + 0.01
    assert rated([START], [1]) == [START]
    assert rated([Rating(25, 1e3), START], [1, 2])[0].spread >= 0.01 * SPREAD
