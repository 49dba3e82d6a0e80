"""Two processes over one database: what one commits the other tells, even with no hint at all or late ones.

`tests/faults` has the same with real processes and a real bus between them.
"""

import asyncio
import random
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import UUID, uuid4

import asyncpg
import pytest

from app.games.store import dsn
from app.live.bus import LocalBus
from app.rules.record import verify
from tests.faults.history import as_logged
from tests.live.served import at_table, legal, seated_room, serve


class Faulty(LocalBus):
    """A bus between two processes that loses every hint, or has them overtake each other."""

    def __init__(self, fault):
        super().__init__()
        self.fault = fault
        self.chance = random.Random(6)

    def publish(self, hint):
        if self.fault == "shuffled":
            asyncio.get_running_loop().call_later(self.chance.random() / 10, super().publish, hint)


@pytest.fixture(params=["lost", "shuffled"])
async def sites(request, quick, monkeypatch):
    """Two processes' worth of the app, joined by a bus with a fault."""
    shared = Faulty(request.param)
    monkeypatch.setattr("app.main.bus_for", lambda _url: shared)
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(serve(quick)) for _ in range(2)]


async def test_whole_game_over_two_processes_is_seen_alike_by_all(sites):
    """A slow bus costs time, so only a part is played where every hint is lost."""
    here, there = sites
    room = await seated_room(here)
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(at_table(site, room.code, person))
            for site, person in zip(sites, room.people, strict=True)
        ]
        watcher = await stack.enter_async_context(at_table(there, room.code))
        chance = random.Random(4)
        moves = 3 if here.app.state.tables.bus.fault == "lost" else 24
        for seq in range(1, moves + 1):
            view = (await room.people[0].get(f"/games/{clients[0].game}"))["view"]
            mover = clients[view["due"]]
            while mover.seq is None or mover.seq < seq - 1:
                await mover.hear("event", seq=seq - 1)
            answer = await mover.act(legal(view, chance))
            assert answer["type"] == "ack", answer
        for client in (*clients, watcher):
            await client.hear("event", seq=moves)
        told = [
            [as_logged(text) for text in client.raw if '"event":' in text] for client in (*clients, watcher)
        ]
        assert told[0] == told[1] == told[2]
        record = await room.people[1].get(f"/games/{clients[0].game}/record", site=there)
        assert len(record["moves"]) == moves
        assert moves < 24 or verify(record) == []


async def test_each_move_is_told_to_the_other_processes_once(quick, monkeypatch):
    """Not again by whoever has just read it."""
    shared, told = LocalBus(), []
    monkeypatch.setattr(
        shared, "publish", lambda hint, publish=shared.publish: (told.append(hint), publish(hint))
    )
    monkeypatch.setattr("app.main.bus_for", lambda _url: shared)
    async with serve(quick) as here, serve(quick) as there, AsyncExitStack() as stack:
        room = await seated_room(here)
        clients = [
            await stack.enter_async_context(at_table(site, room.code, person))
            for site, person in zip((here, there), room.people, strict=True)
        ]
        live_game = await there.app.state.registry.get(UUID(clients[0].game))
        for seq in range(6):
            state = live_game.fold.state
            answer = await clients[state.due].act(next(iter(state.legal_placements())), base=seq)
            assert answer["type"] == "ack", answer
            for client in clients:
                await client.hear("event", seq=seq + 1)
    assert [hint["seq"] for hint in told if hint["k"] == "game"] == [1, 2, 3, 4, 5, 6]


async def test_metrics_count_what_no_hint_told_of_and_nothing_else(sites, monkeypatch):
    """However often a process looks around: between commit and hint, between its question and the answer."""
    for site in sites:
        site.app.state.tables.tasks.repeat(site.app.state.tables.sweep, 0.01)
    monkeypatch.setattr("app.live.tables.HINT_WITHIN", 0.5)
    here, there = sites
    room = await seated_room(here)
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(at_table(site, room.code, person))
            for site, person in zip(sites, room.people, strict=True)
        ]
        live_game = await there.app.state.registry.get(UUID(clients[0].game))
        for seq in range(12):
            state = live_game.fold.state
            answer = await clients[state.due].act(next(iter(state.legal_placements())), base=seq)
            assert answer["type"] == "ack", answer
            for client in clients:
                await client.hear("event", seq=seq + 1)
        await asyncio.sleep(1)
        missed = sum(site.app.state.tables.found_missing for site in sites)
        assert 6 <= missed <= 12 if here.app.state.tables.bus.fault == "lost" else missed == 0


@pytest.mark.parametrize("sites", ["lost"], indirect=True)
async def test_sent_away_means_away_on_every_process(sites):
    here, there = sites
    room = await seated_room(here)
    async with at_table(there, room.code, room.people[1]) as client:
        await room.people[0].post(f"/rooms/{room.code}/kick", {"seat": 1})
        assert await client.closed() == 4403


@pytest.mark.parametrize("sites", ["lost"], indirect=True)
async def test_signed_out_means_closed_on_every_process(sites):
    here, there = sites
    room = await seated_room(here)
    async with at_table(there, room.code, room.people[1]) as client:
        sessions = await room.people[1].get("/people/me/sessions")
        await room.people[1].ask("DELETE", f"/people/me/sessions/{sessions[0]['id']}")
        assert await client.closed() == 4401


@asynccontextmanager
async def killing_connections(url, live_game):
    """Ends all connections to the database again and again, as long as the block lasts; less often where
    the machine is too busy for a move in between.
    """
    killer = await asyncpg.connect(dsn(url))

    async def kill():
        pause, head = 0.15, live_game.fold.head
        while True:
            await asyncio.sleep(pause)
            pause, head = pause if live_game.fold.head > head else pause * 1.2, live_game.fold.head
            await killer.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    killing = asyncio.create_task(kill())
    try:
        yield
    finally:
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        await killer.close()


async def test_all_connections_killed_again_and_again_loses_no_move(site):
    """What PostgreSQL's restart does to connections, in the middle of commits."""
    room = await seated_room(site)
    chance, acked = random.Random(9), {}
    url = site.app.state.database.url
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(at_table(site, room.code, person)) for person in room.people
        ]
        live_game = await site.app.state.registry.get(UUID(clients[0].game))
        await stack.enter_async_context(killing_connections(url, live_game))
        while live_game.fold.head < 24:
            state = live_game.fold.state
            placement = chance.choice(list(state.legal_placements()))
            action_id = str(uuid4())
            answer = await clients[state.due].persist(placement, live_game.fold.head, action_id)
            assert answer["type"] == "ack", answer
            acked[action_id] = answer["seq"]
    reader = await asyncpg.connect(dsn(url))
    rows = await reader.fetch("SELECT seq, action_id FROM events ORDER BY seq")
    await reader.close()
    assert [row["seq"] for row in rows] == list(range(1, 25))
    assert {row["action_id"]: row["seq"] for row in rows} == acked


async def test_metrics_know_how_long_a_move_takes_to_the_other_process(quick, monkeypatch):
    shared = LocalBus()
    monkeypatch.setattr("app.main.bus_for", lambda _url: shared)
    monkeypatch.setattr("app.live.tables.SWEEP_EVERY", 1000)  # so that only a hint can have told of it
    async with serve(quick) as here, serve(quick) as there:
        room = await seated_room(here)
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(at_table(here, room.code, person)) for person in room.people
            ]
            watcher = await stack.enter_async_context(at_table(there, room.code))
            view = (await room.people[0].get(f"/games/{watcher.game}"))["view"]
            assert (await clients[view["due"]].act(legal(view, random.Random(4))))["type"] == "ack"
            await watcher.hear("event", seq=1)
        told = [(await site.http.get(f"{site.url}/metrics")).text for site in (here, there)]
        counts = [text.split("terrahedron_hint_seconds_count ")[1].split()[0] for text in told]
        assert counts == ["0.0", "1.0"]
