"""What every request passes before the app sees it: where it came from, how big it is, how often it comes;
and what every page may load (its content security policy).

A browser sends our cookie along with whatever any page makes it send. So an unsafe request, or a socket,
that may be a browser's must prove by `Sec-Fetch-Site` or `Origin` that our own page sent it. A program
sends its token as `Authorization: Bearer`, which no foreign page can make a browser do, and needs no proof;
with a token given, the cookie is not looked at.
"""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Callable, Mapping, Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.config import Settings
from app.errors import AppError, ForeignOrigin, TooLarge, TooMany, WrongMediaType, answer_app_error
from app.limits import LateAnswers, Limits
from app.turns import Turns

MAX_BODY = 16 * 1024
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
WITHOUT_TURN = ("/healthz", "/readyz", "/metrics")
UNLIMITED = ("/static/", "/vendor/", *WITHOUT_TURN)

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # invites and passes are in addresses
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


def page_policy(scripts: Sequence[str] = (), fonts: Sequence[str] = ()) -> str:
    """What a page may load: our own files, and what is listed here by its whole address or its hash."""
    rules = {
        "default-src": "'none'",
        "script-src": " ".join(["'self'", *scripts]),
        "style-src": "'self'",
        "img-src": "'self' data: blob:",
        "font-src": " ".join(["'self'", *fonts]),
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "media-src": "'self'",
        "worker-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def bearer_token(headers: Mapping[str, str]) -> str | None:
    """The token of a program, if one was sent; an empty string if it was sent wrongly."""
    authorization = headers.get("authorization")
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def own_origin(connection: HTTPConnection, settings: Settings) -> str:
    """The origin people reach us by: as configured, else as this request says."""
    if settings.public_origin:
        return settings.public_origin
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return f"{scheme}://{connection.headers.get('host', '').lower()}"


def is_same_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Is there proof that our own page in a browser sent this?"""
    site = connection.headers.get("sec-fetch-site")
    origin = connection.headers.get("origin")
    if site is not None and site != "same-origin":
        return False
    if origin is not None:
        return origin.lower() == own_origin(connection, settings)
    return site == "same-origin"


def is_foreign(connection: HTTPConnection, settings: Settings) -> bool:
    """Must this request or socket be refused because a foreign page may have sent it?

    What carries neither a cookie nor any trace of a browser cannot act for anybody, so it may pass.
    """
    if bearer_token(connection.headers) is not None or is_same_origin(connection, settings):
        return False
    headers = connection.headers
    return any(name in headers for name in ("cookie", "origin", "sec-fetch-site"))


def address(connection: HTTPConnection) -> str:
    """Who counts as one caller: an IPv4 address, or the /64 that one IPv6 household has. The same text each
    time is one in memory, for it is remembered beside many people and rooms.
    """
    return sys.intern(_household(connection.client.host if connection.client else ""))


def _household(host: str) -> str:
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return host


def is_local(connection: HTTPConnection) -> bool:
    """Did this come from the machine itself, and not through a proxy on it?"""
    if any(name in connection.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip")):
        return False
    try:
        return ipaddress.ip_address(connection.client.host if connection.client else "").is_loopback
    except ValueError:
        return False


class SecurityMiddleware:
    """The middleware around everything; a pure ASGI one, since it stands in the path of every request."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, turns: Turns) -> None:
        self.app = app
        self.settings = settings
        self.requests = limits.requests
        self.late = LateAnswers()
        self.turns = turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        headed = with_headers(send, scope["app"].state.page_policy, self.settings)
        try:
            self.check(connection)
            await self.serve(connection, receive, headed)
        except TooMany as error:
            answer = answer_app_error(connection, error)
            if not await self.late.wait(address(connection)):
                answer.headers["Connection"] = "close"
            await answer(scope, receive, headed)
        except AppError as error:
            await answer_app_error(connection, error)(scope, receive, headed)

    async def serve(self, connection: HTTPConnection, receive: Receive, send: Send) -> None:
        """Pass the request on when it is its address's turn, once all of it is there: whoever sends slowly
        keeps nobody waiting, and neither does whoever reads slowly.
        """
        scope = connection.scope
        if scope["path"].startswith(WITHOUT_TURN):
            await self.app(scope, bounded(receive), send)
            return
        if scope["method"] not in SAFE_METHODS:
            receive = await whole_body(bounded(receive), receive)
        turn = scope["turn"] = await self.turns.take(address(connection))
        await turn.measure(self.app(scope, receive, until_last(send, turn.end)))

    def check(self, connection: HTTPConnection) -> None:
        """Raise what is wrong with this request, judged by its head alone."""
        if not connection.scope["path"].startswith(UNLIMITED):
            self.requests.demand(address(connection))
        if connection.scope["method"] not in SAFE_METHODS and is_foreign(connection, self.settings):
            raise ForeignOrigin
        check_length(connection.headers)


def check_length(headers: Headers) -> None:
    """Refuse a body that says it is too long, or that is packed (and could unpack to anything)."""
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise WrongMediaType("packed_body")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 12 or int(length) > MAX_BODY:
        raise TooLarge(limit=MAX_BODY)


def bounded(receive: Receive) -> Receive:
    """`receive`, until more has come than `Content-Length` may say."""
    taken = 0

    async def receive_bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MAX_BODY:
            raise TooLarge(limit=MAX_BODY)
        return message

    return receive_bounded


async def whole_body(bounded: Receive, receive: Receive) -> Receive:
    """What `receive` would have told, once all of the body has come."""
    told = [await bounded()]
    while told[-1].get("more_body"):
        told.append(await bounded())
    told.reverse()

    async def receive_again() -> Message:
        return told.pop() if told else await receive()

    return receive_again


def until_last(send: Send, end: Callable[[], None]) -> Send:
    """`send`; before the last of the answer goes out, `end` is called."""

    async def send_noting(message: Message) -> None:
        if message["type"] == "http.response.body" and not message.get("more_body"):
            end()
        await send(message)

    return send_noting


def with_headers(send: Send, policy: str, settings: Settings) -> Send:
    """`send`, with the headers every answer carries; a route may have set its own before."""

    async def send_headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if headers.get("content-type", "").startswith("application/json"):
                headers.setdefault("Cache-Control", "no-store")
            is_page = headers.get("content-type", "").startswith("text/html")
            headers.setdefault("Content-Security-Policy", policy if is_page else API_POLICY)
            if settings.is_secure:
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        await send(message)

    return send_headed
