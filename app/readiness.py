"""Can this process serve people? Asked by `/readyz`, and by the process itself every few seconds.

    the database answers     in time, on a connection that is kept for this question alone
    it has all our tables    else somebody has to run migrate, and nothing is asked of it until then
    it takes writes          a query that needs a file is refused where the disk is full

At most one look is under way, and its answer is used again for a moment: whoever asks often costs no more.
"""

from __future__ import annotations

import asyncio
import logging
import time

import asyncpg

from app.database import Database
from app.primary import connect
from app.revisions import is_behind

log = logging.getLogger(__name__)

ANSWERS_WITHIN = 1.5  # seconds for everything that is asked, a new connection included
GOOD_FOR = 0.3
LOOK_EVERY = 5.0
LOOK_AGAIN = 1.0  # while the tables are not there

RUN_MIGRATE = "The database is older than this version: run migrate (python -m app migrate)."
NO_ANSWER = "The database does not answer."
READ_ONLY = "The database takes no writes: it is read-only."
DISK_FULL = "The database's disk is full."

REVISION = "SELECT version_num, current_setting('transaction_read_only') = 'on' FROM alembic_version"
# Some 600 kB that do not fit in so little memory: PostgreSQL writes them to its disk, and forgets them.
WRITE = """
SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = '';
SELECT count(*) FROM generate_series(1, 20000)
"""


class Readiness:
    """What is known about one process's database, and the connection over which it is asked."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.connection: asyncpg.Connection | None = None
        self.looking: asyncio.Future[str | None] | None = None
        self.looked_at = 0.0
        self.logged: str | None = None

    async def why_not(self) -> str | None:
        """A sentence that says why nobody can be served just now; None if all is well."""
        is_old = time.monotonic() - self.looked_at > GOOD_FOR
        if self.looking is None or (self.looking.done() and is_old):
            self.looking = asyncio.ensure_future(self._look())
        return await asyncio.shield(self.looking)

    async def watch(self) -> None:
        """Look for as long as the process lives: tables may come, and go with a restored backup."""
        while True:
            await asyncio.sleep(LOOK_AGAIN if self.database.lacks_tables else LOOK_EVERY)
            await self.why_not()

    async def close(self) -> None:
        if self.looking is not None:
            self.looking.cancel()
            await asyncio.gather(self.looking, return_exceptions=True)
        self._drop()

    async def _look(self) -> str | None:
        why = await self._ask()
        self.looked_at = time.monotonic()
        self.database.lacks_tables = why == RUN_MIGRATE
        if why is not None and why != self.logged:
            log.warning("not ready: %s", why)
        elif why is None and self.logged is not None:
            log.info("ready again")
        self.logged = why
        return why

    async def _ask(self) -> str | None:
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                return await self._tables() or await self._writes()
        except Exception as error:  # noqa: BLE001 (whatever it was, it is no answer)
            self._drop()
            log.debug("not ready: %s", type(error).__name__)
            return NO_ANSWER

    async def _tables(self) -> str | None:
        if self.connection is None or self.connection.is_closed():
            name = {"application_name": "terrahedron readiness"}
            self.connection = await connect(self.database.url, server_settings=name)
        try:
            row = await self.connection.fetchrow(REVISION)
        except asyncpg.UndefinedTableError:
            return RUN_MIGRATE
        if row is None or is_behind(row[0]):
            return RUN_MIGRATE
        return READ_ONLY if row[1] else None

    async def _writes(self) -> str | None:
        assert self.connection is not None
        try:
            await self.connection.execute(WRITE)
        except asyncpg.DiskFullError:
            return DISK_FULL
        except (
            asyncpg.ConfigurationLimitExceededError
        ):  # such files are rationed there; that tells us nothing
            return None
        except asyncpg.PostgresError as error:
            if (error.sqlstate or "")[:2] in ("08", "57"):  # the connection, or its server, is about to end
                raise
            return f"The database cannot write to its disk ({error.sqlstate})."
        return None

    def _drop(self) -> None:
        if self.connection is not None:
            self.connection.terminate()
            self.connection = None
