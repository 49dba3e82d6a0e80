"""What is read of ratings, for routes and pages: one's own, and the ladder of those who asked to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.ratings.counting import OWN_MOVES, PROVISIONAL, weight_of

MOST_SHOWN = 100  # of a ladder on one page
SET_SQL = text("UPDATE people SET plays_rated = :plays, on_ladder = :shown WHERE id = :me")
OWN_SQL = text("""
SELECT plays_rated, on_ladder, given_name, seats, mean, spread, games
FROM people LEFT JOIN ratings ON person_id = id WHERE id = :me ORDER BY seats
""")
COLUMNS = """
game_id, seat, number, at, seats, place, own_moves, is_finished, met, weight, mean_before, mean, spread, games
"""
CHANGES = f"SELECT {COLUMNS} FROM rating_changes"  # noqa: S608 (names of ours)
# Of `people`: whose rating others may see. Not that of somebody who is shut out.
SHOWN = """
plays_rated AND on_ladder AND NOT EXISTS (
    SELECT FROM measures WHERE measures.person_id = people.id AND kind = 'bar' AND lifted_at IS NULL
        AND (until IS NULL OR until > now())
)
"""
CHANGE_SQL = text(f"{CHANGES} WHERE game_id = :game AND person_id = :me")
HISTORY_SQL = text(f"""
SELECT * FROM (
    SELECT of_all.*, row_number() OVER (PARTITION BY seats ORDER BY number DESC) AS late
    FROM ({CHANGES} WHERE person_id = :me) AS of_all
) AS latest WHERE late <= :most ORDER BY number DESC
""")  # noqa: S608 (a statement of ours)
IN_GAME_SQL = text(f"""
SELECT {COLUMNS}, coalesce(person_id = :me OR {SHOWN}, false) AS is_shown
FROM rating_changes LEFT JOIN people ON people.id = person_id WHERE game_id = :game ORDER BY seat
""")  # noqa: S608 (a statement of ours)
GAME_SQL = text("SELECT state FROM games WHERE id = :game")
# Those who played in that week and want to be shown, as they stood at its end.
LADDER_SQL = text(f"""
WITH last AS (
    SELECT DISTINCT ON (person_id) person_id, mean, spread, games,
        count(*) OVER week AS played, first_value(mean_before) OVER (week ORDER BY number) AS mean_at_first
    FROM rating_changes WHERE week = :week AND seats = :seats AND weight > 0 AND person_id IS NOT NULL
    WINDOW week AS (PARTITION BY person_id) ORDER BY person_id, number DESC
), shown AS (
    SELECT last.*, given_name AS name FROM last JOIN people ON people.id = person_id
    WHERE {SHOWN}
), ranked AS (
    SELECT *, CASE WHEN games >= :enough THEN rank() OVER (
        PARTITION BY games >= :enough ORDER BY mean DESC, spread
    ) END AS rank, row_number() OVER (ORDER BY games < :enough, mean DESC, spread, person_id) AS line,
    count(*) OVER () AS all_lines
    FROM shown
)
SELECT person_id, name, mean, spread, games, played, mean - mean_at_first AS gained, rank, line, all_lines
FROM ranked WHERE line BETWEEN :first AND :last OR person_id = :me OR line = 1 ORDER BY line
""")  # noqa: S608 (a statement of ours)
BESIDE_SQL = text("""
SELECT (SELECT max(week) FROM rating_changes WHERE week < :week),
    (SELECT min(week) FROM rating_changes WHERE week > :week)
""")
NOW_SQL = text("SELECT (date_trunc('week', now() AT TIME ZONE 'UTC'))::date")


@dataclass(frozen=True, slots=True)
class RatingNow:
    """A rating at tables of so many seats."""

    seats: int
    mean: float
    spread: float
    games: int

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL


@dataclass(frozen=True, slots=True)
class Own:
    """Whether somebody plays rated games and is shown, by which name, and their ratings by the seats."""

    plays: bool
    shown: bool
    name: str
    standings: Sequence[RatingNow]


@dataclass(frozen=True, slots=True)
class OwnChange(RatingNow):
    """What one game made of it."""

    game: UUID
    at: datetime
    place: int
    change: float
    weight: float
    left: bool
    finished: bool
    alone: bool


@dataclass(frozen=True, slots=True)
class SeatChange:
    """What a game made of the rating of whoever sat there, as far as somebody may see it."""

    seat: int
    left: bool
    finished: bool
    rating: OwnChange | None  # None: they keep it to themselves, or were forgotten


@dataclass(frozen=True, slots=True)
class LadderLine(RatingNow):
    """Somebody on the ladder of a week."""

    person: UUID
    name: str
    rank: int | None  # none while it is provisional
    line: int
    played: int  # in that week
    gained: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """A part of a week's ladder, how long it is in all, and one's own line wherever it is."""

    lines: Sequence[LadderLine]
    all_lines: int
    mine: LadderLine | None


async def wish(db: AsyncSession, person: UUID, plays: bool, shown: bool) -> None:
    """Whoever does not play rated games is not on the ladder either."""
    await db.execute(SET_SQL, {"me": person, "plays": plays, "shown": plays and shown})


async def own(db: AsyncSession, person: UUID) -> Own:
    """What somebody has asked for, and their ratings."""
    rows = (await db.execute(OWN_SQL, {"me": person})).all()
    plays, shown, name = rows[0][:3]
    return Own(plays, shown, name, [RatingNow(*row[3:]) for row in rows if row.seats is not None])


async def change_in(db: AsyncSession, person: UUID, game: UUID) -> OwnChange | None:
    """What a game made of somebody's rating."""
    row = (await db.execute(CHANGE_SQL, {"me": person, "game": game})).one_or_none()
    return None if row is None else own_change(row)


async def changes_in(db: AsyncSession, person: UUID | None, game: UUID) -> list[SeatChange]:
    """What a game made of everybody's rating, seat by seat: of those who are on the ladder, and one's own."""
    rows = await db.execute(IN_GAME_SQL, {"me": person, "game": game})
    return [seat_change(row) for row in rows]


def seat_change(row: Any) -> SeatChange:
    change = own_change(row)
    return SeatChange(row.seat, change.left, change.finished, change if row.is_shown else None)


async def history(db: AsyncSession, person: UUID, most: int) -> list[OwnChange]:
    """The last changes of each rating of somebody, the latest first."""
    rows = await db.execute(HISTORY_SQL, {"me": person, "most": most})
    return [own_change(row) for row in rows]


def own_change(row: Any) -> OwnChange:
    return OwnChange(
        seats=row.seats,
        mean=row.mean,
        spread=row.spread,
        games=row.games,
        game=row.game_id,
        at=row.at,
        place=row.place,
        change=row.mean - row.mean_before,
        weight=row.weight,
        left=row.own_moves < OWN_MOVES,
        finished=row.is_finished,
        alone=row.weight == 0 and weight_of(row.met, row.seat) > 0,
    )


async def game_state(db: AsyncSession, game: UUID) -> str | None:
    """Whether a game is dealt, running, over or abandoned; None if there is none."""
    state: str | None = (await db.execute(GAME_SQL, {"game": game})).scalar_one_or_none()
    return state


async def ladder(  # noqa: PLR0913 (which ladder, which part of it, and who looks)
    db: AsyncSession, *, week: date, seats: int, page: int, me: UUID | None, most: int = MOST_SHOWN
) -> Ladder:
    """A page of the ladder of that week, the first being 1."""
    first = (page - 1) * most + 1
    given = {"week": week, "seats": seats, "enough": PROVISIONAL, "me": me, "first": first}
    rows = (await db.execute(LADDER_SQL, {**given, "last": first + most - 1})).all()
    lines = [ladder_line(row, seats) for row in rows]
    return Ladder(
        lines=[one for one in lines if first <= one.line < first + most],
        all_lines=rows[0].all_lines if rows else 0,
        mine=next((one for one in lines if one.person == me), None),
    )


def ladder_line(row: Any, seats: int) -> LadderLine:
    return LadderLine(
        seats=seats,
        mean=row.mean,
        spread=row.spread,
        games=row.games,
        person=row.person_id,
        name=row.name,
        rank=row.rank,
        line=row.line,
        played=row.played,
        gained=row.gained,
    )


async def this_week(db: AsyncSession) -> date:
    """The Monday of this week, by UTC and the database's clock."""
    week: date = (await db.execute(NOW_SQL)).scalar_one()
    return week


async def weeks_beside(db: AsyncSession, week: date) -> tuple[date | None, date | None]:
    """The nearest weeks before and after that one in which rated games ended."""
    before, after = (await db.execute(BESIDE_SQL, {"week": week})).one()
    return before, after
