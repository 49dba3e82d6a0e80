"""Talk: stored lines, sent to those who may read them. While a game runs, watchers talk among themselves."""

from __future__ import annotations

from collections import deque
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from app.games.entries import timestamp
from app.games.store import LogStore
from app.live import frames
from app.live.frames import Frame

REMEMBERED = 30
LATE = 20  # ids are given before the commit, so a line may come after one with a higher id

# Asked of the room as it is at this moment: a table may not have heard yet whom the host has sent away.
ADD_LINE_SQL = """
INSERT INTO talk (room_id, game_id, person_id, name, seat, text)
SELECT rooms.id, $2, people.id, $4, $5, $6 FROM rooms JOIN people ON people.id = $3
WHERE rooms.id = $1 AND rooms.state <> 'closed' AND NOT ($3 = ANY(kicked)) RETURNING id
"""
MAY_SPEAK = "SELECT FROM rooms WHERE id = $1 AND state <> 'closed' AND NOT ($2 = ANY(kicked))"
LAST_LINES_SQL = f"""
SELECT id, game_id, seat, name, text, at FROM talk WHERE room_id = $1 ORDER BY id DESC LIMIT {REMEMBERED}
"""  # noqa: S608 (numbers of ours)
NEWER_LINES_SQL = """
SELECT id, game_id, seat, name, text, at FROM talk WHERE room_id = $1 AND id > $2 ORDER BY id
"""


class TalkLine(NamedTuple):
    id: int
    game: UUID | None
    seat: int | None
    name: str
    text: str
    at: datetime

    def frame(self) -> Frame:
        shown: dict[str, Any] = {"id": self.id, "seat": self.seat, "name": self.name, "text": self.text}
        return frames.said({**shown, "at": timestamp(self.at), "watchers": self.seat is None})


class TalkLog:
    """The last lines of one room."""

    def __init__(self, store: LogStore, room: UUID) -> None:
        self.store = store
        self.room = room
        self.lines: deque[TalkLine] = deque(maxlen=REMEMBERED)
        self.announced: deque[int] = deque(maxlen=10 * REMEMBERED)

    async def load(self) -> None:
        rows = await self.store.fetch(LAST_LINES_SQL, self.room)
        self.lines.extend(TalkLine(*row) for row in reversed(rows))
        self.announced.extend(line.id for line in self.lines)

    @property
    def last(self) -> int:
        return max(self.announced, default=0)

    async def say(self, game: UUID | None, person: UUID, name: str, seat: int | None, text: str) -> bool:
        """Whether it was said: not by somebody who may not be here any more."""
        return bool(await self.store.fetch(ADD_LINE_SQL, self.room, game, person, name, seat, text))

    async def may_speak(self, person: UUID) -> bool:
        """Whether somebody may be heard here at this moment, where nothing is kept of what they say."""
        return bool(await self.store.fetch(MAY_SPEAK, self.room, person))

    async def newer(self) -> list[TalkLine]:
        """The lines not told yet."""
        rows = await self.store.fetch(NEWER_LINES_SQL, self.room, max(self.last - LATE, 0))
        new = [TalkLine(*row) for row in rows if row["id"] not in self.announced]
        self.announced.extend(line.id for line in new)
        self.lines.extend(new)
        return new


def is_for(line: TalkLine, seat: int | None, running: UUID | None) -> bool:
    """Whether somebody in `seat` (None: a watcher) may read this line while the game `running` is played."""
    return line.seat is not None or seat is None or running is None or line.game != running
