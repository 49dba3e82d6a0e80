"""Who may call a route, said in its signature; the cookie that tells who somebody is, and how long it lasts.

async def leave(me: CurrentPerson): …      only somebody we know (401 otherwise)
async def room(me: OptionalPerson): …      anybody; None if we do not know them
async def create(me: AnyPerson): …         anybody in a browser: whom we do not know yet becomes somebody
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer

from app.config import Settings
from app.errors import NotSignedIn
from app.limits import Limits
from app.people import repository, service
from app.people.measures import Measures
from app.people.service import Identity
from app.routing import DbSession
from app.security import SAFE_METHODS, address, is_same_origin
from app.texts import texts_for

COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers grant

# For OpenAPI alone: `service.identify` is who looks.
bearer = HTTPBearer(auto_error=False, scheme_name="program", description="The token of `POST /api/people`")
cookie = APIKeyCookie(name="terrahedron", auto_error=False, scheme_name="browser")
OPENAPI_SCHEMES = [Security(bearer), Security(cookie)]


async def optional_person(
    request: Request,
    db: DbSession,
    _bearer: Annotated[object, OPENAPI_SCHEMES[0]],
    _cookie: Annotated[object, OPENAPI_SCHEMES[1]],
) -> Identity | None:
    """Who asks, if we know; with a limit on how much one person may ask to be changed."""
    settings: Settings = request.app.state.settings
    limits: Limits = request.app.state.limits
    me = await service.identify(db, request, settings)
    request.state.person = me.person if me else None  # of whom a page may have to tell something
    require_no_bar(request, me)
    if me is not None and request.method not in SAFE_METHODS:
        limits.changes_by_person.demand(me.person)
        await repository.note_seen(db, me.person, me.session)
    return me


def require_no_bar(request: Request, me: Identity | None) -> None:
    """Whom the operator has shut out changes nothing any more, but may still ask to be forgotten."""
    measures: Measures = request.app.state.measures
    is_farewell = request.method == "DELETE" and request.url.path == "/api/people/me"
    if request.method not in SAFE_METHODS and not is_farewell:
        measures.require_no_bar(me.person if me else None, address(request))


OptionalPerson = Annotated[Identity | None, Depends(optional_person)]


async def current_person(me: OptionalPerson) -> Identity:
    """Somebody we know."""
    if me is None:
        raise NotSignedIn
    return me


async def any_person(request: Request, response: Response, db: DbSession, me: OptionalPerson) -> Identity:
    """Somebody we know from now on. A program without a token is told to get one instead."""
    if me is not None:
        return me
    settings: Settings = request.app.state.settings
    if not is_same_origin(request, settings):
        raise NotSignedIn
    limits: Limits = request.app.state.limits
    limits.new_people.demand(address(request))
    label = service.label_of(request.headers.get("user-agent", ""))
    person = await service.create(db, texts=texts_for(request))
    me, token = await service.sign_in(db, person, "browser", label)
    set_cookie(response, request, token)
    return me


CurrentPerson = Annotated[Identity, Depends(current_person)]
AnyPerson = Annotated[Identity, Depends(any_person)]


def set_cookie(response: Response, request: Request, token: str) -> None:
    """Let this browser keep the token, where no script can read it."""
    settings: Settings = request.app.state.settings
    response.set_cookie(
        service.cookie_name(request, settings),
        token,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=service.is_secure(request, settings),
        httponly=True,
        samesite="lax",
    )


def drop_cookie(response: Response, request: Request) -> None:
    """Let this browser forget the token."""
    settings: Settings = request.app.state.settings
    response.delete_cookie(
        service.cookie_name(request, settings),
        path="/",
        secure=service.is_secure(request, settings),
        httponly=True,
        samesite="lax",
    )
