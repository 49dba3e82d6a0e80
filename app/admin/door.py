"""Who is the operator: whoever has typed the token of the settings, or sends it as a bearer token.

Without a token in the settings there is nothing behind this door. Tokens are compared in constant time; wrong
ones are counted by address and answered late. A browser keeps not the token but a mark made with it, for
twelve hours.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Annotated

from fastapi import Depends, Request, Response

from app.api import limits_of
from app.config import Settings
from app.errors import NotAllowed, NotFound, TooMany
from app.limits import LateAnswers
from app.people.service import is_secure
from app.security import address, bearer_token

COOKIE = "terrahedron_admin"
LASTS = 12 * 3600
late = LateAnswers()


class NotTheOperator(NotAllowed):
    """Sign in first."""


def token_of(request: Request) -> str:
    settings: Settings = request.app.state.settings
    if settings.admin_token is None:
        raise NotFound
    return settings.admin_token


def mark_until(token: str, until: int) -> str:
    """What a browser keeps: who has it was let in, until then."""
    made = hmac.new(token.encode(), f"operator until {until}".encode(), hashlib.sha256).hexdigest()
    return f"{until}.{made}"


def is_let_in(request: Request, token: str) -> bool:
    kept = request.cookies.get(COOKIE, "")
    until = kept.partition(".")[0]
    if not until.isdecimal() or len(until) > 12 or int(until) < time.time():
        return False
    return secrets.compare_digest(kept.encode(), mark_until(token, int(until)).encode())


async def try_token(request: Request, given: str) -> None:
    """Raises NotTheOperator for a wrong one, and TooMany after some of them, right or wrong."""
    token, wrong, where = token_of(request), limits_of(request).admin, address(request)
    if wrong.level(where) < 1:
        await late.wait(where)
        raise TooMany(retry_after=wrong.wait(where), limit=wrong.name)
    if not secrets.compare_digest(hash_of(given), hash_of(token)):
        wrong.take(where)
        await late.wait(where)
        raise NotTheOperator


def hash_of(token: str) -> bytes:
    """Of one length, so that not even that is told by the time a comparison takes."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


async def operator(request: Request) -> str:
    """By which way the operator came; raises NotTheOperator."""
    token = token_of(request)
    given = bearer_token(request.headers)
    if given is not None:
        await try_token(request, given)
        return "program"
    if not is_let_in(request, token):
        raise NotTheOperator
    return "page"


Operator = Annotated[str, Depends(operator)]


def let_in(request: Request, response: Response) -> None:
    until = int(time.time()) + LASTS
    response.set_cookie(
        COOKIE,
        mark_until(token_of(request), until),
        max_age=LASTS,
        path="/admin",
        secure=is_secure(request, request.app.state.settings),
        httponly=True,
        samesite="strict",
    )
