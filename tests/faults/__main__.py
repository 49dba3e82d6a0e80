"""Breaks things while games are played, and judges by what the players saw: `scripts/faults [NAME …]`.

    scripts/faults                     everything once
    scripts/faults --list              what can be broken
    scripts/faults --times 20 --results bench/faults.jsonl
    scripts/faults --table FILE        what a file of results comes to, as docs/reliability.md has it

Four games of four programs and a watcher each are under way, in real processes on a PostgreSQL and a Redis of
their own. Some trials of a breakage follow each other on the same servers, each with new games and judged by
itself; after a broken promise come new servers. What stands in the file of results already is not tried
again, so that runs add up over days: another --seed asks for others.

Told is for how long each player had no live connection (the middle one of them, and the one who waited
longest), for how long some table stood still, and with which codes sockets were closed.
Exits with 1 and a line for each broken promise (`docs/reliability.md` lists them).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.faults.breakages import BREAKAGES, says, why_not
from tests.faults.results import Result, note, noted, table
from tests.faults.trial import run_trial
from tests.faults.world import Breakage, World, world

IN_TURN = 20  # trials on the same servers, at most
Trials = tuple[str, Sequence[int]]  # a name, and the seeds


def main() -> int:
    asked = arguments()
    if asked.list:
        print("\n".join(f"{name:26} {words}" for name, words in says().items()))
        return 0
    if asked.table:
        print(table(noted(asked.table), says()))
        return 0
    names = [name for name in asked.names or BREAKAGES if may_be_tried(name)]
    trials = to_try(names, range(asked.seed, asked.seed + asked.times), asked.results)
    if len(trials) > 1:
        return asyncio.run(try_all(trials, asked.at_once, asked.results))
    return max((asyncio.run(try_in_turn(*each, asked.results)) for each in trials), default=0)


def arguments() -> argparse.Namespace:
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
    return parser.parse_args()


def may_be_tried(name: str) -> bool:
    reason = why_not(BREAKAGES[name])
    if reason:
        print(f"{name:26} not tried: {reason}")
    return not reason


def to_try(names: Sequence[str], seeds: Sequence[int], results: Path | None) -> list[Trials]:
    """What does not stand in the results yet, for each world that is needed."""
    known = {(result.name, result.seed) for result in noted(results)} if results else set()
    trials: list[Trials] = []
    for name in names:
        left = [seed for seed in seeds if (name, seed) not in known]
        trials += [(name, left[first : first + IN_TURN]) for first in range(0, len(left), IN_TURN)]
    return trials


async def try_all(trials: Sequence[Trials], at_once: int, results: Path | None) -> int:
    """Each world in a process of its own, since trials wait more than they work."""
    gate = asyncio.Semaphore(at_once)
    began = time.perf_counter()

    async def tried(name: str, seeds: Sequence[int]) -> bool:
        told = [] if results is None else ["--results", str(results)]
        async with gate:
            which = ["--seed", str(seeds[0]), "--times", str(seeds[-1] - seeds[0] + 1)]
            words = ["-m", "tests.faults", name, *which, *told]
            child = await asyncio.create_subprocess_exec(sys.executable, *words)
            return await child.wait() == 0

    kept = await asyncio.gather(*(tried(*each) for each in trials))
    minutes, number = (time.perf_counter() - began) / 60, sum(len(seeds) for _, seeds in trials)
    print(f"{number} trials in {minutes:.0f} minutes; of {len(kept)} worlds {kept.count(False)} were broken")
    return 0 if all(kept) else 1


async def try_in_turn(name: str, seeds: Sequence[int], results: Path | None) -> int:
    """1 if a promise was broken."""
    is_broken = False
    async for result in tried(BREAKAGES[name], list(seeds)):
        print("\n    ".join([f"{name:26} {result.row()}", *result.broken]), flush=True)
        is_broken = is_broken or bool(result.broken)
        if results is not None:
            note(results, result)
    return int(is_broken)


async def tried(breakage: Breakage, seeds: list[int]) -> AsyncIterator[Result]:
    """One trial after the other in the same world, until a promise is broken; then in a new one."""
    while seeds:
        async with world(breakage) as there:
            while seeds:
                result = await try_once(there, breakage, seeds.pop(0))
                yield result
                if result.broken:
                    break


async def try_once(there: World, breakage: Breakage, seed: int) -> Result:
    began = time.perf_counter()
    result = Result(breakage.name, seed, f"{datetime.now(UTC):%Y-%m-%d %H:%M}")
    try:
        verdict = await run_trial(there, breakage, seed)
    except Exception as failed:  # noqa: BLE001 (told as a broken promise)
        result.broken = [f"it did not come to its end: {'; '.join(said_by(failed))[:2000]}"]
    else:
        result.broken, result.still = verdict.broken, round(verdict.still, 2)
        result.away = [round(statistics.median(verdict.away), 2), round(max(verdict.away), 2)]
        result.codes = sorted(verdict.codes)
    if result.broken:
        print(f"{breakage.name:26} the processes' logs are in {there.keep_logs()}")
    result.seconds, result.load = round(time.perf_counter() - began, 1), round(os.getloadavg()[0], 1)
    return result


def said_by(failed: Exception) -> list[str]:
    if isinstance(failed, ExceptionGroup):
        return [words for each in failed.exceptions for words in said_by(each)]
    return [f"{type(failed).__name__} {failed}"]


if __name__ == "__main__":
    sys.exit(main())
