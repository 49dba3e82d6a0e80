"""My games in figures: what each page of them shows. How it is counted stands in `games/statistics.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from app.games.statistics import Companion, Finished, HeadToHead, Statistics, Tally
from app.pages.contexts import Page, called
from app.rules.parts import HABITATS, Habitat, Requirement, base_set
from app.texts import Noun, Texts

KINDS = ("people", "bots")
MOST_SHOWN = 200  # games in the curve, the latest
AROUND = 10  # games whose mean a point of the curve is
MOST_COMPANIONS = 30
MOST_MEETINGS = 50  # games with one other, the latest; the rest is among my games
CURVE = (600, 160)  # its size, in units of the drawing


@dataclass(frozen=True, kw_only=True)
class KeyFigure:
    """One number that stands large."""

    label: str
    value: str


@dataclass(frozen=True, kw_only=True)
class TallyRow:
    """One row of a table: a kind of game, and what came of those."""

    label: str
    games: int
    won: str
    by_chance: str
    points: str
    letter: str = ""
    areas: str = ""
    largest: str = ""


@dataclass(frozen=True, kw_only=True)
class Dot:
    """One game in the curve."""

    x: float
    y: float
    is_won: bool


@dataclass(frozen=True, kw_only=True)
class PointsCurve:
    """Points over time: a dot a game, and a line through the means."""

    dots: tuple[Dot, ...]
    line: str
    lines: tuple[tuple[float, int], ...]  # where a number of points stands
    says: str


@dataclass(frozen=True, kw_only=True)
class AlbumPlace:
    """One animal of the album; `game` is where it was won first."""

    key: str
    letter: str
    label: str
    count: int = 0
    game: str = ""


@dataclass(frozen=True, kw_only=True)
class BestMoment:
    """A game that stands out, and why."""

    label: str
    value: str
    game: str
    where: str
    ended_at: datetime


@dataclass(frozen=True, kw_only=True)
class CompanionRow:
    """Somebody played with."""

    name: str
    is_bot: bool
    href: str
    together: str


@dataclass(frozen=True, kw_only=True)
class NumbersPage(Page):
    kind: str
    kinds: tuple[tuple[str, int], ...]
    figures: tuple[KeyFigure, ...] = ()
    tables: tuple[TallyRow, ...] = ()
    curve: PointsCurve | None = None
    objectives: tuple[TallyRow, ...] = ()
    album: tuple[AlbumPlace, ...] = ()
    album_says: str = ""
    moments: tuple[BestMoment, ...] = ()
    companions: tuple[CompanionRow, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """One game with somebody."""

    game: str
    room: str
    ended_at: datetime
    mine: int
    theirs: int
    is_won: bool


@dataclass(frozen=True, kw_only=True)
class HeadToHeadPage(Page):
    name: str
    figures: tuple[KeyFigure, ...]
    meetings: tuple[Meeting, ...]
    earlier: str  # where the games before those are


def numbers_page(texts: Texts, games: Sequence[Finished], wanted: str | None) -> NumbersPage:
    """Games of one kind: those with people, or those against bots; without a wish, whichever there are."""
    of_kind = {
        "people": [game for game in games if game.has_people],
        "bots": [game for game in games if not game.has_people],
    }
    kind = wanted if wanted in KINDS else "people" if of_kind["people"] or not games else "bots"
    numbers = Numbers(texts, Statistics(of_kind[kind]))
    shell = NumbersPage(
        title=texts.t("numbers.title"),
        description=texts.t("site.description"),
        path="/games/numbers",
        script="js/pages/page.js",
        is_listed=False,
        kind=kind,
        kinds=tuple((name, len(some)) for name, some in of_kind.items()),
    )
    return numbers.on(shell) if of_kind[kind] else shell


@dataclass(frozen=True, slots=True)
class Numbers:
    """Statistics in words for one reader."""

    texts: Texts
    statistics: Statistics

    def on(self, page: NumbersPage) -> NumbersPage:
        return NumbersPage(
            **{
                **vars(page),
                "figures": self.figures(),
                "tables": self.tables(),
                "curve": self.curve(),
                "objectives": self.objectives(),
                "album": self.album(),
                "album_says": self.texts.t(
                    "numbers.album_says", found=len(self.statistics.album), all=len(base_set().animals)
                ),
                "moments": tuple(self.moments()),
                "companions": tuple(map(self.companion, self.statistics.companions[:MOST_COMPANIONS])),
            }
        )

    def figures(self) -> tuple[KeyFigure, ...]:
        t, every = self.texts.t, self.statistics.all
        shown = {
            "games": self.texts.number(every.games),
            "won": self.texts.number(every.won),
            "points": self.texts.number(mean(every.points, every.games)),
            "streak": self.texts.number(self.statistics.streak),
        }
        return tuple(KeyFigure(label=t(f"numbers.{name}"), value=value) for name, value in shown.items())

    def tables(self) -> tuple[TallyRow, ...]:
        """By how many sit at the table, and by the rules."""
        return tuple(
            self.row(self.table_name(seats, variants), tally)
            for (seats, variants), tally in self.statistics.by_table.items()
        )

    def table_name(self, seats: int, variants: Sequence[str]) -> str:
        named = [self.texts.t(f"options.short_{variant}") for variant in variants]
        return self.texts.commas([self.texts.t("options.seats_count", count=seats), *named])

    def row(self, label: str, tally: Tally, letter: str = "") -> TallyRow:
        largest = self.statistics.largest.get(Habitat(letter))
        return TallyRow(
            label=label,
            games=tally.games,
            won=self.texts.percent(tally.won / tally.games),
            by_chance=self.texts.percent(tally.by_chance / tally.games),
            points=self.texts.number(mean(tally.points, tally.games)),
            letter=letter,
            areas=self.texts.number(mean(tally.areas, tally.games)),
            largest=self.texts.number(largest[0]) if largest else "",
        )

    def objectives(self) -> tuple[TallyRow, ...]:
        found = self.statistics.by_objective
        return tuple(
            self.row(self.texts.t(f"habitats.{habitat}"), found[habitat], habitat)
            for habitat in HABITATS
            if habitat in found
        )

    # Points over time.

    def curve(self) -> PointsCurve | None:
        """Only of several games: one is no curve."""
        games = self.statistics.games[-MOST_SHOWN:]
        if len(games) < 3:
            return None
        points = [game.mine.total for game in games]
        means = [mean(sum(some), len(some)) for some in around(points)]
        top = max(*points, 10)
        places = [(x, height(value, top)) for x, value in zip(across(len(games)), means, strict=True)]
        return PointsCurve(
            dots=tuple(
                Dot(x=x, y=height(game.mine.total, top), is_won=game.is_won)
                for x, game in zip(across(len(games)), games, strict=True)
            ),
            line=" ".join(f"{x},{y}" for x, y in places),
            lines=tuple((height(value, top), value) for value in range(0, top + 1, 5 if top <= 25 else 10)),
            says=self.texts.t(
                "numbers.over_time_says",
                first=mean(sum(points[:AROUND]), len(points[:AROUND])),
                last=means[-1],
            ),
        )

    # The album, moments, and with whom.

    def album(self) -> tuple[AlbumPlace, ...]:
        return tuple(self.place(card, key) for card, key in base_set().animals.items())

    def place(self, card: Requirement, key: str) -> AlbumPlace:
        t, animal, found = self.texts.t, Noun(f"animals.{key}"), self.statistics.album.get(card)
        if found is None:
            return AlbumPlace(key=key, letter=card[0], label=t("numbers.missing", animal=animal))
        date = self.texts.date(found.first.ended_at)
        label = t("numbers.collected", animal=animal, count=found.count, room=found.first.room, date=date)
        return AlbumPlace(key=key, letter=card[0], label=label, count=found.count, game=str(found.first.id))

    def moments(self) -> list[BestMoment]:
        numbers, t = self.statistics, self.texts.t
        found: list[tuple[str, str, Finished]] = []
        if best := numbers.best:
            found.append(("best", t("counted.points", count=best.mine.total), best))
        if closest := numbers.closest:
            lead = Noun("counted.points", closest.lead)
            value = t("numbers.ahead_by", points=lead) if closest.lead else t("numbers.level")
            found.append(("closest", value, closest))
        if most := numbers.most_animals:
            found.append(("animals", t("counted.animals", count=most.mine.animals), most))
        if numbers.largest:
            habitat, (size, game) = max(numbers.largest.items(), key=lambda item: item[1][0])
            areas = Noun("counted.areas", size)
            value = t("numbers.region", habitat=Noun(f"habitats.{habitat}"), areas=areas)
            found.append(("largest", value, game))
        return [self.moment(name, value, game) for name, value, game in found]

    def moment(self, name: str, value: str, game: Finished) -> BestMoment:
        return BestMoment(
            label=self.texts.t(f"numbers.{name}"),
            value=value,
            game=str(game.id),
            where=game.room,
            ended_at=game.ended_at,
        )

    def companion(self, one: Companion) -> CompanionRow:
        return CompanionRow(
            name=name_of(self.texts, one),
            is_bot=isinstance(one.sitter, str),
            href=f"/games/with/{one.last.id}/{one.seat}",
            together=self.texts.t(
                "numbers.together", games=Noun("counted.games", one.games), mine=one.mine, theirs=one.theirs
            ),
        )


def name_of(texts: Texts, one: Companion) -> str:
    """As they were called when they last played together; a bot by its level."""
    if isinstance(one.sitter, str):
        return texts.t(f"bots.{one.sitter}")
    return called(texts, None, one.name) or ""


def head_to_head_page(texts: Texts, pair: HeadToHead) -> HeadToHeadPage:
    """Everything played with one other, the latest game first."""
    one, t = pair.companion, texts.t
    name = name_of(texts, one)
    shown = {
        t("numbers.games"): one.games,
        t("numbers.you_won"): one.mine,
        t("numbers.they_won", name=name): one.theirs,
        t("numbers.you_ahead"): pair.ahead,
        t("numbers.they_ahead", name=name): pair.behind,
    }
    return HeadToHeadPage(
        title=t("numbers.against", name=name),
        description=t("site.description"),
        path=f"/games/with/{one.last.id}/{one.seat}",
        is_listed=False,
        name=name,
        figures=tuple(KeyFigure(label=label, value=texts.number(value)) for label, value in shown.items()),
        meetings=tuple(
            Meeting(
                game=str(game.id),
                room=game.room,
                ended_at=game.ended_at,
                mine=game.mine.total,
                theirs=pair.theirs_in(game),
                is_won=game.is_won,
            )
            for game in reversed(pair.games[-MOST_MEETINGS:])
        ),
        earlier=f"/games?{urlencode({'who': name})}" if len(pair.games) > MOST_MEETINGS else "",
    )


def mean(total: float, count: int) -> float:
    return round(total / count, 1)


def around(points: Sequence[int]) -> list[Sequence[int]]:
    """Each game's points with those of the games before it."""
    return [points[max(0, at - AROUND + 1) : at + 1] for at in range(len(points))]


def across(count: int) -> list[float]:
    """Where so many games stand from left to right."""
    width, _ = CURVE
    return [round(12 + (width - 24) * at / (count - 1), 1) for at in range(count)]


def height(value: float, top: int) -> float:
    _, high = CURVE
    return round(high - 12 - (high - 24) * value / top, 1)
