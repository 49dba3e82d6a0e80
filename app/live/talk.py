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
from app.texts import t

REMEMBERED = 30
LATE = 20  # ids are given before the commit, so a line may come after one with a higher id

# Asked of the room as it is at this moment: a table may not have heard yet whom the host has sent away.
ADD_LINE_SQL = """
INSERT INTO talk (room_id, game_id, person_id, name, seat, text, phrase)
SELECT rooms.id, $2, people.id, $4, $5, $6, $7 FROM rooms JOIN people ON people.id = $3
WHERE rooms.id = $1 AND rooms.state <> 'closed' AND NOT ($3 = ANY(kicked || hushed)) RETURNING id
"""
WHY_NOT_SQL = """
SELECT CASE WHEN state = 'closed' OR $2 = ANY(kicked) THEN 'kicked' WHEN $2 = ANY(hushed) THEN 'hushed' END
FROM rooms WHERE id = $1
"""
COLUMNS = "id, game_id, person_id, seat, name, text, phrase, at"
LAST_LINES_SQL = f"""
SELECT {COLUMNS} FROM talk WHERE room_id = $1 ORDER BY id DESC LIMIT {REMEMBERED}
"""  # noqa: S608 (numbers of ours)
NEWER_LINES_SQL = f"SELECT {COLUMNS} FROM talk WHERE room_id = $1 AND id > $2 ORDER BY id"  # noqa: S608 (ours)


class Words(NamedTuple):
    """What somebody says: words of their own, or a phrase, which comes with its English words."""

    text: str
    phrase: str | None = None

    @classmethod
    def of_phrase(cls, phrase: str) -> Words:
        return cls(t(f"phrases.{phrase}"), phrase)


class Speaker(NamedTuple):
    """Who says it, and as what they are known here."""

    person: UUID | None
    name: str
    seat: int | None


class TalkLine(NamedTuple):
    id: int
    game: UUID | None
    person: UUID | None
    seat: int | None
    name: str
    text: str
    phrase: str | None
    at: datetime

    def frame(self) -> Frame:
        shown: dict[str, Any] = {"id": self.id, "seat": self.seat, "name": self.name, "text": self.text}
        return frames.said(
            {**shown, "phrase": self.phrase, "at": timestamp(self.at), "watchers": self.seat is None}
        )


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

    async def say(self, game: UUID | None, speaker: Speaker, words: Words) -> str | None:
        """Write it down; or the code by which it is refused, as they may not be heard here any more."""
        said = (speaker.person, speaker.name, speaker.seat, words.text, words.phrase)
        if await self.store.fetch(ADD_LINE_SQL, self.room, game, *said):
            return None
        assert speaker.person is not None
        return await self.why_not(speaker.person) or "kicked"

    async def why_not(self, person: UUID) -> str | None:
        """The code by which somebody is refused to be heard here at this moment, if they are."""
        found = await self.store.fetch(WHY_NOT_SQL, self.room, person)
        return found[0][0] if found else "kicked"

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
