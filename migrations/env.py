"""How Alembic reaches the database: over the app's own driver, one migrator at a time."""

from __future__ import annotations

import asyncio

from alembic import context
from alembic.operations.ops import MigrationScript
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text

from app.config import read_settings
from app.migrate import METADATA, plain_engine
from app.revisions import is_behind, revisions

# Any number will do, so long as every process of this app takes the same one.
MIGRATORS = 7_301_145


def migrate(connection: Connection) -> None:
    """Run the wanted migrations, each in its own transaction."""
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        transaction_per_migration=True,
        compare_type=True,
        process_revision_directives=number,
    )
    only_if_behind = context.config.attributes.get("only_if_behind", False)
    if only_if_behind and not is_behind(context.get_context().get_current_revision()):
        return
    with context.begin_transaction():
        context.run_migrations()


def number(_context: object, _revision: object, directives: list[MigrationScript]) -> None:
    """A new migration takes the next number as its name; one that would change nothing is not written."""
    [script] = directives
    compares = getattr(context.config.cmd_opts, "autogenerate", False)
    if compares and script.upgrade_ops is not None and script.upgrade_ops.is_empty():
        directives.clear()
        print("The models and the migrations agree; there is nothing to write.")
    else:
        script.rev_id = f"{max(map(int, revisions())) + 1:04}"


async def migrate_online(url: str) -> None:
    """Connect, wait for any other migrator, migrate."""
    engine = plain_engine(url)
    async with engine.connect() as connection:
        await connection.execute(text(f"SELECT pg_advisory_lock({MIGRATORS})"))
        await connection.commit()
        try:
            await connection.run_sync(migrate)
            await connection.commit()
        finally:
            await connection.rollback()
            await connection.execute(text(f"SELECT pg_advisory_unlock({MIGRATORS})"))
            await connection.commit()
    await engine.dispose()


def chosen_address() -> str:
    """What app/migrate.py gives; whoever calls Alembic itself says it in DATABASE_URL."""
    address = context.config.get_main_option("database_url") or read_settings().database_url
    if address is None:
        raise CommandError(
            "Say in DATABASE_URL which database; a server without one brings its own up to date."
        )
    return address


asyncio.run(migrate_online(chosen_address()))
