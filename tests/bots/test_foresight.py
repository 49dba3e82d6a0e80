"""What Gaia expects of an imagined game: chances that make a whole, and better than a guess."""

from math import log
from statistics import mean

import pytest

from app.bots.ground import CARD_HABITAT
from app.bots.judgement import terrain_of
from app.bots.outlook import shares
from app.bots.situation import situation_of
from app.rules.views import view
from bench.foresight import surprises
from tests.rules.playing import game_after


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_animal_is_shared_out_whole(players):
    state = game_after(6, 5 * players, players)
    now = situation_of(view(state, state.due), state.due)
    planets = [terrain_of(now, seat) for seat in range(players)]
    for card, away in now.coming():
        assert sum(shares(planets, [None] * players, card, away + 1)) == pytest.approx(1.0, abs=1e-3)


def test_who_gathers_a_habitat_is_likelier_to_win_its_animals():
    state = game_after(6, 10, 2)
    now = situation_of(view(state, state.due), state.due)
    planets = [terrain_of(now, seat) for seat in range(2)]
    card, away = now.coming()[0]
    for habitat in range(5):
        keen = shares(planets, [habitat, None], card, away + 1)[0]
        plain = shares(planets, [None, None], card, away + 1)[0]
        assert (keen > plain) == (habitat == CARD_HABITAT[card])


def test_tickets_foretell_better_than_a_guess():
    for deal in range(3):
        assert all(mean(row) < log(3) for row in zip(*surprises(3, deal), strict=True))
