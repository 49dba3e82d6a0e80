"""What a finished game's row says of it, and rows of older games that say too little."""

import random

import orjson
import pytest

from app.games.outcome import FIRST, Completion, largest_regions, outcome_of
from app.games.registry import GameRegistry
from app.rules.planet import EMPTY_PLANET, planet_from_areas
from tests.databases import execute
from tests.games.dealt import deal_game, some_legal
from tests.games.test_live_game import play


@pytest.fixture
async def registry(database_url):
    games = GameRegistry(database_url)
    await games.open()
    yield games
    await games.close()


async def finish(registry, game):
    """Play to the end, anyhow."""
    live_game, chance = await registry.get(game.id), random.Random(7)
    while not live_game.fold.is_over:
        await play(registry, game.id, some_legal(live_game.fold.state, chance))
    return live_game.fold.state


async def row_of(registry, game):
    rows = await registry.store.fetch("SELECT result FROM games WHERE id = $1", game.id)
    return orjson.loads(rows[0]["result"])


async def test_row_of_a_finished_game_says_who_won_what(registry, database_url):
    game = await deal_game(database_url)
    state = await finish(registry, game)
    row = await row_of(registry, game)
    assert [len(won) for won in row["won"]] == [score["animals"] for score in row["scores"]]
    assert sorted(card for won in row["won"] for card in won) == sorted(
        award.animal for award in state.awards if award.seat is not None
    )
    assert row["regions"] == [largest_regions(planet) for planet in state.planets]
    assert all(row["regions"][0][habitat] >= 1 for habitat in set(state.planets[0].areas))


def test_largest_regions_are_those_of_each_habitat() -> None:
    assert largest_regions(EMPTY_PLANET) == {}
    areas = "OOOOD" + "....." * 10 + "OODOD"
    assert largest_regions(planet_from_areas(areas)) == {"O": 4, "D": 1}


async def test_older_row_is_completed_and_no_other_touched(registry, database_url):
    old, running = await deal_game(database_url), await deal_game(database_url)
    state = await finish(registry, old)
    await execute(database_url, "UPDATE games SET result = result - 'won' - 'regions' WHERE state = 'over'")
    completion = Completion(registry.store)
    await completion.step()
    assert await row_of(registry, old) == orjson.loads(outcome_of(state))
    assert (await registry.store.fetch("SELECT result FROM games WHERE id = $1", running.id))[0][0] is None
    assert completion.reached == FIRST


async def test_game_that_cannot_be_replayed_keeps_its_row_and_holds_up_no_other(
    registry, database_url, caplog
):
    broken, whole = await deal_game(database_url), await deal_game(database_url)
    for game in (broken, whole):
        await finish(registry, game)
    await execute(database_url, "UPDATE games SET result = result - 'won'")
    await execute(database_url, f"UPDATE games SET head = head + 1 WHERE id = '{broken.id}'")
    await Completion(registry.store).step()
    assert "won" not in await row_of(registry, broken)
    assert "won" in await row_of(registry, whole)
    assert "cannot be replayed" in caplog.text
