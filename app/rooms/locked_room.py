"""A room that is locked for a change: found, judged, and announced once it is another.

Every change takes the lock of the room and its game, decides on what it then sees, bumps the room's version
and has it announced once committed. A room is `open` until the start, `playing`, `over` until a rematch
opens it again, and `closed` for good after long idleness.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import announce_room
from app.errors import Conflict, NotAllowed, NotFound
from app.games.models import Game
from app.people.service import Identity
from app.rooms import repository
from app.rooms.models import Room, SeatRow
from app.rooms.options import KeptOptions
from app.rooms.repository import RoomAccess
from app.rooms.snapshot import state_of


@dataclass(slots=True)
class LockedRoom:
    """A room and its current game, both locked, with the seats."""

    room: Room
    game: Game
    seats: Sequence[SeatRow]

    @property
    def options(self) -> KeptOptions:
        return options_of(self.room)

    def seat_of(self, person: UUID) -> SeatRow | None:
        """Where somebody sits."""
        return next((seat for seat in self.seats if seat.person_id == person), None)

    def seat(self, number: int) -> SeatRow:
        """A seat by its number; there are none beyond the room's."""
        if number >= len(self.seats):
            raise Conflict("no_such_seat", seats=len(self.seats))
        return self.seats[number]


def options_of(room: Room) -> KeptOptions:
    """A room's options as a value."""
    return KeptOptions.model_validate(room.options)


def invite_hash(invite: str) -> bytes:
    """What we keep of an invite."""
    return hashlib.sha256(invite.encode()).digest()


async def find_room(db: AsyncSession, code: str) -> RoomAccess:
    """The room with this code."""
    room = await repository.room_access(db, code)
    if room is None:
        raise NotFound
    return room


async def lock_room(db: AsyncSession, code: str) -> LockedRoom:
    """The room with this code, locked for a change."""
    room, game = await repository.lock(db, (await find_room(db, code)).id)
    if room.state == "closed":
        raise Conflict("room_closed")
    room.state = state_of(room.state, game.state)
    return LockedRoom(room, game, await repository.seats_of(db, room.id))


async def bump_version(db: AsyncSession, room: Room) -> None:
    """The room is another from now on; the sockets hear of it after the commit."""
    room.version += 1
    room.touched_at = func.now()
    announce_room(db, room.id)
    await db.flush()


def is_sent_away(room: Room | RoomAccess, person: UUID | None) -> bool:
    """Has the host sent this person away? They neither sit, watch nor talk here any more."""
    return person in room.kicked


def require_welcome(room: Room | RoomAccess, person: UUID | None) -> None:
    """Everybody whom the host has not sent away."""
    if is_sent_away(room, person):
        raise NotAllowed("kicked")


def require_open_door(room: RoomAccess, is_known: bool) -> None:
    """While the room is shut, only those who have been here."""
    if room.is_shut and not is_known:
        raise NotAllowed("room_shut")


def require_host(room: Room, me: Identity) -> None:
    """Only the host may."""
    if room.host_id != me.person:
        raise NotAllowed("not_host")


def require_open(room: Room) -> None:
    """Only before the start."""
    if room.state != "open":
        raise Conflict("not_open", state=room.state)


def own_seat(locked: LockedRoom, me: Identity) -> SeatRow:
    """My seat, or an error."""
    mine = locked.seat_of(me.person)
    if mine is None:
        raise NotAllowed("not_seated")
    return mine


def empty_seat(seat: SeatRow) -> None:
    """Nobody sits here."""
    seat.person_id = seat.bot = seat.name = seat.nonce = seat.left_at = seat.offer = None
    seat.hints_game_id = None


def pass_on_host(locked: LockedRoom, leaving: UUID) -> None:
    """If the host goes, whoever has sat here longest is host; in an empty room the next to sit down."""
    if locked.room.host_id == leaving:
        locked.room.host_id = longest_here(locked, but=leaving)


def longest_here(locked: LockedRoom, but: UUID | None = None) -> UUID | None:
    """Of those who sit here and have not left, the one who came first."""
    staying = [seat for seat in locked.seats if seat.person_id not in (None, but) and not is_gone(seat)]
    staying.sort(key=lambda seat: (seat.joined_at, seat.seat))
    return staying[0].person_id if staying else None


def is_gone(seat: SeatRow) -> bool:
    """Has whoever sits here left the game?"""
    return seat.left_at is not None


def unassign_seat(game: Game, seat: int) -> None:
    """From now on this seat of the game is nobody's."""
    game.person_ids = [None if at == seat else person for at, person in enumerate(game.person_ids)]
