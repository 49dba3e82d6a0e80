"""The only writer of logs: it commits the moves of all waiting games in one statement.

A writer does not wait for more moves: it takes those that are there, and what arrives meanwhile goes into the
next commit. One statement is one transaction. It locks the games' rows in the order of their ids (so no two
writers can deadlock) and keeps those whose head is still one below the new entry, and the entry that it was
judged upon; the check sees the locked row, not an older one. A move begins the next turn; what is said of a
seat (a hint) leaves the turn and its deadline as they are.

    committed   the row is there, acknowledge it
    lost        another process was first
    refused     the database will not have this row (found by halving the batch)
    unknown     the connection failed: the row may be there. Never called failed; the log has the answer

Where more has to be written with an entry (a rated game ends), it is alone in a transaction of its own.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any
from uuid import UUID

import asyncpg

from app.games.deadlines import NEVER, Due
from app.games.entries import Entry
from app.games.store import TIMEOUT
from app.primary import connect

log = logging.getLogger(__name__)

MOST_AT_ONCE = 200
LOCK_TIMEOUT = "3s"  # after which a row is no longer waited for by a server from which we have hung up
PAUSE_AFTER_FAILURE = 0.05  # after a failure, so that a dead database is not hammered

APPEND_ONE_SQL = """
WITH advanced AS (
    UPDATE games SET head = $2, last_action = $4, state = $7,
        turn_started_at = CASE WHEN $5 = 'seat' THEN turn_started_at ELSE now() END,
        due_at = CASE WHEN $5 = 'seat' THEN due_at ELSE now() + make_interval(secs => $8) END,
        due_kind = CASE WHEN $5 = 'seat' THEN due_kind ELSE $9 END,
        result = coalesce($10::text::jsonb, result),
        ended_at = CASE WHEN $7 = 'running' THEN ended_at ELSE now() END
    WHERE id = $1 AND head = $2 - 1 AND last_action IS NOT DISTINCT FROM $11 AND state = 'running'
    RETURNING id
)
INSERT INTO events (game_id, seq, seat, action_id, kind, body)
SELECT id, $2, $3, $4, $5, $6::text::jsonb FROM advanced RETURNING at
"""

APPEND_MANY_SQL = """
WITH incoming AS (
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::smallint[], $4::text[], $5::text[], $6::text[],
        $7::text[], $8::float8[], $9::text[], $10::text[], $11::text[])
        AS entry (game, seq, seat, action_id, kind, body, state, due_in, due_kind, result, previous)
), locked AS MATERIALIZED (
    SELECT id, head, last_action, state FROM games WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE
), kept AS MATERIALIZED (
    SELECT incoming.* FROM incoming JOIN locked ON locked.id = incoming.game
    WHERE locked.head = incoming.seq - 1 AND locked.last_action IS NOT DISTINCT FROM incoming.previous
        AND locked.state = 'running'
), advanced AS (
    UPDATE games SET head = kept.seq, last_action = kept.action_id, state = kept.state,
        turn_started_at = CASE WHEN kept.kind = 'seat' THEN turn_started_at ELSE now() END,
        due_at = CASE WHEN kept.kind = 'seat' THEN due_at ELSE now() + make_interval(secs => kept.due_in) END,
        due_kind = CASE WHEN kept.kind = 'seat' THEN games.due_kind ELSE kept.due_kind END,
        result = coalesce(kept.result::jsonb, games.result),
        ended_at = CASE WHEN kept.state = 'running' THEN games.ended_at ELSE now() END
    FROM kept WHERE games.id = kept.game
), added AS (
    INSERT INTO events (game_id, seq, seat, action_id, kind, body)
    SELECT game, seq, seat, action_id, kind, body::jsonb FROM kept RETURNING at, game_id
)
SELECT at, array_agg(game_id) FROM added GROUP BY at
"""


# What else is written in the transaction of an entry, on the same connection.
AlongWith = Callable[[asyncpg.Connection], Awaitable[None]]


class CommitOutcome(Enum):
    COMMITTED = 1
    LOST = 2
    REFUSED = 3
    UNKNOWN = 4


@dataclass(slots=True, eq=False)
class PendingEntry:
    """An entry to append to a log, and what to call with the outcome."""

    game: UUID
    seq: int
    previous: str | None  # the action id of the entry before
    entry: Entry
    phase: str  # of the game from then on
    due: Due
    result: str | None
    settle: Callable[[CommitOutcome, datetime | None], None]
    along: AlongWith | None = None

    @property
    def values(self) -> tuple[Any, ...]:
        entry = self.entry
        return (
            self.game,
            self.seq,
            entry.seat,
            entry.action_id,
            entry.kind,
            entry.body,
            self.phase,
            self.due.within,
            self.due.kind,
            self.result,
            self.previous,
        )


# Of no game: it commits nothing.
NO_ENTRY = PendingEntry(
    UUID(int=0), 1, None, Entry("abandoned", None, ""), "running", NEVER, None, lambda *_: None
)


class Writer:
    """Writer tasks (one by default; more help only where a flush takes milliseconds) over one queue."""

    def __init__(self, url: str, tasks: int = 1, on_failure: Callable[[], None] = lambda: None) -> None:
        self.url = url
        self.count = tasks
        self.on_failure = on_failure
        self.waiting: deque[PendingEntry] = deque()
        self.wake = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.batches = 0
        self.moves = 0
        self.note_commit: Callable[[float], None] = lambda _seconds: None

    def start(self) -> None:
        self.tasks = [
            asyncio.create_task(self._keep_writing(), name=f"writer {n}") for n in range(self.count)
        ]

    async def stop(self) -> None:
        """Let what is under way be committed, then stop."""
        await self.wait_until_idle(5.0)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        while self.waiting:
            self.waiting.popleft().settle(CommitOutcome.UNKNOWN, None)

    async def wait_until_idle(self, seconds: float) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while self.waiting and asyncio.get_running_loop().time() < end:  # noqa: ASYNC110 (only at the end)
            await asyncio.sleep(0.01)

    def write(self, pending: PendingEntry) -> None:
        self.waiting.append(pending)
        self.wake.set()

    async def _keep_writing(self) -> None:
        """Whatever happens, the writer starts again: without it every game would stop."""
        connection = await self._connect_early()
        while True:
            try:
                await self._write_on_one_connection(connection)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # noqa: BLE001 (whatever it was, games must go on)
                log.warning("writer starts again after %s", type(error).__name__)
            connection = None
            self.on_failure()
            await asyncio.sleep(PAUSE_AFTER_FAILURE)

    async def _connect_early(self) -> asyncpg.Connection | None:
        """So that the first move need not wait for it. If there is no database yet, that move asks again."""
        try:
            return await _connect(self.url)
        except Exception as error:  # noqa: BLE001 (the first move will find out)
            log.info("the writer connects later: %s", type(error).__name__)
            return None

    async def _write_on_one_connection(self, connection: asyncpg.Connection | None) -> None:
        """Write until anything goes wrong with the connection; then everything waiting is told so."""
        try:
            while True:
                await self.wake.wait()
                batch = self._take()
                if not batch:
                    continue
                try:
                    connection = connection or await _connect(self.url)
                    await self._commit(connection, batch)
                finally:
                    _settle_rest(batch)
        finally:
            if connection is not None:
                await _close(connection)

    def _take(self) -> list[PendingEntry]:
        batch = [self.waiting.popleft() for _ in range(min(len(self.waiting), MOST_AT_ONCE))]
        if not self.waiting:
            self.wake.clear()
        return batch

    async def _commit(self, connection: asyncpg.Connection, batch: list[PendingEntry]) -> None:
        """Commit `batch`; entries are taken off it as they are settled."""
        plain = [pending for pending in batch if pending.along is None]
        parts = [[pending] for pending in batch if pending.along is not None]
        parts += [plain] if plain else []  # taken first
        while parts:
            part = parts.pop()
            started = time.perf_counter()
            try:
                at, games = await _send(connection, part)
            except (
                asyncpg.DataError,
                asyncpg.IntegrityConstraintViolationError,
                asyncpg.DataCorruptedError,
            ) as error:
                if len(part) > 1:
                    parts += [part[len(part) // 2 :], part[: len(part) // 2]]
                    continue
                log.error("the database refused an entry", extra={"context": {"error": type(error).__name__}})
                _settle(batch, part[0], CommitOutcome.REFUSED, None)
                continue
            self.note_commit(time.perf_counter() - started)
            self.batches += 1
            self.moves += len(games)
            for pending in part:
                _settle(
                    batch,
                    pending,
                    CommitOutcome.COMMITTED if pending.game in games else CommitOutcome.LOST,
                    at,
                )


async def _connect(url: str) -> asyncpg.Connection:
    """A connection that knows both statements already: to learn one takes longer than many moves."""
    connection = await connect(
        url,
        timeout=TIMEOUT,
        command_timeout=TIMEOUT,
        server_settings={"application_name": "terrahedron writer", "lock_timeout": LOCK_TIMEOUT},
    )
    try:
        await connection.fetch(APPEND_MANY_SQL, *[[]] * len(NO_ENTRY.values))
        await connection.fetch(APPEND_ONE_SQL, *NO_ENTRY.values)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _close(connection: asyncpg.Connection) -> None:
    """Close a connection that may be broken, without waiting long."""
    try:
        await connection.close(timeout=0.5)
    except Exception as error:  # noqa: BLE001 (it is gone either way)
        log.debug("a connection broke as it was closed: %s", type(error).__name__)
        connection.terminate()


async def _send(
    connection: asyncpg.Connection, part: list[PendingEntry]
) -> tuple[datetime | None, set[UUID]]:
    """When this was committed (one statement has one moment), and of which games."""
    if part[0].along is not None:
        at = await _send_along(connection, part[0], part[0].along)
        return at, set() if at is None else {part[0].game}
    if len(part) == 1:
        at = await connection.fetchval(APPEND_ONE_SQL, *part[0].values)
        return at, set() if at is None else {part[0].game}
    row = await connection.fetchrow(APPEND_MANY_SQL, *zip(*(pending.values for pending in part), strict=True))
    return (None, set()) if row is None else (row[0], set(row[1]))


async def _send_along(
    connection: asyncpg.Connection, pending: PendingEntry, along: AlongWith
) -> datetime | None:
    """The entry and what belongs to it, both or neither. Only if the database refuses the second for good is
    there the first alone: no game stays without its end for that.
    """
    async with connection.transaction():
        at: datetime | None = await connection.fetchval(APPEND_ONE_SQL, *pending.values)
        if at is not None:
            try:
                async with connection.transaction():
                    await along(connection)
            except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError) as error:
                log.error("an entry stands alone", extra={"context": {"error": type(error).__name__}})
        return at


def _settle(
    batch: list[PendingEntry], pending: PendingEntry, outcome: CommitOutcome, at: datetime | None
) -> None:
    """Tell the game. A game whose listener throws must not keep the others from hearing."""
    batch.remove(pending)
    try:
        pending.settle(outcome, at)
    except Exception:
        log.exception("an entry's outcome could not be taken in")


def _settle_rest(batch: list[PendingEntry]) -> None:
    for pending in batch[:]:
        _settle(batch, pending, CommitOutcome.UNKNOWN, None)
