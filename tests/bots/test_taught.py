"""What those who think on judge by: fitted to what imagined games found, and nearer to it than before."""

from math import exp, log

import pytest

from app.bots.bitboard import CARD_KIND
from app.bots.daily import BOTS, REHEARSAL
from app.bots.judgement import HAND_MADE, planet_of
from app.bots.levels import LEVELS
from app.bots.situation import situation_of
from app.bots.taught import TABLES, TAUGHT
from app.rules.scoring import LAST_ROUND
from app.rules.views import view
from bench.teach import CLOSE, LEAST_CARE, Numbers, decisions, errors, fitted, judged_by, slopes_of, written
from tests.rules.playing import game_after


@pytest.fixture(scope="module")
def known():
    """The first decisions of a game that nothing was learnt from."""
    found = decisions(800_001)
    return [next(found) for _ in range(4)]


def taught():
    """The numbers that lie in the file."""
    numbers = Numbers()
    for part, kind, at, knot in numbers.values:
        rows = TABLES.weights[part]
        numbers.values[part, kind, at, knot] = rows[knot] if part == "by_rounds" else rows[kind][at][knot]
    return numbers


def missed(numbers, known):
    return sum(error**2 for one in known for error in errors(judged_by(numbers, one).worths, one))


def cost(numbers, one):
    """What the fitting makes small."""
    found = [worth for _, _, worth in one["placements"]]
    cares = [LEAST_CARE + exp((worth - max(found)) / CLOSE) for worth in found]
    wrong = errors(judged_by(numbers, one).worths, one)
    return sum(care * error**2 for care, error in zip(cares, wrong, strict=True)) / 2


def test_first_sight_is_nearer_to_what_imagined_games_find_than_the_hand_made_odds(known):
    assert missed(taught(), known) < 0.9 * missed(Numbers(), known)


def test_fitting_brings_it_nearer_still_where_it_may_learn_by_heart(known):
    assert missed(fitted(known[:]), known) < missed(taught(), known)


def test_slopes_are_those_of_the_cost(known):
    one, step = known[0], 1e-5
    slopes = slopes_of(taught(), one)
    steepest = sorted(slopes, key=lambda number: -abs(slopes[number]))[:12]
    assert {number[0] for number in steepest} >= {"claim", "by_rounds"}
    for number in steepest:
        more, less = taught(), taught()
        more.values[number] += step
        less.values[number] -= step
        assert slopes[number] == pytest.approx((cost(more, one) - cost(less, one)) / (2 * step), rel=1e-3)


def test_the_file_holds_what_the_bots_look_up():
    numbers, state = taught(), game_after(6, 10, 2)
    assert written(numbers) == TABLES.weights
    now = situation_of(view(state, state.due), state.due)
    for card, away in now.coming():
        for seat in range(2):
            kind, standing = CARD_KIND[card], planet_of(now, seat).standing(card)
            assert log(TAUGHT.odds(kind, away, away + 1)[standing]) == pytest.approx(
                log(numbers.odds(kind, away + 1, standing))
            )
    for rounds in range(LAST_ROUND):
        assert TAUGHT.by_rounds[rounds] == pytest.approx(numbers.weight(rounds))


def test_only_those_who_think_on_judge_by_it():
    """The others' judgement is part of the rule by which a day's world is chosen."""
    assert {name for name, level in LEVELS.items() if level.estimates is TAUGHT} == {"forest", "gaia"}
    assert all(LEVELS[name].estimates is HAND_MADE for name in (*BOTS, *REHEARSAL))
