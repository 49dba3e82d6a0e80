"""Draws the worlds of the coming days ahead, in a process of its own: off the event loop, behind people who
play and behind bots. It takes seconds a day; whichever process is free does it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from datetime import date
from types import TracebackType
from typing import Any, TypeVar

from app.bots.daily import LINE_BUDGET, key_of
from app.daily import worlds
from app.games.bot_pool import end_with_the_server
from app.games.periodic import PeriodicTasks
from app.games.store import LogStore

log = logging.getLogger(__name__)
T = TypeVar("T")

LOOK_EVERY = 60.0
FIRST_AFTER = 5.0  # seconds: whoever starts a server wants a page first
NICENESS = 15
PATIENCE = 240.0  # seconds for one piece of work, until its process counts as stuck
DROP_EMPTY_CIRCLES_SQL = """
DELETE FROM circles WHERE created_at < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM circle_members WHERE circle_id = circles.id)
"""


def _start_worker() -> None:
    os.nice(NICENESS)
    end_with_the_server()


class WorldKeeper:
    """One server process's share of the work."""

    def __init__(self, store: LogStore, line_budget: float = LINE_BUDGET) -> None:
        self.store = store
        self.line_budget = line_budget
        self.drawn = 0
        self.tasks = PeriodicTasks()
        self.pool: ProcessPoolExecutor | None = None
        self.has_begun = False

    async def __aenter__(self) -> WorldKeeper:
        self.tasks.repeat(self.step, LOOK_EVERY)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.tasks.stopping.set()
        self.close_pool()
        await self.tasks.stop()

    async def step(self) -> None:
        """See that the worlds of today and the coming days are there."""
        if not self.has_begun:
            self.has_begun = True
            with suppress(TimeoutError):
                await asyncio.wait_for(self.tasks.stopping.wait(), FIRST_AFTER)
                return
        await self.store.run(DROP_EMPTY_CIRCLES_SQL)
        try:
            await self.draw_ahead()
        finally:
            self.close_pool()  # nothing of it is wanted until tomorrow

    async def draw_ahead(self) -> None:
        """First what days still have no world, then the lines of those that have: nobody waits for these."""
        days = worlds.days_ahead(await worlds.today(self.store))
        for day in (*days, *days):
            if self.tasks.stopping.is_set():
                return
            found = await worlds.claim(self.store, day)
            if found is not None:
                await self._work_on(day, *found)

    async def _work_on(self, day: date, is_drawn: bool, seed: bytes | None) -> None:
        try:
            if is_drawn and seed is not None:
                record = await self._asked(worlds.line_record, bytes(seed), day, self.line_budget)
                await worlds.keep_line(self.store, day, record)
            else:
                secret = await worlds.secret_of(self.store)
                choice = await self._asked(worlds.drawn, secret, day)
                await worlds.keep_choice(self.store, key_of(secret, day), choice)
                self.drawn += 1
        except (TimeoutError, BrokenExecutor) as error:
            if not self.tasks.stopping.is_set():
                log.warning("a world was not drawn", extra={"context": {"error": type(error).__name__}})
            await worlds.release(self.store, day)

    async def _asked(self, work: Callable[..., T], *about: Any) -> T:
        """The answer of the process."""
        if self.pool is None:
            spawn = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(1, spawn, initializer=_start_worker)
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.get_running_loop().run_in_executor(self.pool, work, *about)
        except (TimeoutError, BrokenExecutor):
            self.close_pool()
            raise

    def close_pool(self) -> None:
        """End the process, whatever it does."""
        pool, self.pool = self.pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
