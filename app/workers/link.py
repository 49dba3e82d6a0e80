"""The line between the parent and each of its workers: a pair of sockets that passes lines of JSON.

    ready                    worker to parent: it serves
    * {"kind": …}            from a worker: to all others
    17 {"kind": …}           from a worker: to the one with this number
    {"kind": …}              parent to worker: what another has sent
    {"kind": "others", …}    from the parent itself: how many others serve
    {"kind": "gap"}          from the parent itself: something was lost, since this one did not read

What a process must know and cannot read in the database never goes this way. When the line ends, the other
side is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import orjson

READY = b"ready"
TO_ALL = b"*"
GAP = b'{"kind":"gap"}'
MOST_UNREAD = 4 * 1024 * 1024  # bytes that the other side may leave unread before what follows is dropped


class Link(asyncio.Protocol):
    """One end of the line."""

    transport: asyncio.Transport

    def __init__(self, on_line: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
        self.on_line = on_line
        self.on_end = on_end
        self.rest = b""
        self.is_open = False
        self.has_missed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(high=MOST_UNREAD)
        self.is_open = True

    def data_received(self, data: bytes) -> None:
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.on_line(line)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.is_open = False
        self.on_end()

    def send(self, line: bytes) -> None:
        """Send it, unless the other side has not read for long: then it is told of a gap once it reads."""
        if not self.is_open:
            return
        if self.has_missed:
            if self.transport.get_write_buffer_size():
                return
            self.has_missed = False
            self.transport.write(GAP + b"\n")
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.has_missed = True
            return
        self.transport.write(line + b"\n")

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.transport.close()


def line_for(to: int | None, message: dict[str, Any]) -> bytes:
    """A message to the worker with this number, or to all others."""
    return (TO_ALL if to is None else b"%d" % to) + b" " + orjson.dumps(message)
