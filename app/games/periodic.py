"""Work that is repeated at intervals, and a way to stop that lets each step finish."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import asyncpg
from sqlalchemy.exc import DBAPIError

from app.database import is_unavailable
from app.games.store import DatabaseUnavailable

log = logging.getLogger(__name__)
Step = Callable[[], Awaitable[None]]
FINISH_WITHIN = 2.0


class PeriodicTasks:
    """Steps, each repeated in a task of its own. A step that fails is logged and repeated all the same."""

    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []
        self.stopping = asyncio.Event()

    def repeat(self, step: Step, pause: float, wake: asyncio.Event | None = None) -> None:
        """Take `step` now and every `pause` seconds, or as soon as `wake` is set."""
        self.tasks.append(asyncio.create_task(self._repeat(step, pause, wake or asyncio.Event())))

    async def stop(self) -> None:
        self.stopping.set()
        await finish_tasks(self.tasks)

    async def _repeat(self, step: Step, pause: float, wake: asyncio.Event) -> None:
        while not self.stopping.is_set():
            wake.clear()
            try:
                await step()
            except DatabaseUnavailable:  # the store has logged it, once for all steps
                pass
            except Exception as error:
                if isinstance(error, (asyncpg.PostgresError, DBAPIError)) or is_unavailable(error):
                    log.warning("a periodic step failed: %s", type(error).__name__)
                else:
                    log.exception("a periodic step failed")
            await self._wait(pause, wake)

    async def _wait(self, pause: float, wake: asyncio.Event) -> None:
        waiting = [asyncio.ensure_future(event.wait()) for event in (wake, self.stopping)]
        await asyncio.wait(waiting, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()


async def finish_tasks(tasks: list[asyncio.Task[None]]) -> None:
    """Wait for tasks to finish; whatever takes too long is cancelled."""
    if tasks:
        await asyncio.wait(tasks, timeout=FINISH_WITHIN)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
