"""What a server costs as it grows: `scripts/bench growth [--rooms 100,500,1000] [--processes 1,2,4]`

`serve` as anybody starts it, on a PostgreSQL of its own, with a table of four and a watcher in each room; all
share the machine's cores. For every number of processes and of rooms, in a fresh server:

    asleep        CPU and transactions a second while everybody only sits there
    at play       so many moves a second at random moments: CPU of the app and of the database a move, beyond
                  what it takes asleep; how long until an acknowledgement; transactions a move
    memory        of all processes together, in all and for each room
    joins         everybody is cut off and comes back within some seconds: CPU for each

    scripts/bench growth                                     an hour and a half
    scripts/bench growth --rooms 100,200 --processes 1 --seconds 4 --rate 50   a quick look
    scripts/bench growth --keep figures.jsonl                 a line of JSON for each point as well
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import asyncpg

from app import migrate
from app.embedded import EmbeddedPostgres
from app.games.store import dsn
from bench import live

CONNECTIONS = 300
PEOPLE = 5  # at a table: four who play and one who watches
ROOMS_A_LOAD = 3000  # beyond, several processes share the rooms: one may not open as many files
ENDING = 200  # tenths of a second for a server's end
SOCKETS = 100_000  # of one process and of one address: no limit


@dataclass(frozen=True, slots=True)
class Point:
    """One size of a server. CPU is in cores where nobody moves, in milliseconds for a move or a join."""

    processes: int
    rooms: int
    cores_asleep: float
    database_asleep: float
    transactions_asleep: float
    app_move: float
    database_move: float
    transactions_move: float
    moves: float
    ack_50: float
    ack_99: float
    megabytes: float
    join: float
    back_within: float

    def __str__(self) -> str:
        return live.line(
            f"{self.processes} x {self.rooms} rooms",
            f"{self.moves:.0f}",
            f"{self.app_move:.3f} + {self.database_move:.3f}",
            f"{self.ack_50:.2f} / {self.ack_99:.2f}",
            f"{self.megabytes:.0f} MB",
            "",
        ) + (
            f"  asleep {self.cores_asleep:.3f} + {self.database_asleep:.3f} cores,"
            f" {self.transactions_asleep:.1f} transactions/s; {self.transactions_move:.2f} a move;"
            f" {self.join:.2f} ms a join, all back in {self.back_within:.1f} s"
        )


def tree(pid: int) -> list[int]:
    """A process and all that come from it."""
    found = [pid]
    for child in live.children_of(pid):
        found += tree(child)
    return found


class Usage:
    """What a server and its database have used by now."""

    def __init__(self, site: Grown) -> None:
        self.at = time.monotonic()
        self.app = live.cpu_of(site.app_pids())
        self.base = live.cpu_of(site.base())
        self.transactions = asyncio.run(transactions(site.url))

    def until(self, later: Usage) -> tuple[float, float, int, float]:
        """Seconds of CPU of the app and of the database, transactions, and seconds."""
        app, base = live.since(self.app, later.app), live.since(self.base, later.base)
        return app, base, later.transactions - self.transactions, later.at - self.at


async def transactions(url: str) -> int:
    connection = await asyncpg.connect(dsn(url))
    counted = await connection.fetchval("SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database")
    await connection.close()
    return int(counted)


class Grown(live.Site):
    """`serve` with so many processes; the load and all else share the machine."""

    def __init__(self, bench: Bench, processes: int, rooms: int) -> None:
        self.url, self.rooms = bench.url, rooms
        limits = {"sockets": SOCKETS, "sockets_per_address": SOCKETS}
        settings = {"workers": processes, "grace_seconds": 60, "analyses_per_hour": 0, **limits}
        listing = bench.folder / "rooms.json"
        what = "workers", bench.url, str(rooms), json.dumps(settings), str(listing)
        super().__init__(listing, bench.base_pids, live.SETTLE, *what, loads=-(-rooms // ROOMS_A_LOAD))

    def __exit__(self, *problem: object) -> None:
        serving = self.app_pids()
        live.end(*self.loads)
        with contextlib.suppress(ProcessLookupError):
            os.kill(serving[0], signal.SIGTERM)
        for _ in range(ENDING):
            if not live.cpu_of(serving):
                break
            time.sleep(0.1)
        super().__exit__(*problem)

    def calm(self, asked: argparse.Namespace) -> dict[str, Any]:
        return self.told(f"calm {asked.rate / len(self.loads)} {asked.seconds}")

    def app_pids(self) -> list[int]:
        """The server's processes, without the one that makes the rooms."""
        return tree(self.server.pid)[1:]

    def memory(self) -> float:
        return sum(live.memory_of(pid) for pid in self.app_pids())


class Bench:
    """A database for all points."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.postgres = EmbeddedPostgres(folder / "postgres", connections=CONNECTIONS)
        self.url = self.postgres.start()
        migrate.upgrade(self.url)

    def base_pids(self) -> list[int]:
        head = self.postgres.pid
        assert head is not None
        return [head, *live.children_of(head)]


def measured(bench: Bench, processes: int, rooms: int, asked: argparse.Namespace) -> Point:
    with Grown(bench, processes, rooms) as site:
        site.open()
        begun = Usage(site)
        time.sleep(asked.seconds)
        app, base, count, seconds = begun.until(Usage(site))
        asleep = app / seconds, base / seconds, count / seconds
        begun = Usage(site)
        told = site.calm(asked)
        app, base, count, seconds = begun.until(Usage(site))
        live.check(told)
        moves = max(told["moves"], 1)
        acks = sorted(told["acks"])
        memory = site.memory()
        begun = Usage(site)
        back = site.told(f"storm {rooms * PEOPLE / asked.back}")
        joins_app, joins_base, _, joins_seconds = begun.until(Usage(site))
        joins = joins_app + joins_base - joins_seconds * (asleep[0] + asleep[1])
        return Point(
            processes, rooms, *asleep,
            app_move=1000 * (app - seconds * asleep[0]) / moves,
            database_move=1000 * (base - seconds * asleep[1]) / moves,
            transactions_move=(count - seconds * asleep[2]) / moves,
            moves=moves / told["seconds"],
            ack_50=1000 * acks[len(acks) // 2],
            ack_99=1000 * acks[int(len(acks) * 0.99)],
            megabytes=memory,
            join=1000 * joins / back["sockets"],
            back_within=back["seconds"],
        )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench growth", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", default="100,500,1000,2000,5000")
    parser.add_argument("--processes", default="1,2,4")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=100, help="moves a second in all")
    parser.add_argument("--back", type=float, default=500, help="sockets that come back a second")
    parser.add_argument("--keep", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    print(live.line("", "moves/s", "CPU ms app + db", "ack ms 50/99", "memory", ""))
    for processes in map(int, asked.processes.split(",")):
        for rooms in map(int, asked.rooms.split(",")):
            with tempfile.TemporaryDirectory(prefix="terrahedron-growth-") as name:
                bench = Bench(Path(name))
                try:
                    point = measured(bench, processes, rooms, asked)
                finally:
                    bench.postgres.stop()
            print(point, flush=True)
            if asked.keep:
                with asked.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(point)) + "\n")


if __name__ == "__main__":
    main()
