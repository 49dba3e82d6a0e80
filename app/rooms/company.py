"""Being among people one does not know: whom the host lets nobody hear, whom somebody does not hear, and a
room that nobody new may enter.

Three words for three things: *hushed* is somebody whom the host lets nobody hear in this room, *muted* whom
one person does not hear anywhere, and *silenced* whom the operator lets nobody hear anywhere.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import announce_person
from app.errors import Conflict, NotFound
from app.people.models import Mute
from app.people.service import Identity
from app.rooms import repository
from app.rooms.locked_room import bump_version, lock_room, require_host
from app.rooms.models import Room
from app.rooms.schemas import Hush, Whom

MOST_MUTED = 500  # of one person
# While a game runs, who plays does not read what watchers say, and so knows of no such line.
LINE_SQL = text("""
SELECT talk.person_id, talk.name
FROM talk JOIN rooms ON rooms.id = talk.room_id LEFT JOIN games ON games.id = rooms.game_id
WHERE talk.id = :line AND talk.room_id = :room AND (
    talk.seat IS NOT NULL OR talk.game_id IS DISTINCT FROM rooms.game_id OR games.state <> 'running'
    OR NOT EXISTS (SELECT FROM seats WHERE seats.room_id = :room AND seats.person_id = :me)
)
""")


class Somebody(NamedTuple):
    """A person, and what they are called where they were met."""

    person: UUID
    name: str


async def somebody(db: AsyncSession, room_id: UUID, me: UUID, whom: Whom) -> Somebody:
    """Who is meant: not a bot, not myself."""
    found = (
        await by_line(db, room_id, me, whom.line)
        if whom.seat is None
        else await by_seat(db, room_id, whom.seat)
    )
    if found.person == me:
        raise Conflict("yourself")
    return found


async def by_seat(db: AsyncSession, room_id: UUID, number: int) -> Somebody:
    seats = await repository.seats_of(db, room_id)
    if number >= len(seats):
        raise Conflict("no_such_seat", seats=len(seats))
    person = seats[number].person_id
    if person is None:
        raise Conflict("seat_empty")
    return Somebody(person, seats[number].name or "")


async def by_line(db: AsyncSession, room_id: UUID, me: UUID, line: int | None) -> Somebody:
    row = (await db.execute(LINE_SQL, {"line": line, "room": room_id, "me": me})).one_or_none()
    if row is None or row[0] is None:
        raise NotFound  # there is no such line, or whoever said it was forgotten
    return Somebody(*row)


async def hush(db: AsyncSession, me: Identity, code: str, wish: Hush) -> Room:
    """Host: let nobody hear somebody here, or let them be heard again."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    person = (await somebody(db, locked.room.id, me.person, wish)).person
    if (person in locked.room.hushed) is not wish.hushed:
        others = [other for other in locked.room.hushed if other != person]
        locked.room.hushed = [*others, person] if wish.hushed else others
        await bump_version(db, locked.room)
    return locked.room


async def shut(db: AsyncSession, me: Identity, code: str, is_shut: bool) -> Room:
    """Host: let nobody new in, not even to watch, or open the door again."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    if locked.game.daily is not None:
        raise Conflict("daily_fixed")
    if locked.room.is_shut is not is_shut:
        locked.room.is_shut = is_shut
        await bump_version(db, locked.room)
    return locked.room


async def mute(db: AsyncSession, me: Identity, muted: Somebody) -> Mute:
    """Hear somebody no more, at any table; asked twice it is the same."""
    if not await repository.lock_person(db, me.person) or not await repository.lock_person(db, muted.person):
        raise NotFound  # forgotten in this very moment
    mine = select(Mute).where(Mute.person_id == me.person)
    if ((await db.scalar(select(func.count()).select_from(mine.subquery()))) or 0) >= MOST_MUTED:
        raise Conflict("too_many_muted", limit=MOST_MUTED)
    values = {"person_id": me.person, "muted_id": muted.person, "name": muted.name}
    await db.execute(insert(Mute).values(**values).on_conflict_do_nothing())
    announce_person(db, me.person)
    return (await db.scalars(mine.where(Mute.muted_id == muted.person))).one()
