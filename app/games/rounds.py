"""Work that comes round again and again, and an end that lets each step finish what it has begun."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import asyncpg

from app.games.store import Away

log = logging.getLogger(__name__)
Step = Callable[[], Awaitable[None]]
PATIENCE = 2.0


class Rounds:
    """Steps, each in a task of its own. A step that fails is written down, and comes round again."""

    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []
        self.ending = asyncio.Event()

    def keep(self, step: Step, pause: float, wake: asyncio.Event | None = None) -> None:
        """Take `step` now and every `pause` seconds, or as soon as `wake` is set."""
        self.tasks.append(asyncio.create_task(self._keep(step, pause, wake or asyncio.Event())))

    async def stop(self) -> None:
        self.ending.set()
        await finish(self.tasks)

    async def _keep(self, step: Step, pause: float, wake: asyncio.Event) -> None:
        while not self.ending.is_set():
            wake.clear()
            try:
                await step()
            except Away:  # the store has logged it, once for all steps
                pass
            except (ConnectionError, asyncpg.PostgresError) as error:
                log.warning("a step of the rounds failed: %s", type(error).__name__)
            except Exception:
                log.exception("a step of the rounds failed")
            await self._wait(pause, wake)

    async def _wait(self, pause: float, wake: asyncio.Event) -> None:
        waiting = [asyncio.ensure_future(event.wait()) for event in (wake, self.ending)]
        await asyncio.wait(waiting, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()


async def finish(tasks: list[asyncio.Task[None]]) -> None:
    """Let tasks come to their end; who takes too long is cut short."""
    if tasks:
        await asyncio.wait(tasks, timeout=PATIENCE)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
