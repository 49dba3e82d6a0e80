"""Reads logs from the database, over plain asyncpg connections: an ORM is too slow for the path of a move.

What is written to a log goes through `writer.py`; what is read of it comes from here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import asyncpg

from app.config import dsn as dsn  # noqa: PLC0414 (known from here, too)
from app.database import UNREACHABLE_SQLSTATES
from app.games.entries import optional_timestamp, timestamp
from app.games.log import Fold, LogEnd, fold_of, log_row, replay
from app.games.packing import unpacked, unpacked_game
from app.games.together import Together
from app.primary import PatientConnection, connect

log = logging.getLogger(__name__)

TIMEOUT = 2.0  # a database that needs longer counts as unavailable
MOST_QUEUE_SECONDS = 10.0  # so long may reads wait for each other, as when a thousand come back at once
CONNECTION_ERRORS = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError)

GAME_SQL = "SELECT * FROM games WHERE id = $1"
# The deadline stands in the game's row: it is that of the last entry.
LOG_COLUMNS = """seq, seat, action_id, kind, body, at,
    CASE WHEN seq = head THEN due_at END, CASE WHEN seq = head THEN due_kind END"""
LOG_SQL = f"""
SELECT {LOG_COLUMNS} FROM events JOIN games ON id = game_id WHERE game_id = $1 AND seq >= $2 ORDER BY seq
"""  # noqa: S608 (columns of ours)
LOG_AND_DEAL_SQL = f"""
SELECT started_at, {LOG_COLUMNS} FROM games LEFT JOIN events ON game_id = id
WHERE id = $1 AND packed IS NULL ORDER BY seq
"""  # noqa: S608 (columns of ours)
HEADS_SQL = """
SELECT id, head, last_action,
    coalesce((SELECT at FROM events WHERE game_id = id AND seq = head), ended_at, started_at)
FROM games WHERE id = ANY($1)
"""


class DatabaseUnavailable(ConnectionError):
    """The database does not answer. What was asked of it may or may not have happened."""


async def _skip_reset(_connection: asyncpg.Connection) -> None:
    """Our connections have no session state, so nothing is reset at release (that would be a round trip)."""


def is_cancelled() -> bool:
    """Is whoever asks to end?"""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class LogStore:
    """A small, fixed pool of connections for reading."""

    def __init__(self, url: str, size: int = 3) -> None:
        self.url = url
        self.size = size
        self.pool: asyncpg.Pool | None = None
        self.opening = asyncio.Lock()
        self.is_closed = False
        self.is_unavailable = False
        self.lacks_tables: Callable[[], bool] = lambda: False
        self.ends: Together[UUID, LogEnd | None] = Together(self._ends)

    @property
    def used(self) -> int:
        """Connections that are in use."""
        return 0 if self.pool is None else self.pool.get_size() - self.pool.get_idle_size()

    async def close(self) -> None:
        self.is_closed = True
        pool, self.pool = self.pool, None
        if pool is None:
            return
        try:
            async with asyncio.timeout(TIMEOUT):
                await pool.close()
        except TimeoutError:
            pool.terminate()

    async def _opened(self) -> asyncpg.Pool:
        async with self.opening:
            if self.is_closed:
                raise DatabaseUnavailable("this process is about to end")
            if self.pool is None:
                self.pool = await asyncpg.create_pool(
                    self.url,
                    connect=connect,
                    connection_class=PatientConnection,
                    min_size=0,
                    max_size=self.size,
                    timeout=TIMEOUT,
                    command_timeout=TIMEOUT,
                    max_inactive_connection_lifetime=0,
                    reset=_skip_reset,
                    server_settings={"application_name": "terrahedron reads"},
                )
            return self.pool

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection, for one moment; everything that means "not there" becomes `DatabaseUnavailable`."""
        if self.lacks_tables():
            raise DatabaseUnavailable("the tables are missing")
        try:
            pool = self.pool or await self._opened()
            async with pool.acquire(timeout=MOST_QUEUE_SECONDS) as connection:
                yield connection
        except CONNECTION_ERRORS as error:
            if is_cancelled():  # the connection has hung up for that, and says something else
                raise asyncio.CancelledError from error
            raise self._unavailable(error) from error
        except asyncpg.PostgresError as error:
            if (error.sqlstate or "")[:2] in UNREACHABLE_SQLSTATES:
                raise self._unavailable(error) from error
            raise
        self._is_back()

    def _unavailable(self, error: Exception) -> DatabaseUnavailable:
        """Logged once, however many ask in vain."""
        if not self.is_unavailable and not self.is_closed:
            log.warning("the database is away: %s", type(error).__name__)
            self.is_unavailable = True
        return DatabaseUnavailable(str(error))

    def _is_back(self) -> None:
        if self.is_unavailable:
            log.info("the database is back")
            self.is_unavailable = False

    async def fetch(self, statement: str, *values: Any) -> list[asyncpg.Record]:
        async with self.connection() as connection:
            rows: list[asyncpg.Record] = await connection.fetch(statement, *values)
            return rows

    async def run(self, statement: str, *values: Any) -> None:
        async with self.connection() as connection:
            await connection.execute(statement, *values)

    async def load(self, game: UUID) -> Fold | None:
        """A game and its whole log, folded. The log is read after the row: it can only be longer."""
        async with self.connection() as connection:
            row = await connection.fetchrow(GAME_SQL, game)
            if row is None:
                return None
            if row["packed"]:
                return fold_of(unpacked_game(row), unpacked(row["packed"], row["last_action"]))
            rows = await connection.fetch(LOG_SQL, game, 1)
        return fold_of(dict(row), [log_row(each) for each in rows])

    async def read_new_entries(self, fold: Fold) -> bool:
        """Bring `fold` up to the log's end. False if the log does not go on where the fold ends."""
        if not fold.head:
            return await self._from_the_deal(fold)
        rows = [log_row(row) for row in await self.fetch(LOG_SQL, fold.id, fold.head)]
        if not rows or (rows[0].seq, rows[0].entry.action_id, timestamp(rows[0].at)) != fold.last:
            return False
        for row in rows[1:]:
            replay(fold, row)
        return True

    async def _from_the_deal(self, fold: Fold) -> bool:
        """The same for a fold without any entry: then the deal has to be the one it knows."""
        rows = await self.fetch(LOG_AND_DEAL_SQL, fold.id)
        if not rows or optional_timestamp(rows[0]["started_at"]) != fold.started:
            return False
        for row in rows:
            if row["seq"] is not None:
                replay(fold, log_row(row[1:]))
        return True

    async def people(self, game: UUID) -> tuple[UUID | None, ...]:
        """Who plays which seat now; somebody may have been sent away since the game was folded."""
        rows = await self.fetch("SELECT person_ids FROM games WHERE id = $1", game)
        return tuple(rows[0][0] or ()) if rows else ()

    async def heads(self, games: Sequence[UUID]) -> dict[UUID, LogEnd]:
        """Where the log of each game ends, as the database has it."""
        rows = await self.fetch(HEADS_SQL, list(games)) if games else []
        return {game: (head, action, optional_timestamp(at)) for game, head, action, at in rows}

    async def end_of(self, game: UUID) -> LogEnd | None:
        """Where the log of this game ends; asked together with whatever else is asked at this moment."""
        return await self.ends.answer(game)

    async def _ends(self, games: list[UUID]) -> list[LogEnd | None]:
        heads = await self.heads(games)
        return [heads.get(game) for game in games]
