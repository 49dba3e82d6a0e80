"""The middleware around every request: its id, its log line, its time, and the answer to unhandled errors."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import time

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import answer_unhandled
from app.logs import request_id
from app.metrics import Metrics

log = logging.getLogger("app.requests")
TRACEPARENT = re.compile(rb"[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
TOO_MANY = 429
DAY = 86_400
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def route_name(scope: Scope) -> str:
    """The route's template, such as `/api/rooms/{code}`: safe in logs and metrics, where a path is not."""
    return str(scope.get("state", {}).get("route", "other"))


def without_body(send: Send) -> Send:
    """`send` for HEAD: the head that GET would have had, and nothing behind it."""

    async def send_head(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return send_head


class AccessLogMiddleware:
    """Wraps the whole app. An error that nobody else answered is answered here, without a word about it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.pseudonyms = Pseudonyms()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        token = request_id.set(secrets.token_hex(8))
        try:
            if scope["type"] == "http" and scope["method"] == "HEAD":
                await self.watch({**scope, "method": "GET"}, receive, without_body(send))
            elif scope["type"] == "http":
                await self.watch(scope, receive, send)
            else:
                await self.app(scope, receive, send)
        finally:
            request_id.reset(token)

    async def watch(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; log and count what became of it."""
        start, status = time.perf_counter(), 0

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = request_id.get()
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        except Exception as error:  # the last resort, so that nobody sees a stack
            if status:  # half an answer is out; only a broken connection says that it is broken
                raise
            await answer_unhandled(HTTPConnection(scope), error)(scope, receive, send_noting)
        self.note(scope, status, time.perf_counter() - start)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """One log line and one count."""
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = route_name(scope)
        self.metrics.answered(method, route, status, seconds)
        context = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        if status == TOO_MANY:
            context["who"] = self.pseudonyms.of(scope["client"][0] if scope.get("client") else "")
        if trace := trace_of(scope):
            context["trace"] = trace
        log.info("answered", extra={"context": context})


class Pseudonyms:
    """A word for an address, the same for a day, by which an operator sees that many refusals are one
    visitor's. Nobody can tell the address from it: the key is never written down.
    """

    def __init__(self) -> None:
        self.day, self.key = 0, b""

    def of(self, address: str) -> str:
        today = int(time.time() // DAY)
        if today != self.day:
            self.day, self.key = today, secrets.token_bytes(16)
        return hashlib.blake2b(address.encode(), key=self.key, digest_size=5).hexdigest()


def trace_of(scope: Scope) -> str | None:
    """The trace that this request belongs to, if a proxy or program says so (W3C `traceparent`)."""
    for name, value in scope["headers"]:
        if name == b"traceparent":
            found = TRACEPARENT.fullmatch(value)
            return found[1].decode() if found else None
    return None
