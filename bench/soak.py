"""Does anything grow that should not? `scripts/bench soak [--minutes 4] [--rate 100] [--processes 1]`

Four programs and a watcher play whole games, always new people in new rooms, at about so many moves a second;
after a game everybody leaves. Meanwhile the processes are weighed every ten seconds: memory, open files,
connections to the database, games kept, tables open, the database on disk. After a game its table is kept for
as long as somebody may be away unnoticed (20 s), the game for a minute more; so nothing is judged before
`--settle` seconds. From then on the last third is compared with the first: memory, files and connections
may not have grown by more than `--most` percent, nor may the disk that a move takes. In the end, a while
after the last game, no table, no game and no file may be left, but the database's connections. Exits with 1
if anything is.

    scripts/bench soak --minutes 8 --rate 300 --processes 2
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import uvloop

from app.games.store import dsn
from bench.live import memory_of
from tests.faults.games import SEATS, seat_all
from tests.faults.history import History
from tests.faults.player import all_done, make_room
from tests.faults.processes import AppProcess, Postgres, RedisServer, serving

WEIGH_EVERY = 10.0
MOVES = 12 * SEATS
LONGEST = 300.0  # seconds for a game
SHOWN = ("memory", "files", "connections", "kept")
JUDGED = ("memory", "files", "connections", "disk a move")
HEAD = "       s   games    moves  memory MB   files  connections    kept  tables   disk MB"
DATABASE = """
SELECT pg_database_size(current_database()),
    count(*) FILTER (WHERE backend_type = 'client backend' AND pid <> pg_backend_pid())
FROM pg_stat_activity WHERE datname = current_database()
"""


@dataclass
class Weight:
    """All processes together at one moment."""

    seconds: float
    games: int
    memory: float
    files: int
    connections: int
    kept: float
    tables: float
    disk: int

    @property
    def moves(self) -> int:
        return self.games * MOVES

    @property
    def other_files(self) -> int:
        return self.files - self.connections

    def __str__(self) -> str:
        cells = f"{self.seconds:8.0f}{self.games:8}{self.moves:9}{self.memory:11.1f}{self.files:8}"
        return f"{cells}{self.connections:13}{self.kept:8.0f}{self.tables:8.0f}{self.disk / 1e6:10.1f}"


class Soak:
    """Games on these processes, one after the other at an even pace."""

    def __init__(self, url: str, apps: list[AppProcess], options: argparse.Namespace) -> None:
        self.url, self.apps, self.options = url, apps, options
        self.live_game: set[asyncio.Task[None]] = set()
        self.games = 0
        self.chance = random.Random(options.seed)
        self.began = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    async def play(self) -> None:
        begun = 0
        while self.seconds < 60 * self.options.minutes:
            task = asyncio.create_task(self.play_one(random.Random(self.chance.random())))
            self.live_game.add(task)
            task.add_done_callback(self.live_game.discard)
            begun += 1
            await asyncio.sleep(max(begun * MOVES / self.options.rate - self.seconds, 0))
        await asyncio.gather(*self.live_game)

    async def play_one(self, chance: random.Random) -> None:
        urls = [app.url for app in self.apps]
        players = seat_all(urls, await make_room(urls, SEATS), History(), chance)
        for player in players:
            player.pause = self.options.pause
        await all_done(players, LONGEST)
        self.games += 1

    async def weigh(self) -> Weight:
        pids = [app.process.pid for app in self.apps if app.process is not None]
        connection = await asyncpg.connect(dsn(self.url))
        disk, connections = await connection.fetchrow(DATABASE)
        await connection.close()
        return Weight(
            seconds=self.seconds,
            games=self.games,
            memory=sum(memory_of(pid) for pid in pids),
            files=sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids),
            connections=connections,
            kept=sum([await app.metric("games") for app in self.apps]),
            tables=sum([await app.metric("tables") for app in self.apps]),
            disk=disk,
        )

    async def weigh_on(self, weights: list[Weight]) -> None:
        while True:
            weights.append(await self.weigh())
            print(weights[-1], flush=True)
            await asyncio.sleep(WEIGH_EVERY)


def growth(weights: list[Weight], name: str) -> float:
    """By how many percent the last third is above the first."""
    third = len(weights) // 3
    first, last = (
        statistics.fmean(getattr(each, name) for each in part) for part in (weights[:third], weights[-third:])
    )
    return 100 * (last / first - 1)


def a_move(weights: list[Weight]) -> float:
    """Bytes of the database for each move."""
    return (weights[-1].disk - weights[0].disk) / max(weights[-1].moves - weights[0].moves, 1)


def report(weights: list[Weight], rest: Weight, options: argparse.Namespace) -> int:
    """1 if anything grew, or is left in the end."""
    judged = [each for each in weights if options.settle <= each.seconds <= 60 * options.minutes]
    if len(judged) < 3:
        print("too short to be judged: more --minutes")
        return 1
    found = {name: growth(judged, name) for name in SHOWN}
    third = len(judged) // 3
    first_third, last_third = a_move(judged[: third + 1]), a_move(judged[-third - 1 :])
    found["disk a move"] = 100 * (last_third / first_third - 1)
    told = ", ".join(f"{name} {percent:+.1f} %" for name, percent in found.items())
    first, last = judged[0], judged[-1]
    print(f"{first.seconds:.0f} to {last.seconds:.0f} s, the last third beside the first: {told}")
    pace = (last.moves - first.moves) / (last.seconds - first.seconds)
    print(f"{last.moves - first.moves} moves, {pace:.0f} a second, {a_move(judged):.0f} bytes for each")
    print(f"({first_third:.0f} in the first third, {last_third:.0f} in the last)")
    left = rest.kept + rest.tables + rest.other_files - weights[0].other_files
    print(f"files beside the database's: {weights[0].other_files} before, {rest.other_files} in the end")
    return int(max(found[name] for name in JUDGED) > options.most or left > 0)


async def soak(folder: Path, url: str, options: argparse.Namespace) -> int:
    redis = RedisServer(folder)
    await redis.start()
    try:
        environment = {"TERRAHEDRON_MIGRATE": "true", "TERRAHEDRON_OPEN_ROOMS": "1000000"}
        async with serving(folder, url, processes=options.processes, redis=redis, **environment) as apps:
            run, weights = Soak(url, apps, options), list[Weight]()
            await run.play_one(run.chance)  # so that all is open by now that stays open
            run.games, run.began = 0, time.monotonic()
            print(HEAD, flush=True)
            weighing = asyncio.create_task(run.weigh_on(weights))
            await run.play()
            weighing.cancel()
            await asyncio.sleep(options.idle)
            rest = await run.weigh()
            print(rest, f"  {options.idle:.0f} s after the last game", flush=True)
            missed = sum([await app.metric("found_missing") for app in apps])
            print(f"{missed:.0f} of {rest.moves} moves were found by looking around, with no hint of them")
            accidents = [line for app in apps for line in app.accidents()]
            print(*accidents[:10], sep="\n")
            return report(weights, rest, options) or int(bool(accidents))
    finally:
        redis.end()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--rate", type=float, default=100, help="moves a second")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds somebody thinks, on average")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--settle", type=float, default=120, help="seconds before anything is judged")
    parser.add_argument("--idle", type=float, default=95, help="seconds without anybody at the end")
    parser.add_argument("--most", type=float, default=2, help="percent that is no growth")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        postgres = Postgres(folder / "own")
        try:
            return uvloop.run(soak(folder, postgres.url, options))
        finally:
            postgres.away()


if __name__ == "__main__":
    sys.exit(main())
