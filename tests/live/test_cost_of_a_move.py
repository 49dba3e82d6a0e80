"""What a move costs: one statement, one event for each socket and the ack, also where time is measured."""

import asyncio
import random
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import asyncpg
import pytest
from sqlalchemy import event as engine_event

from app import readiness, slowness
from app.games import analyses, outcome, packing, plans, presence, store, timekeeper, writer
from app.live import tables
from app.people import measures
from app.push import notices, webhook_notices
from tests.live.served import at_table, legal, seated_room, sign_in
from tests.live.test_absence import until_presence, until_settled

QUIET = 25  # looks in a row that see nothing asked: whatever follows on a move has followed
LOOK_EVERY = 0.01
# What every process asks now and then, however many moves there are.
PERIODIC = {
    timekeeper.CLAIM_DUE_SQL, timekeeper.PULSE_SQL, timekeeper.OVERLOOKED_GAMES_SQL, presence.ARRIVE_SQL,
    presence.MARK_STALE_SQL, presence.DIGEST_SQL, store.HEADS_SQL, tables.ROOM_VERSIONS_SQL,
    tables.SESSION_NAMES_SQL, readiness.REVISION, readiness.WRITE, outcome.NEXT_PLAIN_SQL, packing.NEXT_SQL,
    analyses.CLAIM_SQL, slowness.SLOW_SQL, measures.IN_FORCE_SQL.text,
    *(
        statement
        for queue in (notices.QUEUE, webhook_notices.QUEUE)
        for statement in (queue.note_sql, queue.seen_sql, queue.claim_sql)
    ),
    plans.TAKE_SQL, plans.OUTDATED_SQL,
}  # fmt: skip


@dataclass
class Asked:
    """The statements that were sent, the periodic ones left out."""

    statements: list[str] = field(default_factory=list)
    unanswered: int = 0

    def note(self, statement):
        if statement not in PERIODIC and not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK")):
            self.statements.append(statement)

    async def until_quiet(self):
        """Counted in looks, not in seconds: while the process stands still, nothing follows on anything."""
        looks, seen = 0, len(self.statements)
        while looks < QUIET:
            await asyncio.sleep(LOOK_EVERY)
            is_quiet = not self.unanswered and len(self.statements) == seen
            looks, seen = (looks + 1 if is_quiet else 0), len(self.statements)


@pytest.fixture
def asked(site, monkeypatch):
    asked = Asked()
    for name in ("fetch", "fetchrow", "fetchval", "execute"):
        send = getattr(asyncpg.Connection, name)

        async def noting(connection, statement, *values, send=send, **options):
            asked.note(statement)
            asked.unanswered += 1
            try:
                return await send(connection, statement, *values, **options)
            finally:
                asked.unanswered -= 1

        monkeypatch.setattr(asyncpg.Connection, name, noting)
    engine = site.app.state.database.engine.sync_engine
    engine_event.listen(engine, "before_cursor_execute", lambda *about: asked.note(about[2]))
    return asked


@asynccontextmanager
async def table(site, asked, here, settled, **options):
    """A game that the host begins, `here` of its people at the table, and a watcher."""
    room = await seated_room(site, starts="host", **options)
    async with AsyncExitStack() as stack:
        people = [*room.people[:here], None]
        clients = [await stack.enter_async_context(at_table(site, room.code, who)) for who in people]
        seats = [client.told[0]["seat"] for client in clients[:-1]]  # by chance: the host begins
        for client in clients:
            for seat in seats:
                await until_presence(client, seat, "here")
        await until_settled(site, clients[0].game, settled)
        await site.app.state.tables.timekeeper.stop()  # it looks every few seconds after who is away
        await asked.until_quiet()
        yield clients


async def cost_of_moves(clients, asked, movers):
    """Statements, frames and bytes of one move each, by those who move in turn."""
    costs, chance = [], random.Random(3)
    view, free = clients[-1].view, list(clients[-1].view["display"])
    for mover in movers:
        asked.statements.clear()
        since = [len(client.raw) for client in clients]
        tile = free.pop()
        faces = [face for face in range(12) if view["planets"][mover][5 * face] == "."]
        assert (await clients[mover].act((tile, chance.choice(faces), 0)))["type"] == "ack"
        for client, before in zip(clients, since, strict=True):
            await client.hear("event", since=before)
        await asked.until_quiet()
        told = [text for client, before in zip(clients, since, strict=True) for text in client.raw[before:]]
        costs.append((len(asked.statements), len(told), sum(map(len, told))))
    return costs


async def test_move_costs_one_statement_and_one_frame_a_socket(site, asked):
    async with table(site, asked, 2, None) as clients:
        for statements, frames, _ in await cost_of_moves(clients, asked, (0, 1)):
            assert (statements, frames) == (1, 4), asked.statements


async def test_move_with_a_clock_costs_no_more(site, asked):
    async with table(site, asked, 2, "clock", clock=60) as clients:
        for statements, frames, _ in await cost_of_moves(clients, asked, (0, 1)):
            assert (statements, frames) == (1, 4), asked.statements
        assert all(client.told[-1]["due_at"] for client in clients)


async def test_move_with_somebody_away_costs_no_more(site, asked):
    async with table(site, asked, 2, None, seats=3, wait=600) as clients:
        for statements, frames, _ in await cost_of_moves(clients, asked, (0, 1)):
            assert (statements, frames) == (1, 4), asked.statements
        assert all(client.told[-1]["due_at"] for client in clients)  # then the caretaker moves


async def test_move_of_a_bot_costs_no_more(site, asked):
    host = await sign_in(site)
    room = (await host.post("/rooms", {"seats": 2, "nonce": "0123456789abcdef", "starts": "host"}))["room"]
    await host.post(f"/rooms/{room['code']}/bot", {"seat": 1, "level": "sapling"})
    await host.post(f"/rooms/{room['code']}/start")
    async with at_table(site, room["code"], host) as client:
        await until_presence(client, 0, "here")
        await asked.until_quiet()
        asked.statements.clear()
        assert (await client.act(legal(client.view, random.Random(1))))["type"] == "ack"
        assert (await client.hear("event", seq=2))["event"]["by"] == "bot"
        await asked.until_quiet()
        assert asked.statements == [writer.APPEND_ONE_SQL] * client.seq
