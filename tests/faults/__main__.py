"""Breaks things while games are played, and judges by what the players saw: `scripts/faults [NAME …]`.

    scripts/faults                     everything once
    scripts/faults --list              what can be broken
    scripts/faults disk-full --times 20 --results FILE
    scripts/faults --table FILE        what a file of results comes to, as docs/reliability.md has it

Four games of four programs and a watcher each are under way, in real processes on a PostgreSQL and a Redis of
their own. Told is for how long each player had no live connection (the middle one of them, and the one who
waited longest), for how long some table stood still, and with which codes sockets were closed.
Exits with 1 and a line for each broken promise (`docs/reliability.md` lists them).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.faults.breakages import BREAKAGES, why_not
from tests.faults.results import Result, note, table
from tests.faults.trial import run_trial


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*BREAKAGES, []], help="what to break")
    parser.add_argument("--list", action="store_true", help="say what can be broken")
    parser.add_argument("--times", type=int, default=1, help="how often, each time with other moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=2, help="trials side by side (default: 2)")
    parser.add_argument("--results", type=Path, metavar="FILE", help="write a line there for each trial")
    parser.add_argument("--table", type=Path, metavar="FILE", help="show what a file of results comes to")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(f"{name:26} {breakage.says}" for name, breakage in BREAKAGES.items()))
        return 0
    if asked.table:
        print(table(asked.table.read_text(encoding="utf-8")))
        return 0
    names = [name for name in asked.names or BREAKAGES if may_be_tried(name)]
    trials = [(name, seed) for name in names for seed in range(asked.seed, asked.seed + asked.times)]
    if len(trials) > 1:
        return asyncio.run(try_all(trials, asked.at_once, asked.results))
    return max((try_once(*trial, asked.results) for trial in trials), default=0)


def may_be_tried(name: str) -> bool:
    reason = why_not(BREAKAGES[name])
    if reason:
        print(f"{name:26} not tried: {reason}")
    return not reason


async def try_all(trials: Sequence[tuple[str, int]], at_once: int, results: Path | None) -> int:
    """Each in a process of its own, since trials wait more than they work."""
    gate = asyncio.Semaphore(at_once)
    began = time.perf_counter()

    async def tried(name: str, seed: int) -> bool:
        told = [] if results is None else ["--results", str(results)]
        async with gate:
            words = ["-m", "tests.faults", name, "--seed", str(seed), *told]
            child = await asyncio.create_subprocess_exec(sys.executable, *words)
            return await child.wait() == 0

    kept = await asyncio.gather(*(tried(*trial) for trial in trials))
    minutes = (time.perf_counter() - began) / 60
    print(f"{len(trials)} trials in {minutes:.0f} minutes, {kept.count(False)} with a broken promise")
    return 0 if all(kept) else 1


def try_once(name: str, seed: int, results: Path | None) -> int:
    """1 if a promise was broken."""
    began = time.perf_counter()
    result = Result(name, seed)
    try:
        verdict = asyncio.run(run_trial(BREAKAGES[name], seed))
    except Exception as failed:  # noqa: BLE001 (told as a broken promise)
        errors = failed.exceptions if isinstance(failed, ExceptionGroup) else [failed]
        said = "; ".join(f"{type(error).__name__} {error}" for error in errors)
        result.broken = [f"it did not come to its end: {said[:2000]}"]
    else:
        result.broken, result.away, result.still = verdict.broken, verdict.away, verdict.still
        result.codes = sorted(verdict.codes)
    result.seconds, result.load = time.perf_counter() - began, os.getloadavg()[0]
    print("\n    ".join([f"{name:26} {result.row()}", *result.broken]), flush=True)
    if results is not None:
        note(results, result)
    return 1 if result.broken else 0


if __name__ == "__main__":
    sys.exit(main())
