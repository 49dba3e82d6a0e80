"""What trials of `scripts/faults` came to: a line of JSON each, in a file that grows, and a table of them."""

from __future__ import annotations

import dataclasses
import json
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

FIGURES = Path(__file__).resolve().parents[2] / "bench/faults.jsonl"
LONGEST_WORDS = 300  # of what is kept of a broken promise
COLUMNS = (
    "what is broken",
    "runs",
    "broken promises",
    "no live connection: median, worst",
    "a table stood still: median, worst",
    "load: median, worst",
)


@dataclass(slots=True)
class Result:
    """One trial. `away` has the longest time without a live connection of the player in the middle, and of
    the one who waited longest; `still` is the longest time in which no move of some table was acknowledged.
    Neither is there where the games came to no end. `load` says how busy the machine was.
    """

    name: str
    seed: int
    at: str  # UTC
    seconds: float = 0.0
    broken: list[str] = field(default_factory=list)
    away: list[float] = field(default_factory=list)
    still: float | None = None
    codes: list[int] = field(default_factory=list)
    load: float = 0.0

    def row(self) -> str:
        codes = ", ".join(map(str, self.codes)) or "none"
        if self.still is None:
            return f"broken ({self.seconds:.0f} s)"
        away = f"away {self.away[0]:.1f} s, at worst {self.away[1]:.1f}"
        still = f"a table stood still for {self.still:.1f} s"
        return f"{away}; {still}; closed with {codes} ({self.seconds:.0f} s)"


def note(file: Path, result: Result) -> None:
    short = dataclasses.replace(result, broken=[words[:LONGEST_WORDS] for words in result.broken])
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(dataclasses.asdict(short), ensure_ascii=False) + "\n")


def noted(file: Path) -> list[Result]:
    """Nothing, where there is no such file yet."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Result(**json.loads(line)) for line in lines]


def table(results: Iterable[Result], says: Mapping[str, str]) -> str:
    """A row for everything that can be broken, also for what was not tried yet."""
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        found[result.name].append(result)
    return "\n".join(
        [heading(COLUMNS), *(_row(f"`{name}`: {words}", found[name]) for name, words in says.items())]
    )


def _row(what: str, results: Sequence[Result]) -> str:
    whole = [result for result in results if result.still is not None]
    broken = sum(len(result.broken) for result in results)
    figures = (
        seconds([result.away[0] for result in whole], [result.away[1] for result in whole]),
        seconds([result.still or 0.0 for result in whole]),
        middle_and_worst([result.load for result in results]),
    )
    return f"| {what} | {len(results)} | {broken} | {' | '.join(figures)} |"


def heading(columns: Sequence[str]) -> str:
    return f"| {' | '.join(columns)} |\n| {' | '.join(['---'] * len(columns))} |"


def seconds(middle: Sequence[float], worst: Sequence[float] | None = None) -> str:
    return middle_and_worst(middle, worst, " s")


def middle_and_worst(middle: Sequence[float], worst: Sequence[float] | None = None, unit: str = "") -> str:
    """The median of the first, and the largest of the second; of the first where there is no other."""
    if not middle:
        return ""
    return f"{statistics.median(middle):.1f}{unit}, {max(worst or middle):.1f}{unit}"
