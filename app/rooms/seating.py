"""Sitting down and getting up: people, and bots where the host wants them."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import Conflict, NotAllowed
from app.games.bot_pool import CARETAKER
from app.games.plans import give_up
from app.people.names import distinct
from app.people.service import Identity
from app.rooms import bots, repository
from app.rooms.locked_room import (
    LockedRoom,
    bump_version,
    empty_seat,
    invite_hash,
    lock_room,
    options_of,
    own_seat,
    pass_on_host,
    require_host,
    require_open,
    require_welcome,
    unassign_seat,
)
from app.rooms.models import Room, SeatRow
from app.rooms.options import Options
from app.rooms.schemas import Sit


def seat_person(seat: SeatRow, person: UUID, name: str, nonce: str | None) -> None:
    """Somebody sits down."""
    seat.person_id, seat.name, seat.nonce, seat.left_at = person, name, nonce, None
    seat.joined_at = func.now()


def called(options: Options, me: Identity) -> str:
    """What somebody is called in a room with these options."""
    return options.called(me.name, me.given_name)


async def require_may_sit(db: AsyncSession, room: Room, me: Identity, invite: str | None) -> None:
    """Public, or mine, or I have played here, or with the invite; a wrong one is told from none by nobody."""
    require_welcome(room, me.person)
    if options_of(room).rated:
        await require_asked(db, me.person)
    if room.host_id == me.person or options_of(room).public:
        return
    if await repository.has_played(db, room.id, me.person):
        return
    given = invite_hash(invite or "")
    if room.invite_hash is None or not hmac.compare_digest(given, room.invite_hash):
        raise NotAllowed("invite_needed")


async def require_asked(db: AsyncSession, person: UUID) -> None:
    """Rated games are for those who asked for them."""
    if not await repository.count_asked(db, [person]):
        raise Conflict("rated_unasked")


async def sit(db: AsyncSession, me: Identity, code: str, wish: Sit) -> Room:
    """Sit down, move to another seat, or come back to the one that was left during the game."""
    locked = await lock_room(db, code)
    mine = locked.seat_of(me.person)
    if mine is not None:
        return await sit_elsewhere(db, locked, mine, wish)
    await require_may_sit(db, locked.room, me, wish.invite)
    require_open(locked.room)
    chosen = free_seat(locked, wish.seat)
    taken = [other.name for other in locked.seats if other.name is not None]
    seat_person(chosen, me.person, distinct(called(locked.options, me), taken), wish.nonce)
    if locked.room.host_id is None:
        locked.room.host_id = me.person
    await bump_version(db, locked.room)
    return locked.room


def free_seat(locked: LockedRoom, wanted: int | None) -> SeatRow:
    """The seat that is wanted, or the first that is free."""
    if wanted is not None:
        chosen = locked.seat(wanted)
        if chosen.person_id is not None or chosen.bot is not None:
            raise Conflict("seat_taken", seat=wanted)
        return chosen
    for seat in locked.seats:
        if seat.person_id is None and seat.bot is None:
            return seat
    raise Conflict("room_full")


async def sit_elsewhere(db: AsyncSession, locked: LockedRoom, mine: SeatRow, wish: Sit) -> Room:
    """Somebody who sits here already: asked twice, moving over, or back after leaving."""
    if mine.left_at is not None:
        mine.left_at = mine.offer = None
        await bump_version(db, locked.room)
    if wish.seat in (None, mine.seat):
        if locked.room.state == "open" and mine.nonce != wish.nonce:
            mine.nonce = wish.nonce
            await bump_version(db, locked.room)
        return locked.room
    require_open(locked.room)
    chosen = free_seat(locked, wish.seat)
    person, name, joined_at = mine.person_id, mine.name, mine.joined_at
    assert person is not None
    assert name is not None
    empty_seat(mine)
    await db.flush()  # the same person twice at one table is what the database refuses
    seat_person(chosen, person, name, wish.nonce)
    chosen.joined_at = joined_at
    await bump_version(db, locked.room)
    return locked.room


async def came_back(db: AsyncSession, room_id: UUID, number: int) -> None:
    """Somebody who had left has moved: they are back in their seat."""
    room, game = await repository.lock(db, room_id)
    locked = LockedRoom(room, game, await repository.seats_of(db, room_id))
    seat = locked.seat(number)
    if seat.left_at is not None and seat.person_id is not None:
        seat.left_at = seat.offer = None
        await bump_version(db, room)


async def give_nonce(db: AsyncSession, me: Identity, code: str, nonce: str) -> Room:
    """Add one's own chance to the next deal. Until the start the last word counts."""
    locked = await lock_room(db, code)
    mine = own_seat(locked, me)
    require_open(locked.room)
    mine.nonce = nonce
    await bump_version(db, locked.room)
    return locked.room


async def leave(db: AsyncSession, me: Identity, code: str) -> Room:
    """Get up; while a game runs the caretaker plays on, and one may come back. The host's word passes on."""
    locked = await lock_room(db, code)
    mine = locked.seat_of(me.person)
    if mine is None and locked.room.host_id != me.person:
        raise NotAllowed("not_seated")
    if mine is not None and locked.room.state == "playing":
        mine.left_at = func.now()
        await give_up(db, locked.game.id, mine.seat)
    elif mine is not None:
        empty_seat(mine)
    await db.flush()
    pass_on_host(locked, me.person)
    await bump_version(db, locked.room)
    return locked.room


async def kick(db: AsyncSession, me: Identity, code: str, number: int) -> Room:
    """Send somebody away for good. What they play is played by the caretaker from now on."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    seat = locked.seat(number)
    if seat.person_id == me.person:
        raise Conflict("own_seat")
    if seat.person_id is None and seat.bot is None:
        raise Conflict("seat_empty")
    if seat.bot is not None and locked.room.state == "playing":
        raise Conflict("not_open")
    if locked.options.rated and locked.room.state == "playing":
        raise Conflict("rated_fixed")  # it would make somebody lose
    send_away(locked, seat)
    await give_up(db, locked.game.id, number)
    await bump_version(db, locked.room)
    return locked.room


async def unseat(db: AsyncSession, me: Identity, code: str, number: int) -> Room:
    """Take a seat back from somebody who does not come, before the start. They may sit down again."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    require_open(locked.room)
    seat = locked.seat(number)
    if seat.person_id == me.person:
        raise Conflict("own_seat")
    if seat.person_id is None:
        raise Conflict("seat_empty")
    empty_seat(seat)
    await bump_version(db, locked.room)
    return locked.room


def send_away(locked: LockedRoom, seat: SeatRow) -> None:
    """Free a seat; in a running game its name stays, but it is nobody's."""
    if seat.person_id is not None:
        locked.room.kicked = [*locked.room.kicked, seat.person_id]
    if locked.room.state != "playing":
        empty_seat(seat)
        return
    seat.person_id, seat.nonce, seat.left_at = None, None, func.now()
    unassign_seat(locked.game, seat.seat)


async def seat_bot(db: AsyncSession, me: Identity, code: str, number: int, level: str | None) -> Room:
    """Give an empty seat to a bot, change its strength, or send it away."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    require_open(locked.room)
    if locked.options.rated:
        raise Conflict("rated_fixed")
    seat = locked.seat(number)
    if seat.person_id is not None:
        raise Conflict("seat_taken", seat=number)
    empty_seat(seat)
    if level is not None:
        seat.bot = level
        seat.name = distinct(bots.name_of(level), [x.name for x in locked.seats if x.name is not None])
    await bump_version(db, locked.room)
    return locked.room


def fill_seats(seats: Sequence[SeatRow], level: str = CARETAKER) -> None:
    """A bot for each planet that nobody plays."""
    for seat in seats:
        if seat.person_id is None and seat.bot is None:
            taken = [other.name for other in seats if other.name is not None]
            seat.bot, seat.name = level, distinct(bots.name_of(level), taken)
