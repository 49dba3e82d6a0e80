"""Which migrations this version knows, and whether a database lacks one.

By the names of their files: Alembic takes 0.1 of the 1.7 s of processor time of a start, so it is loaded
only where there is something to migrate.
"""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path

import asyncpg

from app.primary import connect

FOLDER = Path(__file__).resolve().parent.parent / "migrations"
REVISION_SQL = "SELECT version_num FROM alembic_version"
PATIENCE = 10.0  # seconds for a connection


@cache
def revisions() -> tuple[str, ...]:
    """Every revision that this version knows, the newest first."""
    files = (FOLDER / "versions").glob("[0-9]*.py")
    return tuple(sorted((file.name.partition("_")[0] for file in files), reverse=True))


def is_behind(revision: str | None) -> bool:
    """Does a database at `revision` lack a migration? A newer version's revision, which we do not know, does
    not: migrations only add.
    """
    return revision is None or revision in revisions()[1:]


async def upgrade_if_behind(database_url: str) -> None:
    """Apply the migrations that the database lacks, if any."""
    if is_behind(await _revision_of(database_url)):
        from app import migrate  # noqa: PLC0415

        await asyncio.to_thread(migrate.upgrade, database_url)


async def _revision_of(database_url: str) -> str | None:
    """The revision that the database is at; None before the first."""
    connection = await connect(database_url, timeout=PATIENCE)
    try:
        revision: str | None = await connection.fetchval(REVISION_SQL)
    except asyncpg.UndefinedTableError:
        return None
    finally:
        await connection.close()
    return revision
