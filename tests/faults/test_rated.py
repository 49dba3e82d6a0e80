"""A process that dies while it counts a rated game: the game ends once, and is counted once."""

import random
import sys
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest

from app.games.recount import rebuild
from app.games.store import LogStore, dsn
from tests.faults.player import NONCE, legal, sign_in
from tests.faults.processes import AppProcess, asking

MOVES = 24


async def rated_game(url):
    """Two who have asked for it, in a rated game that has begun."""
    people = [await sign_in(url, f"Rival {number}") for number in range(2)]
    for person in people:
        assert (await person.ask(url, "PUT", "/people/me/rating", {"plays": True})).status_code == 200
        room = await person.post(url, "/rated-games", {"seats": 2, "nonce": NONCE})
    started = await people[0].post(url, f"/rooms/{room['code']}/start")
    return started["game"]["id"], people


async def play(url, game, people):
    """To the end, each move until there is an answer; the last of them is returned as it was sent."""
    chance = random.Random(5)
    by_seat = {(await one.get(url, f"/games/{game}"))["seat"]: one for one in people}
    while True:
        state = await people[0].get(url, f"/games/{game}")
        seat = state["view"]["due"]
        mine = by_seat[seat]
        tile, face, turn = legal(state["view"], chance)
        act = {"action_id": str(uuid4()), "base": state["head"], "tile": tile, "face": face, "turn": turn}
        if state["head"] == MOVES - 1:
            return mine, act
        await mine.post(url, f"/games/{game}/acts", act)


@pytest.mark.parametrize(
    ("point", "times"), [("before-counting", 1), ("after-counting", 1), ("after-commit", MOVES)]
)
async def test_rated_end_is_counted_once_whenever_the_process_dies(tmp_path, database_url, point, times):
    app = AppProcess(tmp_path, "app", {"DATABASE_URL": database_url})
    usual = app.program
    app.program = [sys.executable, "-m", "tests.faults.dying", point, str(times)]
    try:
        app.launch()
        await app.ready()
        game, people = await rated_game(app.url)
        person, last = await play(app.url, game, people)
        async with asking() as http:
            with pytest.raises(httpx.TransportError):
                await http.post(f"{app.url}/api/games/{game}/acts", json=last, headers=person.headers)
        await app.ended()
        counted = 2 if point == "after-commit" else 0
        assert await journal(database_url, game) == counted
        app.program = usual
        app.launch()
        await app.ready()
        answer = await person.post(app.url, f"/games/{game}/acts", last)
        assert (answer["seq"], answer["dup"]) == (MOVES, counted > 0)
        assert await journal(database_url, game) == 2
        assert [(await one.get(app.url, f"/games/{game}/rating"))["games"] for one in people] == [1, 1]
    finally:
        await app.end()
    connection, store = await asyncpg.connect(dsn(database_url)), LogStore(database_url)
    assert (await rebuild(connection, store)).says == "rated games: 1; everything stays as it was."
    await connection.close()
    await store.close()


async def journal(url, game):
    connection = await asyncpg.connect(dsn(url))
    try:
        return await connection.fetchval("SELECT count(*) FROM rating_changes WHERE game_id = $1", UUID(game))
    finally:
        await connection.close()
