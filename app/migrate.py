"""Brings a database to the schema this app needs (`python -m app migrate`), or takes it back."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

import app.games.models
import app.people.models
import app.rooms.models
from app.config import normalise_database_url
from app.database import Base

METADATA = Base.metadata
TABLES = (app.people.models, app.rooms.models, app.games.models)
# Alembic works on module globals, so that two threads would trip over each other.
ONE_AT_A_TIME = threading.Lock()
FOLDER = Path(__file__).resolve().parent.parent / "migrations"


def configuration(database_url: str) -> Config:
    """What Alembic would otherwise read from an ini file."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("database_url", database_url.replace("%", "%%"))
    return config


def upgrade(database_url: str, revision: str = "head") -> None:
    """Apply every migration up to `revision`, in order. Applying none is fine."""
    with ONE_AT_A_TIME:
        command.upgrade(configuration(database_url), revision)


def downgrade(database_url: str, revision: str) -> None:
    """Take migrations back, down to `revision` (`base` for none)."""
    with ONE_AT_A_TIME:
        command.downgrade(configuration(database_url), revision)


def current(database_url: str) -> str | None:
    """The revision that the database is at; None before the first."""

    async def ask() -> str | None:
        engine = create_async_engine(normalise_database_url(database_url), poolclass=NullPool)
        async with engine.connect() as connection:
            return await connection.run_sync(lambda c: MigrationContext.configure(c).get_current_revision())

    return asyncio.run(ask())


def move_to(database_url: str, revision: str) -> str | None:
    """Go up or down to `revision`, whichever way it lies; says where the database is now."""
    scripts = ScriptDirectory.from_config(configuration(database_url))
    below = {script.revision for script in scripts.iterate_revisions(current(database_url) or "base", "base")}
    if revision == "base" or revision in below:
        downgrade(database_url, revision)
    else:
        upgrade(database_url, revision)
    return current(database_url)


def check(database_url: str) -> None:
    """Raise if the models describe other tables than the migrations make."""
    command.check(configuration(database_url))


async def upgrade_now(database_url: str) -> None:
    """The same from inside a running loop; Alembic needs a loop of its own, hence a thread."""
    await asyncio.to_thread(upgrade, database_url)
