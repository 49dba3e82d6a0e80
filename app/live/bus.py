"""How processes notify each other, over Redis or alone: by hints, never data. Whoever receives one reads the
database; a bus that is lost is asked for again and again.

    game <id> <seq> <at>   a log has grown, and when (by the teller's clock, for the metrics alone); <by> whom
    room <id>              a room, or who is in it, has changed
    talk <id>              something was said there
    person <id>            somebody was renamed or signed out
    fleeting <id> …        a reaction or a look for those at a table: public, stored nowhere, and no harm if
                           it is lost

A hint may be lost, doubled or late. That costs time (the sweep finds what was missed), never a move.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import urlsplit
from uuid import uuid4

import orjson

log = logging.getLogger(__name__)

CHANNEL = "terrahedron"
PING_EVERY = 5.0
BACK_OFF = (0.1, 0.3, 1.0, 2.0)
MOST_UNSENT = 1000

Hint = dict[str, Any]
OnHint = Callable[[Hint], None]


class Bus(Protocol):
    """Passes hints on to the listeners of all processes, most of the time."""

    @property
    def is_alone(self) -> bool:
        """Whether there is no other listener: then hints about what is known here already are not needed."""

    @property
    def is_up(self) -> bool:
        """Whether hints come through just now."""

    def listen(self, on_hint: OnHint, on_gap: Callable[[], None]) -> Callable[[], None]:
        """Hear hints from now on; `on_gap` is called when some may have been missed. Returns how to stop."""

    def publish(self, hint: Hint) -> None: ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...


class LocalBus:
    """For one process: there are no others. (Tests let several tables share one, as if they were
    processes.)
    """

    def __init__(self) -> None:
        self.listeners: list[OnHint] = []
        self.is_up = True

    @property
    def is_alone(self) -> bool:
        return len(self.listeners) <= 1

    def listen(self, on_hint: OnHint, on_gap: Callable[[], None]) -> Callable[[], None]:
        del on_gap  # nothing is ever lost here
        self.listeners.append(on_hint)
        return lambda: self.listeners.remove(on_hint)

    def publish(self, hint: Hint) -> None:
        for on_hint in self.listeners[:]:
            on_hint(hint)

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisBus:
    """Over Redis publish and subscribe. After any break it subscribes again and says that hints may be
    missing.
    """

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis  # noqa: PLC0415  (an extra; one process does without)

        # The older protocol: every Redis, and what calls itself one, understands it.
        self.redis: Any = Redis.from_url(
            url, socket_connect_timeout=2, socket_timeout=5, health_check_interval=0, protocol=2
        )
        self.me = uuid4().hex
        self.listeners: list[tuple[OnHint, Callable[[], None]]] = []
        self.unsent: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNSENT)
        self.tasks: list[asyncio.Task[None]] = []
        self.is_up = False
        self.where = without_password(url)
        self.is_missed = False

    @property
    def is_alone(self) -> bool:
        return False

    def listen(self, on_hint: OnHint, on_gap: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append((on_hint, on_gap))
        return lambda: self.listeners.remove((on_hint, on_gap))

    def publish(self, hint: Hint) -> None:
        """To our own listeners at once, to the others as soon as Redis takes it."""
        self._deliver(hint)
        try:
            self.unsent.put_nowait(orjson.dumps({"from": self.me, **hint}))
        except asyncio.QueueFull:
            log.warning("the bus is full; a hint is dropped")

    async def open(self) -> None:
        self.tasks = [asyncio.create_task(self._keep(work)) for work in (self._hear, self._send)]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.redis.aclose()

    async def _keep(self, work: Callable[[], Any]) -> None:
        tries = 0
        while True:
            started = asyncio.get_running_loop().time()
            try:
                await work()
            except Exception as error:  # noqa: BLE001 (the bus may fail in any way; tables go on without)
                self._miss(error)
            tries = 0 if asyncio.get_running_loop().time() - started > 10 else tries + 1
            await asyncio.sleep(BACK_OFF[min(tries, len(BACK_OFF) - 1)])

    def _miss(self, error: Exception) -> None:
        """Logged once, until hints come through again."""
        if not self.is_missed:
            self.is_missed = True
            log.warning(
                "Redis at %s does not answer (%s): start it, or correct REDIS_URL. Until then moves made in"
                " other processes are heard of some two seconds later",
                self.where,
                type(error).__name__,
            )

    async def _hear(self) -> None:
        """Reads what comes, and pings now and then: a subscription that no longer answers is given up."""
        try:
            async with self.redis.pubsub() as subscription:
                await subscription.subscribe(CHANNEL)
                pinged = False
                while True:
                    message = await subscription.get_message(timeout=PING_EVERY)
                    if message is None:
                        if pinged:
                            raise TimeoutError
                        await subscription.ping()
                        pinged = True
                        continue
                    pinged = False
                    if message["type"] == "subscribe":
                        self._subscribed()
                    elif message["type"] == "message":
                        self._received(message["data"])
        finally:
            self.is_up = False

    def _subscribed(self) -> None:
        """Subscribed, perhaps again: hints from before this moment may have been missed."""
        self.is_up = True
        if self.is_missed:
            self.is_missed = False
            log.info("Redis at %s is back", self.where)
        for _, on_gap in self.listeners[:]:
            on_gap()

    def _received(self, data: bytes) -> None:
        hint = orjson.loads(data)
        if hint.pop("from", None) != self.me:
            self._deliver(hint)

    def _deliver(self, hint: Hint) -> None:
        for on_hint, _ in self.listeners[:]:
            try:
                on_hint(hint)
            except Exception:
                log.exception("a hint was not understood")

    async def _send(self) -> None:
        while True:
            batch = [await self.unsent.get()]
            while not self.unsent.empty() and len(batch) < 100:
                batch.append(self.unsent.get_nowait())
            async with self.redis.pipeline(transaction=False) as pipeline:
                for data in batch:
                    pipeline.publish(CHANNEL, data)
                await pipeline.execute()


def without_password(url: str) -> str:
    """The address, for people and logs."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def bus_for(url: str | None) -> Bus:
    return RedisBus(url) if url else LocalBus()
