"""Many who come at the same moment: asked for together, told together, and nobody else waits for it."""

import asyncio
from contextlib import AsyncExitStack

from app.live.admission import FIND_SQL
from app.live.tables import CALMLY
from tests.live.served import PATIENCE, at_table, seated_room

CROWD = 40


async def test_crowd_is_let_in_with_few_statements_and_everybody_as_who_they_are(site, monkeypatch):
    room = await seated_room(site, 4)
    store, asked = site.app.state.registry.store, []
    fetch = store.fetch

    async def counted(statement, *values):
        asked.append(statement)
        return await fetch(statement, *values)

    monkeypatch.setattr(store, "fetch", counted)
    async with AsyncExitStack() as stack:
        people = [*room.people, *[None] * (CROWD - 4)]
        comings = [stack.enter_async_context(at_table(site, room.code, person)) for person in people]
        clients = await asyncio.gather(*comings)
        assert [client.welcome["seat"] for client in clients] == [0, 1, 2, 3, *[None] * (CROWD - 4)]
        assert 1 <= asked.count(FIND_SQL) < CROWD / 2


async def test_wrong_names_and_codes_in_a_crowd_are_told_to_whom_they_belong(site):
    rooms = [await seated_room(site, 2, start=False) for _ in range(2)]
    stranger = rooms[0].people[0]
    stranger.headers = {"Authorization": "Bearer nobody-has-this-one"}
    wanted = [(rooms[0].code, stranger), ("222222222", None), ("no-code", None)]
    async with AsyncExitStack() as stack:
        comings = [at_table(site, code, person, hello=False) for code, person in wanted]
        comings += [at_table(site, rooms[0].code), at_table(site, rooms[1].code, rooms[1].people[1])]
        *turned_away, watcher, player = await asyncio.gather(*map(stack.enter_async_context, comings))
        assert [await each.closed() for each in turned_away] == [4401, 4404, 4404]
        assert (watcher.welcome["seat"], player.welcome["seat"]) == (None, 1)


async def test_what_is_urgent_does_not_wait_for_what_is_not(site):
    room = await seated_room(site, 2, start=False)
    async with at_table(site, room.code, room.people[0]) as client:
        (table,) = site.app.state.tables.open_tables.values()
        async with asyncio.timeout(PATIENCE):
            while table.update_timer is not None or table.update_lock.locked():
                await asyncio.sleep(0.01)
        table.update_soon(CALMLY)
        calm = table.update_timer.when()
        table.update_soon(0.01)
        urgent = table.update_timer.when()
        table.update_soon(CALMLY)
        assert calm - urgent > CALMLY / 2
        assert table.update_timer.when() == urgent
        since = len(client.told)
        async with at_table(site, room.code):
            await client.until(lambda m: m["type"] == "room" and m["room"]["watchers"]["count"] == 1, since)
        since = len(client.told)
        await client.until(lambda m: m["type"] == "room" and m["room"]["watchers"]["count"] == 0, since)
