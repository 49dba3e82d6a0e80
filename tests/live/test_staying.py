"""A room stays open as long as somebody is there, and closes when nobody has been for long."""

import asyncio

import asyncpg
import pytest

from app.games.store import dsn
from app.rooms.sweeper import sweep_once
from tests.live.served import PATIENCE, at_table, seated_room, sign_in
from tests.live.test_absence import change


@pytest.fixture
async def database(site):
    connection = await asyncpg.connect(dsn(site.app.state.database.url))
    yield connection
    await connection.close()


async def later(site, database, hours: float) -> int:
    """So many hours pass for the database; whoever is there stays. How many rooms close then?"""
    await database.execute(
        "UPDATE rooms SET touched_at = touched_at - make_interval(secs => $1)", 3600 * hours
    )
    await database.execute("UPDATE presence SET gone_at = gone_at - make_interval(secs => $1)", 3600 * hours)
    return await sweep_once(site.app.state.database, site.app.state.settings)


async def everybody_gone(database) -> None:
    async with asyncio.timeout(PATIENCE):
        while await database.fetchval("SELECT count(*) FROM presence WHERE gone_at IS NULL"):
            await asyncio.sleep(0.05)


async def states(database) -> list[str]:
    return [row[0] for row in await database.fetch("SELECT state FROM rooms ORDER BY created_at")]


async def test_room_with_an_open_socket_stays_open_however_long(site, database):
    attended = await seated_room(site, start=False)
    await seated_room(site, start=False)
    async with at_table(site, attended.code, attended.people[1]) as client:
        await client.until(lambda m: m["type"] == "room" and m["room"]["seats"][1]["presence"] == "here")
        for _ in range(3):
            await later(site, database, 73)
        assert await states(database) == ["open", "closed"]
        assert client.close_code is None
    await everybody_gone(database)
    assert await later(site, database, 71) == 0
    assert await later(site, database, 2) == 1
    assert await states(database) == ["closed", "closed"]


async def test_room_in_which_nobody_sits_stays_open_for_a_watcher(site, database):
    host = await sign_in(site)
    code = (await host.post("/rooms", {"seats": 2}))["room"]["code"]
    async with at_table(site, code) as watcher:
        await watcher.until(lambda m: m["type"] == "room" and m["room"]["watchers"]["count"] == 1)
        assert await later(site, database, 2) == 0
    await everybody_gone(database)
    assert await later(site, database, 0.9) == 0
    assert await later(site, database, 0.2) == 1


async def test_program_that_only_asks_keeps_its_room_open(site, database):
    room = await seated_room(site)
    await room.people[0].get(f"/games/{await room.game()}")
    await database.execute("UPDATE games SET state = 'over', ended_at = now() - interval '100 hours'")
    assert await later(site, database, 73) == 0
    await database.execute("UPDATE presence SET gone_at = now()")
    assert await later(site, database, 74) == 1


async def test_closed_room_is_told_to_whoever_comes_back(site, database):
    room = await seated_room(site, start=False)
    assert await later(site, database, 73) == 1
    async with at_table(site, room.code, room.people[0], hello=False) as client:
        await client.send(type="hello", v=1, tab=room.people[0].id, game=None, last_seq=None, epoch=None)
        assert await client.closed() == 4404


async def test_whoever_only_opens_a_socket_is_seen(site):
    """So that nobody is forgotten who is there: sessions and guests end long after they were last seen."""
    room = await seated_room(site, start=False)
    for table in ("people", "sessions"):
        await change(site, f"UPDATE {table} SET seen_at = now() - interval '300 days'")
    async with at_table(site, room.code, room.people[0]):
        pass
    lately = "SELECT id FROM {} WHERE seen_at > now() - interval '1 day'"
    assert [len(await change(site, lately.format(table))) for table in ("people", "sessions")] == [1, 1]
