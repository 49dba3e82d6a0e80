"""The week's ladder, and one's own rating on "my games": numbers in words, for whoever may see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from babel.numbers import format_decimal
from markupsafe import Markup
from sqlalchemy.ext.asyncio import AsyncSession

from app.pages.contexts import Page
from app.pages.mine_contexts import GameChange, MyRatingCard, MyRatings
from app.people.service import Identity
from app.ratings import reading
from app.ratings.counting import PROVISIONAL
from app.ratings.reading import MOST_SHOWN, LadderLine, OwnChange, RatingNow
from app.texts import Texts

SEATS = (2, 3, 4)
WEEK = timedelta(days=7)
LAST_GAMES = 20  # of one's own rating
CURVE_WIDTH, CURVE_HEIGHT = 600, 120


@dataclass(frozen=True, kw_only=True)
class LadderRow:
    """Somebody on the ladder, in words."""

    rank: str
    name: str
    rating: str
    gained: str
    games: int
    is_provisional: bool
    is_you: bool


@dataclass(frozen=True, kw_only=True)
class LadderTab:
    """The ladder of so many seats."""

    text: str
    href: str
    is_current: bool


@dataclass(frozen=True, kw_only=True)
class LadderPage(Page):
    seats: int
    tabs: tuple[LadderTab, ...]
    week: str
    is_this_week: bool
    before: str  # addresses; empty where nobody played
    after: str
    rows: tuple[LadderRow, ...]
    mine: LadderRow | None  # where I am not among these rows
    more: str
    less: str
    plays_rated: bool


def decimal(texts: Texts, value: float, *, is_change: bool = False) -> str:
    """With one place behind the point; a change with its sign."""
    rounded = round(value, 1) or 0.0
    return format_decimal(rounded, "+0.0;−0.0" if is_change else "0.0", locale=texts.country)


def rating_text(texts: Texts, rating: RatingNow) -> str:
    return f"{decimal(texts, rating.mean)} ± {decimal(texts, rating.spread)}"


def ladder_row(texts: Texts, line: LadderLine, me: UUID | None) -> LadderRow:
    return LadderRow(
        rank="" if line.rank is None else texts.number(line.rank),
        name=line.name,
        rating=rating_text(texts, line),
        gained=decimal(texts, line.gained, is_change=True),
        games=line.played,
        is_provisional=line.provisional,
        is_you=line.person == me,
    )


async def ladder_page(  # noqa: PLR0913, PLR0917 (who asks, and for what)
    texts: Texts, db: AsyncSession, me: Identity | None, seats: int, week: date | None, page: int
) -> LadderPage:
    """The ladder of a week, this one if none is asked for; any day of it will do."""
    now = await reading.this_week(db)
    monday = min(week - timedelta(days=week.weekday()), now) if week else now
    person = me.person if me else None
    found = await reading.ladder(db, week=monday, seats=seats, page=page, me=person)
    before, after = await reading.weeks_beside(db, monday)
    is_on_page = any(line.person == person for line in found.lines)
    return LadderPage(
        title=texts.t("ladder.title"),
        description=texts.t("ladder.lead"),
        path="/ladder",
        script="js/pages/ladder.js",
        is_live=True,
        seats=seats,
        tabs=tuple(
            LadderTab(
                text=texts.t(f"ladder.play_{count}"),
                href=address(count, monday, now),
                is_current=count == seats,
            )
            for count in SEATS
        ),
        week=week_text(texts, monday),
        is_this_week=monday == now,
        before=address(seats, before, now) if before else "",
        after=address(seats, after or now, now) if monday < now else "",
        rows=tuple(ladder_row(texts, line, person) for line in found.lines),
        mine=None if is_on_page or found.mine is None else ladder_row(texts, found.mine, person),
        more=address(seats, monday, now, page + 1) if found.all_lines > page * MOST_SHOWN else "",
        less=address(seats, monday, now, page - 1) if page > 1 else "",
        plays_rated=await plays_rated(db, me),
    )


async def plays_rated(db: AsyncSession, me: Identity | None) -> bool:
    """Whether somebody need not be asked any more."""
    return me is not None and (await reading.own(db, me.person)).plays


def address(seats: int, monday: date, now: date, page: int = 1) -> str:
    asked = [f"seats={seats}"]
    asked += [f"week={monday.isoformat()}"] if monday != now else []
    asked += [f"page={page}"] if page > 1 else []
    return f"/ladder?{'&'.join(asked)}"


def week_text(texts: Texts, monday: date) -> str:
    first, last = (datetime.combine(day, time(), UTC) for day in (monday, monday + WEEK - timedelta(days=1)))
    return texts.t("ladder.week", first=texts.date(first), last=texts.date(last))


async def my_ratings(texts: Texts, db: AsyncSession, me: Identity) -> MyRatings:
    """One's own, whether they are shown to others or not."""
    mine = await reading.own(db, me.person)
    changes = await reading.history(db, me.person, LAST_GAMES) if mine.standings else []
    cards = tuple(
        rating_card(texts, standing, [one for one in changes if one.seats == standing.seats])
        for standing in mine.standings
    )
    return MyRatings(plays=mine.plays, shown=mine.shown, name=mine.name, cards=cards)


async def rating_after(texts: Texts, db: AsyncSession, me: Identity | None, game: UUID) -> Markup | None:
    """What a game made of the reader's rating, in words, if anything."""
    change = await reading.change_in(db, me.person, game) if me else None
    if change is None:
        return None
    mean, spread = decimal(texts, change.mean), decimal(texts, change.spread)
    by = decimal(texts, change.change, is_change=True)
    now = texts.rich("rating.now", change=by, mean=mean, spread=spread)
    return now + Markup(" ") + why_so(texts, change)


def why_so(texts: Texts, change: OwnChange) -> str:
    """Why it counted less than usual, or how far the rating is from saying much."""
    if change.alone:
        return texts.t("rating.alone")
    if change.weight == 0:
        return texts.t("rating.for_nothing")
    if change.left:
        return texts.t("rating.left")
    if not change.finished and change.change == 0:
        return texts.t("rating.unfinished")
    if change.weight < 1:
        return texts.t("rating.in_part")
    missing = PROVISIONAL - change.games
    return texts.t("rating.provisional", count=missing) if missing > 0 else ""


def rating_card(texts: Texts, standing: RatingNow, changes: Sequence[OwnChange]) -> MyRatingCard:
    counted = [change for change in changes if change.weight > 0]
    means = [change.mean for change in reversed(counted)]
    first = counted[-1].mean - counted[-1].change if counted else standing.mean
    start, end = decimal(texts, first), decimal(texts, standing.mean)
    return MyRatingCard(
        seats=standing.seats,
        rating=rating_text(texts, standing),
        games=texts.t("ladder.counted", count=standing.games),
        is_provisional=standing.provisional,
        went=texts.t("ladder.went", start=start, end=end, count=len(counted)) if len(counted) > 1 else "",
        curve=curve_of([first, *means]) if len(counted) > 1 else "",
        history=tuple(
            GameChange(
                href=f"/g/{change.game}",
                at=change.at,
                change=decimal(texts, change.change, is_change=True),
                rating=rating_text(texts, change),
            )
            for change in changes[:5]
        ),
    )


def curve_of(means: Sequence[float]) -> str:
    """A line through these, from left to right, as high as there is room."""
    low, high = min(means), max(means)
    span = max(high - low, 1.0)
    step = CURVE_WIDTH / (len(means) - 1)
    points = (
        (at * step, CURVE_HEIGHT - 10 - (mean - low) / span * (CURVE_HEIGHT - 20))
        for at, mean in enumerate(means)
    )
    return " ".join(f"{x:.0f},{y:.1f}" for x, y in points)
