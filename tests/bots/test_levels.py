"""The ladder: a row a bot, and everything else by these rows."""

from itertools import pairwise
from random import Random

import pytest
from pydantic import TypeAdapter, ValidationError

from app.bots.attention import judged_placements
from app.bots.levels import CHARACTERS, LADDER, LEVELS, Level
from app.bots.player import WITHOUT_CLOCK
from app.bots.search import PLACEMENTS_A_SECOND
from app.bots.situation import situation_of
from app.games.bot_pool import BUDGET, CARETAKER, LEAST_WEIGHT, weight_of
from app.main import create_app
from app.rooms.bots import BotName, name_of
from app.rules.game import apply_move
from app.rules.views import view
from app.texts import read_catalogue
from tests.rules.playing import game_after

STORED = ("sapling", "grove", "gaia")  # names that stand in games of before


def seen(state):
    return situation_of(view(state, state.due), state.due)


def test_every_bot_has_its_words_and_every_word_its_bot():
    words = {key.removeprefix("bots.") for key in read_catalogue("en") if key.startswith("bots.")}
    assert words == {*LEVELS, *(f"{name}_says" for name in LEVELS)}
    assert [name_of(name) for name in STORED] == ["Sapling", "Grove", "Gaia"]


def test_stored_names_stay_valid_and_unknown_ones_are_refused():
    read = TypeAdapter(BotName).validate_python
    assert {read(name) for name in LEVELS} >= {*STORED, CARETAKER}
    with pytest.raises(ValidationError):
        read("mandrake")


def test_api_names_every_bot(settings):
    schema = create_app(settings).openapi()["components"]["schemas"]["BotChoice"]["properties"]["level"]
    assert schema["anyOf"][0] == {"type": "string", "enum": [*LEVELS]}


def test_ladder_rises_and_each_bot_overlooks_no_more_than_the_one_below():
    dials = ("glances", "ahead", "notices", "reads", "watches", "denial", "effort")
    for lower, upper in pairwise(LADDER):
        assert all(getattr(lower, dial) <= getattr(upper, dial) for dial in dials)
    assert len({level.name for level in (*LADDER, *CHARACTERS)}) == len(LADDER) + len(CHARACTERS) >= 8
    assert (LADDER[0].name, LADDER[-1].name) == ("sapling", "gaia")


def test_what_a_bot_does_not_see_it_does_not_choose():
    now = seen(game_after(4, 13, 2))
    every = {one[1:] for one in judged_placements(now)}
    few = {one[1:] for one in judged_placements(now, Level("x", glances=7), Random(1))}
    assert len(few) == 7
    assert few < every


def test_an_animal_that_is_not_noticed_moves_nothing():
    now = seen(game_after(4, 13, 2))
    blind = judged_placements(now, Level("x", notices=0.0, denial=0.0))
    by_tile = {}
    for worth, tile, _face, _turn in blind:  # the objective alone is left, which no place changes
        by_tile.setdefault(tile, set()).add(worth)
    assert all(len(worths) == 1 for worths in by_tile.values())


def test_a_bot_that_does_not_read_to_the_end_takes_the_biggest_region_for_the_claim():
    state = game_after(4, 13, 2)
    now = seen(state)
    reading = judged_placements(now, Level("x", denial=0.0))
    careless = judged_placements(now, Level("x", reads=0.0, denial=0.0))
    assert [one[1:] for one in reading] == [one[1:] for one in careless]
    assert [one[0] for one in reading] != [one[0] for one in careless]


def regions(state, seat):
    return [state.planets[seat].region_list(habitat) for habitat in "OFDMG"]


@pytest.mark.parametrize("players", [2, 3])
def test_characters_differ_in_what_they_build(players):
    """Pangaea has a larger region than Grove on the same deals, and Archipelago more regions."""
    largest, number = {}, {}
    for name in ("pangaea", "archipelago", "grove"):
        planets = []
        for deal in range(8):
            state = game_after(deal, 0, players)
            while not state.is_over:
                bot = WITHOUT_CLOCK[name if state.due == 0 else "grove"]
                seat = state.due
                move = bot.choose(view(state, seat), seat, seed=len(state.moves), budget_s=0)
                state, _ = apply_move(state, seat, move)
            planets.append(regions(state, 0))
        largest[name] = sum(max(row[0].size for row in planet if row) for planet in planets)
        number[name] = sum(sum(map(len, planet)) for planet in planets)
    assert largest["pangaea"] > largest["grove"]
    assert number["archipelago"] > number["grove"]


def test_only_bots_that_imagine_games_weigh_in_the_queue():
    assert weight_of("sapling") == weight_of("grove") == LEAST_WEIGHT
    assert weight_of("gaia") == 1.0
    assert LEVELS["gaia"].effort > BUDGET * PLACEMENTS_A_SECOND
