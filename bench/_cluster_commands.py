"""`scripts/cluster`: all that several machines have, on this one; see `bench/_cluster.py`.

examples:
  scripts/cluster                 starts it and says where the table is
  scripts/cluster play            plays games on it, and judges them
  scripts/cluster status          what runs, and which PostgreSQL is the primary
  scripts/cluster down            ends it; its games go with it
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from pathlib import Path

from app.database_address import normalise_database_url
from bench._cluster import FOLDER, CannotCluster, Cluster
from tests.faults.games import play_games


def up(cluster: Cluster) -> int:
    began = time.monotonic()
    try:
        cluster.up(lambda line: print(f"cluster: {line}", flush=True))
    except CannotCluster:
        raise
    except BaseException:
        cluster.down()
        raise
    print(f"Terrahedron is at {' and '.join(cluster.urls)} ({time.monotonic() - began:.0f} s).")
    print("scripts/cluster play plays games on it, scripts/cluster down ends it and forgets them.")
    return 0


def play(cluster: Cluster, games: int, seed: int) -> int:
    """Whole games through both HAProxy; what is wrong with them is told."""

    async def all_faults() -> list[str]:
        url = normalise_database_url(cluster.database_url)
        return [fault async for fault in play_games(cluster.urls, url, games, random.Random(seed))]

    began = time.monotonic()
    faults = asyncio.run(all_faults())
    print("\n".join([*faults, f"{games} games, {len(faults)} faults, {time.monotonic() - began:.0f} s"]))
    return 1 if faults else 0


def status(cluster: Cluster) -> int:
    running = cluster.running()
    for name in cluster.pids():
        print(f"{name:10} {f'process {running[name]}' if name in running else 'does not run'}")
    for member in cluster.members():
        print(
            f"{member['name']:10} {member['role']}, {member['state']}, timeline {member.get('timeline', '?')}"
        )
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", default="up", choices=("up", "play", "status", "down"))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--apps", type=int, default=3, help="processes of the app (default: 3)")
    parser.add_argument(
        "--port", type=int, default=17000, help="the first of a hundred ports (default: 17000)"
    )
    parser.add_argument("--games", type=int, default=20, help="for play (default: 20)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    cluster = Cluster(chosen.folder, chosen.apps, chosen.port)
    if chosen.what != "up" and not chosen.folder.exists():
        print(f"There is no cluster in {chosen.folder}; scripts/cluster starts one.", file=sys.stderr)
        return 1
    try:
        match chosen.what:
            case "up":
                return up(cluster)
            case "play":
                return play(cluster, chosen.games, chosen.seed)
            case "status":
                return status(cluster)
    except CannotCluster as error:
        print(error, file=sys.stderr)
        return 1
    cluster.down()
    print("The cluster is gone.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
