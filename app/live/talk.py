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

# Asked of the room as it is at this moment: a table may not have heard yet whom the host has sent away.
SAY = """
INSERT INTO talk (room_id, game_id, person_id, name, seat, text)
SELECT rooms.id, $2, people.id, $4, $5, $6 FROM rooms JOIN people ON people.id = $3
WHERE rooms.id = $1 AND rooms.state <> 'closed' AND NOT ($3 = ANY(kicked)) RETURNING id
"""
MAY_SPEAK = "SELECT FROM rooms WHERE id = $1 AND state <> 'closed' AND NOT ($2 = ANY(kicked))"
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

    async def say(self, game: UUID | None, person: UUID, name: str, seat: int | None, text: str) -> bool:
        """Whether it was said: not by somebody who may not be here any more."""
        return bool(await self.store.fetch(SAY, self.room, game, person, name, seat, text))

    async def may_speak(self, person: UUID) -> bool:
        """Whether somebody may be heard here at this moment, where nothing is kept of what they say."""
        return bool(await self.store.fetch(MAY_SPEAK, self.room, person))

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
