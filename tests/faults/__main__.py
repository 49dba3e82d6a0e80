"""Breaks things while games are played, and judges by what the players saw: `scripts/faults [NAME …]`.

    scripts/faults                     everything once
    scripts/faults --list              what can be broken
    scripts/faults disk-full --times 20

Four games of four programs and a watcher each are under way, in real processes on a PostgreSQL and a Redis of
their own. Told is for how long each player had no live connection (the middle one of them, and the one who
waited longest), for how long nobody's move was acknowledged, and with which codes sockets were closed.
Exits with 1 and a line for each broken promise (`docs/reliability.md` lists them).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from tests.faults.breakages import BREAKAGES, why_not
from tests.faults.trial import run_trial


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*BREAKAGES, []], help="what to break")
    parser.add_argument("--list", action="store_true", help="say what can be broken")
    parser.add_argument("--times", type=int, default=1, help="how often, each time with other moves")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(f"{name:26} {breakage.says}" for name, breakage in BREAKAGES.items()))
        return 0
    broken = 0
    for name in asked.names or BREAKAGES:
        for seed in range(asked.seed, asked.seed + asked.times):
            broken += try_once(name, seed)
    print(f"{broken} broken promises")
    return 1 if broken else 0


def try_once(name: str, seed: int) -> int:
    breakage = BREAKAGES[name]
    if reason := why_not(breakage):
        print(f"{name:26} not tried: {reason}")
        return 0
    began = time.perf_counter()
    try:
        verdict = asyncio.run(run_trial(breakage, seed))
    except BaseExceptionGroup as failed:
        said = "; ".join(f"{type(error).__name__} {error}" for error in failed.exceptions)
        print(f"{name:26} FAILED: {said[:2000]}", flush=True)
        return 1
    print(f"{name:26} {verdict.row()} ({time.perf_counter() - began:.0f} s)", flush=True)
    for line in verdict.broken:
        print(f"    {line}", flush=True)
    return len(verdict.broken)


if __name__ == "__main__":
    sys.exit(main())
