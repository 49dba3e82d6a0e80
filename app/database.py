"""The one database: an engine, a session per transaction, and what must hold once a transaction is through.

Services only `flush`. Whoever opened the transaction commits it, once, and afterwards tells the others
(`Announcer`) which rooms and people changed: nobody hears of something that could still be rolled back.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from typing import Any, ClassVar, Protocol, TypeVar
from uuid import UUID

import asyncpg
from sqlalchemy import DateTime, LargeBinary, MetaData, Text, Uuid, event, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import DBAPIError, DisconnectionError, InterfaceError, NotSupportedError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase

from app.database_address import normalise_database_url
from app.primary import connect
from app.unreachable import shown

log = logging.getLogger(__name__)
T = TypeVar("T")

MOST_QUEUE_SECONDS = 20  # seconds a request may wait for its turn when a crowd comes at once
# What a commit promises only if the server keeps all three (a lost acknowledgement is a lost move).
DURABLE = ("fsync", "synchronous_commit", "full_page_writes")
UNAVAILABLE_ERRORS = (
    OperationalError,
    InterfaceError,
    PoolTimeout,
    ConnectionError,
    TimeoutError,
    socket.gaierror,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
)
DRIVER = "postgresql+asyncpg://"
CONNECTION: dict[str, Any] = {
    "timeout": 5,
    "command_timeout": 10,
    "server_settings": {
        "application_name": "terrahedron",
        "lock_timeout": "4s",
        "statement_timeout": "8s",
        "idle_in_transaction_session_timeout": "10s",
    },
}
# Classes of SQLSTATE: 08 connection, 53 no room left, 57 shutdown or timeout; then also what a busy database
# may answer to a transaction: 40 deadlock, 55 lock not to be had.
UNREACHABLE_SQLSTATES = frozenset({"08", "53", "57"})
UNAVAILABLE_SQLSTATES = UNREACHABLE_SQLSTATES | {"40", "55"}
# What the database fills in comes back with the statement; an async session cannot fetch it later.
EAGER_DEFAULTS = {"eager_defaults": True}


class Base(DeclarativeBase):
    """Every table's model; constraints are named by rule, so that migrations can name them too."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    __mapper_args__: Any = EAGER_DEFAULTS
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: DateTime(timezone=True),
        UUID: Uuid(),
        bytes: LargeBinary(),
        str: Text(),
        dict[str, Any]: JSONB(),
        list[Any]: JSONB(),
    }


class NotDurable(RuntimeError):
    """The server may forget what it acknowledged; we do not start on such a one."""


class Announcer(Protocol):
    """Who hears of changes after they are committed (the sockets)."""

    async def room_changed(self, room_id: UUID) -> None: ...

    async def person_changed(self, person_id: UUID) -> None: ...


class NoAnnouncer:
    """The announcer of an app without sockets."""

    async def room_changed(self, room_id: UUID) -> None:
        pass

    async def person_changed(self, person_id: UUID) -> None:
        pass


def announce_room(session: AsyncSession, room_id: UUID) -> None:
    """Tell the sockets about this room once the transaction is committed."""
    session.info.setdefault("rooms", {})[room_id] = None


def announce_person(session: AsyncSession, person_id: UUID) -> None:
    """Tell the sockets about this person (renamed, signed out) once the transaction is committed."""
    session.info.setdefault("people", {})[person_id] = None


def is_unavailable(error: BaseException) -> bool:
    """Is this the database being unreachable, restarting or overloaded, rather than our mistake?"""
    if isinstance(error, UNAVAILABLE_ERRORS):
        return True
    if isinstance(error, FileNotFoundError):  # the socket of a server that is not up; a file would be named
        return error.filename is None
    state = getattr(getattr(error, "orig", None), "sqlstate", None) or getattr(error, "sqlstate", None)
    return isinstance(error, (DBAPIError, asyncpg.PostgresError)) and str(state)[:2] in UNAVAILABLE_SQLSTATES


def refuse_closed(_connection: object, record: Any, _proxy: object) -> None:
    """Let the pool open another connection instead of one that its server has closed. That is known without
    a word to the database, where the pool's own ping takes three (it opens a transaction).
    """
    if record.driver_connection.is_closed():
        raise DisconnectionError


def is_stale_plan(error: BaseException) -> bool:
    """Did a migration change a table under a prepared statement? It happens once per connection."""
    return isinstance(error, NotSupportedError) and "cached statement plan" in str(error)


class Database:
    """An engine, its sessions, and who hears of commits."""

    def __init__(self, url: str, announcer: Announcer | None = None, *, pool_size: int = 8) -> None:
        self.url = normalise_database_url(url)
        self.announcer: Announcer = announcer or NoAnnouncer()
        self.engine: AsyncEngine = create_async_engine(
            DRIVER,
            pool_size=pool_size,
            max_overflow=0,  # a connection made for one request costs more than its turn in the queue
            pool_timeout=MOST_QUEUE_SECONDS,
            hide_parameters=True,  # an error's text must not carry names or hashes into the log
            async_creator=partial(connect, self.url, **CONNECTION),
        )
        event.listen(self.engine.sync_engine, "checkout", refuse_closed)
        self.sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        self.lacks_tables = False  # `readiness.py` finds out
        # To look only: without a transaction, whose begin and end cost as much as a query each.
        looking = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.reading = async_sessionmaker(looking, expire_on_commit=False)

    @property
    def where(self) -> str:
        """The address without its password, for people and logs."""
        return shown(self.url)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session that is committed at the end, then announced; or rolled back as a whole."""
        async with self.sessions() as session:
            yield session
            await self.commit(session)

    async def commit(self, session: AsyncSession) -> None:
        """Commit, then tell the sockets. What they do with it can no longer fail the request."""
        await session.commit()
        try:
            for room_id in session.info.pop("rooms", {}):
                await self.announcer.room_changed(room_id)
            for person_id in session.info.pop("people", {}):
                await self.announcer.person_changed(person_id)
        except Exception:
            log.exception("announcement failed")

    async def run(self, work: Callable[[AsyncSession], Awaitable[T]]) -> T:
        """One transaction of `work`, done again if a migration went under our prepared statements."""
        try:
            async with self.transaction() as session:
                return await work(session)
        except NotSupportedError as error:
            if not is_stale_plan(error):
                raise
        async with self.transaction() as session:
            return await work(session)

    async def check_durable(self) -> None:
        """Refuse a server that may lose what it has acknowledged."""
        async with self.engine.connect() as connection:
            for setting in DURABLE:
                value = (await connection.execute(text(f"SHOW {setting}"))).scalar_one()
                if value not in ("on", "remote_write", "remote_apply", "local"):
                    raise NotDurable(
                        f"PostgreSQL runs with {setting} = {value}; moves could be lost. Turn it on there"
                        f" (ALTER SYSTEM SET {setting} = on; then reload) and start again."
                    )

    async def close(self) -> None:
        """Give every connection back."""
        await self.engine.dispose()
