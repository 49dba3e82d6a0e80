"""What trials of `scripts/faults` came to: a line of JSON each, and a table of many."""

from __future__ import annotations

import dataclasses
import json
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

HEAD = """\
| fault | runs | broken promises | no live connection: median, worst | a table stood still: median, worst |
| --- | --- | --- | --- | --- |"""


@dataclass(slots=True)
class Result:
    """One trial. `away` has for each player the longest time without a live connection, `still` is the
    longest time in which no move of some table was acknowledged, `load` how busy the machine was at the end.
    """

    name: str
    seed: int
    seconds: float = 0.0
    broken: list[str] = field(default_factory=list)
    away: list[float] = field(default_factory=list)
    still: float = 0.0
    codes: list[int] = field(default_factory=list)
    load: float = 0.0

    def row(self) -> str:
        codes = ", ".join(map(str, self.codes)) or "none"
        away = f"away {middle(self.away):.1f} s, at worst {max(self.away, default=0.0):.1f}"
        still = f"a table stood still for {self.still:.1f} s"
        return f"{away}; {still}; closed with {codes} ({self.seconds:.0f} s)"


def middle(numbers: Sequence[float]) -> float:
    return statistics.median(numbers) if numbers else 0.0


def note(file: Path, result: Result) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(dataclasses.asdict(result)) + "\n")


def table(lines: str) -> str:
    """A row for each fault; the median of all its players in all its runs, and the worst of them."""
    found: dict[str, list[Result]] = defaultdict(list)
    for line in lines.splitlines():
        result = Result(**json.loads(line))
        found[result.name].append(result)
    return "\n".join([HEAD, *(_row(name, results) for name, results in found.items())])


def _row(name: str, results: Sequence[Result]) -> str:
    whole = [result for result in results if result.away]
    away = [seconds for result in whole for seconds in result.away]
    still = [result.still for result in whole]
    broken = sum(len(result.broken) for result in results)
    return (
        f"| {name} | {len(results)} | {broken} | {middle(away):.1f} s, {max(away, default=0.0):.1f} s"
        f" | {middle(still):.1f} s, {max(still, default=0.0):.1f} s |"
    )
