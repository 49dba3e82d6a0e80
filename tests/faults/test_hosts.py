"""Several database hosts: the one that takes writes is found; what waits for a standby is not told."""

import asyncio
import random
import signal

import pytest

from app.database_address import hosts_of, normalise_database_url
from app.primary import Hosts, NoPrimary, connect
from app.unreachable import shown, why_unreachable
from tests.faults.pair import PostgresPair
from tests.faults.processes import serving, until
from tests.faults.test_killed import check, games_under_way, live_again

TIMELINE = "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"


@pytest.fixture
def pair():
    postgres = PostgresPair()
    yield postgres
    postgres.end()


@pytest.fixture(scope="module")
def shared_pair():
    """For the tests of connections: whole after the first, broken by the last."""
    postgres = PostgresPair()
    yield postgres
    postgres.end()


async def value(connection, query):
    return await connection.fetchval(query)


async def test_games_go_on_at_the_standby_and_stay_there_when_the_old_primary_comes_back(tmp_path, pair):
    url = normalise_database_url(pair.url())
    async with serving(tmp_path, url, TERRAHEDRON_MIGRATE="true") as (app,):
        async with games_under_way([app.url], random.Random(8), 3) as (history, players):
            await until(lambda: history.acknowledged >= 12, "play goes on")
            pair.signal("one", signal.SIGSTOP)
            await app.not_ready()
            pair.promote("two")
            await live_again(players, history)
            pair.signal("one", signal.SIGCONT)  # and still believes to be the primary
            await app.ready()
            await live_again(players, history)
            pair.kill("one")
            await live_again(players, history)
        await check(history, normalise_database_url(pair.url("two")), players, app.url)
        assert [line for line in app.accidents() if '"status": 503' not in line] == []
        assert "another host is the primary" in app.words()


async def test_commit_that_waits_for_its_standby_is_shown_to_nobody_however_long_it_takes(shared_pair):
    pair = shared_pair
    pair.sql("one", "CREATE TABLE told (what int)")
    pair.kill("two")
    url = normalise_database_url(pair.url())
    writer = await connect(url, timeout=10, command_timeout=0.3)
    with pytest.raises(TimeoutError):
        await writer.execute("INSERT INTO told VALUES (1)")
    await until(writer.is_closed, "it hangs up")
    reader = await connect(url, timeout=10)
    assert await value(reader, "SELECT count(*) FROM told") == 0
    cancelled = asyncio.create_task((await connect(url, timeout=10)).execute("INSERT INTO told VALUES (2)"))
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    while await value(reader, waiting) < 2:
        await asyncio.sleep(0.01)
    cancelled.cancel()
    await asyncio.wait([cancelled])
    assert await value(reader, waiting) == 2
    assert await value(reader, "SELECT count(*) FROM told") == 0
    pair.start("two")
    while await value(reader, "SELECT count(*) FROM told") < 2:
        await asyncio.sleep(0.01)
    await reader.close()


async def test_connections_find_the_primary_and_leave_the_one_before(shared_pair):
    pair = shared_pair
    url = normalise_database_url(pair.url("two", "one"))
    first = await connect(url, timeout=10)
    assert not await value(first, "SELECT pg_is_in_recovery()")
    assert Hosts.at(url).current == hosts_of(url)[1]
    pair.kill("one")
    with pytest.raises(NoPrimary) as refused:
        await connect(url, timeout=10)
    assert why_unreachable(url, refused.value).startswith(
        f"The database {shown(url)} cannot be used: none of"
    )
    pair.promote("two")
    second = await connect(url, timeout=10)
    assert await value(second, "SELECT 1") == 1
    pair.start("one")  # a primary of an older time: whoever is new would believe it
    third = await connect(url, timeout=10)
    files = {await value(each, TIMELINE) for each in (second, third)}
    assert files == {"00000002"}
    assert first.is_closed()
    for each in (second, third):
        await each.close()
