"""Killed between sending to a chat and noting it: another process says the same again, a minute later and not
before, by the same id; and nothing is lost.
"""

import asyncio

import asyncpg

from app.games.store import dsn
from tests.faults.player import make_room
from tests.faults.processes import serving, until
from tests.live.chat import chat

LATER = (
    "UPDATE webhooks SET next_at = next_at - interval '61 s'",
    "UPDATE webhook_notices SET leased_until = leased_until - interval '61 s'",
)
WAIT = "SELECT extract(epoch FROM next_at - now())::float8 FROM webhooks"


async def test_killed_between_sending_and_noting_tells_it_again_and_not_at_once(tmp_path, database_url):
    async with (
        chat(tmp_path) as told,
        serving(tmp_path, database_url, processes=2, redis=None, **told.environment) as apps,
    ):
        told.holds = True  # it takes the message and says nothing: whoever sent it cannot note anything
        room = await make_room([app.url for app in apps], 2)
        body = {"kind": "json", "address": told.address()}
        await room.people[0].post(apps[0].url, f"/rooms/{room.code}/webhooks", body)
        await until(lambda: told.received, "it is told")
        await asyncio.gather(*(app.kill() for app in apps))
        told.holds = False
        apps[1].launch()
        await apps[1].ready()
        connection = await asyncpg.connect(dsn(database_url))
        assert await connection.fetchval(WAIT) > 0
        await asyncio.sleep(3)  # the queue is looked at each second
        assert len(told.received) == 1
        for statement in LATER:
            await connection.execute(statement)
        await until(lambda: len(told.received) == 2, "it is told again")
        first, second = ({**one.body, "due_at": None} for one in told.received)
        assert first == second
        noted = "SELECT told_at IS NOT NULL AND failures = 0 FROM webhooks"
        async with asyncio.timeout(20):
            while not await connection.fetchval(noted):
                await asyncio.sleep(0.1)
        await connection.close()
