"""How long HTTP connections may wait, and how many may be open.

uvicorn waits for ever: for the first byte of a request, for the rest of its head or its body, and for a peer
to read its answer. Each of these waits has a limit here. Connections whose request is still to come are
listed, and their number is limited: beyond it the oldest of the address that has most of them is closed. So
whoever opens thousands of connections and says nothing loses their own, and files are never used up.

uvicorn also reads on while it answers, and keeps whatever requests come in one after another, without end.
Here what comes behind a whole request is neither parsed nor read on before that has its answer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from app.open_files import MOST_REQUESTS

log = logging.getLogger(__name__)

HEAD_SECONDS = 10.0  # for the whole head, from the connection or from the head's first byte
BODY_SECONDS = 20.0
READ_SECONDS = 30.0  # in which a peer must take something of its answer
MOST_HEAD = 32_768  # bytes
PIECE_BYTES = 1024  # that are parsed before we look whether somebody is to be answered first

LOG_EVERY = 10.0
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connections(ServerState):
    """What the connections of one server share. `most` of them may be open, sockets of tables included."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.unfinished: dict[str, dict[HttpConnection, None]] = {}
        self.refused = self.count = 0
        self.logged_at = -LOG_EVERY

    def wait_for(self, connection: HttpConnection) -> None:
        """This connection's request is still to come."""
        of_host = self.unfinished.setdefault(connection.host, {})
        if connection not in of_host:
            of_host[connection] = None
            self.count += 1

    def finish(self, connection: HttpConnection) -> None:
        of_host = self.unfinished.get(connection.host, {})
        if connection in of_host:
            del of_host[connection]
            self.count -= 1
            if not of_host:
                del self.unfinished[connection.host]

    def make_room(self) -> None:
        """Keep to both limits: what goes is the oldest connection of the address that has most of them."""
        while self.unfinished and (self.count > MOST_REQUESTS or len(self.connections) > self.most):
            busiest = max(self.unfinished.values(), key=len)
            next(iter(busiest)).refuse()

    def note_refusal(self, why: str) -> None:
        """Say that connections are refused, but not with a line for each."""
        self.refused += 1
        now = time.monotonic()
        if now - self.logged_at >= LOG_EVERY:
            log.warning(
                "connections are refused: %s (%d since the last such line; %d are open, %d of them wait for"
                " a request)", why, self.refused, len(self.connections), self.count,
            )  # fmt: skip
            self.logged_at, self.refused = now, 0


class PatientFlow(FlowControl):
    """Nothing more is read while there is something that has not been parsed."""

    def __init__(self, transport: asyncio.Transport, has_unparsed: Callable[[], bool]) -> None:
        super().__init__(transport)
        self.has_unparsed = has_unparsed

    def resume_reading(self) -> None:
        if not self.has_unparsed():
            super().resume_reading()


class HttpConnection(HttpToolsProtocol):
    """uvicorn's own, with an end to each wait, and one request after the other."""

    server_state: Connections
    host = ""
    timer: asyncio.TimerHandle | None = None
    reading: asyncio.TimerHandle | None = None
    has_taken = False  # the peer has read something since we began to look, though more may lie there now
    head_bytes = 0
    has_head = False
    unparsed = b""
    is_handed_on = False  # it is a socket's from now on

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = PatientFlow(transport, lambda: bool(self.unparsed))
        self.host = self.client[0] if self.client else ""
        self._wait_for_head()
        self.server_state.make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_wait()
        if self.reading is not None:
            self.reading.cancel()
        super().connection_lost(exc)

    def refuse(self, why: str = "too many are open") -> None:
        """There is no room for this one."""
        self._end_wait()
        self.connections.discard(self)
        self.server_state.note_refusal(why)
        self.transport.abort()

    # The request.

    def data_received(self, data: bytes) -> None:
        self.unparsed += data
        self._parse_on()

    def _parse_on(self) -> None:
        """Piece by piece, until a request is there as a whole; the rest waits for its answer."""
        while self.unparsed and not self._is_answering():
            if self.transport.is_closing() or self.is_handed_on:
                self.unparsed = b""
                return
            piece, self.unparsed = self.unparsed[:PIECE_BYTES], self.unparsed[PIECE_BYTES:]
            self._parse(piece)
        if self.unparsed:
            self.flow.pause_reading()

    def _is_answering(self) -> bool:
        is_under_way = self.cycle is not None and not self.cycle.response_complete
        return bool(self.pipeline) or (is_under_way and not self.cycle.more_body)

    def _parse(self, data: bytes) -> None:
        if self.timer is None and not self.has_head:  # the first bytes of one more request
            self._wait_for_head()
        if not self.has_head:
            self.head_bytes += len(data)
        super().data_received(data)
        if not self.has_head and self.head_bytes > MOST_HEAD and not self.transport.is_closing():
            self._give_up(TOO_LONG)

    def on_headers_complete(self) -> None:
        self.has_head, self.head_bytes = True, 0
        self.has_taken = self.has_taken or not self._unread()
        super().on_headers_complete()
        self._set_timer(BODY_SECONDS)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.has_head = False
        self._end_wait()

    def handle_websocket_upgrade(self) -> None:
        self._end_wait()
        self.is_handed_on = True
        super().handle_websocket_upgrade()

    def _wait_for_head(self) -> None:
        self.server_state.wait_for(self)
        self._set_timer(HEAD_SECONDS)

    def _set_timer(self, seconds: float) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self.loop.call_later(seconds, self._is_late)

    def _end_wait(self) -> None:
        self.server_state.finish(self)
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _is_late(self) -> None:
        self.server_state.note_refusal("a request was not finished in time")
        self._give_up(TOO_LATE if self.has_head or self.head_bytes else b"")

    def _give_up(self, answer: bytes) -> None:
        """End it; whoever has asked for something, and was not answered yet, is told why."""
        self._end_wait()
        is_answered = self.cycle is not None and self.cycle.response_started
        if answer and not (is_answered and not self.cycle.response_complete):
            self.transport.write(answer)
        self.transport.close()
        self._expect_reading()

    # The answer.

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.unparsed:
            self.loop.call_soon(self._parse_following)
        if self.transport.get_write_buffer_size():
            self._expect_reading()
        if not self.transport.is_closing() and self.timer is None and self.cycle.response_complete:
            self.server_state.wait_for(self)  # idle; uvicorn counts the seconds until there is a first byte
            self.server_state.make_room()

    def _parse_following(self) -> None:
        self._parse_on()
        if not self.is_handed_on and not self.transport.is_closing():
            self.flow.resume_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        self.has_taken = True
        super().resume_writing()

    def _expect_reading(self) -> None:
        """Look later whether the peer has taken anything."""
        if self.reading is None:
            self.has_taken = False
            self.reading = self.loop.call_later(READ_SECONDS, self._look_at_reader, self._unread())

    def _unread(self) -> int:
        return self.transport.get_write_buffer_size()

    def _look_at_reader(self, before: int) -> None:
        self.reading = None
        unread = self._unread()
        if unread >= before > 0 and not self.has_taken:
            self.refuse("an answer was not read")
        elif unread:
            self._expect_reading()
