"""How many durable moves a second one core carries, and how soon the others see a move. `scripts/bench live`

200 rooms of four players and a watcher. The app and its PostgreSQL are pinned together to one core, the
load to another. Every move is judged by the rules, committed, then acknowledged. Beside it, in the same
run, on the same cores and with the same payload, a bare Starlette app that only passes on what it is told:
the ceiling. They play in turns, a fresh set of rooms each time, after a first one that is not counted; the
app is stopped while the ceiling plays. Then both at given rates, everybody cut off and back within a second,
and a thousand idle sockets on the scales.

    scripts/bench live                                   everything, in about three minutes
    scripts/bench live --rooms 40 --seconds 2 --repeat 1   a quick look
    scripts/bench live --against ../other --repeat 14      saturated alone, in turns with another checkout

"load" is the share of its core that the load used: near 1, the load would be what limits. (At a given rate
it looks all the time, so that it is never late.)
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from app import migrate
from app.embedded import EmbeddedPostgres

HERE = Path(__file__).resolve().parent.parent
APP_CORE, LOAD_CORE = 0, 1
ALL_CORES = os.sched_getaffinity(0)
TICK = os.sysconf("SC_CLK_TCK")
MANY = 1000  # idle sockets that are weighed
SETTLE = 2.5  # seconds until everybody has been told who came
WITHIN = 1.0  # seconds for everybody to come back in


@dataclass
class Row:
    """What one run gave. CPU is in milliseconds a move."""

    name: str
    moves: float
    acks: list[float]
    others: list[float]
    app: float
    base: float
    payload: float
    load: float | None

    def __str__(self) -> str:
        cpu = f"{self.app:.3f} + {self.base:.3f}"
        load = "-" if self.load is None else f"{self.load:.2f}"
        return line(self.name, f"{self.moves:.0f}", spread(self.acks), spread(self.others), cpu, load)


def line(*cells: str) -> str:
    widths = (-28, 8, 22, 22, 16, 6)
    pairs = zip(cells, widths, strict=True)
    return "".join(cell.ljust(-width) if width < 0 else cell.rjust(width) for cell, width in pairs)


HEAD = line("", "moves/s", "ack ms 50/95/99", "others ms 50/95/99", "CPU ms app + db", "load")


def spread(seconds: list[float]) -> str:
    if not seconds:
        return "-"
    ordered = sorted(seconds)
    parts = [ordered[min(int(len(ordered) * part), len(ordered) - 1)] for part in (0.5, 0.95, 0.99)]
    return " / ".join(f"{1000 * part:.2f}" for part in parts)


def cpu_of(pids: list[int]) -> dict[int, float]:
    """Seconds of CPU that each of these processes has used, by the kernel's accounting."""
    used = {}
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        used[pid] = sum(int(each) for each in fields[11:13]) / TICK
    return used


def since(before: dict[int, float], after: dict[int, float]) -> float:
    return sum(late - before.get(pid, 0.0) for pid, late in after.items())


def children_of(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(line) for line in listed.stdout.split()]


def memory_of(pid: int) -> float:
    """Resident megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def start(cores: set[int], module: str, *arguments: str, app: Path = HERE) -> subprocess.Popen[str]:
    """`bench/module.py` of a checkout, with its app."""
    return subprocess.Popen(
        [sys.executable, str(app / "bench" / f"{module}.py"), *arguments], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True, cwd=app, env={**os.environ, "PYTHONPATH": str(app)},
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )  # fmt: skip


def flushes(folder: Path) -> list[float]:
    """What the disk needs to keep one page: every commit waits for that at least."""
    waits = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(300):
            began = time.perf_counter()
            file.write(bytes(8192))
            os.fdatasync(file.fileno())
            waits.append(time.perf_counter() - began)
    return waits


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise SystemExit(f"process {process.pid} ended early")
    return line.strip()


def tell(process: subprocess.Popen[str], order: str) -> None:
    assert process.stdin is not None
    process.stdin.write(order + "\n")
    process.stdin.flush()


class Site:
    """A server on its core with the load on the other, everybody connected."""

    def __init__(
        self,
        listing: Path,
        base: Callable[[], list[int]],
        settle: float,
        *what: str,
        app: Path = HERE,
        loads: int = 1,
    ) -> None:
        self.base = base
        self.makes_rooms = what[0] != "ceiling"
        is_apart = what[0] != "workers"  # several processes share all cores with the load
        self.server = start({APP_CORE} if is_apart else ALL_CORES, "_live_site", *what, app=app)
        self.port = line_of(self.server)
        load = self.port, str(listing), str(settle)
        cores = {LOAD_CORE} if is_apart else ALL_CORES
        self.loads = [start(cores, "_live_load", *load, f"{part}/{loads}") for part in range(loads)]
        for each in self.loads:
            line_of(each)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end(*self.loads, self.server)

    def told(self, order: str) -> dict[str, Any]:
        """Have the load do something, and what it says of it."""
        for load in self.loads:
            tell(load, order)
        return together([json.loads(line_of(load)) for load in self.loads])

    def open(self) -> None:
        """A fresh set of rooms, and everybody connected."""
        if self.makes_rooms:
            tell(self.server, "one more")
            line_of(self.server)
        self.told("open")

    def run(self, name: str, order: str) -> Row:
        """One run of the load, and what it cost."""
        before = cpu_of([self.server.pid]), cpu_of(self.base())
        told = self.told(order)
        after = cpu_of([self.server.pid]), cpu_of(self.base())
        check(told)
        each = 1000 / max(told["moves"], 1)
        app, base = (since(*both) * each for both in zip(before, after, strict=True))
        payload = told["bytes"] / max(told["deliveries"], 1)
        moves = told["moves"] / told["seconds"]
        return Row(name, moves, told["acks"], told["others"], app, base, payload, told["load"])

    def saturated(self, name: str) -> Row:
        """A fresh set of rooms, played as fast as it goes."""
        self.open()
        return self.run(name, "full")

    @contextmanager
    def asleep(self) -> Iterator[None]:
        self.server.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.server.send_signal(signal.SIGCONT)

    def memory(self) -> float:
        return memory_of(self.server.pid)


class Bench:
    """A database on the app's core, and sites on it."""

    def __init__(self, folder: Path, options: argparse.Namespace, checkout: Path = HERE) -> None:
        self.folder, self.options, self.checkout = folder, options, checkout
        self.listing = folder / "rooms.json"
        os.sched_setaffinity(0, {APP_CORE})
        self.postgres = EmbeddedPostgres(folder / "postgres")
        self.url = self.postgres.start()
        os.sched_setaffinity(0, {APP_CORE, LOAD_CORE})
        migrate.upgrade(self.url)

    def base_pids(self) -> list[int]:
        head = int((self.folder / "postgres" / "postgres" / "postmaster.pid").read_text().split()[0])
        return [head, *children_of(head)]

    def app(self, **settings: Any) -> Site:
        chosen = json.dumps({"writers": self.options.writers, **settings})
        what = "app", self.url, str(self.options.rooms), chosen, str(self.listing)
        return Site(self.listing, self.base_pids, SETTLE, *what, app=self.checkout)

    def ceiling(self, payload: int) -> Site:
        return Site(self.listing, list, 0, "ceiling", str(payload))


def together(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """What several loads say, as if it were one."""
    told = dict(parts[0])
    for part in parts[1:]:
        told |= {name: told[name] + part[name] for name in told if told[name] is not None}
    if "seconds" in told:
        told["seconds"] = max(part["seconds"] for part in parts)
    return told


def check(told: dict[str, Any]) -> None:
    """A run counts only if every socket got exactly one event a move."""
    if told["deliveries"] != 5 * told["moves"]:
        raise SystemExit(f"{told['deliveries']} deliveries of {told['moves']} moves")


def end(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        if process.stdin is not None:
            process.stdin.close()
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--repeat", type=int, default=6)
    parser.add_argument("--rates", default="20,200,1000")
    parser.add_argument("--writers", type=int, default=1)
    parser.add_argument("--app", type=Path, default=HERE, help="measure the app of this checkout")
    parser.add_argument("--against", type=Path, help="another checkout, whose app plays in turns with it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        if options.against:
            compare(Path(name), options)
            return
        bench = Bench(Path(name), options, options.app.resolve())
        try:
            report(bench, options)
        finally:
            bench.postgres.stop()


def pair(app: Site, ceiling: Site, number: int) -> tuple[Row, Row]:
    """One run of each, right after each other, since a machine's speed changes by the minute."""
    ours = app.saturated(f"saturated, run {number}")
    with app.asleep():  # it looks around now and then, and they share a core
        bare = ceiling.saturated(f"ceiling, run {number}")
    print(ours, bare, sep="\n", flush=True)
    return ours, bare


def compare(folder: Path, options: argparse.Namespace) -> None:
    """Both apps at saturation, set after set; who begins is drawn each time, and who waits is stopped."""
    checkouts = [options.app.resolve(), options.against.resolve()]
    benches = []
    try:
        for number, checkout in enumerate(checkouts):
            (folder / str(number)).mkdir()
            benches.append(Bench(folder / str(number), options, checkout))
        with benches[0].app() as ours, benches[1].app() as theirs:
            rows = in_turns(ours, theirs, options.repeat)
    finally:
        for bench in benches:
            bench.postgres.stop()
    print(f"{'middle of':<28}{checkouts[0]!s:>28}{checkouts[1]!s:>28}{'pair by pair':>16}")
    for name, figure in COMPARED.items():
        pairs = [(figure(one), figure(other)) for one, other in rows]
        cells = [f"{statistics.median(each):.4g}" for each in zip(*pairs, strict=True)]
        ratio = statistics.median(other / one for one, other in pairs)
        print(f"{name:<28}{cells[0]:>28}{cells[1]:>28}{ratio:>16.3f}")


def in_turns(ours: Site, theirs: Site, repeat: int) -> list[tuple[Row, Row]]:
    rows = []
    for number in range(repeat + 1):
        turns: dict[Site, Row] = {}
        for site, other in random.sample([(ours, theirs), (theirs, ours)], 2):
            with other.asleep():
                turns[site] = site.saturated("")
        if number:  # not the first, in which both get warm
            rows.append((turns[ours], turns[theirs]))
    return rows


def percentile(seconds: list[float], part: float) -> float:
    return sorted(seconds)[int(len(seconds) * part)]


COMPARED: dict[str, Callable[[Row], float]] = {
    "moves a second": lambda row: row.moves,
    "app, ms of CPU a move": lambda row: row.app,
    "database, ms of CPU a move": lambda row: row.base,
    "act to others, 50 %, ms": lambda row: 1000 * percentile(row.others, 0.5),
    "act to others, 99 %, ms": lambda row: 1000 * percentile(row.others, 0.99),
}


def paced(site: Site, options: argparse.Namespace, who: str = "") -> None:
    """Moves at random moments, so many a second."""
    for rate in filter(None, options.rates.split(",")):
        print(site.run(f"{who}{rate} moves/s", f"{rate} {options.seconds}"), flush=True)


def storm(site: Site, within: float) -> str:
    """Everybody is cut off, and comes back at random moments; what that took."""
    before = cpu_of([site.server.pid]), cpu_of(site.base())
    told = site.told(f"storm {within}")
    app, base = since(before[0], cpu_of([site.server.pid])), since(before[1], cpu_of(site.base()))
    count, errors = told["sockets"], told["errors"]
    parts = (
        f"{count} sockets, all live {told['seconds']:.2f} s after the cut",
        f"each after {spread(told['waits'])} ms",
        f"{1000 * app / count:.2f} + {1000 * base / count:.2f} ms of CPU each",
        f"{count / (app + base):.0f} joins a second and core",
        f"errors: {len(errors)} {errors[:3]}",
    )
    return "; ".join(parts)


def told_shares(pairs: list[tuple[Row, Row]]) -> str:
    shares = sorted(ours.moves / bare.moves for ours, bare in pairs)
    return f"{statistics.median(shares):.2f} (pair by pair {shares[0]:.2f} to {shares[-1]:.2f})"


def report(bench: Bench, options: argparse.Namespace) -> None:
    started = time.monotonic()
    print(f"a flush of this disk takes {spread(flushes(bench.folder))} ms\n\n{HEAD}")
    with bench.app() as site:  # first, while no server before it has left rooms to look after
        site.open()
        before = site.memory()
        site.told(f"idle {MANY}")
        added = MANY // options.rooms * options.rooms
        idle = (site.memory() - before) * 1000 / max(added, 1)
    with bench.app() as app:
        payload = round(app.saturated("").payload)  # a first set each, so that both are warm
        with bench.ceiling(payload) as ceiling:
            ceiling.saturated("")
            pairs = [pair(app, ceiling, number) for number in range(1, options.repeat + 1)]
    with bench.ceiling(payload) as site:
        site.open()
        paced(site, options, "ceiling, ")
    with bench.app() as site:
        site.open()
        paced(site, options)
    with bench.app(grace_seconds=20) as site:
        site.open()
        joins = storm(site, WITHIN)
    print(f"\nshare of the ceiling {told_shares(pairs)}; events of {payload} bytes on average")
    print(f"memory {before:.0f} MB with all tables open, {idle:.1f} MB for each 1,000 idle sockets")
    print(f"back within {WITHIN} s: {joins}")
    print(f"took {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
