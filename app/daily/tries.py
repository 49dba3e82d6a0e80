"""Tries: the one that counts, and free ones. Each is an ordinary game in a room of its own, with nobody else
in it: its door is shut, it has no invite, no talk and no hints.

A person is locked while a try begins, so two tabs at once come to the same room, whatever process they ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from app.bots.daily import BOTS, MINE, SEATS, nonces_of
from app.config import Settings
from app.daily.models import DailyTry, DailyWorld
from app.daily.worlds import World
from app.errors import Conflict, NotFound, NotSignedIn
from app.games.days import HOURS_LEFT, is_closed
from app.people.service import Identity
from app.rooms import repository, seating, service
from app.rooms.models import Room
from app.rooms.schemas import NewRoom

TODAY = "(now() AT TIME ZONE 'UTC')::date"
CLOSES = f"((day + 1)::timestamp AT TIME ZONE 'UTC' + interval '{HOURS_LEFT} hours')"
COUNTS = f"(games.state = 'over' AND games.ended_at < {CLOSES})"  # played to its end, and in time
POINTS = f"(games.result -> 'scores' -> {int(MINE)} ->> 'total')::int"
TODAY_SQL = text(f"SELECT {TODAY}")
MINE_SQL = text(f"""
SELECT day, games.id AS game, rooms.code AS room, games.state, games.head, is_shown, {COUNTS} AS counts,
    {POINTS} AS points, games.result -> 'winners' AS winners
FROM daily_tries JOIN games ON games.id = game_id JOIN rooms ON rooms.id = room_id
WHERE person_id = :me AND (CAST(:day AS date) IS NULL OR day = :day) ORDER BY day DESC
""")  # noqa: S608 (words of ours)
SHOW_SQL = text("""
UPDATE daily_tries SET is_shown = :shown WHERE person_id = :me AND day = :day RETURNING game_id
""")


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody's try of a day: under way, over in time, or over too late (or never)."""

    day: date
    game: UUID
    room: str
    state: str
    head: int
    is_shown: bool
    counts: bool
    points: int | None
    winners: Sequence[int]

    @property
    def is_over(self) -> bool:
        return self.state in ("over", "abandoned")

    @property
    def is_won(self) -> bool:
        return MINE in self.winners


async def today(db: AsyncSession) -> date:
    """Which day it is, by the database's clock."""
    found: date = (await db.execute(TODAY_SQL)).scalar_one()
    return found


async def world_of(db: AsyncSession, day: date) -> World | None:
    """The world of a day, if it is drawn."""
    row = (await db.execute(select(DailyWorld).where(DailyWorld.day == day))).scalar_one_or_none()
    if row is None or row.seal is None:
        return None
    told: dict[str, Any] = {name: getattr(row, name) for name in World.__slots__}
    return World(**told)


async def has_world(db: AsyncSession, day: date) -> bool:
    """Whether the world of a day is drawn."""
    query = select(DailyWorld.day).where(DailyWorld.day == day, DailyWorld.seal.is_not(None))
    return (await db.execute(query)).first() is not None


async def tries_of(db: AsyncSession, person: UUID, day: date | None = None) -> list[Try]:
    """Every try of somebody, the latest first; or that of one day."""
    rows = (await db.execute(MINE_SQL, {"me": person, "day": day})).all()
    return [Try(**{**row._mapping, "winners": row.winners or ()}) for row in rows]


async def try_of(db: AsyncSession, person: UUID | None, day: date) -> Try | None:
    found = await tries_of(db, person, day) if person is not None else []
    return found[0] if found else None


async def days_before(db: AsyncSession, day: date, most: int) -> list[date]:
    """The days before this one that had a world, the latest first."""
    query = select(DailyWorld.day).where(DailyWorld.day < day, DailyWorld.seal.is_not(None))
    return list((await db.scalars(query.order_by(DailyWorld.day.desc()).limit(most))).all())


async def begin(db: AsyncSession, me: Identity, day: date, names: Names, settings: Settings) -> UUID:
    """The room of my try of this day: the one I have begun, else a new one, if the day is today."""
    world = await open_world(db, me, day)
    mine = await try_of(db, me.person, day)
    if mine is not None:
        return await room_id(db, mine.room)
    if await today(db) != day:
        raise Conflict("daily_over")
    room = await begin_room(db, me, world, names, settings)
    db.add(DailyTry(game_id=room.game_id, day=day, person_id=me.person))
    await db.flush()
    return room.id


async def begin_free(db: AsyncSession, me: Identity, day: date, names: Names, settings: Settings) -> UUID:
    """A room to play a day's world in that counts for nothing: once my own try is over, or the day is."""
    world = await open_world(db, me, day)
    mine = await try_of(db, me.person, day)
    if not is_closed(day) and (mine is None or not mine.is_over):
        raise Conflict("daily_first")
    return (await begin_room(db, me, world, names, settings)).id


async def show_name(db: AsyncSession, me: Identity, day: date, is_shown: bool) -> None:
    """Whether my name stands beside my try, once the day is over."""
    values = {"me": me.person, "day": day, "shown": is_shown}
    if (await db.execute(SHOW_SQL, values)).first() is None:
        raise NotFound


@dataclass(frozen=True, slots=True)
class Names:
    """What is called what in a new try: the room, and who plays, whom nobody shall know by it."""

    room: str
    player: str


async def open_world(db: AsyncSession, me: Identity, day: date) -> World:
    """The world of a day that has come; whoever asks is held, so that they begin one thing at a time."""
    if not await repository.lock_person(db, me.person):
        raise NotSignedIn  # forgotten in this very moment
    world = await world_of(db, day)
    if world is None or day > await today(db):
        raise NotFound
    return world


async def begin_room(db: AsyncSession, me: Identity, world: World, names: Names, settings: Settings) -> Room:
    """A room with me and the day's three bots, in which the day's deal has begun."""
    nonce = nonces_of(world.day)[MINE]
    wish = NewRoom.model_validate({"seats": SEATS, "nonce": nonce, "talk": False, "hints": False})
    room, _ = await service.create(db, me, wish, names.room, settings)
    game = await repository.game_of(db, room)
    game.seed, game.commitment, game.daily = world.seed, world.commitment, world.day
    room.is_shut = True
    (await repository.seats_of(db, room.id))[MINE].name = names.player
    for seat, level in enumerate(BOTS, start=1):
        await seating.seat_bot(db, me, room.code, seat, level)
    await service.revoke_invite(db, me, room.code)
    return await service.start(db, me, room.code)


async def room_id(db: AsyncSession, code: str) -> UUID:
    access = await repository.room_access(db, code)
    if access is None:
        raise NotFound  # deleted in this very moment
    return access.id
