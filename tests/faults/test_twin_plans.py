"""Twin worlds of plans: in one of them somebody plans, changes it, withdraws it, has a plan lapse and says
more than is made in the end; in the other they do not. Nobody else receives another byte: no seat, no
watcher, not the host.
"""

import asyncio
import json
from contextlib import AsyncExitStack

import asyncpg
import pytest

from app.games.store import dsn
from tests.databases import execute, with_database
from tests.faults.player import A_DAY, make_room
from tests.faults.processes import asking, serving
from tests.faults.test_twin_worlds import PAGES, PATHS, SEATS, World, here, numbered
from tests.live.served import at_table

SOON = "UPDATE games SET turn_started_at = turn_started_at - interval '2 s'"
LAPSED = "SELECT count(*) FROM plans WHERE lapsed_at IS NOT NULL"


@pytest.fixture
async def twins(tmp_path, make_database, server_url):
    first = make_database()
    async with serving(tmp_path, first) as (app,):
        room = await make_room([app.url], SEATS, variants=["mystery"], clock=A_DAY)
        await app.stop()
    plain = first.rsplit("/", 1)[1].split("?")[0]
    second = f"{plain}_twin"
    await execute(server_url, f"CREATE DATABASE {second} TEMPLATE {plain}")
    yield room, first, with_database(first, second)
    await execute(server_url, f"DROP DATABASE {second} WITH (FORCE)")


class Planners:
    """Everybody at a table, and those whose plans differ from one world to the other."""

    def __init__(self, app, database, room, clients, world):
        self.app, self.database, self.room, self.clients, self.world = app, database, room, clients, world
        view = clients[-1].view
        self.tiles, self.first = view["display"], view["due"]
        self.path = f"/games/{room.game}/plan"

    def seat(self, number):
        return (self.first + number) % SEATS

    async def plan(self, number, *tiles):
        wishes = [{"tile": tile, "face": 4, "turn": 1} for tile in tiles]
        person = self.room.people[self.seat(number)]
        if not wishes:
            assert (await person.ask(self.app.url, "DELETE", self.path)).status_code == 204
            return
        body = {"round": 1, "wishes": wishes}
        answer = await person.ask(self.app.url, "PUT", self.path, body)
        assert answer.status_code == 200, answer.text
        assert (await person.get(self.app.url, self.path))["wishes"] == wishes

    async def move(self, number, tile, seq):
        client = self.clients[self.seat(number)]
        answer = await client.act((tile, 0, 0), base=seq - 1, action_id=numbered(seq, "move"))
        assert answer["type"] == "ack", answer
        await self.heard(seq)

    async def heard(self, seq):
        for client in self.clients:
            await client.hear("event", seq=seq)

    async def look(self, audiences):
        """All that the others can ask for, now."""
        for who in audiences:
            headers = {} if who is None else self.room.people[who].headers
            async with asking(self.app.url, headers={"Accept-Encoding": "identity", **headers}) as http:
                for path in (*PATHS, *PAGES, f"/api{self.path}"):
                    asked = path.format(code=self.room.code, game=self.room.game)
                    answer = await http.get(asked, headers={"Accept": "text/html, */*"})
                    told = {
                        k: v for k, v in answer.headers.items() if k not in ("x-request-id", "date", "etag")
                    }
                    self.world.note(who, f"{path} {answer.status_code} {sorted(told.items())} {answer.text}")


async def live_through(folder, database, room, is_planning):
    """The moves of both worlds are the same, planned ones too."""
    folder.mkdir()
    world = World()
    async with (
        serving(folder, database, TERRAHEDRON_ANALYSES_PER_HOUR="1000") as (app,),
        AsyncExitStack() as stack,
    ):
        clients = []
        for who in [*room.people, None]:
            clients.append(await stack.enter_async_context(at_table(app, room.code, who)))
            await here(clients, SEATS if who is None else len(clients))
        table = Planners(app, database, room, clients, world)
        one, two, three, four, five = table.tiles
        others = (table.seat(0), None)
        world.told[table.seat(0)] = []
        if is_planning:
            await table.plan(1, two, one, three)
            await table.plan(1, five)
            await table.look(others)
            await table.plan(1)
            await table.plan(2, one)  # lapses
        await table.plan(1, *([one, two, three] if is_planning else [two]))
        await table.look(others)
        await table.move(0, one, 1)
        await execute(database, SOON)
        await table.heard(2)  # as planned
        await execute(database, SOON)
        await until_lapsed(database, int(is_planning))
        await table.look(others)
        await table.move(2, four, 3)
        await table.look(others)
        for who in others:
            client = clients[-1 if who is None else who]
            rooms = [text for text in client.raw if json.loads(text)["type"] == "room"]
            for text in [text for text in client.raw if text not in rooms] + rooms[-1:]:
                world.note(who, text)
        planned = await clients[-1].hear("event", seq=2)
        assert (planned["event"]["tile"], planned["event"]["planned"]) == (two, True)
        assert app.accidents() == []
    return world, others


async def until_lapsed(database, count):
    connection = await asyncpg.connect(dsn(database))
    try:
        async with asyncio.timeout(40):
            while await connection.fetchval(LAPSED) != count:
                await asyncio.sleep(0.05)
    finally:
        await connection.close()


async def test_nobody_else_can_notice_what_somebody_plans(tmp_path, twins):
    room, first, second = twins
    (one, others), (other, same) = await asyncio.gather(
        live_through(tmp_path / "one", first, room, is_planning=True),
        live_through(tmp_path / "other", second, room, is_planning=False),
    )
    assert others == same
    for who in others:
        more = len(PATHS) + len(PAGES) + 1  # the first look is there in one world alone
        looked = one.told[who][more:]
        assert one.told[who][:more] == other.told[who][:more]
        for left, right in zip(looked, other.told[who], strict=True):
            assert left == right
        assert len(looked) > 100
