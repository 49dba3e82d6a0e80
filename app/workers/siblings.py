"""The other workers, as a worker sees them: who hears its hints, and who adds to its metrics."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

import orjson

from app.live.bus import Hint, LocalBus, OnHint
from app.metrics import by_process
from app.workers.link import READY, Link, line_for

ANSWER_SECONDS = 1.0


class Siblings:
    """A worker's end of the line, and what comes over it."""

    def __init__(
        self, slot: int, number: int, line: socket.socket, on_parent_gone: Callable[[], None]
    ) -> None:
        self.slot = slot
        self.number = number
        self.line = line
        self.link = Link(self._received, on_parent_gone)
        self.others = 0
        self.bus: SiblingBus | None = None
        self.own_metrics: Callable[[], bytes] = bytes
        self.answers: asyncio.Queue[tuple[int, str]] | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_unix_connection(lambda: self.link, sock=self.line)

    def say_ready(self) -> None:
        self.link.send(READY)

    def close(self) -> None:
        self.link.on_end = lambda: None
        self.link.close()

    def publish(self, hint: Hint) -> None:
        self.link.send(line_for(None, {"kind": "hint", "hint": hint}))

    def _received(self, line: bytes) -> None:
        message = orjson.loads(line)
        match message["kind"]:
            case "hint" if self.bus is not None:
                self.bus.deliver(message["hint"])
            case "gap" if self.bus is not None:
                self.bus.tell_gap()
            case "others":
                self.others = message["count"]
            case "metrics?":
                text = self.own_metrics().decode()
                answer = {"kind": "metrics", "slot": self.slot, "text": text}
                self.link.send(line_for(message["from"], answer))
            case "metrics" if self.answers is not None:
                self.answers.put_nowait((message["slot"], message["text"]))

    async def metrics(self) -> bytes:
        """The metrics of all workers, each told by its `process`. Who does not answer is left out."""
        found = [(self.slot, self.own_metrics().decode())]
        self.answers = asyncio.Queue()
        self.link.send(line_for(None, {"kind": "metrics?", "from": self.number}))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                while len(found) <= self.others:
                    found.append(await self.answers.get())
        return by_process(dict(found))


class SiblingBus(LocalBus):
    """Passes hints to the workers of the same parent. Nothing to run beside them is needed for it."""

    def __init__(self, siblings: Siblings) -> None:
        super().__init__()
        self.siblings = siblings
        self.gaps: list[Callable[[], None]] = []
        siblings.bus = self

    @property
    def is_alone(self) -> bool:
        return False

    def listen(self, on_hint: OnHint, on_gap: Callable[[], None]) -> Callable[[], None]:
        stop = super().listen(on_hint, on_gap)
        self.gaps.append(on_gap)

        def stop_both() -> None:
            stop()
            self.gaps.remove(on_gap)

        return stop_both

    def publish(self, hint: Hint) -> None:
        self.deliver(hint)
        self.siblings.publish(hint)

    def deliver(self, hint: Hint) -> None:
        """To the listeners of this process."""
        super().publish(hint)

    def tell_gap(self) -> None:
        for on_gap in self.gaps[:]:
            on_gap()
