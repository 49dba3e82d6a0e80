"""The sending half of a socket. Nobody ever waits for a slow reader: what waits for it is bounded, and beyond
that it is closed.

    SocketProtocol   writes finished frames straight to the transport (our own server, `server.py`)
    AsgiPeer        an outbox and a task that empties it (any other server)

Both keep the order, and both can join a frame with the next one, so that an ack and its event are one write.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Protocol

from app.live.closes import Close
from app.live.frames import Frame

log = logging.getLogger(__name__)

MOST_UNREAD_BYTES = 262_144
MOST_UNREAD = 256
FLEETING_UNREAD_BYTES = 16_384  # unread bytes above which a fleeting message is not worth sending

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Peer(Protocol):
    """Where frames for one socket go."""

    def write(self, frame: Frame) -> None: ...

    def write_with_next(self, frame: Frame) -> None:
        """Write with the next frame, which follows at once."""

    def write_if_idle(self, frame: Frame) -> None:
        """Write unless the reader is behind already."""

    def close(self, code: int) -> None: ...


class AsgiPeer:
    def __init__(self, send: Send) -> None:
        self._send = send
        self.outbox: deque[Frame] = deque()
        self.unread = 0
        self.closing: int | None = None
        self.wake = asyncio.Event()
        self.task = asyncio.create_task(self._empty())

    def write(self, frame: Frame) -> None:
        if self.closing is not None:
            return
        self.outbox.append(frame)
        self.unread += len(frame.text)
        if len(self.outbox) > MOST_UNREAD or self.unread > MOST_UNREAD_BYTES:
            self.outbox.clear()
            self.close(Close.SLOW)
        self.wake.set()

    write_with_next = write

    def write_if_idle(self, frame: Frame) -> None:
        if self.unread <= FLEETING_UNREAD_BYTES:
            self.write(frame)

    def close(self, code: int) -> None:
        if self.closing is None:
            self.closing = code
            self.wake.set()

    async def stop(self) -> None:
        """The socket is gone, or is to be closed: what is written by now is sent, for a limited time."""
        await asyncio.wait([self.task], timeout=1.0 if self.closing is not None else 0)
        self.task.cancel()

    async def _empty(self) -> None:
        """One message after the other; then the close, if it was asked for."""
        try:
            while self.outbox or self.closing is None:
                await self.wake.wait()
                self.wake.clear()
                while self.outbox:
                    frame = self.outbox.popleft()
                    await self._send({"type": "websocket.send", "text": frame.text.decode()})
                    self.unread -= len(frame.text)
            await self._send({"type": "websocket.close", "code": self.closing})
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 (how a socket ends is its server's business)
            log.debug("a socket went away while it was written to: %s", type(error).__name__)
