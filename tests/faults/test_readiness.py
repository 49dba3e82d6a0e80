"""`/readyz` beside a database that hangs, and on a disk that is full."""

import asyncio
import random
import signal
import time
from uuid import uuid4

import pytest

from tests.faults.disk import TakenDisk, mounted_disk
from tests.faults.player import legal, make_room
from tests.faults.processes import PATIENCE, Postgres, asking, serving
from tests.live.served import at_table

SOON = 2.0  # seconds, beside what a question that needs nothing takes in the same moment


async def why_not(app):
    """What `/readyz` says; and it says so soon, however busy the machine is."""
    async with asking() as http:
        asked = asyncio.create_task(timed(http, f"{app.url}/readyz"))
        slowest = 0.0
        while not asked.done():
            _, seconds = await timed(http, f"{app.url}/healthz")
            slowest = max(slowest, seconds)
        answer, seconds = await asked
    assert seconds <= SOON + slowest
    assert answer.status_code == (503 if "why" in answer.json() else 200)
    return answer.json().get("why")


async def timed(http, url):
    began = time.monotonic()
    answer = await http.get(url)
    await asyncio.sleep(0.02)
    return answer, time.monotonic() - began


async def until_told(app, why):
    async with asyncio.timeout(PATIENCE):
        while (told := await why_not(app)) != why and not (why and told and told.startswith(why)):
            await asyncio.sleep(0.1)


async def test_database_that_hangs_is_told_soon(tmp_path):
    postgres = Postgres(tmp_path / "own")
    try:
        async with serving(tmp_path, postgres.url, TERRAHEDRON_MIGRATE="true") as (app,):
            postgres.signal(signal.SIGSTOP)
            try:
                for _ in range(3):
                    await until_told(app, "The database does not answer.")
                assert await app.status("/healthz") == 200
            finally:
                postgres.signal(signal.SIGCONT)
            await app.ready()
    finally:
        postgres.away()


@pytest.fixture(params=["mounted", "taken"])
def disk(request, tmp_path):
    """A disk that can be full, of each kind: what can be mounted here, and what works everywhere."""
    if request.param == "taken":
        yield TakenDisk(tmp_path)
        return
    with mounted_disk(tmp_path / "disk") as mounted:
        yield mounted


async def test_full_disk_ends_readiness_and_loses_nothing(tmp_path, disk):
    postgres = Postgres(disk.folder)
    try:
        async with serving(tmp_path, postgres.url, TERRAHEDRON_MIGRATE="true") as (app,):
            room = await make_room([app.url], 2)
            async with (
                at_table(app, room.code, room.people[0]) as one,
                at_table(app, room.code, room.people[1]) as two,
            ):
                due = (one, two)[one.view["due"]]
                move, action_id = legal(due.view, random.Random(1)), str(uuid4())
                disk.fill()
                await until_told(app, disk.reason)
                assert await app.status("/healthz") == 200
                answer = await due.act(move, action_id=action_id)
                assert answer["type"] == "ack" or (answer["code"], answer["retry"]) == ("unavailable", True)
                disk.free()
                await until_told(app, None)
                answer = await due.persist(move, 0, action_id)
                assert (answer["type"], answer["seq"]) == ("ack", 1)
    finally:
        postgres.away()
