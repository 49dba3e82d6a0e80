"""What the page of a day's world says, from what is told of the day: asks nobody for anything."""

from dataclasses import dataclass

from markupsafe import Markup

from app.bots.daily import BOTS, MINE
from app.daily import standings
from app.daily.circles import CircleOnDay
from app.daily.standings import Bar, Replay
from app.daily.telling import DayTold
from app.daily.tries import Try
from app.games.days import closes_at, ends_at
from app.pages.analyses import CostlyChoice
from app.pages.contexts import Page
from app.pages.games import time_left
from app.pages.little_nets import little_net
from app.rules.record import parse_record
from app.texts import Noun, Texts

VERIFY = "python -m app daily verify {day} --key {key} --seal {seal} --commitment {commitment}"


@dataclass(frozen=True, kw_only=True)
class BarShown:
    """One bar of everybody's points: from how many on, in words, how many people, how tall of a hundred."""

    low: str
    label: str
    people: str
    height: int
    is_mine: bool


@dataclass(frozen=True, kw_only=True)
class LineShown:
    """The best game that Gaia found."""

    points: str
    planet: Markup
    address: str


@dataclass(frozen=True, kw_only=True)
class ReplayShown:
    """One of the best games of a closed day."""

    game: str
    name: str
    points: str
    said: str
    is_mine: bool


@dataclass(frozen=True, kw_only=True)
class PastDay:
    """A line of the archive."""

    day: str
    title: str
    says: str
    is_shown: bool


@dataclass(frozen=True, kw_only=True)
class SealShown:
    """What fixes the world of a day."""

    title: str
    seal: str
    commitment: str


@dataclass(frozen=True, kw_only=True)
class DailyPage(Page):
    """`state` is new, playing, done, late or none: what there is to do with one's own try."""

    day: str
    heading: str
    says: str
    state: str
    note: str = ""
    streak: str = ""
    room: str = ""
    game: str = ""
    points: str = ""
    result: str = ""
    compared: str = ""
    share_text: str = ""
    share_url: str = ""
    is_name_shown: bool = False
    can_play_freely: bool = False
    bars: tuple[BarShown, ...] = ()
    people: str = ""
    is_through: bool = False
    line: LineShown | None = None
    costly: CostlyChoice | None = None
    circles: tuple[CircleOnDay, ...] = ()
    replays: tuple[ReplayShown, ...] = ()
    is_closed: bool = False
    past: tuple[PastDay, ...] = ()
    earlier: str = ""
    seals: tuple[SealShown, ...] = ()
    key: str = ""
    seed: str = ""
    command: str = ""


def daily_page(texts: Texts, told: DayTold, path: str, origin: str) -> DailyPage:
    t, day, mine = texts.t, told.day, told.mine
    title = t("daily.room", day=texts.day(day, "long"))
    proof = told.world.proof()
    points = mine.points if mine is not None and mine.counts else None
    return DailyPage(
        title=title,
        description=t("daily.says"),
        path=path,
        script="js/pages/daily.js",
        is_live=True,
        day=day.isoformat(),
        heading=title,
        says=t("daily.against", bots=[Noun(f"bots.{bot}") for bot in BOTS]),
        state=state_of(told),
        note=note_of(texts, told),
        streak=streak_words(texts, told.streak),
        room=mine.room if mine else "",
        game=str(mine.game) if mine and mine.is_over else "",
        points=t("counted.points", count=points) if points is not None else "",
        result=t("daily.won" if mine and mine.is_won else "daily.not_won") if points is not None else "",
        compared=compared(texts, told),
        share_text=share_line(texts, told),
        share_url=f"{origin}/daily/{day.isoformat()}",
        is_name_shown=mine is not None and mine.is_shown,
        can_play_freely=told.is_through,
        bars=bars_of(texts, told),
        people=people_words(texts, told),
        is_through=told.is_through,
        line=line_shown(texts, told),
        circles=tuple(told.circles),
        replays=tuple(replay_shown(texts, one) for one in told.replays),
        is_closed=told.world.is_closed,
        seals=tuple(
            SealShown(title=texts.day(world.day, "long"), seal=world.seal, commitment=world.commitment)
            for world in (told.world, told.next)
            if world is not None
        ),
        key=proof["key"] or "",
        seed=proof["seed"] or "",
        command=VERIFY.format(**proof),
    )


def replay_shown(texts: Texts, one: Replay) -> ReplayShown:
    name = texts.t("table.you") if one.is_mine else one.name or texts.t("daily.somebody")
    return ReplayShown(
        game=str(one.game),
        name=name,
        points=texts.t("counted.points", count=one.points),
        said=texts.t("game.score", name=name, points=one.points),
        is_mine=one.is_mine,
    )


def state_of(told: DayTold) -> str:
    mine = told.mine
    if mine is None:
        return "new" if told.is_today else "none"
    if not mine.is_over:
        return "late" if told.world.is_closed else "playing"
    return "done" if mine.counts else "late"


def note_of(texts: Texts, told: DayTold) -> str:
    """Until when there is time, or why there is none."""
    state, day = state_of(told), told.day
    if state == "new" or (state == "playing" and told.is_today):
        return texts.t("daily.until", left=time_left(texts, ends_at(day)))
    if state == "playing":
        return texts.t("daily.still_counts", left=time_left(texts, closes_at(day)))
    if state == "late":
        return texts.t("daily.too_late")
    if state == "none" and not told.world.is_closed:
        return texts.t("daily.opens", left=time_left(texts, closes_at(day)))
    return ""


def people_words(texts: Texts, told: DayTold) -> str:
    if told.people:
        return texts.t("daily.people", count=told.people)
    return texts.t("daily.nobody" if told.world.is_closed else "daily.nobody_yet")


def streak_words(texts: Texts, streak: standings.Streak) -> str:
    if not streak.days:
        return ""
    return texts.t("daily.streak_at_risk" if streak.is_at_risk else "daily.streak", count=streak.days)


def compared(texts: Texts, told: DayTold) -> str:
    """Where one's own points stand among all."""
    standing, mine = told.standing, told.mine
    if standing is None or mine is None or mine.points is None or not mine.counts:
        return ""
    others = standing.people - 1
    if others < 1:
        return texts.t("daily.first_here")
    return texts.t("daily.beaten", count=others, fewer=standing.beaten_by(mine.points))


def share_line(texts: Texts, told: DayTold) -> str:
    """Words to hand on that tell nothing of the world: the day, the points, and how they compare."""
    mine = told.mine
    if mine is None or mine.points is None or not mine.counts:
        return ""
    parts = [
        texts.t("site.name"),
        texts.t("daily.room", day=texts.day(told.day, "long")),
        texts.t("counted.points", count=mine.points),
    ]
    others = told.people - 1
    if others > 0 and told.standing is not None:
        parts.append(texts.t("daily.beaten_short", count=others, fewer=told.standing.beaten_by(mine.points)))
    return " · ".join(parts)


def bars_of(texts: Texts, told: DayTold) -> tuple[BarShown, ...]:
    if told.standing is None:
        return ()
    bars, mine = told.standing.bars, told.mine
    most = max((bar.people for bar in bars), default=0)
    points = mine.points if mine is not None and mine.counts else None
    return tuple(
        BarShown(
            low=texts.number(bar.low),
            label=bar_label(texts, bar),
            people=texts.number(bar.people),
            height=round(100 * bar.people / most),
            is_mine=points is not None and bar.low <= points <= bar.high,
        )
        for bar in bars
    )


def bar_label(texts: Texts, bar: Bar) -> str:
    low, high = texts.number(bar.low), texts.number(bar.high)
    return low if low == high else f"{low}–{high}"


def line_shown(texts: Texts, told: DayTold) -> LineShown | None:
    if told.world.line is None or not told.is_through:
        return None
    state = parse_record(told.world.line).state
    return LineShown(
        points=texts.t("counted.points", count=state.scores[MINE].total),
        planet=little_net(state.planets[MINE].areas),
        address=f"/api/daily/{told.day.isoformat()}/line",
    )


def past_words(texts: Texts, mine: Try | None) -> str:
    if mine is None:
        return texts.t("daily.not_played")
    if mine.counts and mine.points is not None:
        return texts.t("counted.points", count=mine.points)
    return texts.t("daily.not_finished")


def card_words(texts: Texts, mine: Try | None) -> str:
    if mine is None:
        return texts.t("daily.card_new")
    if not mine.is_over:
        return texts.t("daily.card_playing")
    if mine.points is None:
        return texts.t("daily.not_finished")
    return texts.t("daily.card_done", points=Noun("counted.points", mine.points))
