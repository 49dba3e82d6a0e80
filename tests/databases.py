"""Databases for tests: migrated, fresh, each for one test at a time.

Migrations run once, on a template, and a database is a copy of it. To copy takes longer than to wipe, so a
database goes back when its test ends: emptied, if nothing but rows was changed in it and nobody is connected
any more, and is left alone otherwise. (Who is may be a process that outlives its test, and would come again.)
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import make_url

from app import migrate

T = TypeVar("T")

MOST_BYTES = 1_000_000  # of tables and indexes beyond the template's; dropping is quicker then
END_OTHERS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
# Two databases with the same have the same tables, columns, indexes, triggers, functions and settings: a row
# of a catalogue that was written again has another xmin.
SCHEMA = """
SELECT md5(string_agg(entry, ' ' ORDER BY entry)) FROM (
    SELECT concat('class ', oid, ' ', relfilenode, ' ', xmin) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat('column ', attrelid, ' ', attnum, ' ', pg_attribute.xmin)
        FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid
        WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat('constraint ', oid, ' ', xmin) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT concat('default ', oid, ' ', xmin) FROM pg_attrdef
    UNION ALL SELECT concat('trigger ', oid, ' ', xmin) FROM pg_trigger
    UNION ALL SELECT concat('function ', oid, ' ', xmin) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT concat('schema ', nspname) FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'
    UNION ALL SELECT concat('settings ', setrole, ' ', setconfig) FROM pg_db_role_setting
        WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
    UNION ALL SELECT concat('version ', version_num) FROM alembic_version
    UNION ALL SELECT concat('extension ', extname) FROM pg_extension
) AS entries (entry)
"""
SIZE = """
SELECT sum(pg_relation_size(oid)) FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
"""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
SEQUENCES = """
SELECT format('SELECT setval(%L, %s, false)', quote_ident(sequencename), start_value)
FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL
"""
# What the migrations themselves put there.
FIRST_ROWS = "INSERT INTO pulse (id) VALUES (1)"
KEPT_TABLES = {"alembic_version"}


def in_own_loop(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs `coroutine` to its end in a thread, whatever loop (pytest's, Playwright's) runs here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


@asynccontextmanager
async def connected(url: str) -> AsyncIterator["asyncpg.Connection[Any]"]:
    connection = await asyncpg.connect(
        make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    )
    try:
        yield connection
    finally:
        await connection.close()


async def execute(url: str, statement: str) -> None:
    """Runs one statement in the database at `url`."""
    async with connected(url) as connection:
        await connection.execute(statement)


def with_database(url: str, database: str) -> str:
    """`url`, pointing at another database of the same server."""
    return make_url(url).set(database=database).render_as_string(hide_password=False)


async def is_emptied(url: str, template: "Template") -> bool:
    """Whether the database at `url` is now as the template is, and nobody else's."""
    async with connected(url) as connection:
        if (
            await connection.fetch(END_OTHERS)
            or await connection.fetchval(SCHEMA) != template.schema
            or await connection.fetchval(SIZE) > template.size + MOST_BYTES
        ):
            return False
        statements = [
            "SET session_replication_role = replica",  # neither triggers nor references
            *(f'DELETE FROM "{table}"' for table in template.tables),
            *(row[0] for row in await connection.fetch(SEQUENCES)),
            FIRST_ROWS,
        ]
        await connection.execute(";".join(statements))
        return True


@dataclass(frozen=True)
class Template:
    """What a database is copied from, and what it is like."""

    name: str
    schema: str
    size: int
    tables: list[str]


class Databases:
    """The databases of one run, on one server."""

    def __init__(self, server_url: str) -> None:
        self._server_url = server_url
        self._run = f"t_{secrets.token_hex(4)}"
        self._free: list[str] = []
        self.made: list[str] = []
        self._template = self._make_template()

    def make(self) -> str:
        """The address of an empty migrated database that is not used again."""
        name = f"{self._run}_{len(self.made)}"
        self.made.append(name)
        in_own_loop(execute(self._server_url, f"CREATE DATABASE {name} TEMPLATE {self._template.name}"))
        return with_database(self._server_url, name)

    def lend(self) -> str:
        """The address of an empty migrated database that comes back."""
        return self._free.pop() if self._free else self.make()

    def take_back(self, url: str) -> None:
        try:
            emptied = in_own_loop(is_emptied(url, self._template))
        except (asyncpg.PostgresError, OSError):  # a test that left it unusable, or took it away
            emptied = False
        if emptied:
            self._free.append(url)

    def drop_all(self) -> None:
        for name in self.made:
            in_own_loop(execute(self._server_url, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))

    def _make_template(self) -> Template:
        name = f"{self._run}_template"
        self.made.append(name)
        in_own_loop(execute(self._server_url, f"CREATE DATABASE {name}"))
        url = with_database(self._server_url, name)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(migrate.upgrade, url).result()
        return in_own_loop(_described(url, name))


async def _described(url: str, name: str) -> Template:
    async with connected(url) as connection:
        tables = [row[0] for row in await connection.fetch(TABLES)]
        return Template(
            name,
            await connection.fetchval(SCHEMA),
            await connection.fetchval(SIZE),
            [table for table in tables if table not in KEPT_TABLES],
        )
