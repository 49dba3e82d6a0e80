"""Plays whole games and looks for anything wrong: `scripts/bench faults [--games N] [--seed N]`.

Four programs and a watcher play each game, half of the games through one process and half through two on one
database and one Redis; then the same with a bus that loses every eighth hint and tells the others twice.
Exits with 1 and a line for each broken promise (`docs/reliability.md` lists them).
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.games import play_games
from tests.faults.processes import Postgres, RedisServer, serving

WORLDS = {"one process": 1, "two processes": 2, "two, hints lost and doubled": 2}


async def play(folder: Path, url: str, world: str, games: int, chance: random.Random) -> list[str]:
    """What went wrong in so many games in this world."""
    redis = RedisServer(folder, *(["--lose", "8", "--double"] if "hints" in world else []))
    await redis.start()
    try:
        async with serving(
            folder, url, processes=WORLDS[world], redis=redis, TERRAHEDRON_MIGRATE="true"
        ) as apps:
            faults = [fault async for fault in play_games([app.url for app in apps], url, games, chance)]
            return faults + [line for app in apps for line in app.accidents()]
    finally:
        redis.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="in each of the first two worlds")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    broken: list[str] = []
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        postgres = Postgres(folder / "own")
        try:
            for world in WORLDS:
                games = chosen.games // 10 if "hints" in world else chosen.games
                began, chance = time.perf_counter(), random.Random(f"{world} {chosen.seed}")
                faults = asyncio.run(play(folder, postgres.url, world, games, chance))
                print(f"{world}: {games} games, {len(faults)} faults, {time.perf_counter() - began:.0f} s")
                broken += faults
        finally:
            postgres.away()
    print("\n".join(broken))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
