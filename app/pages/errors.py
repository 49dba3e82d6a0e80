"""Errors as people see them: the JSON of the API turned into a page, where a browser asked for a page.

It stands around everything, also around what refuses a request before any route is asked (too fast, foreign
origin) and around what catches our own mistakes.
"""

import json

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.pages.contexts import ErrorPage
from app.pages.site import HEADERS, Site, reader_of
from app.texts import Texts

MACHINE_PATHS = ("/api/", "/static/", "/vendor/", "/texts/", "/parts/", "/healthz", "/readyz", "/metrics")
RETRIED = ("429", "500", "503")


def told_as(texts: Texts, status: int, code: str) -> str:
    """Which words fit: those for the code, else those for the status, else those for 500 or 404."""
    wanted = (code, str(status), "500" if status >= 500 else "404")
    return next(words for words in wanted if texts.has(f"pages.{words}_says"))


def error_page(request: Request, site: Site, status: int, code: str, reason: str = "") -> bytes:
    """The page for an error: what it is, and one way out."""
    texts = reader_of(request).texts
    told = told_as(texts, status, code)
    says = texts.t(f"pages.{told}_says", reason=texts.t(f"misconduct.{reason}"))
    page = ErrorPage(
        title=texts.t(f"pages.{told}"),
        description=says,
        path=request.url.path,
        is_listed=False,
        status=status,
        says=says,
        can_retry=told in RETRIED,
    )
    return site.text(request, "error.html", page).encode()


def wants_page(scope: Scope) -> bool:
    """Is this a browser that goes to a page, and not a script or a program?"""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    headers = Headers(scope=scope)
    is_fragment = headers.get("hx-request") == "true"
    return (
        "text/html" in headers.get("accept", "")
        and not is_fragment
        and not scope["path"].startswith(MACHINE_PATHS)
    )


class ErrorPages:
    """The middleware that swaps the body of an error for a page."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not wants_page(scope):
            await self.app(scope, receive, send)
            return
        await self.app(scope, receive, Swap(scope, send, self.site).send)


class Swap:
    """One answer: passed through, or, if it is an error in JSON, held until its code is known and swapped."""

    def __init__(self, scope: Scope, send: Send, site: Site) -> None:
        self._scope, self._send, self._site = scope, send, site
        self._held: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and self._is_error(message):
            self._held = message
        elif self._held is None:
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._send_page(self._held, *code_in(self._body))

    def _is_error(self, message: Message) -> bool:
        is_json = Headers(raw=message["headers"]).get("content-type", "").startswith("application/json")
        return bool(message["status"] >= 400) and is_json

    async def _send_page(self, start: Message, code: str, reason: str) -> None:
        body = error_page(Request(self._scope), self._site, start["status"], code, reason)
        headers = MutableHeaders(raw=list(start["headers"]))
        headers["Content-Type"] = "text/html; charset=utf-8"
        headers["Content-Length"] = str(len(body))
        headers["Content-Security-Policy"] = self._scope["app"].state.page_policy
        headers.update(HEADERS)
        await self._send({**start, "headers": headers.raw})
        sent = b"" if self._scope["method"] == "HEAD" else body
        await self._send({"type": "http.response.body", "body": sent})


def code_in(body: bytes) -> tuple[str, str]:
    """The code of an error of ours, and an operator's reason; a HEAD has no body, and so none."""
    if not body:
        return "", ""
    error = json.loads(body)
    return str(error["code"]), str(error["details"].get("reason", ""))
