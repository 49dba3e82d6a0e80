"""Errors as people see them: the JSON of the API turned into a page, where a browser asked for a page.

It stands around everything, also around what refuses a request before any route is asked (too fast, foreign
origin) and around what catches our own mistakes.
"""

import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.pages.contexts import ErrorPage
from app.pages.site import HEADERS, Site, reader_of
from app.security import page_policy

MACHINE_PATHS = ("/api/", "/static/", "/vendor/", "/texts/", "/parts/", "/healthz", "/readyz", "/metrics")
RETRIED = (429, 500, 503)
TOLD = (403, 404, 405, 410, 422, 429, 500, 503)


def error_page(request: Request, site: Site, status: int) -> bytes:
    """The page for a status; one we have no words for reads like a mistake of ours or like nothing there."""
    told = status if status in TOLD else 500 if status >= 500 else 404
    texts = reader_of(request).texts
    page = ErrorPage(
        title=texts.t(f"pages.{told}"),
        description=texts.t(f"pages.{told}_says"),
        path=request.url.path,
        is_listed=False,
        status=status,
        says=texts.t(f"pages.{told}_says"),
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
    """One answer: passed through, or, if it is an error in JSON, swapped when its head comes by."""

    def __init__(self, scope: Scope, send: Send, site: Site) -> None:
        self._scope, self._send, self._site = scope, send, site
        self._is_swapped = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and self._is_error(message):
            self._is_swapped = True
            await self._send_page(message)
        elif not self._is_swapped:
            await self._send(message)

    def _is_error(self, message: Message) -> bool:
        is_json = Headers(raw=message["headers"]).get("content-type", "").startswith("application/json")
        return bool(message["status"] >= 400) and is_json

    async def _send_page(self, message: Message) -> None:
        body = error_page(Request(self._scope), self._site, message["status"])
        headers = MutableHeaders(raw=list(message["headers"]))
        headers["Content-Type"] = "text/html; charset=utf-8"
        headers["Content-Length"] = str(len(body))
        headers["Content-Security-Policy"] = page_policy(secrets.token_urlsafe(16))
        headers.update(HEADERS)
        await self._send({**message, "headers": headers.raw})
        sent = b"" if self._scope["method"] == "HEAD" else body
        await self._send({"type": "http.response.body", "body": sent})
