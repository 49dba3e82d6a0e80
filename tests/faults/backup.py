"""A dump of all games and its restore, without the programs for it."""

from __future__ import annotations

from pathlib import Path

import asyncpg

from app.games.store import dsn

TABLES = ("people", "sessions", "rooms", "games", "events", "seats")


class Backup:
    """All that a database holds of games, kept in files, and written back in one moment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    async def take(self, url: str) -> None:
        connection = await asyncpg.connect(dsn(url))
        for table in TABLES:
            await connection.copy_from_table(table, output=self.folder / table, format="binary")
        await connection.close()

    async def restore(self, url: str) -> None:
        connection = await asyncpg.connect(dsn(url))
        async with connection.transaction():
            await connection.execute("SET LOCAL session_replication_role = replica")
            for table in TABLES:
                await connection.execute(f"DELETE FROM {table}")
            for table in TABLES:
                await connection.copy_to_table(table, source=self.folder / table, format="binary")
        await connection.close()
