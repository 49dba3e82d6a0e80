"""`/readyz`: what has to hold before people are sent to a process, and how soon it says so."""

import asyncio
import json
import re
import time
from itertools import pairwise

import httpx
import pytest
import websockets

from app import migrate
from app.readiness import GOOD_FOR, NO_ANSWER, READ_ONLY, RUN_MIGRATE
from tests.databases import execute
from tests.guests import refused
from tests.serving import PATIENCE, serving


async def why_not(client: httpx.AsyncClient) -> str | None:
    """What the server says is in the way, once its last answer is too old to be given again. On a busy
    machine the database may need longer than it has; then it is asked anew.
    """
    why: str | None = NO_ANSWER
    async with asyncio.timeout(PATIENCE):
        while why == NO_ANSWER:
            await asyncio.sleep(GOOD_FOR + 0.1)
            answer = await client.get("/readyz")
            why = answer.json().get("why")
            assert answer.status_code == (503 if why else 200)
    return why


@pytest.mark.parametrize("revision", ["base", "0003"], ids=["no-tables", "old-tables"])
def test_server_before_migrate_waits_and_says_so_once(database_url, revision):
    migrate.downgrade(database_url, revision)
    with serving(database_url=database_url) as server, httpx.Client(base_url=server.address) as client:
        time.sleep(3)
        until = time.monotonic() + PATIENCE
        while (answer := client.get("/readyz")).json().get("why") == NO_ANSWER:
            assert time.monotonic() < until
        assert (answer.status_code, answer.json()["why"]) == (503, RUN_MIGRATE)
        assert "run migrate" in answer.text
        assert client.get("/healthz").status_code == 200
        for refusal in (client.post("/api/people"), client.get("/api/rooms")):
            assert (refusal.status_code, refusal.json()["code"]) == (503, "unavailable")
        assert asyncio.run(socket_is_closed_with(server.address)) == 1013
        migrate.upgrade(database_url)
        until = time.monotonic() + PATIENCE
        while client.get("/readyz").status_code != 200:
            assert time.monotonic() < until
        guest = client.post("/api/people", json={"name": "Maya"})
        assert guest.status_code == 201
        _, words = server.end()
    lines = [json.loads(line) for line in words.splitlines() if line.startswith("{")]
    worse = [line["message"] for line in lines if line["level"] != "info"]
    worse = [message for message in worse if not message.startswith("the event loop ")]  # on a busy machine
    assert worse[0] == f"not ready: {RUN_MIGRATE}"
    assert set(worse) <= {worse[0], f"not ready: {NO_ANSWER}"}  # a busy machine may be too late once
    assert all(one != following for one, following in pairwise(worse))
    assert "away" not in words


async def socket_is_closed_with(address: str) -> int | None:
    async with websockets.connect(f"{address.replace('http', 'ws')}/ws/rooms/ABCDE") as socket:
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        return socket.close_code


async def test_readiness_accepts_a_database_of_a_newer_version(client, database_url):
    await execute(database_url, "UPDATE alembic_version SET version_num = '9999'")
    assert await why_not(client) is None


async def test_readiness_notices_that_tables_went(client, database_url):
    assert await why_not(client) is None
    await execute(database_url, "UPDATE alembic_version SET version_num = '0001'")
    assert await why_not(client) == RUN_MIGRATE
    refused(await client.post("/api/people"), 503, "unavailable")


async def test_readiness_ends_where_nothing_may_be_written(app, client, database_url):
    name = re.sub(r".*/|\?.*", "", database_url)
    await execute(database_url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    app.state.readiness._drop()
    assert await why_not(client) == READ_ONLY
