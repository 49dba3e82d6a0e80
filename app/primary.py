"""Connections to the database: to the primary where there are several hosts, and given up by hanging up.

Of several hosts one takes writes, and another when that fails. So whoever connects asks all of them: one that
was cut off from the others may still believe to be the primary, and is known by its older timeline. When
anybody here finds that another host is the primary now, every connection to the one before ends: it may be
frozen, and tell of an older time when it wakes up.

A commit that waits for its standby must not be cancelled: PostgreSQL would keep it, show it to readers, and
lose it with its disk. So whoever has waited long enough hangs up, which leaves the commit waiting.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, ClassVar
from weakref import WeakKeyDictionary, WeakSet

import asyncpg

from app.database_address import hosts_of

log = logging.getLogger(__name__)

ALL_ANSWER_WITHIN = 0.3  # seconds after which a primary is taken though other hosts have not answered
# Timelines are counted up by each promotion; the first part of a log file's name is the one written to.
STATE_SQL = """
SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
    CASE WHEN pg_is_in_recovery() THEN '0' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END
"""


HostsAsked = dict["asyncio.Task[tuple[PatientConnection, int]]", str]  # who is asked, and which host that is


class NoPrimary(ConnectionError):
    """Hosts answer, but none of them takes writes just now."""


class PatientConnection(asyncpg.Connection):  # type: ignore[misc]
    """A connection that never asks its server to cancel: it hangs up."""

    def _cancel_current_command(self, waiter: asyncio.Future[None], cancel_waiter: Any = None) -> None:
        del cancel_waiter
        waiter.set_result(None)
        asyncio.get_running_loop().call_soon(self.terminate)


OPEN: WeakSet[PatientConnection] = WeakSet()  # all of this process


def server_processes() -> list[int]:
    """The ids of the server's processes that work for this one."""
    return [connection.get_server_pid() for connection in list(OPEN) if not connection.is_closed()]


async def connect(url: str, **options: Any) -> PatientConnection:
    """A connection to the database at `url`, or to the one of its hosts that takes writes."""
    connection = await _connect(url, **options)
    OPEN.add(connection)
    return connection


async def _connect(url: str, **options: Any) -> PatientConnection:
    options = {**options, "connection_class": PatientConnection}
    hosts = hosts_of(url)
    if len(hosts) == 1:
        connection: PatientConnection = await asyncpg.connect(hosts[0], **options)
        return connection
    async with asyncio.timeout(options.pop("timeout", None)):
        return await Hosts.at(url).connect(options)


class Hosts:
    """What this process knows of the hosts of one cluster."""

    known: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Hosts]]] = WeakKeyDictionary()

    @classmethod
    def at(cls, url: str) -> Hosts:
        """Those of `url`; the same for all who ask in one event loop."""
        of_this_loop = cls.known.setdefault(asyncio.get_running_loop(), {})
        return of_this_loop.setdefault(url, cls(hosts_of(url)))

    def __init__(self, hosts: list[str]) -> None:
        self.current: str | None = None
        self.timeline = 0
        self.connected: dict[str, WeakSet[PatientConnection]] = {host: WeakSet() for host in hosts}

    async def connect(self, options: dict[str, Any]) -> PatientConnection:
        """To the primary. Raises what a host said, or NoPrimary."""
        asked: HostsAsked = {asyncio.create_task(self._ask(host, options)): host for host in self.connected}
        try:
            await asyncio.wait(asked, timeout=ALL_ANSWER_WITHIN)
            while not (primaries := self._answered(asked)):
                waiting = [task for task in asked if not task.done()]
                if not waiting:
                    raise _what_they_said(asked)
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            return self._found(asked, max(primaries, key=lambda task: task.result()[1]))
        finally:
            for task in asked:
                _give_up(task)

    def _answered(self, asked: HostsAsked) -> list[asyncio.Task[tuple[PatientConnection, int]]]:
        """Who says that it is the primary, and is of no older time than we know of."""
        told = [task for task in asked if task.done() and task.exception() is None]
        return [task for task in told if task.result()[1] >= self.timeline]

    def _found(
        self, asked: HostsAsked, done: asyncio.Task[tuple[PatientConnection, int]]
    ) -> PatientConnection:
        """The connection that was asked for; whatever is connected to another host is not any more."""
        connection, self.timeline = done.result()
        host = asked.pop(done)
        if self.current not in (None, host):
            log.info("another host is the primary", extra={"context": {"timeline": self.timeline}})
            for each in [each for other, those in self.connected.items() if other != host for each in those]:
                each.terminate()
        self.current = host
        self.connected[host].add(connection)
        return connection

    async def _ask(self, host: str, options: dict[str, Any]) -> tuple[PatientConnection, int]:
        """A connection to this host, and its timeline. Raises NoPrimary if it takes no writes."""
        connection: PatientConnection = await asyncpg.connect(host, timeout=None, **options)
        try:
            takes_no_writes, timeline = await connection.fetchrow(STATE_SQL)
            if takes_no_writes:
                raise NoPrimary("none of the hosts takes writes")
        except BaseException:
            connection.terminate()
            raise
        return connection, int(timeline, 16)


def _what_they_said(asked: HostsAsked) -> BaseException:
    """Why there is no connection: that none takes writes, where at least one answers."""
    errors = [error for task in asked if (error := task.exception()) is not None]
    standing_by = [error for error in errors if isinstance(error, NoPrimary)]
    return (standing_by or errors or [NoPrimary("only a host of an older time answers")])[0]


def _give_up(task: asyncio.Task[tuple[PatientConnection, int]]) -> None:
    """Ask no longer, or end the connection that nobody needs."""
    if not task.done():
        task.cancel()
    elif not task.cancelled() and task.exception() is None:
        task.result()[0].terminate()
