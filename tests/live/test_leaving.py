"""What is left of tables that everybody has left: nothing. Memory, tasks and open files stay as they were."""

import asyncio
import gc
import os
import random
import weakref
from contextlib import AsyncExitStack
from uuid import UUID

import pytest

from app.games.live_game import LiveGame
from app.games.store import DatabaseUnavailable
from app.live.table import Table
from tests.live.served import PATIENCE, Room, at_table, seated_room, serve, sign_in
from tests.live.waiting import until

TABLES = 200
WHOLE_GAME = 24
AT_ONCE = 20


@pytest.fixture
def tidy(quick, monkeypatch):
    """Settings for many rooms of the same people; what is unused goes at once."""
    monkeypatch.setattr("app.games.registry.UNUSED_SECONDS", 0.2)
    monkeypatch.setattr("app.live.tables.TIDY_EVERY", 0.1)
    many = {"open_rooms_per_person": 10_000, "sockets_per_person": 10_000, "sockets_per_address": 10_000}
    return quick.model_copy(update=many)


def left_in_memory(site) -> dict[str, int]:
    """What there is of this server (a test that failed before may hold the objects of another one)."""
    gc.collect()
    found, tables = gc.get_objects(), site.app.state.tables
    return {
        "tables": sum(type(each) is Table and each.tables is tables for each in found),
        "games": sum(type(each) is LiveGame and each.store is tables.registry.store for each in found),
        "tasks": len(asyncio.all_tasks()),
        "files": len(os.listdir("/dev/fd")),  # noqa: PTH208 (of this process, on Linux and macOS)
    }


async def until_no_more_is_left(site, before: dict[str, int]) -> None:
    """Waits for what has to come; says what is still there where it does not."""
    tables = site.app.state.tables
    try:
        async with asyncio.timeout(PATIENCE):
            while tables.open_tables or tables.registry.cache or is_more(left_in_memory(site), before):
                await asyncio.sleep(0.2)
    except TimeoutError:
        shown = {"open": len(tables.open_tables), "kept": len(tables.registry.cache), **left_in_memory(site)}
        pytest.fail(f"left: {shown}, before: {before}")


def is_more(left: dict[str, int], before: dict[str, int]) -> bool:
    return any(left[name] > before[name] for name in before)


async def make_room(people) -> Room:
    host, guest = people
    made = await host.post("/rooms", {"seats": 2, "nonce": "0123456789abcdef"})
    room = Room(made["room"]["code"], made["invite"], people)
    await guest.post(f"/rooms/{room.code}/sit", {"invite": room.invite, "nonce": "0123456789abcdefg"})
    await host.post(f"/rooms/{room.code}/start")
    return room


async def play_and_leave(site, people, moves: int, chance: random.Random) -> None:
    """Two play with a watcher beside them; then all three close their tabs."""
    room = await make_room(people)
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(at_table(site, room.code, each)) for each in people]
        await stack.enter_async_context(at_table(site, room.code))
        for base in range(moves):
            state = (await site.app.state.registry.get(UUID(clients[0].game))).fold.state
            answer = await clients[state.due].act(chance.choice(list(state.legal_placements())), base=base)
            assert answer["type"] == "ack", answer


async def test_of_two_hundred_tables_that_emptied_nothing_is_left(tidy):
    chance, at_once = random.Random(25), asyncio.Semaphore(AT_ONCE)
    async with serve(tidy) as site:
        people = [await sign_in(site) for _ in range(2)]

        async def one(number: int) -> None:
            async with at_once:  # every twentieth game is played to its end
                await play_and_leave(site, people, WHOLE_GAME if number % 20 == 0 else 1, chance)

        await asyncio.gather(*(one(number) for number in range(AT_ONCE)))
        await until_no_more_is_left(site, {"tables": 0, "games": 0})
        before = left_in_memory(site)  # with every connection that is kept for later
        await asyncio.gather(*(one(number) for number in range(TABLES)))
        await until_no_more_is_left(site, before)


async def test_table_that_was_closed_takes_no_game_up_again(tidy):
    """Reading the room takes time; meanwhile the last one may have left."""
    async with serve(tidy) as site:
        room = await seated_room(site)
        tables = site.app.state.tables
        async with at_table(site, room.code, room.people[0]):
            (table,) = tables.open_tables.values()
            live_game = table.live_game
        updating = [asyncio.ensure_future(table.update()) for _ in range(3)]
        await asyncio.sleep(0)  # the first of them is on its way to the database
        table.close()
        await asyncio.gather(*updating)
        assert table.live_game is None
        assert table not in live_game.listeners


async def test_table_that_is_closed_while_a_log_is_read_reads_it_and_forgets_it(tidy, monkeypatch):
    """Another process has made a move, and no hint of it came."""
    monkeypatch.setattr("app.live.tables.SWEEP_EVERY", 1000)
    async with serve(tidy) as here, serve(tidy) as there:
        room = await seated_room(here)
        async with at_table(here, room.code):
            (table,) = here.app.state.tables.open_tables.values()
            live_game = table.live_game
            due = live_game.fold.state.due
            async with at_table(there, room.code, room.people[due]) as client:
                placement = next(iter(live_game.fold.state.legal_placements()))
                assert (await client.act(placement))["type"] == "ack"
            read = live_game.refresh

            async def close_and_read():
                table.close()
                await read()

            monkeypatch.setattr(live_game, "refresh", close_and_read)
            await table.update()
            assert live_game.fold.head == 1
            assert table.live_game is None


async def test_table_opened_by_a_request_alone_is_closed_again(tidy):
    async with serve(tidy) as site:
        room = await seated_room(site)
        await room.people[0].post(f"/rooms/{room.code}/talk", {"text": "Anybody here?"})
        assert left_in_memory(site)["tables"] == 1
        await until_no_more_is_left(site, {"tables": 0, "games": 0})


async def test_server_that_ended_waits_for_nobody_to_come_back(tidy):
    """Whoever has left may come back for an hour; this server ends before."""
    async with serve(tidy.model_copy(update={"grace_seconds": 3600.0})) as site:
        room = await seated_room(site)
        async with at_table(site, room.code, room.people[0]):
            (table,) = site.app.state.tables.open_tables.values()
        async with asyncio.timeout(PATIENCE):
            while not table.leaving:
                await asyncio.sleep(0.01)
    ended = weakref.ref(table)
    del table, site, room
    gc.collect()
    assert ended() is None


async def test_table_is_let_go_though_the_database_is_away(tidy, monkeypatch):
    monkeypatch.setattr("app.live.tables.TIDY_EVERY", 1000)
    async with serve(tidy) as site:
        room = await seated_room(site)
        tables = site.app.state.tables
        async with at_table(site, room.code, room.people[0]):
            monkeypatch.setattr(tables.registry.presence, "leave", away)
        async with asyncio.timeout(PATIENCE):
            while tables.open_tables:
                await asyncio.sleep(0.05)


async def test_table_that_could_not_be_opened_listens_to_nothing(tidy, monkeypatch):
    """This process has yet to read a move that another one has made, and cannot."""
    monkeypatch.setattr("app.live.tables.TIDY_EVERY", 1000)  # it does not forget the game before
    async with serve(tidy) as here, serve(tidy) as there:
        room = await seated_room(here)
        live_game = await here.app.state.registry.get(UUID(await room.game()))
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(at_table(there, room.code, p)) for p in room.people]
            placement = next(iter(live_game.fold.state.legal_placements()))
            monkeypatch.setattr(live_game, "refresh", away)
            assert (await clients[live_game.fold.state.due].act(placement))["type"] == "ack"
            with pytest.raises(DatabaseUnavailable):
                await here.app.state.tables.table(live_game.fold.room_id)
        assert live_game.listeners == [here.app.state.registry]


async def away(*_: object) -> None:
    raise DatabaseUnavailable("for this test")


async def test_socket_that_has_ended_does_not_wait_for_the_garbage_collector(tidy):
    async with serve(tidy) as site:
        room = await seated_room(site, start=False)
        gc.disable()
        try:
            async with at_table(site, room.code, room.people[0]):
                left = [weakref.ref(one.peer) for one in site.app.state.tables.conversations]
            await until(lambda: left and not any(each() for each in left))
        finally:
            gc.enable()
