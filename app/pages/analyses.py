"""The analysis of a finished game, as its page shows it: a graph, where the points came from, the costliest
choices, and every move in a table.

The graph is drawn in hundredths of its place, so that lines stretch with the page and words do not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from app.bots.explain import Reason
from app.games.analyses import NONE_YET, AnalysisState, KeptAnalysis
from app.games.log import Fold
from app.reason_words import words_of
from app.rules.game import State
from app.rules.scoring import LAST_ROUND
from app.texts import Noun, Texts, capital

LEFT, RIGHT, TOP, BOTTOM = 5.0, 93.0, 5.0, 88.0  # of the graph's place, in hundredths
LEVEL_POINTS = 5  # between two lines across
MOST_COSTLY = 8

Points = Sequence[float]


@dataclass(frozen=True, slots=True)
class Curve:
    """What one seat could expect: a line, and where it ends."""

    seat: int
    line: str
    end: float


@dataclass(frozen=True, slots=True)
class Strip:
    """The part of the graph that leads to one moment."""

    ply: int
    x: float
    at: float
    width: float
    title: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where one seat's points came from."""

    seat: int
    name: str
    is_mine: bool
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CostlyChoice:
    """A move that cost much, and the better one."""

    ply: int
    seat: int
    title: str
    cost: str
    rank: str
    lost: str
    better: tuple[str, ...]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PlyRow:
    """One move in the table of all."""

    ply: int
    round: int
    name: str
    rank: str
    cost: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisPart:
    """As far as it has come: without a first look there are no curves yet."""

    game: str
    first: AnalysisState
    deep: AnalysisState
    progress: str
    done: int
    all: int
    is_deep: bool
    judged: str
    names: tuple[str, ...]
    mine: int | None
    curves: tuple[Curve, ...] = ()
    strips: tuple[Strip, ...] = ()
    levels: tuple[tuple[float, str], ...] = ()
    rounds: tuple[tuple[float, int], ...] = ()
    sources: tuple[Source, ...] = ()
    costly: tuple[CostlyChoice, ...] = ()
    plies: tuple[PlyRow, ...] = ()

    @property
    def is_awaited(self) -> bool:
        """Something is under way, so it is worth looking again soon."""
        return bool({self.first, self.deep} & {"waiting", "working"})


def analysis_part(
    texts: Texts, fold: Fold, kept: Mapping[str, KeptAnalysis], names: Sequence[str], mine: int | None
) -> AnalysisPart:
    """The part of the page that tells of it."""
    assert fold.state is not None
    first, deep = (kept.get(way, NONE_YET) for way in ("first", "deep"))
    result, moves = deep.result or first.result, len(fold.state.moves)
    shown: dict[str, Any] = {}
    if result is not None:
        shown = AnalysisTeller(texts, fold.state, orjson.loads(result), names, mine).shown()
    return AnalysisPart(
        game=str(fold.id),
        first=first.state,
        deep=deep.state,
        progress=_progress(texts, deep, moves),
        done=deep.plies,
        all=moves,
        is_deep=deep.result is not None,
        judged=_judged(texts, deep.result is not None),
        names=tuple(names),
        mine=mine,
        **shown,
    )


def _judged(texts: Texts, is_deep: bool) -> str:
    if is_deep:
        return texts.t("analysis.deep", bot=Noun("bots.gaia"))
    return texts.t("analysis.first", bot=Noun("bots.grove"))


def _progress(texts: Texts, deep: KeptAnalysis, moves: int) -> str:
    if deep.state == "waiting" and deep.before:
        return texts.t("analysis.waiting", count=deep.before)
    return texts.t("analysis.working", done=deep.plies, all=moves)


class AnalysisTeller:
    """Tells one reader of one analysis."""

    def __init__(
        self, texts: Texts, state: State, told: Mapping[str, Any], names: Sequence[str], mine: int | None
    ) -> None:
        self.texts, self.state, self.told, self.names, self.mine = texts, state, told, names, mine
        heard = [self.told["start"], *(row["points"] for row in [*told["plies"], *told["rounds"]])]
        self.most = LEVEL_POINTS * (int(max(map(max, heard))) // LEVEL_POINTS + 1)

    def shown(self) -> dict[str, Any]:
        seats = range(len(self.names))
        return {
            "curves": tuple(self.curve(seat) for seat in seats),
            "strips": tuple(self.strip(ply) for ply in range(len(self.state.moves) + 1)),
            "levels": tuple(
                (self.y(points), self.texts.number(points))
                for points in range(0, self.most + 1, LEVEL_POINTS)
            ),
            "rounds": tuple(
                (self.x((number - 0.5) * len(self.names)), number) for number in range(1, LAST_ROUND + 1)
            ),
            "sources": tuple(self.source(seat) for seat in seats),
            "costly": tuple(self.costly(one) for one in self.told["costly"][:MOST_COSTLY]),
            "plies": tuple(self.row(ply) for ply in self.told["plies"]),
        }

    # The graph.

    def x(self, ply: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * ply / len(self.state.moves), 2)

    def y(self, points: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * points / self.most, 2)

    def curve(self, seat: int) -> Curve:
        """Up and down by moves; what came up with a new round is a step of its own."""
        dots = [(0, self.told["start"][seat])]
        dots += [(row["ply"], row["points"][seat]) for row in self.told["plies"]]
        opened = [((one["round"] - 1) * len(self.names), one["points"][seat]) for one in self.told["rounds"]]
        steps = sorted(dots + [(ply, points) for ply, points in opened], key=lambda dot: dot[0])
        line = " ".join(f"{self.x(ply)},{self.y(points)}" for ply, points in steps)
        return Curve(seat, line, self.y(dots[-1][1]))

    def strip(self, ply: int) -> Strip:
        width = (RIGHT - LEFT) / len(self.state.moves)
        at = self.x(ply)
        return Strip(ply, round(at - width / 2, 2), at, round(width, 2), self.moment(ply))

    def moment(self, ply: int) -> str:
        if ply == 0:
            return self.texts.t("log.at_start")
        row = self.told["plies"][ply - 1]
        points = self.texts.commas(
            [
                self.texts.t("analysis.has", name=name, points=self.number(row["points"][seat]))
                for seat, name in enumerate(self.names)
            ]
        )
        return f"{self.about(row)}: {points}"

    # In words.

    def number(self, points: float) -> str:
        return self.texts.number(round(points, 1))

    def signed(self, points: float) -> str:
        """With a sign, as what was won or lost."""
        rounded = round(points, 1)
        sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
        return f"{sign}{self.texts.number(abs(rounded))}"

    def about(self, row: Mapping[str, Any]) -> str:
        return self.texts.t("analysis.move_of", round=row["round"], name=self.names[row["seat"]])

    def rank(self, row: Mapping[str, Any]) -> str:
        return self.texts.t("analysis.rank", rank=row["rank"], legal=row["legal"])

    def source(self, seat: int) -> Source:
        told = self.told
        changes = (self.signed(told[part][seat]) for part in ("luck", "own", "others"))
        figures = (self.number(told["start"][seat]), *changes, self.texts.number(told["scores"][seat]))
        return Source(seat, self.names[seat], seat == self.mine, figures)

    def costly(self, one: Mapping[str, Any]) -> CostlyChoice:
        component_set = self.state.component_set
        reasons: list[Reason] = one["why"]
        points = self.told["plies"][one["ply"] - 1]["points"][one["seat"]]
        return CostlyChoice(
            ply=one["ply"],
            seat=one["seat"],
            title=self.about(one),
            cost=self.signed(-one["cost"]),
            rank=self.rank(one),
            lost=self.lost(one["lost"]) if one["lost"] else "",
            better=tuple(capital(words_of(self.texts, reason, component_set)) for reason in reasons),
            x=self.x(one["ply"]),
            y=self.y(points),
        )

    def lost(self, lost: Mapping[str, Any]) -> str:
        animal = Noun(f"animals.{self.state.component_set.animals[lost['animal']]}")
        if lost["seat"] is None:
            return self.texts.t("analysis.lost_to_nobody", animal=animal, round=lost["round"])
        key = "analysis.lost" if lost["by"] else "analysis.lost_level"
        name = self.names[lost["seat"]]
        return self.texts.t(key, animal=animal, round=lost["round"], name=name, by=lost["by"])

    def row(self, ply: Mapping[str, Any]) -> PlyRow:
        return PlyRow(
            ply=ply["ply"],
            round=ply["round"],
            name=self.names[ply["seat"]],
            rank=self.rank(ply),
            cost=self.signed(-ply["cost"]),
            points=tuple(self.number(points) for points in ply["points"]),
        )
