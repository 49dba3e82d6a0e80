"""How Alembic reaches the database: over the app's own driver, one migrator at a time."""

from __future__ import annotations

import asyncio
from typing import Any

from alembic import context
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.config import normalise_database_url
from app.migrate import METADATA

# Any number will do, so long as every process of this app takes the same one.
MIGRATORS = 7_301_145


def migrate(connection: Connection) -> None:
    """Run the wanted migrations, each in its own transaction."""
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        transaction_per_migration=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def migrate_online(url: str) -> None:
    """Connect, wait for any other migrator, migrate."""
    options: dict[str, Any] = {"poolclass": NullPool, "connect_args": {"timeout": 10}}
    engine = create_async_engine(normalise_database_url(url), **options)
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


address = context.config.get_main_option("database_url")
assert address, "app/migrate.py gives the address"
asyncio.run(migrate_online(address))
