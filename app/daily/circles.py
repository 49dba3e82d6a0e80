"""Circles: people who see each other's names and points of a day. Whoever has the link may join.

Whoever has been in a circle longest looks after it, at first whoever made it: they may make a new link, and
take somebody out, which makes a new link as well. A link that was replaced leads nowhere any more.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.daily.models import Circle, CircleMember, CircleOldLink
from app.daily.tries import COUNTS, POINTS
from app.errors import Conflict, Gone, NotAllowed, NotFound, NotSignedIn
from app.people.names import clean
from app.people.service import Identity
from app.rooms import repository

LINK_BYTES = 16  # 128 bits
LINK = re.compile(r"^[A-Za-z0-9_-]{22}$")
MOST_MEMBERS = 50
MOST_CIRCLES = 10  # of one person

# Of `circles`: who has been there longest.
KEEPER = """
(SELECT first.person_id FROM circle_members AS first WHERE first.circle_id = circles.id
    ORDER BY first.joined_at, first.person_id LIMIT 1)
"""
MEMBERS_SQL = text(f"""
SELECT circle_members.circle_id, people.name, people.id = :me AS is_you, people.id = {KEEPER} AS is_keeper,
    circle_members.key, CASE WHEN {COUNTS} THEN {POINTS} END AS points
FROM circle_members JOIN circles ON circles.id = circle_id JOIN people ON people.id = person_id
LEFT JOIN daily_tries ON daily_tries.person_id = people.id AND daily_tries.day = :day
LEFT JOIN games ON games.id = daily_tries.game_id
WHERE circle_id = ANY(:circles) ORDER BY points DESC NULLS LAST, games.ended_at, people.name, people.id
""")  # noqa: S608 (words of ours)
MINE_SQL = text(f"""
SELECT id, link, name,
    (SELECT count(*) FROM circle_members AS other WHERE other.circle_id = circles.id) AS people,
    person_id = {KEEPER} AS is_kept_by_you
FROM circles JOIN circle_members ON circle_id = circles.id WHERE person_id = :me ORDER BY joined_at, id
""")  # noqa: S608 (words of ours)


class Member(NamedTuple):
    """Somebody in a circle, and what they have done on a day. Points only for whoever may see them; the key
    only for whoever may take them out.
    """

    name: str
    is_you: bool
    is_keeper: bool
    points: int | None
    key: UUID | None


class CircleFound(NamedTuple):
    """A circle as its members know it."""

    id: UUID
    link: str
    name: str
    people: int
    is_kept_by_you: bool = False


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
    return CircleFound(circle.id, circle.link, circle.name, 1, is_kept_by_you=True)


async def join(db: AsyncSession, me: Identity, link: str) -> CircleFound:
    """Come in by the link; whoever is in it already just stays."""
    await hold(db, me)
    circle = await locked(db, link)
    if await db.get(CircleMember, (circle.id, me.person)) is None:
        if await count(db, circle.id) >= MOST_MEMBERS:
            raise Conflict("circle_full", limit=MOST_MEMBERS)
        await add_me(db, circle, me)
    return await as_seen(db, circle, me)


async def leave(db: AsyncSession, me: Identity, link: str) -> None:
    """Go, by any link that the circle ever had; whoever was the last one takes the circle along."""
    former = select(CircleOldLink.circle_id).where(CircleOldLink.link == link).scalar_subquery()
    named = (Circle.link == link) | (Circle.id == former)
    # Where the link is replaced in this very moment it is a former one at the second look.
    circle = await locked_where(db, named) or await locked_where(db, named)
    if circle is None:
        raise NotFound
    theirs = CircleMember.circle_id == circle.id, CircleMember.person_id == me.person
    await db.execute(delete(CircleMember).where(*theirs))
    if not await count(db, circle.id):
        await db.execute(delete(Circle).where(Circle.id == circle.id))


async def renew(db: AsyncSession, me: Identity, link: str) -> CircleFound:
    """A new link, by whoever looks after the circle; everybody stays in it."""
    circle = await kept_by(db, me, link)
    await replace_link(db, circle)
    return await as_seen(db, circle, me)


async def take_out(db: AsyncSession, me: Identity, link: str, key: UUID) -> CircleFound:
    """Take somebody out. They know the link, so there is a new one."""
    circle = await kept_by(db, me, link)
    query = select(CircleMember).where(CircleMember.circle_id == circle.id, CircleMember.key == key)
    member = (await db.execute(query)).scalar_one_or_none()
    if member is None:
        raise NotFound
    if member.person_id == me.person:
        raise Conflict("yourself")
    await db.delete(member)
    await replace_link(db, circle)
    return await as_seen(db, circle, me)


async def kept_by(db: AsyncSession, me: Identity, link: str) -> Circle:
    """The circle, if it is theirs to look after."""
    circle = await locked(db, link)
    if await keeper_of(db, circle.id) != me.person:
        raise NotAllowed
    return circle


async def replace_link(db: AsyncSession, circle: Circle) -> None:
    db.add(CircleOldLink(link=circle.link, circle_id=circle.id))
    circle.link = secrets.token_urlsafe(LINK_BYTES)
    await db.flush()


async def as_seen(db: AsyncSession, circle: Circle, me: Identity) -> CircleFound:
    people, keeper = await count(db, circle.id), await keeper_of(db, circle.id)
    return CircleFound(circle.id, circle.link, circle.name, people, keeper == me.person)


async def keeper_of(db: AsyncSession, circle: UUID) -> UUID | None:
    """Who has been in it longest."""
    query = select(CircleMember.person_id).where(CircleMember.circle_id == circle)
    order = CircleMember.joined_at, CircleMember.person_id
    return (await db.execute(query.order_by(*order).limit(1))).scalar_one_or_none()


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
    kept = {circle.id for circle in circles if circle.is_kept_by_you}
    for row in rows if with_points else sorted(rows, key=lambda row: row.name.casefold()):
        points = row.points if with_points else None
        key = row.key if row.circle_id in kept and not row.is_you else None
        members[row.circle_id].append(Member(row.name, row.is_you, row.is_keeper, points, key))
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
    """The circle that this link leads to now."""
    circle = await locked_where(db, Circle.link == link)
    if circle is None:
        raise Gone("circle_link_old") if await is_old(db, link) else NotFound
    return circle


async def locked_where(db: AsyncSession, condition: ColumnElement[bool]) -> Circle | None:
    return (await db.execute(select(Circle).where(condition).with_for_update())).scalar_one_or_none()


async def is_old(db: AsyncSession, link: str) -> bool:
    """Whether a link once led to a circle that there still is."""
    return await db.get(CircleOldLink, link) is not None


async def count(db: AsyncSession, circle: UUID) -> int:
    query = select(func.count()).where(CircleMember.circle_id == circle)
    return int((await db.execute(query)).scalar_one())
