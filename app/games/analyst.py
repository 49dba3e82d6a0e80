"""Makes the analyses that are asked for, in a process of its own: off the event loop and off the bots' pool.

That process has the lowest priority, so people who play and bots who think come first. It takes one move at
a time; a first pass over another game comes in between two moves of a deep one. The queue is the database's
(`analyses.py`): a process that dies leaves nothing undone.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from types import TracebackType
from uuid import UUID

from app.analysis.game_analysis import PlyAnalysis, analyse_plies, key_of, put_together
from app.analysis.passes import FIRST, PASSES, Pass
from app.games import analyses
from app.games.analyses import MOST_TRIES, AnalysisJob, KeptAnalysis
from app.games.bot_pool import end_with_the_server
from app.games.log import Fold, LogBroken
from app.games.periodic import PeriodicTasks
from app.games.store import LogStore
from app.rules.game import State

log = logging.getLogger(__name__)
AskedWork = asyncio.Future[list[PlyAnalysis]]

LOOK_EVERY = 5.0  # seconds, for what another process has left; what is asked for here is seen at once
NICENESS = 15  # after the bots, and not so late that a busy machine never comes to it
HEARTBEAT = 15.0  # seconds between two renewals of a lease, while a move takes long
PATIENCE = 300.0  # seconds for a move, or for a first pass, until its process counts as stuck


def _start_worker() -> None:
    os.nice(NICENESS)
    end_with_the_server()


class Analyst:
    """One server process's share of the analyses."""

    def __init__(self, store: LogStore, passes: Sequence[Pass] = tuple(PASSES.values())) -> None:
        self.store = store
        self.passes = passes
        self.wake = {way.name: asyncio.Event() for way in passes}
        self.made = 0
        self.pool: ProcessPoolExecutor | None = None
        self.tasks = PeriodicTasks()

    async def __aenter__(self) -> Analyst:
        for way in self.passes:
            self.tasks.repeat(partial(self.work_off, way), LOOK_EVERY, self.wake[way.name])
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.tasks.stopping.set()
        self.close_pool()
        await self.tasks.stop()

    async def ask(self, fold: Fold, way: str, person: UUID | None = None) -> None:
        """Ask for an analysis of a finished game; nothing happens where there is one."""
        assert fold.state is not None
        await analyses.ask(self.store, fold.id, way, key_of(fold.state), person)
        self.wake[way].set()

    async def kept(self, fold: Fold) -> dict[str, KeptAnalysis]:
        """What there is of a finished game, by pass."""
        assert fold.state is not None
        return await analyses.read(self.store, fold.id, key_of(fold.state))

    async def note_end(self, fold: Fold) -> None:
        """Every game that was played to its end gets a first look."""
        if fold.phase == "over":
            await self.ask(fold, FIRST.name)

    async def work_off(self, way: Pass) -> None:
        """Everything that waits for this pass."""
        while not self.tasks.stopping.is_set():
            job = await analyses.claim(self.store, way.name)
            if job is None:
                return
            if job.tried > MOST_TRIES:
                log.warning("an analysis is given up", extra={"context": {"game": str(job.game)}})
                await analyses.give_up(self.store, job)
            else:
                await self._work_on(job, way)

    async def _work_on(self, job: AnalysisJob, way: Pass) -> None:
        state = await self._game_of(job)
        if state is None:
            await analyses.give_up(self.store, job)
            return
        try:
            plies = await self._analysed(job, way, state)
        except (TimeoutError, BrokenExecutor) as error:
            context = {"game": str(job.game), "error": type(error).__name__}
            log.warning("an analysis was interrupted", extra={"context": context})
            await analyses.release(self.store, job)
            return
        if plies is not None and await analyses.finish(self.store, job, put_together(state, plies, way)):
            self.made += 1

    async def _game_of(self, job: AnalysisJob) -> State | None:
        """The game, if it still is the one that was asked about."""
        try:
            fold = await self.store.load(job.game)
        except LogBroken:
            return None
        if fold is None or fold.state is None or fold.phase != "over":
            return None
        return fold.state if key_of(fold.state) == job.key else None

    async def _analysed(self, job: AnalysisJob, way: Pass, state: State) -> list[PlyAnalysis] | None:
        """Every move of the game; None if somebody else works on it by now."""
        moves, plies = len(state.moves), list[PlyAnalysis]()
        while len(plies) < moves:
            asked = self._asked(state, len(plies), len(plies) + way.plies_at_once, way)
            if not await self._hold_until(asked, job, len(plies)):
                asked.cancel()
                return None
            plies += asked.result()
        return plies if await analyses.renew(self.store, job, moves) else None

    async def _hold_until(self, asked: AskedWork, job: AnalysisJob, plies: int) -> bool:
        """Keep the lease until there is an answer; False if somebody else has taken it up."""
        waited = 0.0
        while not asked.done():
            if not await analyses.renew(self.store, job, plies):
                return False
            if waited > PATIENCE:
                self.close_pool()
                raise TimeoutError
            await asyncio.wait({asked}, timeout=HEARTBEAT)
            waited += HEARTBEAT
        if isinstance(asked.exception(), BrokenExecutor):
            self.close_pool()
        return True

    def _asked(self, state: State, start: int, stop: int, way: Pass) -> AskedWork:
        """The moves from `start` on, before `stop`, as the process analyses them."""
        if self.pool is None:
            spawn = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(1, spawn, initializer=_start_worker)
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self.pool, analyse_plies, state, start, stop, way)

    def close_pool(self) -> None:
        """End the process, whatever it does; the next question starts another."""
        pool, self.pool = self.pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
