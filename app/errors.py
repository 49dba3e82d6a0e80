"""Everything a request can do wrong, and the one place that turns it into an answer.

    AppError
    ├── Malformed            422  the body or a field is not what it should be
    ├── BadJson              400  not JSON at all
    ├── TooLarge             413
    ├── WrongMediaType       415
    ├── NotSignedIn          401
    ├── ForeignOrigin        403  another site sent the browser here
    ├── NotAllowed           403  you are known, but this is not yours to do
    ├── NotFound             404  unknown and forbidden alike
    ├── Conflict             409  fine as such, but not now
    ├── Gone                 410  a pass that is used up or too old
    ├── TooMany              429  with Retry-After
    └── Unavailable          503  the database is away, with Retry-After

Rules errors (`app.rules.errors`) keep their own codes; here they only get a status. An answer never repeats
what was sent, so it can neither leak nor be used to inject anything.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, ClassVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from app.database import is_unavailable
from app.logs import request_id
from app.rules.errors import RulesError
from app.texts import t

log = logging.getLogger(__name__)


def sentence(code: str) -> str:
    """What a code says, in English: pages and sockets say it in the reader's language, by the same key."""
    return t(f"errors.{code}")


class AppError(Exception):
    """Something a person or program did that we answer with a code and a sentence."""

    status: ClassVar[int] = 400
    code: str = "bad_request"

    def __init__(self, code: str | None = None, *, retry_after: int | None = None, **details: Any) -> None:
        self.code = code or self.code
        self.message = sentence(self.code)
        self.details: dict[str, Any] = details
        self.retry_after = retry_after
        super().__init__(self.message)


class MalformedRequest(AppError):
    status, code = 422, "malformed"


class BadJson(AppError):
    status, code = 400, "bad_json"


class TooLarge(AppError):
    status, code = 413, "too_large"


class WrongMediaType(AppError):
    status, code = 415, "wrong_media_type"


class NotSignedIn(AppError):
    status, code = 401, "not_signed_in"


class ForeignOrigin(AppError):
    status, code = 403, "foreign_origin"


class NotAllowed(AppError):
    status, code = 403, "not_allowed"


class NotFound(AppError):
    status, code = 404, "not_found"


class Conflict(AppError):
    status, code = 409, "conflict"


class Gone(AppError):
    status, code = 410, "gone"


class TooMany(AppError):
    status, code = 429, "too_many"


class Unavailable(AppError):
    status, code = 503, "unavailable"


class Problem(BaseModel):
    """What every error looks like."""

    code: str
    message: str
    details: dict[str, Any]


# A move that the state of the game forbids is a conflict; one that no game would allow is malformed.
RULES_CONFLICTS = {"not_your_turn", "game_over", "face_taken", "tile_not_on_display", "illegal_move"}
HTTP_CODES = {400: "bad_request", 404: "not_found", 405: "wrong_method"}
RETRY_SECONDS = 2
MAX_FIELDS = 10  # of a malformed body that are named in the answer


def responses(*kinds: type[AppError]) -> dict[int | str, dict[str, Any]]:
    """What OpenAPI says about a route that may answer with these, and with a database that is away."""
    described: dict[int, list[str]] = {}
    every: tuple[type[AppError], ...] = (*kinds, Unavailable)
    for kind in every:
        described.setdefault(kind.status, []).append(sentence(kind.code))
    return {
        status: {"model": Problem, "description": " / ".join(messages)}
        for status, messages in sorted(described.items())
    }


def answer(
    status: int, code: str, message: str, details: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The shape of every error."""
    body = {"code": code, "message": message, "details": dict(details)}
    return JSONResponse(body, status_code=status, headers=dict(headers or {}))


def answer_app_error(error: AppError) -> JSONResponse:
    """An error of ours as a response."""
    wait = error.retry_after
    if wait is None and error.status in (429, 503):
        wait = RETRY_SECONDS
    headers = {"Retry-After": str(wait)} if wait is not None else {}
    if error.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return answer(error.status, error.code, error.message, error.details, headers)


def rules_status(code: str) -> int:
    """The status of a rules error, by its code."""
    return 409 if code in RULES_CONFLICTS else 422


def fields(errors: Sequence[Any]) -> list[dict[str, str]]:
    """Where a body is wrong and why, without repeating what was sent."""
    return [
        {"at": ".".join(str(step)[:40] for step in error["loc"]), "why": str(error["type"])}
        for error in errors[:MAX_FIELDS]
    ]


async def on_app_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, AppError)
    return answer_app_error(error)


async def on_malformed(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return answer_app_error(MalformedRequest(fields=fields(error.errors())))


async def on_http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = HTTP_CODES.get(error.status_code, "bad_request")
    message = {404: sentence(NotFound.code)}.get(error.status_code, HTTPStatus(error.status_code).phrase)
    return answer(error.status_code, code, message, {}, error.headers)


async def on_rules_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, RulesError)
    return answer(rules_status(error.code), error.code, error.message, error.details)


async def on_disconnect(_: Request, _error: Exception) -> Response:
    """Whoever went away in the middle of a request hears no answer; it is nobody's mistake of ours."""
    return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)


def answer_unhandled(error: Exception) -> JSONResponse:
    """The database being away is a 503; the rest is our mistake: the log has it, the answer does not."""
    if is_unavailable(error):
        log.warning("database away: %s", type(error).__name__)
        return answer_app_error(Unavailable())
    log.error("unhandled error", exc_info=error)
    return answer(500, "internal", "Something broke on our side.", {"request": request_id.get()})


def install(app: FastAPI) -> None:
    """Give `app` its answers to every error."""
    app.add_exception_handler(AppError, on_app_error)
    app.add_exception_handler(RulesError, on_rules_error)
    app.add_exception_handler(RequestValidationError, on_malformed)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(ClientDisconnect, on_disconnect)
