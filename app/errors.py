"""What a request can do wrong, and the one place that turns it into an answer.

    AppError
    ├── MalformedRequest   the body or a field is not what it should be
    ├── BadJson            not JSON at all
    ├── TooLarge
    ├── WrongMediaType
    ├── NotSignedIn
    ├── ForeignOrigin      another site sent the browser here
    ├── NotAllowed         you are known, but this is not yours to do
    ├── NotFound           unknown and forbidden alike
    ├── Conflict           fine as such, but not now
    ├── Gone               a pass that is used up or too old
    ├── TooMany            with Retry-After
    └── Unavailable        the database is away, with Retry-After

A code's status stands in `app/refusals.py`, its sentence in the catalogue: an answer says it in the reader's
language. It never repeats what was sent, so it can neither leak nor be used to inject anything.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from app.database import is_unavailable
from app.logs import request_id
from app.refusals import REFUSALS
from app.rules.errors import RulesError
from app.texts import ENGLISH, Texts, texts_for, texts_in

log = logging.getLogger(__name__)


class AppError(Exception):
    """Something a person or program did that we refuse: a code of `app/refusals.py`, and facts about it."""

    code: str = "bad_request"

    def __init__(self, code: str | None = None, *, retry_after: int | None = None, **details: Any) -> None:
        self.code = code or self.code
        self.details: dict[str, Any] = details
        self.retry_after = retry_after
        super().__init__(self.code)

    @property
    def status(self) -> int:
        return REFUSALS[self.code].status


class MalformedRequest(AppError):
    code = "malformed"


class BadJson(AppError):
    code = "bad_json"


class TooLarge(AppError):
    code = "too_large"


class WrongMediaType(AppError):
    code = "wrong_media_type"


class NotSignedIn(AppError):
    code = "not_signed_in"


class ForeignOrigin(AppError):
    code = "foreign_origin"


class NotAllowed(AppError):
    code = "not_allowed"


class NotFound(AppError):
    code = "not_found"


class Conflict(AppError):
    code = "conflict"


class Gone(AppError):
    code = "gone"


class TooMany(AppError):
    """`limit` is what the metrics count it by; nobody is told it."""

    code = "too_many"

    def __init__(
        self, code: str | None = None, *, retry_after: int | None = None, limit: str = "other"
    ) -> None:
        super().__init__(code, retry_after=retry_after)
        self.limit = limit


class Unavailable(AppError):
    code = "unavailable"


class Problem(BaseModel):
    """What every error looks like."""

    code: str
    message: str
    details: dict[str, Any]


HTTP_CODES = {404: "not_found", 405: "wrong_method"}  # of what the framework refuses by itself
RETRY_SECONDS = 2
MAX_FIELDS = 10  # of a malformed body that are named in the answer


def responses(*kinds: type[AppError]) -> dict[int | str, dict[str, Any]]:
    """What OpenAPI says about a route that may answer with these, and with a database that is away."""
    described: dict[int, list[str]] = {}
    every: tuple[type[AppError], ...] = (*kinds, Unavailable)
    for kind in every:
        described.setdefault(REFUSALS[kind.code].status, []).append(sentence(kind.code, texts_in(ENGLISH)))
    return {
        status: {"model": Problem, "description": " / ".join(messages)}
        for status, messages in sorted(described.items())
    }


def sentence(code: str, texts: Texts, details: Mapping[str, Any] | None = None) -> str:
    """What a person reads who is refused by this code; an operator's reason in their language."""
    reason = (details or {}).get("reason")
    return (
        texts.t(f"errors.{code}", reason=texts.t(f"misconduct.{reason}"))
        if reason
        else texts.t(f"errors.{code}")
    )


def answer(
    connection: HTTPConnection,
    status: int,
    code: str,
    details: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """The shape of every error."""
    connection.app.state.metrics.refused("request", code)
    message = sentence(code, texts_for(connection), details)
    body = {"code": code, "message": message, "details": dict(details)}
    return JSONResponse(body, status_code=status, headers=dict(headers or {}))


def answer_app_error(connection: HTTPConnection, error: AppError) -> JSONResponse:
    """An error of ours as a response."""
    if isinstance(error, TooMany):
        connection.app.state.metrics.limited(error.limit)
    wait = error.retry_after
    if wait is None and error.status in (429, 503):
        wait = RETRY_SECONDS
    headers = {"Retry-After": str(wait)} if wait is not None else {}
    if error.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return answer(connection, error.status, error.code, error.details, headers)


def fields(errors: Sequence[Any]) -> list[dict[str, str]]:
    """Where a body is wrong and why, without repeating what was sent."""
    return [
        {"at": ".".join(str(step)[:40] for step in error["loc"]), "why": str(error["type"])}
        for error in errors[:MAX_FIELDS]
    ]


async def on_app_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, AppError)
    return answer_app_error(request, error)


async def on_malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return answer_app_error(request, MalformedRequest(fields=fields(error.errors())))


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = HTTP_CODES.get(error.status_code, "bad_request")
    return answer(request, error.status_code, code, {}, error.headers)


async def on_rules_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RulesError)
    return answer(request, REFUSALS[error.code].status, error.code, error.details)


async def on_disconnect(_: Request, _error: Exception) -> Response:
    """Whoever went away in the middle of a request hears no answer; it is nobody's mistake of ours."""
    return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)


def answer_unhandled(connection: HTTPConnection, error: Exception) -> JSONResponse:
    """The database being away is a 503; the rest is our mistake: the log has it, the answer does not."""
    if is_unavailable(error):
        log.warning("database away: %s", type(error).__name__)
        return answer_app_error(connection, Unavailable())
    log.error("unhandled error", exc_info=error)
    return answer(connection, REFUSALS["internal"].status, "internal", {"request": request_id.get()})


def install(app: FastAPI) -> None:
    """Give `app` its answers to every error."""
    app.add_exception_handler(AppError, on_app_error)
    app.add_exception_handler(RulesError, on_rules_error)
    app.add_exception_handler(RequestValidationError, on_malformed)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(ClientDisconnect, on_disconnect)
