"""In sight is a page that somebody can see: who has hidden theirs is told as if they were not there."""

import asyncio
from contextlib import AsyncExitStack
from uuid import UUID, uuid4

import pytest

from app.games import presence
from app.games.presence import HIDE_EVERY, Presence
from app.games.store import LogStore
from app.live.closes import Close
from tests.live.pushing import DAY, QUEUE, quickly, serve_with, subscribed
from tests.live.served import at_table, seated_room, serve, sign_in
from tests.live.test_absence import change
from tests.live.test_slow_games import move
from tests.live.waiting import until, until_rows

HIDDEN = "SELECT is_hidden FROM presence WHERE gone_at IS NULL AND person_id = $1 ORDER BY process"
# As a process of before the column has it.
OLD_ARRIVAL = """
INSERT INTO presence (room_id, key, process, person_id) VALUES ($1, $2, $3, $2)
ON CONFLICT (room_id, key, process) DO UPDATE SET seen_at = now(), gone_at = NULL
"""
COUNTED = (
    "CREATE TABLE counted (at timestamptz)",
    """CREATE FUNCTION count_it() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO counted VALUES (now()); RETURN NULL; END $$""",
    """CREATE TRIGGER counting AFTER UPDATE OF is_hidden ON presence
        FOR EACH STATEMENT EXECUTE FUNCTION count_it()""",
)


@pytest.fixture
async def site(quick, service):
    async with serve_with(service, quick) as site:
        yield site


async def until_hidden(site, person, *expected):
    """Until the rows of this person's pages say so, one of each process."""

    async def told():
        return [row[0] for row in await change(site, HIDDEN, UUID(person.id))]

    async with asyncio.timeout(20):
        while await told() != list(expected):
            await asyncio.sleep(0.05)


async def test_whoever_has_hidden_their_page_is_told_and_whoever_sees_it_is_not(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    host, guest = room.people
    async with at_table(site, room.code, host) as mine, at_table(site, room.code, guest) as theirs:
        assert mine.welcome["v"] >= 3
        hers, his = await subscribed(service, host, guest)
        await mine.send(type="sight", visible=False)
        await until_hidden(site, host, True)
        (pushed,) = await until(lambda: service.told(hers))
        assert pushed.told["notification"]["title"] == "Your move"
        await move(site, room, await room.game())
        await until_rows(site, QUEUE, lambda found: [one for one in found if 20 < (one["wait"] or 0) < 40])
        assert service.told(his) == []
        seats = [message["room"]["seats"] for message in theirs.told if message["type"] == "room"]
        assert seats[-1][0]["presence"] == "here"  # nobody else learns of it
        assert "sight" not in str(theirs.raw)


async def test_one_page_that_is_seen_is_enough(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    host = room.people[0]
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(at_table(site, room.code, host))
        await first.send(type="sight", visible=False)
        await until_hidden(site, host, True)
        async with at_table(site, room.code, host):  # a page of before, which says nothing
            await until_hidden(site, host, False)
            (browser,) = await subscribed(service, host)
            await until_rows(site, QUEUE, lambda found: found and found[0]["wait"] > 20)
            assert service.told(browser) == []
        await until_hidden(site, host, True)
        await quickly(site)
        await until(lambda: service.told(browser))


async def test_page_that_is_seen_again_is_in_sight_again(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    host = room.people[0]
    async with at_table(site, room.code, host) as mine:
        for visible in (False, True):
            await mine.send(type="sight", visible=visible)
            await until_hidden(site, host, not visible)
        (browser,) = await subscribed(service, host)
        (row,) = await until_rows(site, QUEUE, lambda found: found and found[0]["wait"] > 20)
        assert (row["kind"], service.told(browser)) == ("move", [])


async def test_who_comes_back_within_the_grace_is_in_sight_again(quick):
    async with serve(quick.model_copy(update={"grace_seconds": 60.0})) as site:
        room = await seated_room(site, clock=DAY)
        host = room.people[0]
        async with at_table(site, room.code, host) as mine:
            await mine.send(type="sight", visible=False)
            await until_hidden(site, host, True)
        async with at_table(site, room.code, host):
            await until_hidden(site, host, False)


async def test_what_is_no_sight_ends_the_conversation(site):
    room = await seated_room(site, start=False)
    for wrong in ({"visible": 1}, {"visible": None}, {}, {"visible": True, "more": 1}):
        async with at_table(site, room.code, room.people[0]) as client:
            await client.send(type="sight", **wrong)
            assert await client.closed() == Close.BAD


async def test_watchers_without_a_name_may_say_it_as_well(site):
    room = await seated_room(site)
    async with at_table(site, room.code) as client:
        await client.send(type="sight", visible=False)
        await client.send(type="hb", seq=0)
        await client.hear("hb_ack")
    assert [row[0] for row in await change(site, "SELECT is_hidden FROM presence")].count(True) == 0


async def test_flood_of_it_is_written_twice_a_second_at_most(site):
    room = await seated_room(site)
    host, guest = room.people
    async with at_table(site, room.code, host) as mine, at_table(site, room.code, guest) as beside:
        for statement in COUNTED:
            await change(site, statement)
        began = asyncio.get_running_loop().time()
        for number in range(2000):
            await mine.send(type="sight", visible=number % 2 == 1)
        since = len(beside.told)
        await beside.send(type="hb", seq=0)
        await beside.hear("hb_ack", since=since)
        await mine.send(type="sight", visible=False)
        await until_hidden(site, host, True)
        await asyncio.sleep(2 * HIDE_EVERY)
        lasted = asyncio.get_running_loop().time() - began
        ((written,),) = await change(site, "SELECT count(*) FROM counted")
        assert 1 <= written <= lasted / HIDE_EVERY + 2


# The rows of several processes.


@pytest.fixture
async def store(database_url):
    store = LogStore(database_url)
    yield store
    await store.close()


@pytest.fixture
async def somebody(site):
    """A room, and somebody in it whom no process knows to be there."""
    room = await seated_room(site, start=False)
    ((found,),) = await change(site, "SELECT id FROM rooms WHERE code = $1", room.code)
    return found, UUID(room.people[0].id)


async def seen(store, room, person):
    """Whether any process has them in sight."""
    rows = await store.fetch(
        "SELECT is_hidden FROM presence WHERE room_id = $1 AND person_id = $2 AND gone_at IS NULL",
        room,
        person,
    )
    return any(not row[0] for row in rows)


async def test_each_process_knows_its_own_pages_and_renews_what_it_knows(store, somebody):
    room, person = somebody
    one, other = Presence(store), Presence(store)
    for process in (one, other):
        await process.arrive(room, person, person)
    await one.hide(room, person, True)
    assert await seen(store, room, person)
    await other.hide(room, person, True)
    assert not await seen(store, room, person)
    for process in (one, other):
        await process.renew()
    assert not await seen(store, room, person)
    await other.leave(room, person)
    await other.hide(room, person, False)  # too late: they are gone from there
    assert not await seen(store, room, person)
    await other.arrive(room, person, person)
    assert await seen(store, room, person)


async def test_whoever_an_older_process_has_is_in_sight(store, somebody):
    room, person = somebody
    one, old = Presence(store), uuid4()
    await one.arrive(room, person, person)
    await one.hide(room, person, True)
    for _ in range(2):
        await store.run(OLD_ARRIVAL, room, person, old)
        assert await seen(store, room, person)
    await store.run("UPDATE presence SET gone_at = now() WHERE process = $1", old)
    assert not await seen(store, room, person)


async def test_hiding_and_renewing_many_at_once_never_wait_for_each_other(store, site, monkeypatch):
    monkeypatch.setattr(presence, "HIDE_EVERY", 0.0)
    room = await seated_room(site, start=False)
    ((found,),) = await change(site, "SELECT id FROM rooms WHERE code = $1", room.code)
    people = [UUID((await sign_in(site)).id) for _ in range(20)]
    process = Presence(store)
    for person in people:
        await process.arrive(found, person, person)
    for number in range(10):
        chosen = people[::-1] if number % 2 else people
        hiding = [process.hide(found, person, number % 3 == 0) for person in chosen]
        await asyncio.gather(process.renew(), *hiding, process.renew())
    assert {row[0] for row in await store.fetch("SELECT is_hidden FROM presence")} == {True}
