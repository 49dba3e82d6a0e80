"""What came of a day: how many had how many points, who of those who choose to be named, and my circles.

Made of finished games' rows alone. Nobody is told any of it about a day that they may still play for the
first time: other people's points would say what is to be had there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.daily.tries import COUNTS, POINTS

GRACE = 1  # days that may be missed between two that were played
MOST_BARS = 12
MOST_REPLAYS = 10

POINTS_SQL = text(f"""
SELECT {POINTS} AS points, count(*) AS people FROM daily_tries JOIN games ON games.id = game_id
WHERE day = :day AND {COUNTS} GROUP BY 1
""")  # noqa: S608 (words of ours)
COUNT_SQL = text(f"""
SELECT count(*) FROM daily_tries JOIN games ON games.id = game_id WHERE day = :day AND {COUNTS}
""")  # noqa: S608 (words of ours)
REPLAYS_SQL = text(f"""
SELECT games.id AS game, {POINTS} AS points, CASE WHEN is_shown THEN people.given_name END AS name,
    person_id = :me AS is_mine
FROM daily_tries JOIN games ON games.id = game_id LEFT JOIN people ON people.id = person_id
WHERE day = :day AND {COUNTS} ORDER BY points DESC, games.ended_at LIMIT {MOST_REPLAYS}
""")  # noqa: S608 (words of ours)
PLAYED_DAYS_SQL = text(f"""
SELECT day FROM daily_tries JOIN games ON games.id = game_id WHERE person_id = :me AND {COUNTS} ORDER BY day
""")  # noqa: S608 (words of ours)


class Bar(NamedTuple):
    """So many people had between `low` and `high` points."""

    low: int
    high: int
    people: int


class Replay(NamedTuple):
    """Somebody's counted game of a closed day; without a name unless they have chosen to be named."""

    game: UUID
    points: int
    name: str | None
    is_mine: bool


@dataclass(frozen=True, slots=True)
class DayStanding:
    """How everybody did on one day."""

    points: Mapping[int, int]  # how many people had each number

    @property
    def people(self) -> int:
        return sum(self.points.values())

    def beaten_by(self, mine: int) -> int:
        """How many had fewer points."""
        return sum(people for points, people in self.points.items() if points < mine)

    def equal_to(self, mine: int) -> int:
        """How many others had as many, if one of them is me."""
        return max(self.points.get(mine, 0) - 1, 0)

    @property
    def bars(self) -> list[Bar]:
        """From the fewest to the most, as many points to each bar as it takes for a few of them."""
        if not self.points:
            return []
        low, high = min(self.points), max(self.points)
        width = -(-(high - low + 1) // MOST_BARS)
        return [
            Bar(start, start + width - 1, sum(self.points.get(start + at, 0) for at in range(width)))
            for start in range(low, high + 1, width)
        ]


@dataclass(frozen=True, slots=True)
class Streak:
    """Days played one after the other, where one missed day is forgiven."""

    days: int
    best: int
    is_at_risk: bool  # it ends unless today is played


def streak_of(played: Iterable[date], today: date) -> Streak:
    """`played` in order. The days in between are not counted, only forgiven."""
    days = list(played)
    lengths = [1] if days else []
    for before, day in pairwise(days):
        lengths.append(lengths[-1] + 1 if (day - before).days <= 1 + GRACE else 1)
    missed = (today - days[-1]).days - 1 if days else 0
    is_alive = bool(days) and missed <= GRACE
    now = lengths[-1] if is_alive else 0
    return Streak(now, max(lengths, default=0), is_alive and missed == GRACE)


async def standing_of(db: AsyncSession, day: date) -> DayStanding:
    rows = await db.execute(POINTS_SQL, {"day": day})
    return DayStanding({row.points: row.people for row in rows})


async def people_of(db: AsyncSession, day: date) -> int:
    """How many have come to the end of this day's world, which tells nothing of it."""
    return int((await db.execute(COUNT_SQL, {"day": day})).scalar_one())


async def replays_of(db: AsyncSession, day: date, me: UUID | None) -> Sequence[Replay]:
    """The best games of a day. Only of one that is closed."""
    rows = await db.execute(REPLAYS_SQL, {"day": day, "me": me})
    return [Replay(row.game, row.points, row.name, bool(row.is_mine)) for row in rows]


async def streak(db: AsyncSession, me: UUID, today: date) -> Streak:
    rows = await db.execute(PLAYED_DAYS_SQL, {"me": me})
    return streak_of([row.day for row in rows], today)
