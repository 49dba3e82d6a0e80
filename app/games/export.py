"""All records of one person, one after the other: JSON Lines, sent as they are read.

Reading a game costs some milliseconds that others are played in. So there is a pause after each, at least as
long as the reading took, and a person's next export waits until the last one is through.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from uuid import UUID

import orjson

from app.errors import TooMany
from app.games import game_views
from app.games.log import LogBroken
from app.games.store import LogStore

log = logging.getLogger(__name__)

MOST_AT_ONCE = 4  # exports in one process
RETRY_SECONDS = 10
LEAST_PAUSE = 0.002
ENDED_SQL = """
SELECT id FROM games
WHERE sat_ids @> ARRAY[$1]::uuid[] AND state IN ('over', 'abandoned') AND started_at IS NOT NULL
ORDER BY ended_at, id
"""


class Exports:
    """The exports under way in this process."""

    def __init__(self, store: LogStore) -> None:
        self.store = store
        self.under_way: set[UUID] = set()

    async def begin(self, person: UUID) -> AsyncIterator[bytes]:
        """The lines of every ended game, the first game first. Raises TooMany and DatabaseUnavailable."""
        games = [row["id"] for row in await self.store.fetch(ENDED_SQL, person)]
        if person in self.under_way or len(self.under_way) >= MOST_AT_ONCE:
            raise TooMany(retry_after=RETRY_SECONDS)
        return self._lines(person, games)

    async def _lines(self, person: UUID, games: Sequence[UUID]) -> AsyncIterator[bytes]:
        self.under_way.add(person)
        try:
            for game in games:
                began = time.monotonic()
                if line := await self._line(game):
                    yield line
                await asyncio.sleep(max(LEAST_PAUSE, time.monotonic() - began))
        finally:
            self.under_way.discard(person)

    async def _line(self, game: UUID) -> bytes:
        """Nothing of a game that cannot be replayed: the others are worth having."""
        try:
            fold = await self.store.load(game)
        except LogBroken:
            log.warning("a game cannot be exported", extra={"context": {"game": str(game)}})
            return b""
        record = None if fold is None else game_views.record_of(fold, None)
        return b"" if record is None else orjson.dumps(record) + b"\n"
