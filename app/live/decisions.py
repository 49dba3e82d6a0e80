"""What those at a table decide together: the same functions as over REST, each a transaction of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import Database, is_unavailable
from app.games.store import DatabaseUnavailable
from app.rooms import takeover


class Decisions:
    """Asked by sockets and by tables. Raises DatabaseUnavailable."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def take_over(self, person: UUID, code: str, seat: int, level: str | None) -> None:
        async with self._transaction() as db:
            await takeover.answer(db, person, code, seat, level)

    async def settle(self, room: UUID) -> None:
        """All who are still there have agreed."""
        async with self._transaction() as db:
            await takeover.settle(db, room)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncSession]:
        try:
            async with self.database.transaction() as db:
                yield db
        except (SQLAlchemyError, OSError) as error:
            if not is_unavailable(error):
                raise  # a mistake of ours: it is logged as one
            raise DatabaseUnavailable(type(error).__name__) from error
