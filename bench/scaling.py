"""What many rooms need: `scripts/bench scaling [--figures bench/growth.jsonl]`

A model is fitted to what `scripts/bench growth --keep` has measured, a line for each cost, by least squares:

    memory, CPU asleep    so much for each process, for the parent of several, for each room
    CPU a move            so much, more for each process that hears of it, more with the rooms of a process
    CPU a join            the same

A simulation then plays moves at random moments on processes that are as quick as that: each judges, waits for
its commit with all others that wait, tells; and each second it looks after its rooms in so many goes. It is
always the same, and is held against what was measured. Last, what 1,000 to 1,000,000 rooms at play need.
Nothing is measured here, so it needs no quiet machine; `scripts/generate` writes it all into docs/scaling.md.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

FIGURES = Path(__file__).with_name("growth.jsonl")
SOCKETS = 5  # at a table: four who play and one who watches
FLUSH = 0.0002  # seconds of this disk for a commit (docs/performance.md)
GOES = 4  # in which a process looks after its rooms, each second; taken from 1 x 2,000 rooms
PLAYED = 30.0  # simulated seconds
MOST_BUSY = 0.5  # of a core; beyond, whoever comes in a bad moment waits
SOCKETS_A_PROCESS = 15_000  # of 20,000 files
CONNECTIONS_A_PROCESS = 16
MOST_PROCESSES = 2000
PACE = 12.0  # seconds from one move at a table to the next
SIZES = (1_000, 10_000, 100_000, 1_000_000)
CALM = 300  # moves a second: at more of them a waking is shared by several
GAME_BYTES = 2200  # on disk for good (docs/performance.md)
LOG_BYTES = 76_000  # of write-ahead log a game
MOVES_A_GAME = 48

Figures = dict[str, Any]
Terms = Callable[[Figures], list[float]]


@dataclass(frozen=True)
class Line:
    """What something costs, as a sum of terms."""

    terms: Terms
    factors: list[float]

    def at(self, processes: int, rooms: int) -> float:
        point = {"processes": processes, "rooms": rooms}
        return sum(f * t for f, t in zip(self.factors, self.terms(point), strict=True))


def fitted(points: Sequence[Figures], terms: Terms, name: str) -> Line:
    """The factors with the least squares of what is left, each beside its own size."""
    rows = [[each / point[name] for each in terms(point)] for point in points]
    count = len(rows[0])
    matrix = [
        [sum(row[i] * row[j] for row in rows) for j in range(count)] + [sum(row[i] for row in rows)]
        for i in range(count)
    ]
    for i in range(count):
        best = max(range(i, count), key=lambda row: abs(matrix[row][i]))
        matrix[i], matrix[best] = matrix[best], matrix[i]
        for j in range(count):
            if j != i:
                share = matrix[j][i] / matrix[i][i]
                matrix[j] = [mine - share * its for mine, its in zip(matrix[j], matrix[i], strict=True)]
    return Line(terms, [matrix[i][-1] / matrix[i][i] for i in range(count)])


def of_server(point: Figures) -> list[float]:
    """For each process, for the parent that several have, for each room."""
    return [point["processes"], point["processes"] > 1, point["rooms"]]


def of_rooms(point: Figures) -> list[float]:
    return [point["processes"], point["rooms"]]


def of_move(point: Figures) -> list[float]:
    """Once, for each process that hears of it, for each room of a process."""
    return [1, point["processes"] - 1, point["rooms"] / point["processes"]]


class Model:
    """All costs: seconds of CPU, cores, megabytes."""

    def __init__(self, points: Sequence[Figures]) -> None:
        calm = [point for point in points if point["moves"] < CALM]
        self.memory = fitted(calm, of_server, "megabytes")
        self.asleep = fitted(calm, of_rooms, "cores_asleep")
        self.database_asleep = fitted(calm, of_rooms, "database_asleep")
        self.move = fitted(calm, of_move, "app_move")
        self.database_move = fitted(calm, lambda _: [1], "database_move")
        self.join = fitted(calm, of_move, "join")


@dataclass(frozen=True)
class Played:
    """What a simulation came to."""

    ack_50: float
    ack_99: float


class Process:
    """One process, in simulated seconds: what it does it does one after the other."""

    def __init__(self) -> None:
        self.free_at = 0.0
        self.committing_until = 0.0
        self.waiting: list[float] = []

    def work(self, now: float, seconds: float) -> float:
        """Take so long, as soon as it is free; when that is done."""
        self.free_at = max(self.free_at, now) + seconds
        return self.free_at


class Simulation:
    """Moments in their order, each with what happens then, in which process, to a move that came when."""

    def __init__(self, model: Model, processes: int, rooms: int) -> None:
        self.app = model.move.at(1, max(rooms // processes, 1)) / 1000
        self.base = model.database_move.at(1, 1) / 1000
        self.look = model.asleep.at(processes, rooms) / processes / GOES
        self.processes = [Process() for _ in range(processes)]
        self.moments: list[tuple[float, int, str, Process, float]] = []
        self.number = 0
        self.acks: list[float] = []

    def at(self, moment: float, what: str, process: Process, since: float = 0.0) -> None:
        self.number += 1
        heapq.heappush(self.moments, (moment, self.number, what, process, since))

    def run(self) -> None:
        while self.moments:
            now, _, what, process, since = heapq.heappop(self.moments)
            getattr(self, f"_{what}")(now, process, since)

    def _looks(self, now: float, process: Process, _since: float) -> None:
        process.work(now, self.look)

    def _comes(self, now: float, process: Process, since: float) -> None:
        self.at(process.work(now, self.app / 2), "judged", process, since)

    def _judged(self, now: float, process: Process, since: float) -> None:
        process.waiting.append(since)
        if process.committing_until <= now:
            self._commits(now, process, since)

    def _commits(self, now: float, process: Process, _since: float) -> None:
        """All that wait go together; those who come meanwhile go next."""
        batch, process.waiting = process.waiting, []
        if batch:
            process.committing_until = now + FLUSH + self.base * len(batch)
            for each in batch:
                self.at(process.committing_until, "committed", process, each)
            self.at(process.committing_until, "commits", process)

    def _committed(self, now: float, process: Process, since: float) -> None:
        self.acks.append(process.work(now, self.app / 2) - since)


def simulated(model: Model, processes: int, rooms: int, rate: float, seed: int = 1) -> Played:
    """So many moves a second at random moments, each timed from when it came to its acknowledgement."""
    chance, play = random.Random(seed), Simulation(model, processes, rooms)
    moment = chance.expovariate(rate)
    while moment < PLAYED:
        play.at(moment, "comes", chance.choice(play.processes), moment)
        moment += chance.expovariate(rate)
    for number, process in enumerate(play.processes):
        for go in range(int(PLAYED * GOES)):
            play.at((go + number / processes) / GOES, "looks", process)
    play.run()
    acks = sorted(play.acks)
    return Played(1000 * acks[len(acks) // 2], 1000 * acks[int(len(acks) * 0.99)])


@dataclass(frozen=True)
class Need:
    """What so many rooms at play need."""

    rooms: int
    moves: float
    processes: int
    cores: float
    database: float
    gigabytes: float

    @property
    def games(self) -> float:
        """That end, a second."""
        return self.moves / MOVES_A_GAME

    @property
    def cells(self) -> list[str]:
        return [
            f"{self.rooms:,}",
            f"{self.moves:,.0f}",
            f"{self.processes:,}",
            f"{self.cores:,.1f}",
            f"{self.gigabytes:,.1f}",
            f"{self.database:,.1f}",
            f"{self.processes * CONNECTIONS_A_PROCESS:,}",
            f"{self.games * LOG_BYTES / 1e6:,.1f}",
            f"{self.games * GAME_BYTES * 86_400 / 1e9:,.1f}",
        ]


NEEDS = (
    "rooms at play", "moves a second", "processes", "cores they use", "GB they use",
    "cores the database uses", "its connections", "MB of its log a second", "GB of finished games a day",
)  # fmt: skip


def need(model: Model, rooms: int, pace: float = PACE, hearing: float = 1.0) -> Need | None:
    """With every process half busy at most, and no more sockets than it may have files. Of each move so large
    a part of the other processes hears. None if no number of processes is enough.
    """
    moves = rooms / pace
    once, heard, of_room = model.move.factors
    for processes in range(max(1, math.ceil(rooms * SOCKETS / SOCKETS_A_PROCESS)), MOST_PROCESSES):
        move = once + heard * hearing * (processes - 1) + of_room * rooms / processes
        cores = model.asleep.at(processes, rooms) + moves * move / 1000
        if cores <= MOST_BUSY * processes:
            base = model.database_asleep.at(processes, rooms) + moves * model.database_move.at(1, 1) / 1000
            return Need(rooms, moves, processes, cores, base, model.memory.at(processes, rooms) / 1000)
    return None


def read(path: Path) -> list[Figures]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]


def told_costs(model: Model, _points: Sequence[Figures]) -> list[str]:
    """What was fitted."""

    def row(name: str, line: Line, *digits: str) -> list[str]:
        cells = [format(factor, digit) for factor, digit in zip(line.factors, digits, strict=True)]
        return [name, *cells]

    def apart(name: str, line: Line) -> list[str]:
        process, rooms = per_thousand(line).factors
        return [name, f"{process:.3f}", "", f"{rooms:.3f}"]

    server = table(
        ("", "each process", "the parent of several", "1,000 rooms"),
        [
            row("memory, MB", per_thousand(model.memory), ".0f", ".0f", ".0f"),
            apart("cores while nobody moves, app", model.asleep),
            apart("and database", model.database_asleep),
        ],
    )
    move = table(
        ("CPU, ms", "once", "each other process", "1,000 rooms more in its process"),
        [
            row("a move, app", per_thousand(model.move), ".2f", ".2f", ".2f"),
            [*row("and database", model.database_move, ".2f"), "", ""],
            row("a join, both", per_thousand(model.join), ".2f", ".2f", ".2f"),
        ],
    )
    return [*server, "", *move]


def per_thousand(line: Line) -> Line:
    """The last factor for a thousand rooms."""
    return Line(line.terms, [*line.factors[:-1], 1000 * line.factors[-1]])


def told_checks(model: Model, points: Sequence[Figures]) -> list[str]:
    """What model and simulation say, and what was measured."""
    head = (
        "processes x rooms",
        "moves/s",
        "ack p50, ms",
        "p99, ms",
        "CPU a move, ms",
        "memory, MB",
        "a join, ms",
    )
    return table(head, [told_check(model, point) for point in points])


def told_check(model: Model, point: Figures) -> list[str]:
    size = point["processes"], point["rooms"]
    played = simulated(model, *size, point["moves"])
    pairs = (
        (played.ack_50, point["ack_50"], 2),
        (played.ack_99, point["ack_99"], 1),
        (model.move.at(*size), point["app_move"], 2),
        (model.memory.at(*size), point["megabytes"], 0),
        (model.join.at(*size), point["join"], 2),
    )
    cells = [f"{ours:.{digits}f} / {its:.{digits}f}" for ours, its, digits in pairs]
    return [f"{size[0]} x {size[1]:,}", f"{point['moves']:.0f}", *cells]


def told_needs(model: Model, _points: Sequence[Figures], hearing: float = 1.0) -> list[str]:
    rows = []
    for rooms in SIZES:
        found = need(model, rooms, hearing=hearing)
        rows.append(
            found.cells if found else [f"{rooms:,}", f"{rooms / PACE:,.0f}", *["–"] * (len(NEEDS) - 2)]
        )
    return table(NEEDS, rows)


TOLD: dict[str, Callable[[Model, Sequence[Figures]], list[str]]] = {
    "costs": told_costs,
    "checks": told_checks,
    "needs": told_needs,
    "needs unheard": partial(told_needs, hearing=0.0),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench scaling",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--figures", type=Path, default=FIGURES)
    points = read(parser.parse_args().figures)
    for name, tell in TOLD.items():
        print(f"{name}\n", *tell(Model(points), points), "", sep="\n")


if __name__ == "__main__":
    main()
