"""Who comes to which room: looked up for all sockets that open at the same moment in one statement.

What follows from it is judged where requests are judged, too: `people/service.py`, `rooms/entrance.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from app.games.store import LogStore
from app.games.together import Together
from app.people.repository import Known
from app.people.service import TokenClaim
from app.rooms import codes
from app.rooms.repository import RoomAccess

FIND_SQL = """
SELECT people.id, people.name, sessions.id, sessions.kind,
    least(people.seen_at, sessions.seen_at) < now() - interval '1 day', given_name,
    ARRAY(SELECT muted_id FROM mutes WHERE mutes.person_id = people.id),
    rooms.id, kicked, invite_hash, is_shut
FROM unnest($1::bytea[], $2::text[]) WITH ORDINALITY AS asked (token_hash, code, number)
LEFT JOIN sessions ON sessions.token_hash = asked.token_hash AND revoked_at IS NULL
LEFT JOIN people ON people.id = person_id
LEFT JOIN rooms ON rooms.code = asked.code
ORDER BY number
"""
OF_PERSON = 6  # columns


class Found(NamedTuple):
    """As far as there is such a person, and such a room."""

    known: Known | None
    muted: frozenset[UUID]  # whom they do not hear
    room: RoomAccess | None


class Admission:
    """The lookups of one process."""

    def __init__(self, store: LogStore) -> None:
        self.store = store
        self.together: Together[tuple[bytes | None, str | None], Found] = Together(self._find)

    async def look_up(self, claim: TokenClaim | None, code: str) -> Found:
        """Raises DatabaseUnavailable."""
        return await self.together.answer((claim and claim.token_hash, codes.normalised(code)))

    async def _find(self, asked: list[tuple[bytes | None, str | None]]) -> list[Found]:
        return [found(row) for row in await self.store.fetch(FIND_SQL, *map(list, zip(*asked, strict=True)))]


def found(row: Sequence[Any]) -> Found:
    person, muted, room = tuple(row[:OF_PERSON]), row[OF_PERSON], tuple(row[OF_PERSON + 1 :])
    known = Known(*person) if person[0] else None
    return Found(known, frozenset(muted), RoomAccess(*room) if room[0] else None)
