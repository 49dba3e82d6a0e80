"""Whom a rated game counts for, and how much: the rules of `docs/decisions/ratings.md`."""

import pytest

from app.ratings.counting import SeatFacts, count, part_of, weight_of
from app.ratings.plackett_luce import START, Rating, rated

NEVER = [[0] * 4] * 4


def near(rating):
    """The same but for the last bits."""
    return (pytest.approx(rating.mean, rel=1e-12), pytest.approx(rating.spread, rel=1e-12))


def fact(place, own_moves=12, is_finished=True):
    return SeatFacts(place, own_moves, is_finished)


def test_count_as_played_is_the_final_ranking():
    ratings = [START, Rating(30, 3), Rating(20, 5)]
    results = count(ratings, [fact(2), fact(1), fact(2)], NEVER)
    assert [one.after for one in results] == [near(one) for one in rated(ratings, [2, 1, 2])]
    assert [one.weight for one in results] == [1, 1, 1]


@pytest.mark.parametrize("place", [1, 2, 3])
def test_count_somebody_who_left_is_last_and_nothing_to_those_who_stayed(place):
    """However well the caretaker played on for them."""
    others = [one for one in (1, 2, 3) if one != place]
    ratings = [Rating(27, 6), Rating(24, 6), START]
    results = count(ratings, [fact(others[0]), fact(others[1]), fact(place, own_moves=8)], NEVER)
    assert [one.after for one in results[:2]] == [near(one) for one in rated(ratings[:2], [1, 2])]
    assert results[2].after.mean < START.mean
    assert results[2].after == near(rated([START, *ratings[:2]], [2, 1, 1])[0])


def test_count_alone_at_the_end_nothing_changes_for_whoever_stayed():
    stayed, left = count([START, START], [fact(1), fact(2, own_moves=3, is_finished=False)], NEVER)
    assert (stayed.after, stayed.weight) == (START, 0)
    assert left.after.mean < START.mean
    assert left.weight == 1


def test_count_where_all_left_nobody_is_rated():
    results = count([START] * 3, [fact(1, 2, False), fact(2, 0, False), fact(3, 8, False)], NEVER)
    assert [(one.after, one.weight) for one in results] == [(START, 0)] * 3


@pytest.mark.parametrize(("own_moves", "is_left"), [(12, False), (9, False), (8, True), (0, True)])
def test_count_nine_own_moves_are_a_game_of_ones_own(own_moves, is_left):
    assert fact(1, own_moves).is_left is is_left


def test_count_a_game_that_somebody_else_finished_brings_no_gain_but_counts_for_the_others():
    ratings = [START, START]
    winner, loser = count(ratings, [fact(1, 10, is_finished=False), fact(2)], NEVER)
    assert winner.after.mean == START.mean
    assert winner.after.spread < START.spread
    assert loser.after == near(rated(ratings, [1, 2])[1])
    lost = count(ratings, [fact(2, 10, is_finished=False), fact(1)], NEVER)[0]
    assert lost.after == near(rated(ratings, [2, 1])[0])


def test_weight_is_less_among_people_who_meet_again_and_again():
    assert [part_of(often) for often in range(8)] == [1, 1, 1, 0.5, 0.5, 0.5, 0, 0]
    assert weight_of([0, 6], 0) == 0
    assert weight_of([6, 0, 0, 3], 1) == pytest.approx((0 + 1 + 0.5) / 3)


def test_count_by_weight_changes_a_part_of_it_and_without_any_nothing():
    ratings = [START, Rating(28, 4)]
    whole, half, none = (count(ratings, [fact(1), fact(2)], [[0, often], [often, 0]]) for often in (0, 3, 6))
    for full, part, nothing, rating in zip(whole, half, none, ratings, strict=True):
        assert part.after.mean - rating.mean == pytest.approx((full.after.mean - rating.mean) / 2)
        assert rating.spread > part.after.spread > full.after.spread
        assert (nothing.after, nothing.weight) == (rating, 0)
