"""Being somebody: signing in without a question, on one device or several, and being forgotten.

A person is whoever holds a token. The token is 256 random bits; we keep its SHA-256, so that a copy of our
database signs nobody in. A browser keeps it in a cookie, a program sends it as a bearer token, and neither
kind is taken for the other.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, cast
from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection

from app.callers import Callers
from app.config import Settings
from app.database import announce_person
from app.errors import Gone, NotFound, NotSignedIn
from app.people import names, repository
from app.people.models import Person, Session
from app.people.repository import Known
from app.security import address, bearer_token
from app.texts import ENGLISH, Texts, texts_in
from app.texts.friendly import person_name

SessionKind = Literal["browser", "program"]
LONGEST_TOKEN = 64
HOME_SCREEN_MINUTES = 60  # from the wish for an app on the home screen to its first start
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)


@dataclass(frozen=True, slots=True)
class Identity:
    """Who is asking, and by which session."""

    person: UUID
    name: str
    session: UUID
    kind: SessionKind
    given_name: str  # among strangers


@dataclass(frozen=True, slots=True)
class PersonHooks:
    """What else must happen when somebody gets another name, wants no rated games any more, or is forgotten.
    Rooms give us theirs.
    """

    renamed: Callable[[AsyncSession, UUID, str], Awaitable[None]]
    unrated: Callable[[AsyncSession, UUID], Awaitable[None]]
    forgotten: Callable[[AsyncSession, UUID], Awaitable[None]]


def token_hash(token: str) -> bytes:
    """What we keep of a token. It is random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def cookie_name(connection: HTTPConnection, settings: Settings) -> str:
    """On https the browser itself sees to it that nobody else can set our cookie."""
    return "__Host-terrahedron" if is_secure(connection, settings) else "terrahedron"


def is_secure(connection: HTTPConnection, settings: Settings) -> bool:
    """Does this person reach us by https?"""
    return settings.is_secure or connection.url.scheme in ("https", "wss")


class TokenClaim(NamedTuple):
    """What a request brings along to say who sends it: the hash of a token that may be one of ours."""

    kind: SessionKind
    token_hash: bytes | None


async def identify(db: AsyncSession, connection: HTTPConnection, settings: Settings) -> Identity | None:
    """Who sends this request, and from where they do. Raises NotSignedIn."""
    claim = claim_of(connection, settings)
    known = await repository.by_token(db, claim.token_hash) if claim and claim.token_hash else None
    identity = recognise(connection, claim, known)
    if identity is not None and known is not None and known.is_seen_long_ago:
        await repository.note_seen(db, identity.person, identity.session)
    return identity


def claim_of(connection: HTTPConnection, settings: Settings) -> TokenClaim | None:
    """Who a request or socket claims to be. With a bearer token given, the cookie is not looked at."""
    token = bearer_token(connection.headers)
    if token is not None:
        return TokenClaim("program", hash_of(token))
    cookie = connection.cookies.get(cookie_name(connection, settings))
    return TokenClaim("browser", hash_of(cookie)) if cookie else None


def hash_of(token: str) -> bytes | None:
    return token_hash(token) if 0 < len(token) <= LONGEST_TOKEN else None


def recognise(connection: HTTPConnection, claim: TokenClaim | None, known: Known | None) -> Identity | None:
    """Whom we know by this claim. A wrong bearer token is an error, an old cookie is not."""
    if claim is None:
        return None
    if known is None or known.kind != claim.kind:
        if claim.kind == "program":
            raise NotSignedIn
        return None
    callers: Callers = connection.app.state.callers
    callers.note(known.person, address(connection))
    return Identity(known.person, known.name, known.session, claim.kind, known.given_name)


async def create(db: AsyncSession, name: str | None = None, texts: Texts | None = None) -> Person:
    """Somebody new, by a friendly name if they have not chosen one. Among strangers they bear one anyway."""
    given = person_name(texts or texts_in(ENGLISH))
    person = Person(name=given if name is None else names.clean(name), given_name=given)
    db.add(person)
    await db.flush()
    return person


async def sign_in(db: AsyncSession, person: Person, kind: SessionKind, label: str) -> tuple[Identity, str]:
    """One more session of somebody, and the token that opens it."""
    token = secrets.token_urlsafe(32)
    session = Session(person_id=person.id, token_hash=token_hash(token), kind=kind, label=label)
    db.add(session)
    await db.flush()
    return Identity(person.id, person.name, session.id, kind, person.given_name), token


def label_of(user_agent: str) -> str:
    """What a person calls this device: `Firefox, Android`."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "")
    system = next((name for name in SYSTEMS if name in user_agent), "")
    return ", ".join(part for part in (browser, system) if part) or "Program"


async def rename(db: AsyncSession, me: Identity, name: str, hooks: Sequence[PersonHooks]) -> Person:
    """Be called something else from now on, wherever one sits."""
    person = await db.get_one(Person, me.person)
    person.name = names.clean(name)
    await db.flush()
    for hook in hooks:
        await hook.renamed(db, me.person, person.name)
    announce_person(db, me.person)
    return person


async def forget(db: AsyncSession, me: Identity, hooks: Sequence[PersonHooks]) -> None:
    """Leave every seat, lose the name wherever it stands, and be nobody."""
    for hook in hooks:
        await hook.forgotten(db, me.person)
    await db.execute(delete(Person).where(Person.id == me.person))
    announce_person(db, me.person)


async def end_session(db: AsyncSession, me: Identity, session_id: UUID) -> None:
    """Sign out one of one's own devices."""
    if not await repository.revoke(db, me.person, only=session_id):
        raise NotFound
    announce_person(db, me.person)


async def end_mute(db: AsyncSession, me: Identity, mute_id: UUID) -> None:
    """Hear somebody again."""
    if not await repository.end_mute(db, me.person, mute_id):
        raise NotFound
    announce_person(db, me.person)


async def end_other_sessions(db: AsyncSession, me: Identity) -> int:
    """Be signed in only here."""
    ended = await repository.revoke(db, me.person, but=me.session)
    announce_person(db, me.person)
    return ended


async def make_pass(db: AsyncSession, me: Identity, minutes: float) -> tuple[str, datetime]:
    """A token that signs the same person in elsewhere, once, and until when it is good."""
    token = secrets.token_urlsafe(24)
    return token, await repository.add_pass(db, me.person, token_hash(token), minutes)


async def use_pass(
    db: AsyncSession, token: str, kind: SessionKind, label: str, before: Identity | None
) -> tuple[Identity, str]:
    """Sign in by a pass. Whoever this browser was before is signed out of it."""
    person_id = await repository.use_pass(db, token_hash(token))
    if person_id is None:
        raise Gone("pass_gone")
    if before is not None:
        await repository.revoke(db, before.person, only=before.session)
        announce_person(db, before.person)
    person = await db.get_one(Person, person_id)
    return await sign_in(db, person, kind, label)


def kind_of(session: Session) -> SessionKind:
    """A session's kind, as the type says it."""
    return cast("SessionKind", session.kind)
