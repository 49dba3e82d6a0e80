"""What may be told of a day, and to whom: everything that pages and the API say of it comes from here.

to everybody          the seals of the day and of the next one, and how many have come to its end
to each               their own try, their streak, who is in their circles
to whoever is through everybody's points, those of their circles, and the best line that Gaia found
once it is closed     all that to everybody, with the key, the seed and the best games
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from app.daily import circles, standings, tries
from app.daily.circles import CircleOnDay
from app.daily.standings import DayStanding, Replay, Streak
from app.daily.tries import Try
from app.daily.worlds import World
from app.errors import NotFound
from app.people.service import Identity


@dataclass(frozen=True, slots=True)
class DayTold:
    """One day as one person may see it; `standing` is None for whoever may still play it unknowing."""

    today: date
    world: World
    next: World | None
    mine: Try | None
    streak: Streak
    people: int
    standing: DayStanding | None
    replays: Sequence[Replay]
    circles: Sequence[CircleOnDay]

    @property
    def day(self) -> date:
        return self.world.day

    @property
    def is_today(self) -> bool:
        return self.day == self.today

    @property
    def is_through(self) -> bool:
        return is_through(self.world, self.mine)


def is_through(world: World, mine: Try | None) -> bool:
    """Whether nothing of this world is to be kept from somebody but its seed."""
    return world.is_closed or (mine is not None and mine.is_over)


async def world_that_has_come(db: AsyncSession, day: date) -> World:
    """The world of today or an earlier day; of those to come nobody is told more than the seal."""
    world = await tries.world_of(db, day)
    if world is None or day > await tries.today(db):
        raise NotFound
    return world


async def day_told(db: AsyncSession, me: Identity | None, day: date) -> DayTold:
    """One day as `me` may see it."""
    today, world = await tries.today(db), await world_that_has_come(db, day)
    mine = await tries.try_of(db, me.person if me else None, day)
    through = is_through(world, mine)
    standing = await standings.standing_of(db, day) if through else None
    return DayTold(
        today=today,
        world=world,
        next=await tries.world_of(db, day + timedelta(days=1)) if day == today else None,
        mine=mine,
        streak=await standings.streak(db, me.person, today) if me else standings.streak_of([], today),
        people=standing.people if standing else await standings.people_of(db, day),
        standing=standing,
        replays=await standings.replays_of(db, day, me.person if me else None) if world.is_closed else (),
        circles=await circles_on(db, me, day, through=through),
    )


async def circles_on(db: AsyncSession, me: Identity | None, day: date, *, through: bool) -> list[CircleOnDay]:
    if me is None:
        return []
    found = await circles.mine(db, me.person)
    return await circles.on_day(db, me.person, day, found, with_points=through)


async def line_for(db: AsyncSession, person: UUID | None, day: date) -> dict[str, object]:
    """Gaia's best game on a day's world as a record, for whoever is through with it."""
    world = await world_that_has_come(db, day)
    record = world.line_record()
    if record is None or not is_through(world, await tries.try_of(db, person, day)):
        raise NotFound
    return record
