"""A room as its table shows it: read once for everybody, and the few fields that differ by person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.games.presence import Presence, digest
from app.games.store import LogStore
from app.rooms import views
from app.rooms.snapshot import RoomSnapshot, read_room


@dataclass(frozen=True, slots=True)
class RoomFacts:
    """What a table needs to know of its room. `common` is the room view as everybody sees it, encoded."""

    id: UUID
    code: str
    version: int
    host: UUID | None
    sitting: dict[UUID, tuple[int, str]]  # who sits where, and under which name
    kicked: frozenset[UUID]
    game: UUID
    has_begun: bool
    head: int
    game_people: tuple[UUID | None, ...]  # who plays which seat of the game
    former: dict[UUID, int]  # whose seat a bot has taken over
    known: frozenset[UUID]  # who has played here
    is_agreed: bool  # all who are there have agreed to a bot, though not all who were
    is_closed: bool
    present: str | None  # the digest of who is there
    may_talk: bool
    common: bytes

    def seat_of(self, person: UUID | None) -> int | None:
        return self.sitting[person][0] if person in self.sitting else None

    def you(self, person: UUID | None, name: str | None, seat: int | None) -> dict[str, Any]:
        """What the room says to one person; null to a watcher whom we do not know."""
        called = self.sitting[person][1] if person in self.sitting else name
        return {
            "seat": seat,
            "host": person is not None and person == self.host,
            "name": called,
            "person": person,
            "former": self.former.get(person) if person is not None else None,
            "known": person in self.known,
        }


async def read_room_facts(store: LogStore, presence: Presence, room_id: UUID) -> RoomFacts | None:
    """The room as it stands in the database. Raises DatabaseUnavailable."""
    seen = await read_room(store.fetch, presence, room_id)
    return None if seen is None else facts_of(seen)


def facts_of(seen: RoomSnapshot) -> RoomFacts:
    room, game, common = seen.room, seen.game, views.common_view(seen)
    return RoomFacts(
        id=room.id,
        code=room.code,
        version=room.version,
        host=room.host_id,
        sitting={seat.person_id: (seat.seat, seat.name or "") for seat in seen.seats if seat.person_id},
        kicked=frozenset(room.kicked),
        game=game.id,
        has_begun=game.state != "dealt",
        head=game.head,
        game_people=tuple(game.person_ids),
        former=views.former_seats(seen),
        known=views.known_here(seen),
        is_agreed=any(seat.offer and not seat.offer.awaited for seat in common.seats),
        is_closed=room.state == "closed",
        present=digest(one.key for one in seen.attending if one.is_here),
        may_talk=bool(common.options.talk),
        common=common.model_dump_json(exclude={"you"}).encode(),
    )
