"""Who has which room open, over all processes: a table in which each process keeps its own rows.

A row says that somebody (a person, or an unnamed watcher by a key of their own) has a tab open in a
process. It is renewed while that lasts; rows of a process that died become stale and no longer count. Whether
any of those tabs can be seen stands there as well, for whoever is to be told something; others at the table
are not told. Nothing here is part of any game's log.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from app.games.store import LogStore

STALE_SECONDS = 30  # seconds without renewal after which a process's word no longer counts
RENEW_EVERY = 10
BATCH_SECONDS = 0.02
HIDE_EVERY = 0.5  # seconds, at most, in which pages that are hidden or shown again are written together
NOTE_REQUESTS_EVERY = 5.0  # seconds for which a request counts, before the next is written down
OVER_REST = UUID(int=0)  # the "process" of people who are known by their requests alone

ARRIVE_SQL = """
INSERT INTO presence (room_id, key, process, person_id, is_hidden)
SELECT room, key, $1, person, hidden
FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bool[]) AS row (room, key, person, hidden)
WHERE EXISTS (SELECT FROM rooms WHERE id = room)
    AND (person IS NULL OR EXISTS (SELECT FROM people WHERE id = person))
ORDER BY room, key
ON CONFLICT (room_id, key, process)
    DO UPDATE SET seen_at = now(), gone_at = NULL, is_hidden = excluded.is_hidden
"""
# In the same order as above, so that neither waits for the other for ever.
HIDE_SQL = """
UPDATE presence SET is_hidden = held.hidden FROM (
    SELECT room_id, presence.key, hidden FROM presence
    JOIN unnest($2::uuid[], $3::uuid[], $4::bool[]) AS row (room, key, hidden)
        ON room_id = room AND presence.key = row.key
    WHERE process = $1 ORDER BY room_id, presence.key FOR UPDATE OF presence
) AS held
WHERE presence.room_id = held.room_id AND presence.key = held.key AND process = $1
"""
LEAVE_SQL = """
UPDATE presence SET gone_at = now() - make_interval(secs => $4)
WHERE room_id = $1 AND key = $2 AND process = $3 AND gone_at IS NULL
"""
MARK_STALE_SQL = f"""
WITH stale AS (
    UPDATE presence SET gone_at = seen_at WHERE (room_id, key, process) IN (
        SELECT room_id, key, process FROM presence
        WHERE gone_at IS NULL AND seen_at < now() - interval '{STALE_SECONDS} s'
            AND (SELECT since FROM pulse) < now() - interval '{STALE_SECONDS} s'
        FOR UPDATE SKIP LOCKED
    ) RETURNING room_id
), forgotten AS (
    DELETE FROM presence WHERE gone_at < now() - interval '1 hour' AND person_id IS NULL
) SELECT DISTINCT room_id FROM stale
"""  # noqa: S608 (numbers of ours)
ATTENDANCE_SQL = """
SELECT key, person_id, bool_or(gone_at IS NULL) AS here,
    extract(epoch FROM now() - max(coalesce(gone_at, now())))::float8 AS gone_for
FROM presence WHERE room_id = $1 GROUP BY key, person_id
"""
DIGEST_SQL = """
SELECT room_id, md5(string_agg(name, ',' ORDER BY name COLLATE "C")) FROM (
    SELECT DISTINCT room_id, key::text AS name FROM presence WHERE room_id = ANY($1) AND gone_at IS NULL
) AS here GROUP BY room_id
"""


@dataclass(frozen=True, slots=True)
class Attendance:
    """One person (or unnamed watcher) of a room: here, or gone for so many seconds."""

    key: UUID
    person: UUID | None
    is_here: bool
    gone_for: float


def digest(keys: Iterable[UUID]) -> str | None:
    """One text for all who are there, as `DIGEST` has it; None for nobody."""
    names = ",".join(sorted({str(key) for key in keys}))
    return hashlib.md5(names.encode(), usedforsecurity=False).hexdigest() if names else None


class Presence:
    """This process's rows."""

    def __init__(self, store: LogStore) -> None:
        self.store = store
        self.process = uuid4()
        self.mine: dict[tuple[UUID, UUID], UUID | None] = {}
        self.hidden: set[tuple[UUID, UUID]] = set()  # of mine: none of their pages can be seen
        self.hidden_unwritten: set[tuple[UUID, UUID]] = set()
        self.unwritten: list[tuple[UUID, UUID, UUID | None]] = []
        self.flushing: asyncio.Future[None] | None = None
        self.last_requests: dict[tuple[UUID, UUID], float] = {}
        self.writing = asyncio.Lock()  # one after the other: what was known earlier never overwrites what is

    async def arrive(self, room: UUID, key: UUID, person: UUID | None) -> None:
        """Somebody opens a tab. Those who come in the same moment are written together."""
        self.mine[room, key] = person
        self.hidden.discard((room, key))
        self.unwritten.append((room, key, person))
        if self.flushing is None or self.flushing.done():
            self.flushing = asyncio.ensure_future(self._flush())
        await asyncio.shield(self.flushing)

    async def _flush(self) -> None:
        await asyncio.sleep(BATCH_SECONDS)
        unwritten, self.unwritten, self.flushing = list(dict.fromkeys(self.unwritten)), [], None
        await self._write_arrived(*zip(*unwritten, strict=True))

    async def _write_arrived(
        self, rooms: Sequence[UUID], keys: Sequence[UUID], people: Sequence[UUID | None]
    ) -> None:
        async with self.writing:
            hidden = self._are_hidden(rooms, keys)
            await self.store.run(ARRIVE_SQL, self.process, rooms, keys, people, hidden)

    def _are_hidden(self, rooms: Iterable[UUID], keys: Iterable[UUID]) -> list[bool]:
        return [each in self.hidden for each in zip(rooms, keys, strict=True)]

    async def hide(self, room: UUID, key: UUID, is_hidden: bool) -> None:
        """Whether nobody sees any page of theirs. However often that changes, it is written now and then."""
        if (room, key) not in self.mine or ((room, key) in self.hidden) == is_hidden:
            return
        (self.hidden.add if is_hidden else self.hidden.discard)((room, key))
        is_awaited = bool(self.hidden_unwritten)
        self.hidden_unwritten.add((room, key))
        if not is_awaited:
            await asyncio.sleep(HIDE_EVERY)
            await self._write_hidden()

    async def _write_hidden(self) -> None:
        unwritten, self.hidden_unwritten = self.hidden_unwritten & self.mine.keys(), set()
        if unwritten:
            rooms, keys = zip(*unwritten, strict=True)
            async with self.writing:
                await self.store.run(HIDE_SQL, self.process, rooms, keys, self._are_hidden(rooms, keys))

    async def leave(self, room: UUID, key: UUID, seconds_ago: float = 0.0) -> None:
        self.mine.pop((room, key), None)
        self.hidden.discard((room, key))
        await self.store.run(LEAVE_SQL, room, key, self.process, seconds_ago)

    async def touch(self, room: UUID, person: UUID) -> bool:
        """Somebody has just asked. Whether that is news: they have no socket here, and it is some seconds
        since the last time.
        """
        now = time.monotonic()
        if (room, person) in self.mine or now - self.last_requests.get(
            (room, person), -NOTE_REQUESTS_EVERY
        ) < NOTE_REQUESTS_EVERY:
            return False
        self.last_requests[room, person] = now
        await self.store.run(ARRIVE_SQL, OVER_REST, [room], [person], [person], [False])
        return True

    async def renew(self) -> None:
        long_ago = time.monotonic() - NOTE_REQUESTS_EVERY
        self.last_requests = {each: at for each, at in self.last_requests.items() if at > long_ago}
        if self.mine:
            rooms, keys = zip(*self.mine, strict=True)
            await self._write_arrived(rooms, keys, list(self.mine.values()))

    async def sweep(self) -> list[UUID]:
        """The rooms in which somebody has vanished together with their process."""
        return [row["room_id"] for row in await self.store.fetch(MARK_STALE_SQL)]

    async def at(self, room: UUID) -> list[Attendance]:
        return [Attendance(*row) for row in await self.store.fetch(ATTENDANCE_SQL, room)]

    async def digests(self, rooms: Sequence[UUID]) -> Mapping[UUID, str]:
        """The digest of who is there, of each room where somebody is."""
        rows = await self.store.fetch(DIGEST_SQL, list(rooms)) if rooms else []
        return {row[0]: row[1] for row in rows}
