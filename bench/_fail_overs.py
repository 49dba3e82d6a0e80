"""What fail-overs came to (`scripts/bench failover --results FILE`): a line of JSON each, and their table."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.results import heading, middle_and_worst, seconds

FIGURES = Path(__file__).with_name("failover.jsonl")
COLUMNS = (
    "what is done to the primary",
    "times",
    "broken promises",
    "nothing is acknowledged for: median, worst",
    "the longest wait for an answer: median, worst",
    "load: median, worst",
)
SAYS = {
    "crash": "PostgreSQL is killed, its machine lives",
    "kill": "the machine is gone, with its etcd and Patroni",
    "freeze": "all three stand still, and go on later",
    "cut": "Patroni, etcd and what sends to the standbys stand still, PostgreSQL answers the app",
}


@dataclass(slots=True)
class FailOver:
    """One of them. Games live through several; what is wrong with them in the end stands with the last.
    Of the first that were measured the silence alone was kept.
    """

    what: str
    at: str  # UTC
    games: int
    silent: float | None = None  # seconds; None where moves did not go on
    waited: float | None = None
    leads_etcd: bool = False  # whether the others' etcd followed this machine's
    load: float | None = None
    broken: list[str] = field(default_factory=list)


def note(file: Path, told: Iterable[FailOver]) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.writelines(json.dumps(dataclasses.asdict(each), ensure_ascii=False) + "\n" for each in told)


def noted(file: Path) -> list[FailOver]:
    """Nothing, where there is no such file yet."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [FailOver(**json.loads(line)) for line in lines]


def table(told: Sequence[FailOver]) -> str:
    """A row for each kind, and one for all."""
    kinds = [
        _row(f"`{what}`: {words}", [each for each in told if each.what == what])
        for what, words in SAYS.items()
    ]
    return "\n".join([heading(COLUMNS), *kinds, _row("all", [each for each in told if each.what in SAYS])])


def _row(what: str, told: Sequence[FailOver]) -> str:
    figures = (
        seconds([each.silent for each in told if each.silent is not None]),
        seconds([each.waited for each in told if each.waited is not None]),
        middle_and_worst([each.load for each in told if each.load is not None]),
    )
    return f"| {what} | {len(told)} | {sum(len(each.broken) for each in told)} | {' | '.join(figures)} |"
