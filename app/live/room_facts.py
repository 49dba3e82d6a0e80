"""A room as its table shows it: read once for everybody, and the few fields that differ by person."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from app.games.presence import digest
from app.games.store import LogStore
from app.rooms import views
from app.rooms.attendance import patience_of
from app.rooms.schemas import RoomView
from app.rooms.snapshot import RoomSnapshot, read_room


@dataclass(frozen=True, slots=True)
class RoomFacts:
    """What a table needs to know of its room. `common` is the room view as everybody sees it, encoded."""

    id: UUID
    code: str
    version: int
    host: UUID | None
    sitting: dict[UUID, int]  # who sits where
    kicked: frozenset[UUID]
    game: UUID
    has_begun: bool
    head: int
    game_people: tuple[UUID | None, ...]  # who plays which seat of the game
    is_agreed: bool  # all who are there have agreed to a bot, though not all who were
    is_closed: bool
    present: str | None  # the digest of who is there
    may_talk: bool
    presence_changes_in: float | None  # seconds until somebody away is not waited for any more
    common: bytes
    room: RoomSnapshot

    def seat_of(self, person: UUID | None) -> int | None:
        return self.sitting.get(person) if person is not None else None

    def you(self, person: UUID | None, name: str | None, seat: int | None) -> bytes:
        """What the room says to one person, encoded; the seat is that of the game, which may be ahead."""
        you = views.you_view(self.room, person, name)
        return you.model_copy(update={"seat": seat}).model_dump_json().encode()


async def read_room_facts(store: LogStore, room_id: UUID) -> RoomFacts | None:
    """The room as it stands in the database. Raises DatabaseUnavailable."""
    room = await read_room(store.fetch, room_id)
    return None if room is None else facts_of(room)


def facts_of(room: RoomSnapshot) -> RoomFacts:
    game, common = room.game, views.common_view(room)
    return RoomFacts(
        id=room.id,
        code=room.code,
        version=room.version,
        host=room.host_id,
        sitting={seat.person_id: seat.seat for seat in room.seats if seat.person_id},
        kicked=room.kicked,
        game=game.id,
        has_begun=game.state != "dealt",
        head=game.head,
        game_people=game.person_ids,
        is_agreed=any(seat.offer and not seat.offer.awaited for seat in common.seats),
        is_closed=room.state == "closed",
        present=digest(one.key for one in room.people if one.is_here),
        may_talk=bool(common.options.talk),
        presence_changes_in=presence_changes_in(room, common),
        common=common.model_dump_json(exclude={"you"}).encode(),
        room=room,
    )


def presence_changes_in(room: RoomSnapshot, common: RoomView) -> float | None:
    """When the caretaker helps the next one who is away, which the room shows from then on."""
    if common.state != "playing" or room.game.started_at is None:
        return None
    patience, began = patience_of(common.options), room.game.started_at
    away = [seat.away_since for seat in common.seats if seat.presence == "away" and seat.away_since]
    return min((patience - (room.now - max(since, began)).total_seconds() for since in away), default=None)
