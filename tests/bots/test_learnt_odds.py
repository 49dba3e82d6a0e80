"""What Gaia expects of an imagined game: chances that make a whole, and better than a guess."""

from math import log
from statistics import mean

import pytest

from app.bots.bitboard import CARD_HABITAT, CARD_KIND, LARGEST
from app.bots.final_points import shares
from app.bots.judgement import planet_of
from app.bots.learnt_odds import LEARNT, learnt_table
from app.bots.odds_tables import KNOTS
from app.bots.situation import situation_of
from app.bots.win_odds import ROOMS, STRIDE
from app.rules.views import view
from bench.learn import SLOPES, all_parts, examples, features, fitted, surprise
from bench.odds import surprises
from tests.rules.playing import game_after


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_animal_is_shared_out_whole(players):
    state = game_after(6, 5 * players, players)
    now = situation_of(view(state, state.due), state.due)
    planets = [planet_of(now, seat) for seat in range(players)]
    for card, away in now.coming():
        assert sum(shares(planets, [None] * players, card, away + 1)) == pytest.approx(1.0, abs=1e-3)


def test_who_gathers_a_habitat_is_likelier_to_win_its_animals():
    state = game_after(6, 10, 2)
    now = situation_of(view(state, state.due), state.due)
    planets = [planet_of(now, seat) for seat in range(2)]
    card, away = now.coming()[0]
    for habitat in range(5):
        keen = shares(planets, [habitat, None], card, away + 1)[0]
        plain = shares(planets, [None, None], card, away + 1)[0]
        assert (keen > plain) == (habitat == CARD_HABITAT[card])


def test_odds_foretell_better_than_a_guess():
    for deal in range(3):
        assert all(mean(row) < log(3) for row in zip(*surprises(3, deal), strict=True))


def test_more_of_a_claim_never_makes_an_animal_less_likely():
    for kind in range(3):
        for tiles_left in range(1, 13):
            table = learnt_table(kind, tiles_left)
            for largest in (0, 10, LARGEST):
                row = [table[claim * STRIDE + largest * ROOMS] for claim in range(largest, LARGEST + 1)]
                assert row == sorted(row)


def test_odds_are_those_that_were_learnt():
    """The tables that the bots look up say the same as the sums that the learning fits."""
    weights = {part: LEARNT.weights[part[0]][part[1]][part[2]][part[3]] for part in all_parts()}
    state = game_after(6, 10, 2)
    now = situation_of(view(state, state.due), state.due)
    for card, away in now.coming():
        kind = CARD_KIND[card]
        for seat in range(2):
            standing = planet_of(now, seat).standing(card)
            told = features(kind, away + 1, standing, is_keen=False)
            assert log(learnt_table(kind, away + 1)[standing]) == pytest.approx(
                sum(weights[p] * s for p, s in told)
            )


def test_learning_makes_winners_likelier():
    known = [one for deal in range(3) for one in examples(2, deal)]
    begun = {part: SLOPES[part[0]] * KNOTS[part[0]][part[3]] for part in all_parts()}
    assert surprise(fitted(known[:]), known) < surprise(begun, known) - 0.05
