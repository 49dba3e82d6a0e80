"""A rated game in one press: where one waits already, with people of a similar rating who wait, or in a new
room.

Whoever seeks one does so alone among those who seek the same number of seats: of two at the same moment the
second finds the room of the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.config import Settings
from app.errors import Conflict, NotAllowed, NotFound
from app.people.service import Identity
from app.ratings.plackett_luce import MEAN, SPREAD
from app.rooms import repository, seating, service
from app.rooms.models import Room
from app.rooms.options import rated_options
from app.rooms.schemas import NewRoom, RatedWish, Sit

SIMILAR = SPREAD  # so far apart two ratings may lie to be called similar
STILL_COMING = 30  # seconds for which a room is waited for whose page has not opened its line yet
MINE_SQL = text("""
SELECT code FROM rooms JOIN seats ON room_id = rooms.id JOIN games ON games.id = rooms.game_id
WHERE person_id = :me AND left_at IS NULL
    AND (options ->> 'rated')::bool AND (options ->> 'seats')::int = :seats
    AND rooms.state IN ('open', 'playing') AND games.state IN ('dealt', 'running')
ORDER BY rooms.state DESC, rooms.touched_at DESC LIMIT 1
""")
OPEN_SQL = text("""
WITH me AS (
    SELECT coalesce((SELECT mean FROM ratings WHERE person_id = :me AND seats = :seats), :usual) AS mean
)
SELECT code FROM rooms JOIN LATERAL (
    SELECT avg(coalesce(mean, :usual)) AS mean, count(seats.person_id) AS taken, bool_or(EXISTS (
        SELECT FROM presence WHERE presence.room_id = rooms.id AND presence.person_id = seats.person_id
            AND gone_at IS NULL
    )) AS is_there
    FROM seats LEFT JOIN ratings ON ratings.person_id = seats.person_id AND ratings.seats = :seats
    WHERE seats.room_id = rooms.id AND seats.person_id IS NOT NULL
) AS waiting ON waiting.taken BETWEEN 1 AND :seats - 1
CROSS JOIN me
WHERE state = 'open' AND (options ->> 'rated')::bool AND (options ->> 'seats')::int = :seats AND NOT is_shut
    AND NOT kicked @> ARRAY[:me]::uuid[] AND abs(waiting.mean - me.mean) <= :similar
    AND (is_there OR touched_at > now() - make_interval(secs => :coming))
ORDER BY abs(waiting.mean - me.mean), created_at LIMIT 10
""")


async def seek(  # noqa: PLR0913, PLR0917 (what a room is made of, and whether one may be made)
    db: AsyncSession, me: Identity, wish: RatedWish, name: str, demand: Callable[[], None], settings: Settings
) -> Room:
    """A room in which `me` sits from now on. `demand` asks whether they may make one more."""
    await seating.require_asked(db, me.person)
    await repository.lock_rated_wishes(db, wish.seats)
    mine = (await db.execute(MINE_SQL, {"me": me.person, "seats": wish.seats})).scalar_one_or_none()
    for code in [mine] if mine else await waiting_rooms(db, me.person, wish.seats):
        try:
            return await seating.sit(db, me, code, Sit(nonce=wish.nonce))
        except (Conflict, NotAllowed, NotFound):
            continue  # somebody was quicker, it has begun, or is shut
    demand()
    options = rated_options(wish.seats).model_dump()
    room, _ = await service.create(db, me, NewRoom(**options, nonce=wish.nonce), name, settings)
    return room


async def waiting_rooms(db: AsyncSession, person: UUID, seats: int) -> Sequence[str]:
    """Where people wait of a similar rating, by the codes, the most similar first."""
    asked = {"me": person, "seats": seats, "usual": MEAN, "similar": SIMILAR, "coming": STILL_COMING}
    return (await db.execute(OPEN_SQL, asked)).scalars().all()
