"""A bot takes over a seat for good, if those at the table agree.

Anyone who plays and is there may offer it for a seat whose owner has left or is not waited for any more; all
who play and are there must agree, by offering the same. One refusal ends the offer, and so does the owner by
coming back. What was agreed is an entry of the log; from then on the former owner watches.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import Conflict, NotAllowed
from app.games.handover import hand_over
from app.games.plans import give_up
from app.rooms import repository
from app.rooms.attendance import RoomAttendance
from app.rooms.locked_room import LockedRoom, bump_version, is_gone, lock_room, pass_on_host
from app.rooms.models import Room, SeatRow
from app.rooms.snapshot import fetch_in, read_room


async def answer(db: AsyncSession, person: UUID, code: str, number: int, level: str | None) -> Room:
    """Say yes to a bot of this level for a seat (a first yes is the offer), or, without a level, no."""
    locked = await lock_room(db, code)
    mine = locked.seat_of(person)
    if locked.room.state != "playing" or mine is None or is_gone(mine):
        raise NotAllowed("not_seated")
    attendance = await attendance_now(db, locked)
    seat = absent_seat(locked, attendance, number, mine)
    before, offer = seat.offer, attendance.offer_for(attendance.room.seats[number])
    if level is None:
        seat.offer = None
    elif offer is not None and offer.level == level:
        seat.offer = {**offer.model_dump(), "agreed": sorted({*offer.agreed, mine.seat})}
    else:
        seat.offer = {"level": level, "agreed": [mine.seat], "at": attendance.room.now.timestamp()}
    if await take_over_if_agreed(db, locked, attendance, seat, {mine.seat}) or seat.offer != before:
        await bump_version(db, locked.room)
    return locked.room


async def settle(db: AsyncSession, room_id: UUID) -> None:
    """Somebody who had not agreed yet has gone: perhaps everyone who is still there has."""
    room, game = await repository.lock(db, room_id)
    locked = LockedRoom(room, game, await repository.seats_of(db, room.id))
    attendance = await attendance_now(db, locked)
    for seat, seen in zip(locked.seats, attendance.room.seats, strict=True):
        if attendance.offer_for(seen) and await take_over_if_agreed(db, locked, attendance, seat, set()):
            await bump_version(db, room)


async def attendance_now(db: AsyncSession, locked: LockedRoom) -> RoomAttendance:
    """Who is there now."""
    room = await read_room(fetch_in(db), locked.room.id)
    assert room is not None  # it is locked
    return RoomAttendance(room)


def absent_seat(locked: LockedRoom, attendance: RoomAttendance, number: int, mine: SeatRow) -> SeatRow:
    """The seat by its number, if there is anything to decide about it."""
    seat = locked.seat(number)
    if seat is mine or not attendance.is_absent(attendance.room.seats[number]):
        raise Conflict("not_absent", seat=number)
    return seat


async def take_over_if_agreed(
    db: AsyncSession, locked: LockedRoom, attendance: RoomAttendance, seat: SeatRow, asking: set[int]
) -> bool:
    """Give the seat to the bot once nobody's yes is missing. Whoever is `asking` is there for certain."""
    offer = seat.offer
    voters = attendance.voters | asking
    if offer is None or not voters or not voters <= set(offer["agreed"]):
        return False
    owner = seat.person_id
    seat.person_id = seat.nonce = seat.left_at = seat.offer = None
    seat.bot = offer["level"]
    await give_up(db, locked.game.id, seat.seat)
    await hand_over(db, locked.game, seat.seat, offer["level"])
    if owner is not None:
        pass_on_host(locked, owner)
    return True
