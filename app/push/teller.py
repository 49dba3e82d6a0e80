"""Telling what is to be told: one task a process and kind of listeners, over a queue of app/push/queue.

Somebody who has the table in sight is told nothing, and looked for again a little later. A move that was told
is told once more when little time is left for it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Generic, TypeVar

from app.games.periodic import PeriodicTasks
from app.games.store import LogStore
from app.outside import Outside
from app.push.queue import Claimed, Queue, RoomToTell, holds

log = logging.getLogger(__name__)
Found = TypeVar("Found", bound=RoomToTell)

LOOK_EVERY = 1.0
IN_SIGHT_SECONDS = 30  # after which somebody who had the table in sight is looked for again
LONGEST_WAIT = 3600.0  # seconds before another try; each waits twice as long
MOST_TRIES = 10


class QueueTeller(Generic[Found]):
    """One server process's share of the telling."""

    queue: Queue

    def __init__(self, store: LogStore, outside: Outside) -> None:
        self.store = store
        self.outside = outside
        self.sent = 0
        self.tasks = PeriodicTasks()

    async def __aenter__(self) -> QueueTeller[Found]:
        self.tasks.repeat(self.step, LOOK_EVERY)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.tasks.stop()

    async def step(self) -> None:
        """Note what is new, and tell what is due."""
        await self.queue.note(self.store)
        claimed = await self.queue.claim(self.store)
        await asyncio.gather(*(self._guarded(one) for one in claimed))

    async def look(self, claimed: Claimed) -> Found | None:
        """How it stands with what was noted; nothing where listener or room are gone."""
        raise NotImplementedError

    async def send(self, claimed: Claimed, standing: Found) -> None:
        """Tell it, and note what came of it."""
        raise NotImplementedError

    async def _guarded(self, claimed: Claimed) -> None:
        """One that cannot be told keeps no other from being told; its lease ends by itself."""
        try:
            await self._tell(claimed)
        except ConnectionError:
            raise
        except Exception:
            log.exception("a notice could not be told")

    async def _tell(self, claimed: Claimed) -> None:
        standing = await self.look(claimed)
        if standing is None or not holds(claimed, standing) or claimed.tries > MOST_TRIES:
            await self.queue.done(self.store, claimed)
        elif standing.is_in_sight:
            await self._wait_for_absence(claimed)
        elif claimed.kind == "hurry" and (standing.hurry_in or 0.0) > 1:  # it rests, or time stood still
            await self.queue.later(self.store, claimed, "hurry", standing.hurry_in or 0.0, 0)
        else:
            await self.send(claimed, standing)

    async def _wait_for_absence(self, claimed: Claimed) -> None:
        """Whoever is there sees it. Only a move waits for them still when they have gone."""
        if claimed.kind in ("move", "hurry"):
            await self.queue.later(self.store, claimed, claimed.kind, IN_SIGHT_SECONDS, 0)
        else:
            await self.queue.done(self.store, claimed)

    async def after(self, claimed: Claimed, standing: Found) -> None:
        """A move that was told is told once more when little time is left for it."""
        hurry_in = standing.hurry_in if claimed.kind == "move" else None
        if hurry_in is None:
            await self.queue.done(self.store, claimed)
        else:
            await self.queue.later(self.store, claimed, "hurry", hurry_in, 0)


def wait_before(again: int, first: float, asked: str | None = None) -> float:
    """Seconds before the next try after so many; longer if that was asked for."""
    wait = first * float(2 ** (again - 1))
    if asked is not None and asked.isdecimal():
        wait = max(wait, float(asked[:6]))
    return min(wait, LONGEST_WAIT)
