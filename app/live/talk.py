"""Talk: stored lines, told to those who may read them. While a game runs, watchers talk among themselves."""

from __future__ import annotations

from collections import deque
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from app.games.log import stamp
from app.games.store import Store
from app.live import frames
from app.live.frames import Frame

REMEMBERED = 30
LATE = 20  # ids are given before the commit, so a line may come after one with a higher id

SAY = """
INSERT INTO talk (room_id, game_id, person_id, name, seat, text) VALUES ($1, $2, $3, $4, $5, $6)
"""
LAST = f"""
SELECT id, game_id, seat, name, text, at FROM talk WHERE room_id = $1 ORDER BY id DESC LIMIT {REMEMBERED}
"""  # noqa: S608 (numbers of ours)
NEWER = """
SELECT id, game_id, seat, name, text, at FROM talk WHERE room_id = $1 AND id > $2 ORDER BY id
"""


class Line(NamedTuple):
    id: int
    game: UUID | None
    seat: int | None
    name: str
    text: str
    at: datetime

    def frame(self) -> Frame:
        said: dict[str, Any] = {"id": self.id, "seat": self.seat, "name": self.name, "text": self.text}
        return frames.said({**said, "at": stamp(self.at), "watchers": self.seat is None})


class Talk:
    """The last lines of one room."""

    def __init__(self, store: Store, room: UUID) -> None:
        self.store = store
        self.room = room
        self.lines: deque[Line] = deque(maxlen=REMEMBERED)
        self.told: deque[int] = deque(maxlen=10 * REMEMBERED)

    async def load(self) -> None:
        rows = await self.store.fetch(LAST, self.room)
        self.lines.extend(Line(*row) for row in reversed(rows))
        self.told.extend(line.id for line in self.lines)

    @property
    def last(self) -> int:
        return max(self.told, default=0)

    async def say(self, game: UUID | None, person: UUID, name: str, seat: int | None, text: str) -> None:
        await self.store.run(SAY, self.room, game, person, name, seat, text)

    async def newer(self) -> list[Line]:
        """The lines not told yet."""
        rows = await self.store.fetch(NEWER, self.room, max(self.last - LATE, 0))
        new = [Line(*row) for row in rows if row["id"] not in self.told]
        self.told.extend(line.id for line in new)
        self.lines.extend(new)
        return new


def is_for(line: Line, seat: int | None, running: UUID | None) -> bool:
    """Whether somebody in `seat` (None: a watcher) may read this line while the game `running` is played."""
    return line.seat is not None or seat is None or running is None or line.game != running
