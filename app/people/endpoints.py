"""The routes of people: `/api/people` and `/api/pass`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from uuid import UUID

from fastapi import APIRouter, Request, Response

from app.api import ANYBODY, READING, WRITING, limits_of
from app.errors import Gone, NotFound, responses
from app.guesses import Guesses
from app.people import repository, service
from app.people.deps import CurrentPerson, OptionalPerson, drop_cookie, require_no_bar, set_cookie
from app.people.schemas import (
    FeedView,
    MuteView,
    NewPass,
    NewPerson,
    NewPersonView,
    PassToken,
    PassView,
    PersonView,
    Rename,
    Revoked,
    SessionView,
    SignedInView,
)
from app.people.service import PersonHooks
from app.routing import ApiRoute, DbSession
from app.security import address, is_same_origin, own_origin
from app.texts import texts_for

router = APIRouter(prefix="/api/people", route_class=ApiRoute, tags=["people"])
passes = APIRouter(prefix="/api/pass", route_class=ApiRoute, tags=["people"])


def person_hooks_of(request: Request) -> Sequence[PersonHooks]:
    """Who else must know when somebody is renamed or forgotten."""
    hooks: Sequence[PersonHooks] = request.app.state.person_hooks
    return hooks


@router.post("", status_code=201, responses=responses(*WRITING))
async def new_person(request: Request, db: DbSession, body: NewPerson | None = None) -> NewPersonView:
    """For programs: be somebody. The token is told only here."""
    require_no_bar(request, None)
    limits_of(request).new_people.demand(address(request))
    person = await service.create(db, body.name if body else None, texts_for(request))
    label = service.label_of(request.headers.get("user-agent", ""))
    _, token = await service.sign_in(db, person, "program", label)
    return NewPersonView(id=person.id, name=person.name, token=token)


@router.get("/me", responses=responses(*READING))
async def read_me(me: CurrentPerson) -> PersonView:
    """Who I am."""
    return PersonView(id=me.person, name=me.name)


@router.patch("/me", responses=responses(*WRITING))
async def rename(request: Request, db: DbSession, me: CurrentPerson, body: Rename) -> PersonView:
    """Be called something else, at every table I sit at too."""
    person = await service.rename(db, me, body.name, person_hooks_of(request))
    return PersonView(id=person.id, name=person.name)


@router.delete("/me", status_code=204, responses=responses(*WRITING))
async def forget(request: Request, response: Response, db: DbSession, me: CurrentPerson) -> None:
    """Forget me: seats are left, names erased, sessions ended."""
    await service.forget(db, me, person_hooks_of(request))
    drop_cookie(response, request)


@router.get("/me/sessions", responses=responses(*READING))
async def list_sessions(db: DbSession, me: CurrentPerson) -> list[SessionView]:
    """Where I am signed in."""
    return [
        SessionView(
            id=session.id,
            kind=service.kind_of(session),
            label=session.label,
            created_at=session.created_at,
            seen_at=session.seen_at,
            current=session.id == me.session,
        )
        for session in await repository.sessions_of(db, me.person)
    ]


@router.delete("/me/sessions/{session_id}", status_code=204, responses=responses(*WRITING, NotFound))
async def end_session(db: DbSession, me: CurrentPerson, session_id: str) -> None:
    """Sign one of my devices out."""
    await service.end_session(db, me, uuid_of(session_id))


@router.post("/me/sessions/revoke-others", responses=responses(*WRITING))
async def end_other_sessions(db: DbSession, me: CurrentPerson) -> Revoked:
    """Be signed in only here."""
    return Revoked(revoked=await service.end_other_sessions(db, me))


@router.get("/me/mutes", responses=responses(*READING))
async def list_mutes(db: DbSession, me: CurrentPerson) -> list[MuteView]:
    """Whom I do not hear, the latest first."""
    found = await repository.mutes_of(db, me.person)
    return [MuteView(id=one.id, name=one.name, at=one.at) for one in found]


@router.delete("/me/mutes/{mute_id}", status_code=204, responses=responses(*WRITING, NotFound))
async def end_mute(db: DbSession, me: CurrentPerson, mute_id: str) -> None:
    """Hear somebody again."""
    await service.end_mute(db, me, uuid_of(mute_id))


@router.post("/me/pass", status_code=201, responses=responses(*WRITING))
async def make_pass(
    request: Request, db: DbSession, me: CurrentPerson, body: NewPass | None = None
) -> PassView:
    """A link that signs me in on another device, once, within ten minutes. Any earlier one is void."""
    settings = request.app.state.settings
    shortest = service.HOME_SCREEN_MINUTES if body and body.home_screen else 0
    token, expires_at = await service.make_pass(db, me, max(settings.seat_pass_minutes, shortest))
    return PassView(url=f"{own_origin(request, settings)}/p/{token}", expires_at=expires_at)


@router.post("/me/feed", status_code=201, responses=responses(*WRITING))
async def make_feed(request: Request, db: DbSession, me: CurrentPerson) -> FeedView:
    """An address at which any reader of feeds learns when it is my move. Any earlier one is void."""
    token = secrets.token_urlsafe(24)
    await repository.set_feed(db, me.person, service.token_hash(token))
    where = f"{own_origin(request, request.app.state.settings)}/feed/{token}"
    return FeedView(atom=f"{where}.atom", json_feed=f"{where}.json")


@router.delete("/me/feed", status_code=204, responses=responses(*WRITING))
async def end_feed(db: DbSession, me: CurrentPerson) -> None:
    """No feed any more."""
    await repository.set_feed(db, me.person, None)


@passes.post("", responses=responses(*WRITING, Gone), openapi_extra=ANYBODY)
async def use_pass(
    request: Request, response: Response, db: DbSession, before: OptionalPerson, body: PassToken
) -> SignedInView:
    """Be the person who made this pass: a browser gets a cookie, a program a token."""
    is_browser = is_same_origin(request, request.app.state.settings)
    label = service.label_of(request.headers.get("user-agent", ""))
    try:
        me, token = await service.use_pass(
            db, body.token, "browser" if is_browser else "program", label, before if is_browser else None
        )
    except Gone as error:
        guesses: Guesses = request.app.state.guesses
        raise guesses.missed(address(request), error) from None
    if is_browser:
        set_cookie(response, request, token)
    return SignedInView(id=me.person, name=me.name, token=None if is_browser else token)


def uuid_of(text: str) -> UUID:
    """An id from a path; what is none is as unknown as any other."""
    try:
        return UUID(text)
    except ValueError:
        raise NotFound from None
