"""Our uvicorn: sockets that can be written to directly, and an end that says goodbye first.

`SocketProtocol` adds to uvicorn's own protocol: text goes to the conversation without a queue or a task
switch, frames come from it ready-made, the kernel's send buffer is small (so that a reader who never reads
is noticed), and a dead peer cannot hold the connection open. `Server` lets the tables say `bye` before any
socket is closed. Both reach into uvicorn, so its version is pinned, and the tests stall a reader and stop a
server.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Coroutine
from http import HTTPStatus
from typing import Any, Protocol, cast

import uvicorn
import websockets.frames
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from app import open_files
from app.live.closes import Close
from app.live.fast_frames import FrameBoundaries, lone_text
from app.live.frames import Frame
from app.live.http_connections import Connections, HttpConnection
from app.live.messages import MAX_BYTES
from app.live.peer import FLEETING_UNREAD_BYTES, MOST_UNREAD_BYTES

log = logging.getLogger(__name__)

EXTENSION = "terrahedron.line"
SEND_BUFFER = 65_536
CLOSE_WITHIN = 1.0  # seconds for a peer to take the last words
LOOK_EVERY = 0.05
PIECE_BYTES = 1024  # bytes that the library reads before we look whether its peer has sent too much
READ_AFTER_CLOSE = 2048  # bytes that are looked through for the peer's own close
TAKEN_AFTER_CLOSE = 1_048_576  # and that are taken in unread, before nothing is taken any more


class MessageListener(Protocol):
    """Who hears what a socket says."""

    def read(self, text: bytes | None) -> None:
        """Text as it comes, or None for a binary message."""

    def count(self) -> None:
        """Something came that is no message: a ping, a pong, a piece of a message."""


class Inbox:
    """What a socket's events wait in. There are two or three in all, since messages go past it, and
    `asyncio.Queue` would keep two kilobytes ready for more.
    """

    __slots__ = ("_awaited", "_events")

    def __init__(self) -> None:
        self._events: list[ASGIReceiveEvent] = []
        self._awaited: asyncio.Future[None] | None = None

    def put_nowait(self, event: ASGIReceiveEvent) -> None:
        self._events.append(event)
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    def empty(self) -> bool:
        return not self._events

    async def get(self) -> ASGIReceiveEvent:
        """The next event; one reader at a time."""
        while not self._events:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        return self._events.pop(0)


class SocketProtocol(WebSocketsSansIOProtocol):
    """One connection, and a `peer.Peer`."""

    reader: MessageListener | None = None
    has_read_frames = False
    after_close = 0  # bytes that came since
    queued = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", Inbox())
        super().connection_made(transport)
        self.boundaries = FrameBoundaries()
        self.transport.set_write_buffer_limits(high=MOST_UNREAD_BYTES)
        opened = transport.get_extra_info("socket")
        if opened is not None and opened.family in (socket.AF_INET, socket.AF_INET6):
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def begin(self, reader: MessageListener) -> None:
        """From now on `reader` hears what is said; the handshake, some kilobytes, is not needed any more.
        (The library keeps the two messages, so they are emptied.)
        """
        self.reader = reader
        for headers in (
            self.request.headers,
            self.response.headers,
            cast("list[Any]", self.scope["headers"]),
        ):
            headers.clear()
        del self.request, self.response

    async def send(self, message: ASGISendEvent) -> None:
        """A handshake that its peer, or the end of the server, has cut short is not answered any more."""
        if not self.handshake_complete and self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    async def run_asgi(self) -> None:
        extensions = cast("dict[str, Any]", self.scope["extensions"])
        extensions[EXTENSION] = self
        try:
            await super().run_asgi()
        finally:
            self.reader = None
            del extensions[EXTENSION]
            self.loop.call_later(CLOSE_WITHIN, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The library's parser holds whoever holds it: all of it would wait for the garbage collector."""
        super().connection_lost(exc)
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        """Nearly always one short text: that needs no parser. Everything else goes through the library."""
        if self.reader is not None and self.boundaries.is_between_messages and not self.close_sent:
            text = lone_text(data, MAX_BYTES)
            if text is not None:
                self._deliver(self.reader, text)
                return
        self.has_read_frames = False
        for start in range(0, len(data), PIECE_BYTES):
            if self.close_sent and self._is_enough(len(data) - start):
                return
            piece = data[start : start + PIECE_BYTES]
            if self.reader is not None:
                self.boundaries.feed(piece)
            super().data_received(piece)
        if not self.handshake_initiated:
            self._refuse_handshake()
            return
        if not self.has_read_frames:
            self._count()

    def _refuse_handshake(self) -> None:
        """The library found a mistake in what has passed as HTTP, or there is far too much of it."""
        refusal = self.conn.reject(HTTPStatus.BAD_REQUEST, "This is no WebSocket handshake.\n")
        self.transport.write(refusal.serialize())
        self.transport.close()

    def _is_enough(self, size: int) -> bool:
        """Count what comes after our close; beyond a limit nothing more is read."""
        read, self.after_close = self.after_close, self.after_close + min(size, PIECE_BYTES)
        if read < READ_AFTER_CLOSE:
            return False
        self.after_close += max(size - PIECE_BYTES, 0)
        if self.after_close > TAKEN_AFTER_CLOSE:
            self.transport.pause_reading()
        return True

    def handle_connect(self, event: Request) -> None:
        """Nothing is read between the handshake's question and its answer: `receive` reads on."""
        super().handle_connect(event)
        if not self.handshake_complete and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_events(self) -> None:
        self.has_read_frames = self.has_read_frames or bool(self.conn.events)
        super().handle_events()

    def handle_ping(self) -> None:
        """The library has written the answers to all pings of this piece already."""
        answers = b"".join(self.conn.data_to_send())
        if answers and not self.close_sent:
            self.transport.write(answers)
        self._count()

    def handle_pong(self, event: websockets.frames.Frame) -> None:
        super().handle_pong(event)
        self._count()

    def handle_text(self, event: websockets.frames.Frame) -> None:
        super().handle_text(event)
        self._count_unless_last(event)

    def handle_bytes(self, event: websockets.frames.Frame) -> None:
        super().handle_bytes(event)
        self._count_unless_last(event)

    def handle_cont(self, event: websockets.frames.Frame) -> None:
        super().handle_cont(event)
        self._count_unless_last(event)

    def _count_unless_last(self, event: websockets.frames.Frame) -> None:
        if not event.fin:
            self._count()

    def _count(self) -> None:
        if self.reader is not None and not self.close_sent:
            self.reader.count()

    def send_receive_event_to_app(self) -> None:
        """Messages go straight to the conversation, once there is one."""
        if self.reader is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        frames, self.frames = self.frames, []
        self._deliver(self.reader, b"".join(frames) if self.curr_msg_data_type == "text" else None)

    def _deliver(self, reader: MessageListener, text: bytes | None) -> None:
        try:
            reader.read(text)
        except Exception:
            log.exception("a message broke its conversation")
            self.close(1011)

    # As a `peer.Peer`.

    def write(self, frame: Frame) -> None:
        """Written past the library, which compresses nothing either."""
        if self.close_sent or self.transport.is_closing():
            return
        if self.queued:
            self.transport.write(self.queued + frame.wire)
            self.queued = b""
        else:
            self.transport.write(frame.wire)

    def write_with_next(self, frame: Frame) -> None:
        self.queued += frame.wire

    def write_if_idle(self, frame: Frame) -> None:
        if self.transport.get_write_buffer_size() <= FLEETING_UNREAD_BYTES:
            self.write(frame)

    def pause_writing(self) -> None:
        """More is unread than anybody needs who still reads."""
        super().pause_writing()
        self.close(Close.SLOW)

    def close(self, code: int) -> None:
        """Close with `code`. Whoever does not take it within a moment is cut off."""
        if self.close_sent or self.transport.is_closing() or self.conn.state is not State.OPEN:
            return
        if self.queued:
            self.transport.write(self.queued)
            self.queued = b""
        self.conn.send_close(code)
        self._start_closing(code)

    def handle_parser_exception(self) -> None:
        """The library has answered malformed bytes with a close frame. Read on for a moment: a connection
        that is closed with bytes unread is reset, and then the peer never learns the code.
        """
        if self.close_sent or self.conn.close_sent is None:
            return
        self._start_closing(self.conn.close_sent.code)
        self.transport.write_eof()

    def _start_closing(self, code: int) -> None:
        """The close has been written down: send it, and read on until the peer has taken it."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.stop_keepalive()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_WITHIN, self.transport.abort)


class Server(uvicorn.Server):
    """A server whose tables are told before its sockets are closed, and whose connections have limits."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.server_state = Connections(open_files.most_connections())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        tables = getattr(getattr(self.config.loaded_app, "state", None), "tables", None)
        app: Any = self.config.app
        tables = tables or getattr(getattr(app, "state", None), "tables", None)
        if tables is not None:
            await self._unless_hurried(tables.drain())
        await super().shutdown(sockets)
        if self.force_exit:  # then uvicorn leaves the app as it is, with a traceback of what was cut off
            await self.lifespan.shutdown()

    async def _unless_hurried(self, work: Coroutine[Any, Any, None]) -> None:
        """Do `work`, but for as long only as nobody has asked a second time to stop."""
        task = asyncio.create_task(work)
        while not task.done() and not self.force_exit:
            await asyncio.wait([task], timeout=LOOK_EVERY)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def config_for(app: Any, *, plain_sockets: bool = False, **options: Any) -> uvicorn.Config:
    """The options that the sockets of `app` rely on, and `options`; plain sockets are uvicorn's own."""
    return uvicorn.Config(
        app,
        http=cast("Any", HttpConnection),
        ws=WebSocketsSansIOProtocol if plain_sockets else SocketProtocol,
        ws_max_size=MAX_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
        server_header=False,
        access_log=False,
        log_config=None,
        **options,
    )
