"""What is slow says so while it is: which statement and who holds it up, and where the event loop stands."""

import asyncio
import logging
import time

import asyncpg
import pytest

from app.games.store import LogStore, dsn
from app.slowness import STANDS_STILL, SlowStatements
from tests.serving import PATIENCE


def contexts(caplog: pytest.LogCaptureFixture, message: str) -> list[dict[str, object]]:
    return [vars(record)["context"] for record in caplog.records if record.getMessage() == message]


async def looked(slow: SlowStatements, caplog: pytest.LogCaptureFixture) -> dict[str, object]:
    """What is told of a statement, once it has taken long."""
    async with asyncio.timeout(PATIENCE):
        while not contexts(caplog, "a statement takes long"):
            await asyncio.sleep(0.1)
            await slow.look()
    return contexts(caplog, "a statement takes long")[0]


async def test_slow_statement_is_told_once_with_who_holds_it_up(database_url, caplog):
    store = LogStore(database_url)
    other = await asyncpg.connect(dsn(database_url), server_settings={"application_name": "somebody"})
    async with other.transaction():
        await other.execute("LOCK TABLE people")
        asked = asyncio.ensure_future(store.fetch("SELECT count(*) FROM people\n  WHERE name <> $1", "Maya"))
        slow = SlowStatements(store.fetch)
        told = await looked(slow, caplog)
        await slow.look()
    assert told["statement"] == "SELECT count(*) FROM people WHERE name <> $1"
    assert told["waits_for"] == "Lock: relation"
    assert told["held_up_by"] == [f"process {other.get_server_pid()} somebody idle in transaction"]
    assert len(contexts(caplog, "a statement takes long")) == 1
    await asyncio.gather(asked, return_exceptions=True)
    await other.close()
    await store.close()


async def test_statements_of_others_and_quick_ones_are_not_told(database_url, caplog):
    store = LogStore(database_url)
    other = await asyncpg.connect(dsn(database_url))
    asked = asyncio.ensure_future(other.execute("SELECT pg_sleep(0.8)"))
    await asyncio.sleep(0.7)
    await SlowStatements(store.fetch).look()
    assert contexts(caplog, "a statement takes long") == []
    await asked
    await other.close()
    await store.close()


async def test_watch_can_be_ended_while_it_asks(database_url):
    """However the connection takes it that its question is not wanted any more."""
    store = LogStore(database_url)
    await store.fetch("SELECT 1")
    asked = asyncio.create_task(store.fetch("SELECT pg_sleep(1)"))
    await asyncio.sleep(0.1)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await store.fetch("SELECT 1")
    await store.close()


async def test_loop_that_stands_still_is_told_with_where(app, caplog):
    """And how long, once it goes on. (A sleep that is no `await`: nobody else had a turn meanwhile.)"""
    with caplog.at_level(logging.WARNING):
        await asyncio.sleep(0.1)
        time.sleep(3 * STANDS_STILL)
        async with asyncio.timeout(PATIENCE):
            while not (went_on := contexts(caplog, "the event loop goes on")):
                await asyncio.sleep(0.05)
    stood = contexts(caplog, "the event loop stands still")
    assert any("test_loop_that_stands_still" in line for line in stood[-1]["where"])
    assert went_on[-1]["seconds"] >= STANDS_STILL
