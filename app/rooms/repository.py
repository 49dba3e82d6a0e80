"""The rows of rooms and seats, and the locks on them.

Whoever changes a room holds its lock, so that within it everything can be decided in plain code. Games are
locked before rooms, always: a move locks its game and may then touch the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, bindparam, exists, func, or_, select, text, true, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import NotFound
from app.games.models import Game, PresenceRow
from app.people.models import Person
from app.rooms import codes
from app.rooms.models import Room, SeatRow, TalkRow

MOST_LISTED = 50
MOST_SWEPT = 100
GONE_LATELY = 600  # seconds, of many sweeps, for which it is still noted that somebody was in a room
ROOMS_LOCK = 7_262_637  # any number that no other lock of ours has
RATED_LOCK = 7_262_700  # plus the number of seats


_rooms = Room.__table__.c
_access = select(_rooms.id, _rooms.kicked, _rooms.invite_hash, _rooms.is_shut)
ROOM_ACCESS_BY_CODE = _access.where(_rooms.code == bindparam("code"))
ROOM_ACCESS_BY_INVITE = _access.where(_rooms.invite_hash == bindparam("invite_hash"))


TOUCH_ATTENDED_ROOMS_SQL = text("""
WITH attended AS (
    SELECT room_id, max(coalesce(gone_at, now())) AS last, bool_or(gone_at IS NULL) AS is_now FROM (
        SELECT room_id, gone_at FROM presence WHERE gone_at IS NULL
        UNION ALL
        SELECT room_id, gone_at FROM presence WHERE gone_at > now() - make_interval(secs => :lately)
    ) AS here_or_gone_lately GROUP BY room_id
), due AS (
    SELECT id, last FROM rooms JOIN attended ON room_id = id
    WHERE state <> 'closed'
        AND touched_at < last - CASE WHEN is_now THEN make_interval(secs => :every) ELSE '0 s' END
    FOR UPDATE OF rooms SKIP LOCKED
) UPDATE rooms SET touched_at = due.last FROM due WHERE rooms.id = due.id
""")


class RoomAccess(NamedTuple):
    """What is asked of a room before anybody is let in."""

    id: UUID
    kicked: list[UUID]
    invite_hash: bytes | None
    is_shut: bool


async def room_access(db: AsyncSession, code: str) -> RoomAccess | None:
    """The room with this code, as far as its door goes; asked with every request and by every socket."""
    normal = codes.normalised(code)
    if normal is None:
        return None
    row = (await db.execute(ROOM_ACCESS_BY_CODE, {"code": normal})).one_or_none()
    return None if row is None else RoomAccess(*row)


async def room_access_by_invite(db: AsyncSession, invite_hash: bytes) -> RoomAccess | None:
    """The same of the room that this invite leads to."""
    row = (await db.execute(ROOM_ACCESS_BY_INVITE, {"invite_hash": invite_hash})).one_or_none()
    return None if row is None else RoomAccess(*row)


async def is_known(db: AsyncSession, room_id: UUID, person_id: UUID) -> bool:
    """Whether somebody hosts this room, sits or has played in it, or was at its table just now."""
    query = select(
        or_(
            exists().where(Room.id == room_id, Room.host_id == person_id),
            exists().where(SeatRow.room_id == room_id, SeatRow.person_id == person_id),
            exists().where(PresenceRow.room_id == room_id, PresenceRow.person_id == person_id),
            exists().where(Game.room_id == room_id, Game.sat_ids.contains([person_id])),
        )
    )
    return bool((await db.execute(query)).scalar_one())


async def game_of(db: AsyncSession, room: Room) -> Game:
    """The room's current game, unlocked."""
    assert room.game_id is not None
    return await db.get_one(Game, room.game_id)


async def lock(db: AsyncSession, room_id: UUID) -> tuple[Room, Game]:
    """The room and its current game, locked, game first. Meanwhile nobody else changes either."""
    fresh = {"populate_existing": True}
    while True:
        game_id = (await db.execute(select(Room.game_id).where(Room.id == room_id))).scalar_one_or_none()
        if game_id is None:
            raise NotFound  # deleted in this very moment
        game = (
            await db.scalars(
                select(Game).where(Game.id == game_id).with_for_update().execution_options(**fresh)
            )
        ).one_or_none()
        room = (
            await db.scalars(
                select(Room).where(Room.id == room_id).with_for_update().execution_options(**fresh)
            )
        ).one_or_none()
        if game is not None and room is not None and room.game_id == game.id:
            return room, game
        # A rematch came in between: take its game as well, and look again.


async def seats_of(db: AsyncSession, room_id: UUID) -> Sequence[SeatRow]:
    """The seats of a room, in order, as they are now."""
    query = select(SeatRow).where(SeatRow.room_id == room_id).order_by(SeatRow.seat)
    return (await db.scalars(query.execution_options(populate_existing=True))).all()


async def has_played(db: AsyncSession, room_id: UUID, person_id: UUID) -> bool:
    """Whether somebody sat in any game of this room."""
    query = select(exists().where(Game.room_id == room_id, Game.sat_ids.contains([person_id])))
    return bool((await db.execute(query)).scalar_one())


async def name_of(db: AsyncSession, person_id: UUID | None) -> str | None:
    """Somebody's name."""
    person = await db.get(Person, person_id) if person_id else None
    return person.name if person else None


def is_welcome(person_id: UUID | None) -> ColumnElement[bool]:
    """Rooms that this person was not sent away from."""
    return true() if person_id is None else ~Room.kicked.contains([person_id])


async def open_public(db: AsyncSession, person_id: UUID | None) -> Sequence[Room]:
    """Public rooms that wait for people, as far as this person is welcome there, the liveliest first."""
    query = select(Room).where(Room.state == "open", Room.options["public"].astext == "true", ~Room.is_shut)
    query = query.where(is_welcome(person_id))
    return (await db.scalars(query.order_by(Room.touched_at.desc(), Room.id).limit(MOST_LISTED))).all()


async def seats_of_all(db: AsyncSession, rooms: Sequence[Room]) -> dict[UUID, list[SeatRow]]:
    """The seats of many rooms at once."""
    found: dict[UUID, list[SeatRow]] = {room.id: [] for room in rooms}
    query = select(SeatRow).where(SeatRow.room_id.in_(list(found))).order_by(SeatRow.room_id, SeatRow.seat)
    for seat in (await db.scalars(query)).all():
        found[seat.room_id].append(seat)
    return found


async def lock_person(db: AsyncSession, person_id: UUID) -> bool:
    """Keep this person to ourselves until the commit, so that what is counted of theirs stays so. False if
    there is no such person any more.
    """
    query = select(Person.id).where(Person.id == person_id).with_for_update(key_share=True)
    return (await db.execute(query)).scalar_one_or_none() is not None


async def count_asked(db: AsyncSession, people: Sequence[UUID]) -> int:
    """How many of these have asked for rated games."""
    query = select(func.count()).select_from(Person).where(Person.id.in_(people), Person.plays_rated)
    return (await db.execute(query)).scalar_one()


async def lock_rated_wishes(db: AsyncSession, seats: int) -> None:
    """From now until our commit nobody else looks for a rated game of so many seats."""
    await db.execute(select(func.pg_advisory_xact_lock(RATED_LOCK + seats)))


async def lock_room_creation(db: AsyncSession) -> None:
    """From now until our commit nobody else makes a room who asks for this."""
    await db.execute(select(func.pg_advisory_xact_lock(ROOMS_LOCK)))


async def count_open(db: AsyncSession, host: UUID | None = None) -> int:
    """Rooms that are open or at play: of one host, or all."""
    query = select(func.count()).select_from(Room).where(Room.state.in_(("open", "playing")))
    if host is not None:
        query = query.where(Room.host_id == host)
    return (await db.execute(query)).scalar_one()


async def rooms_of(db: AsyncSession, person_id: UUID) -> Sequence[Room]:
    """Rooms in which somebody sits, was sent away or is not let speak, or that they host, unlocked."""
    sits = exists().where(SeatRow.room_id == Room.id, SeatRow.person_id == person_id)
    sat = exists().where(Game.id == Room.game_id, Game.sat_ids.contains([person_id]))  # a bot's seat now
    is_noted = or_(Room.kicked.contains([person_id]), Room.hushed.contains([person_id]))
    is_part = or_(Room.host_id == person_id, sits, sat, is_noted)
    return (await db.scalars(select(Room).where(is_part).order_by(Room.id))).all()


async def names_of(db: AsyncSession, people: Sequence[UUID]) -> dict[UUID, tuple[str, str]]:
    """Of each the name, and the one that they were given."""
    query = select(Person.id, Person.name, Person.given_name).where(Person.id.in_(people))
    return {person: (name, given) for person, name, given in await db.execute(query)}


async def rename_in_talk(db: AsyncSession, person_id: UUID, name: str) -> None:
    """What somebody said stays, but not that it was them."""
    await db.execute(update(TalkRow).where(TalkRow.person_id == person_id).values(name=name, person_id=None))


async def lock_games(db: AsyncSession, person_id: UUID, current: Sequence[UUID]) -> Sequence[Game]:
    """Every game somebody played in, and those in `current`, locked in id order."""
    query = select(Game).where(or_(Game.sat_ids.contains([person_id]), Game.id.in_(current)))
    return (await db.scalars(query.order_by(Game.id).with_for_update())).all()


async def lock_rooms(db: AsyncSession, room_ids: Sequence[UUID]) -> Sequence[Room]:
    """These rooms, locked in id order; their games must be locked by now."""
    query = select(Room).where(Room.id.in_(room_ids)).order_by(Room.id).with_for_update()
    return (await db.scalars(query.execution_options(populate_existing=True))).all()


def hours_ago(hours: float) -> ColumnElement[datetime]:
    """A moment on the database's clock."""
    return func.now() - func.make_interval(0, 0, 0, 0, 0, 0, hours * 3600)


def idle_rooms_query(idle_hours: float, empty_hours: float) -> Select[Room, Game]:
    """Rooms nobody is in or has touched for long, with their games. Both conditions name the states, so that
    the index leads past all rooms that are closed: most are, once a site is some weeks old.
    """
    is_attended = exists().where(PresenceRow.room_id == Room.id, PresenceRow.gone_at.is_(None))
    sat_in = exists().where(SeatRow.room_id == Room.id, SeatRow.person_id.is_not(None))
    is_at_rest = or_(Room.state != "playing", Game.ended_at < hours_ago(idle_hours))
    is_idle = or_(
        Room.state.in_(("open", "playing", "over")) & (Room.touched_at < hours_ago(idle_hours)),
        (Room.state == "open") & (Room.touched_at < hours_ago(empty_hours)) & ~sat_in,
    )
    query = select(Room, Game).join(Game, Game.id == Room.game_id).where(is_idle, is_at_rest, ~is_attended)
    return query.order_by(Room.touched_at).limit(MOST_SWEPT)


async def idle_rooms(db: AsyncSession, idle_hours: float, empty_hours: float) -> Sequence[tuple[Room, Game]]:
    """Those rooms, locked with their games; what others hold is left out."""
    query = idle_rooms_query(idle_hours, empty_hours).with_for_update(skip_locked=True)
    return [(room, game) for room, game in (await db.execute(query)).all()]


async def touch_attended_rooms(db: AsyncSession, every: float) -> None:
    """Note on rooms until when somebody was in them: where somebody still is, every so many seconds. Those
    that others hold just now have their turn the next time. Who left long ago was noted long ago: most of
    what is kept of presence is of them, and is not looked at.
    """
    await db.execute(TOUCH_ATTENDED_ROOMS_SQL, {"every": every, "lately": every + GONE_LATELY})
