"""Brings a database to the schema this app needs (`python -m app migrate`), or takes it back."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

import app.admin.models
import app.daily.models
import app.games.models
import app.people.measures
import app.people.models
import app.push.models
import app.ratings.models
import app.rooms.models
from app.database import DRIVER, Base
from app.database_address import normalise_database_url
from app.primary import connect
from app.revisions import FOLDER

METADATA = Base.metadata
PEOPLE_TABLES = (app.people.models, app.people.measures, app.push.models, app.ratings.models)
TABLES = (*PEOPLE_TABLES, app.rooms.models, app.games.models, app.admin.models, app.daily.models)
# Alembic works on module globals, so that two threads would trip over each other.
ONE_AT_A_TIME = threading.Lock()


def configuration(database_url: str) -> Config:
    """That of `alembic.ini`, for the database at `database_url`."""
    config = Config(str(FOLDER.parent / "alembic.ini"))
    config.set_main_option("database_url", database_url.replace("%", "%%"))
    return config


def upgrade(database_url: str, revision: str = "head") -> None:
    """Apply every migration up to `revision`, in order. Applying none is fine, as on a database that a newer
    version has brought further.
    """
    config = configuration(database_url)
    config.attributes["only_if_behind"] = revision == "head"
    with ONE_AT_A_TIME:
        command.upgrade(config, revision)


def downgrade(database_url: str, revision: str) -> None:
    """Take migrations back, down to `revision` (`base` for none)."""
    with ONE_AT_A_TIME:
        command.downgrade(configuration(database_url), revision)


def plain_engine(database_url: str) -> AsyncEngine:
    """An engine that keeps no connection, for whoever asks little."""
    url = normalise_database_url(database_url)
    return create_async_engine(DRIVER, poolclass=NullPool, async_creator=partial(connect, url, timeout=10))


def current(database_url: str) -> str | None:
    """The revision that the database is at; None before the first."""

    async def ask() -> str | None:
        engine = plain_engine(database_url)
        async with engine.connect() as connection:
            return await connection.run_sync(lambda c: MigrationContext.configure(c).get_current_revision())

    return asyncio.run(ask())


def undone_by(database_url: str, revision: str) -> list[str]:
    """What going to `revision` would take back, newest first: each migration and what it is for."""
    if revision == "head":
        return []
    scripts = ScriptDirectory(str(FOLDER))
    applied = list(scripts.iterate_revisions(current(database_url) or "base", "base"))
    names = [script.revision for script in applied]
    if revision not in (*names, "base"):
        return []
    undone = applied if revision == "base" else applied[: names.index(revision)]
    return [f"{script.revision} ({script.doc.splitlines()[0].rstrip('.')})" for script in undone]


def rows(database_url: str) -> dict[str, int]:
    """How many rows each of our tables holds."""

    async def ask() -> dict[str, int]:
        engine = plain_engine(database_url)
        counts = {}
        async with engine.connect() as connection:
            for table in METADATA.sorted_tables:
                if await connection.scalar(select(func.to_regclass(table.name).is_not(None))):
                    counts[table.name] = await connection.scalar(select(func.count()).select_from(table)) or 0
        return counts

    return asyncio.run(ask())


def check(database_url: str) -> None:
    """Raise if the models describe other tables than the migrations make."""
    command.check(configuration(database_url))
