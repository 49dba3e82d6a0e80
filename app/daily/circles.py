"""Circles: people who see each other's names and points of a day. Whoever has the link may join."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.daily.models import Circle, CircleMember
from app.daily.tries import COUNTS, POINTS
from app.errors import Conflict, NotFound, NotSignedIn
from app.people.names import clean
from app.people.service import Identity
from app.rooms import repository

LINK_BYTES = 16  # 128 bits
LINK = re.compile(r"^[A-Za-z0-9_-]{22}$")
MOST_MEMBERS = 50
MOST_CIRCLES = 10  # of one person

MEMBERS_SQL = text(f"""
SELECT circle_members.circle_id, people.name, people.id = :me AS is_you,
    CASE WHEN {COUNTS} THEN {POINTS} END AS points
FROM circle_members JOIN people ON people.id = person_id
LEFT JOIN daily_tries ON daily_tries.person_id = people.id AND daily_tries.day = :day
LEFT JOIN games ON games.id = daily_tries.game_id
WHERE circle_id = ANY(:circles) ORDER BY points DESC NULLS LAST, games.ended_at, people.name, people.id
""")  # noqa: S608 (words of ours)
MINE_SQL = text("""
SELECT id, link, name,
    (SELECT count(*) FROM circle_members AS other WHERE other.circle_id = circles.id) AS people
FROM circles JOIN circle_members ON circle_id = circles.id WHERE person_id = :me ORDER BY joined_at, id
""")


class Member(NamedTuple):
    """Somebody in a circle, and what they have done on a day. Points only for whoever may see them."""

    name: str
    is_you: bool
    points: int | None


class CircleFound(NamedTuple):
    """A circle as its members know it."""

    id: UUID
    link: str
    name: str
    people: int


@dataclass(frozen=True, slots=True)
class CircleOnDay:
    """A circle with all its members on one day."""

    circle: CircleFound
    members: Sequence[Member]


async def make(db: AsyncSession, me: Identity, name: str) -> CircleFound:
    """A new circle, with me in it."""
    await hold(db, me)
    circle = Circle(link=secrets.token_urlsafe(LINK_BYTES), name=clean(name))
    db.add(circle)
    await db.flush()
    await add_me(db, circle, me)
    return CircleFound(circle.id, circle.link, circle.name, 1)


async def join(db: AsyncSession, me: Identity, link: str) -> CircleFound:
    """Come in by the link; whoever is in it already just stays."""
    await hold(db, me)
    circle = await locked(db, link)
    mine = await db.get(CircleMember, (circle.id, me.person))
    people = await count(db, circle.id)
    if mine is None:
        if people >= MOST_MEMBERS:
            raise Conflict("circle_full", limit=MOST_MEMBERS)
        await add_me(db, circle, me)
    return CircleFound(circle.id, circle.link, circle.name, people + (mine is None))


async def leave(db: AsyncSession, me: Identity, link: str) -> None:
    """Go; whoever was the last one takes the circle along."""
    circle = await locked(db, link)
    theirs = CircleMember.circle_id == circle.id, CircleMember.person_id == me.person
    await db.execute(delete(CircleMember).where(*theirs))
    if not await count(db, circle.id):
        await db.execute(delete(Circle).where(Circle.id == circle.id))


async def mine(db: AsyncSession, person: UUID) -> list[CircleFound]:
    """The circles somebody is in."""
    return [CircleFound(*row) for row in await db.execute(MINE_SQL, {"me": person})]


async def found(db: AsyncSession, link: str) -> CircleFound | None:
    """What the link leads to: its name and how many are in it, and nobody's name."""
    if LINK.match(link) is None:
        return None
    circle = (await db.execute(select(Circle).where(Circle.link == link))).scalar_one_or_none()
    if circle is None:
        return None
    return CircleFound(circle.id, circle.link, circle.name, await count(db, circle.id))


async def on_day(
    db: AsyncSession, person: UUID, day: date, circles: Sequence[CircleFound], *, with_points: bool
) -> list[CircleOnDay]:
    """These circles with their members; their points only for whoever may know them."""
    values = {"me": person, "day": day, "circles": [circle.id for circle in circles]}
    rows = (await db.execute(MEMBERS_SQL, values)).all() if circles else []
    members: dict[UUID, list[Member]] = {circle.id: [] for circle in circles}
    for row in rows if with_points else sorted(rows, key=lambda row: row.name.casefold()):
        members[row.circle_id].append(Member(row.name, row.is_you, row.points if with_points else None))
    return [CircleOnDay(circle, members[circle.id]) for circle in circles]


async def hold(db: AsyncSession, me: Identity) -> None:
    """Whoever comes into circles does so one at a time, and into so many at most."""
    if not await repository.lock_person(db, me.person):
        raise NotSignedIn  # forgotten in this very moment


async def add_me(db: AsyncSession, circle: Circle, me: Identity) -> None:
    theirs = select(func.count()).where(CircleMember.person_id == me.person)
    if (await db.execute(theirs)).scalar_one() >= MOST_CIRCLES:
        raise Conflict("too_many_circles", limit=MOST_CIRCLES)
    values = {"circle_id": circle.id, "person_id": me.person}
    await db.execute(insert(CircleMember).values(**values).on_conflict_do_nothing())


async def locked(db: AsyncSession, link: str) -> Circle:
    query = select(Circle).where(Circle.link == link).with_for_update()
    circle = (await db.execute(query)).scalar_one_or_none()
    if circle is None:
        raise NotFound
    return circle


async def count(db: AsyncSession, circle: UUID) -> int:
    query = select(func.count()).where(CircleMember.circle_id == circle)
    return int((await db.execute(query)).scalar_one())
