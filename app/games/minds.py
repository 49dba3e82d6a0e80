"""Who thinks for a seat that nobody plays: a bot, in a process of its own.

Bots take a view and give a move (`app/bots/think.py`). They think off the event loop, in a small pool of
processes that is started when the first of them has to, and within a budget; a bot that fails or takes too
long is replaced for that move by the simplest player there is.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, cast
from uuid import UUID

from app.bots.base import Level
from app.bots.think import think
from app.games import simple
from app.rules.deal import Seat
from app.rules.game import State
from app.rules.planet import Placement
from app.rules.views import view

log = logging.getLogger(__name__)

CARETAKER = "grove"  # the level that plays for somebody away
BUDGET = 0.7  # seconds of thought
LEAST_BUDGET = 0.1  # and of these as much, where many wait for their turn to think
MOST_WORKERS = 4
NICENESS = 10  # whoever thinks makes room for whoever serves
PATIENCE = 5.0  # seconds until the caretaker helps a bot that does not answer


def _think(level: str, seen: dict[str, Any], seat: int, seed: str, budget: float) -> dict[str, int]:
    """Runs in the pool's process."""
    return think(cast("Level", level), seen, seat, UUID(seed).int, budget)


def _begin() -> None:
    """In each new process of the pool: people are served first, and nobody thinks for a dead server."""
    os.nice(NICENESS)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A server that was killed cannot end its thinkers, and they would wait for its questions for ever."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def usual_workers() -> int:
    """A core is left to the server itself."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) - 1))


class Minds:
    """The pool of thinking processes; at most `workers` bots think at the same time."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers = workers or usual_workers()
        self.asked = 0
        self.pool: ProcessPoolExecutor | None = None
        self.turn = asyncio.Semaphore(workers)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        """This pool is broken or stuck: end its processes; the next bot gets a new one."""
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False)
        if self.pool is pool:
            self.pool = None

    async def choose(self, state: State, seat: int, level: str | None, seed: str) -> Placement:
        """A move for `seat`: the bot's of this level, or for somebody away the caretaker's."""
        seen = view(state, Seat(seat))
        try:
            return await self._ask(level or CARETAKER, seen, seat, seed)
        except Exception as error:  # noqa: BLE001 (whatever fails a bot, the game goes on)
            context = {"level": level or CARETAKER, "error": type(error).__name__}
            log.warning("a bot gave no move", extra={"context": context})
            return simple.choose(seen, seat)

    async def _ask(self, level: str, seen: dict[str, Any], seat: int, seed: str) -> Placement:
        self.asked += 1
        try:
            async with self.turn:  # patience begins with the thinking, not with the wait for others to finish
                move = await self._ask_pool(_think, level, seen, seat, seed, self.budget)
        finally:
            self.asked -= 1
        return Placement(move["tile"], move["face"], move["turn"])  # type: ignore[arg-type]

    @property
    def budget(self) -> float:
        """The more wait, the less time each has, so that no table waits long for a thinker."""
        return max(LEAST_BUDGET, min(BUDGET, BUDGET * 2 * self.workers / max(self.asked, 1)))

    async def _ask_pool(self, *work: Any) -> dict[str, int]:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.workers, multiprocessing.get_context("spawn"), initializer=_begin
            )
        pool = self.pool
        try:
            async with asyncio.timeout(PATIENCE):
                answer: dict[str, int] = await asyncio.get_running_loop().run_in_executor(pool, *work)
                return answer
        except (TimeoutError, BrokenExecutor):
            self._give_up(pool)
            raise
