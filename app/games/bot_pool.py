"""The processes in which bots think.

A bot takes a view and gives a move (`app/bots/think.py`). This happens outside the event loop, in a small
pool of processes that is started for the first move, and within a time budget. Whose turn it is, and how
much of the budget there is, `thinking_turns.py` decides: the more one person's bots ask, the shorter each
of them thinks, and nobody else waits for them. A bot that fails or takes too long is replaced for that move
by the simplest player there is (`bots/fallback.py`).
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, NamedTuple

from app.bots import fallback
from app.bots.hints import MoveHint, hints
from app.bots.levels import LEVELS
from app.bots.search import PLACEMENTS_A_SECOND
from app.bots.think import move
from app.games.thinking_turns import AskingGame, ThinkingTurns
from app.rules.deal import Seat
from app.rules.game import State
from app.rules.planet import Placement
from app.rules.views import view

log = logging.getLogger(__name__)

CARETAKER = "grove"  # the level that plays for somebody away
BUDGET = 0.7  # seconds of thought
LEAST_BUDGET = 0.02  # and of these as much, where many wait for their turn to think
LEAST_WEIGHT = 0.02  # how much a bot weighs in the queue that imagines no games
MOST_WORKERS = 4
NICENESS = 10  # whoever thinks makes room for whoever serves
PATIENCE = 5.0  # seconds until the caretaker helps a bot that does not answer


NOBODYS_GAME = AskingGame()


class BotQuestion(NamedTuple):
    """What a bot has to know for a move."""

    level: str
    seen: dict[str, Any]
    seat: int
    seed: int


def _think(question: BotQuestion, budget: float) -> Placement:
    """Runs in the pool's process."""
    return move(question.level, question.seen, question.seat, question.seed, budget)


def weight_of(level: str) -> float:
    """How much of the usual time a bot takes."""
    return max(LEAST_WEIGHT, min(1.0, LEVELS[level].effort / (BUDGET * PLACEMENTS_A_SECOND)))


def _start_worker() -> None:
    """In each new process of the pool: it has a low priority, and ends together with the server.

    A terminal's Ctrl-C reaches it, too; that is the server's business.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    end_with_the_server()


def end_with_the_server() -> None:
    """A server that was killed cannot end its pool, whose processes would wait for questions for ever."""
    threading.Thread(target=_end_after_the_server, daemon=True).start()


def _end_after_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def usual_workers() -> int:
    """A core is left to the server itself."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) - 1))


class BotPool:
    """The pool of thinking processes; at most `workers` bots think at the same time."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers = workers or usual_workers()
        self.asked = 0  # that think or wait for their turn
        self.cut_short = 0  # moves thought about for less than the usual time
        self.note_wait: Callable[[float], None] = lambda _seconds: None
        self.note_thought: Callable[[float], None] = lambda _seconds: None
        self.pool: ProcessPoolExecutor | None = None
        self.turns = ThinkingTurns(workers)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None

    def _kill_pool(self, pool: ProcessPoolExecutor) -> None:
        """This pool is broken or stuck: end its processes; the next bot gets a new one."""
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False)
        if self.pool is pool:
            self.pool = None

    async def choose_exactly(
        self, state: State, seat: int, level: str, seed: int, game: AskingGame = NOBODYS_GAME
    ) -> Placement:
        """The bot's own move, or none at all: raises whatever kept it from one, and can be asked again. Of a
        level that imagines no games it is the same on any machine, however busy.
        """
        self.asked += 1
        try:
            return await self._ask(BotQuestion(level, view(state, Seat(seat)), seat, seed), game)
        finally:
            self.asked -= 1

    async def choose_move(
        self, state: State, seat: int, level: str | None, seed: int, game: AskingGame = NOBODYS_GAME
    ) -> Placement:
        """A move for `seat`: the bot's of this level, or for somebody away the caretaker's."""
        question = BotQuestion(level or CARETAKER, view(state, Seat(seat)), seat, seed)
        self.asked += 1
        try:
            return await self._ask(question, game)
        except Exception as error:  # noqa: BLE001 (whatever fails a bot, the game goes on)
            context = {"level": question.level, "error": type(error).__name__}
            log.warning("a bot gave no move", extra={"context": context})
            return fallback.choose_move(question.seen, seat)
        finally:
            self.asked -= 1

    async def hints(self, state: State, seat: int, game: AskingGame) -> list[MoveHint]:
        """The best moves for `seat`, by what it may see itself. Raises what a process that fails raises."""
        self.asked += 1
        try:
            async with self.turns.turn(game, LEAST_WEIGHT):
                advised: list[MoveHint] = await self._ask_pool(hints, view(state, Seat(seat)), seat)
                return advised
        finally:
            self.asked -= 1

    def choose_simplest(self, state: State, seat: int) -> Placement:
        """The move of the simplest player, for a bot whose own is no good."""
        return fallback.choose_move(view(state, Seat(seat)), seat)

    async def _ask(self, question: BotQuestion, game: AskingGame) -> Placement:
        asked, weight = time.monotonic(), weight_of(question.level)
        async with self.turns.turn(game, weight) as part:
            # Patience begins with the thinking, not with the wait for others to finish.
            begun = time.monotonic()
            self.note_wait(begun - asked)
            self.cut_short += weight > LEAST_WEIGHT and part < 1.0
            try:
                chosen: Placement = await self._ask_pool(_think, question, max(LEAST_BUDGET, BUDGET * part))
                return chosen
            finally:
                self.note_thought(time.monotonic() - begun)

    async def _ask_pool(self, *work: Any) -> Any:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(
                self.workers, multiprocessing.get_context("spawn"), initializer=_start_worker
            )
        pool = self.pool
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.get_running_loop().run_in_executor(pool, *work)
        except (TimeoutError, BrokenExecutor):
            self._kill_pool(pool)
            raise
