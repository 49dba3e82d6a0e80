"""The rows of people, sessions and seat passes. All times are the database's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import CursorResult, bindparam, delete, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.people.models import Mute, Person, SeatPass, Session

# How stale `seen_at` may be: it is for people's eyes, not worth a write on every request.
SEEN_EVERY = text("interval '10 minutes'")
LOOKED_EVERY = text("interval '1 day'")  # of those who only look: it is still to be known that they are there


class Known(NamedTuple):
    """Whose token it is that we know, and by which session."""

    person: UUID
    name: str
    session: UUID
    kind: str
    is_seen_long_ago: bool
    given_name: str


# Asked with every request: no objects, and put together once. (Sockets: `app/live/admission.py`.)
_people, _sessions = Person.__table__.c, Session.__table__.c
IDENTITY_BY_TOKEN = (
    select(
        _people.id,
        _people.name,
        _sessions.id,
        _sessions.kind,
        func.least(_people.seen_at, _sessions.seen_at) < func.now() - LOOKED_EVERY,
        _people.given_name,
    )
    .where(_sessions.person_id == _people.id, _sessions.revoked_at.is_(None))
    .where(_sessions.token_hash == bindparam("token_hash"))
)


async def by_token(db: AsyncSession, token_hash: bytes) -> Known | None:
    """Who holds this token, if it is still good."""
    row = (await db.execute(IDENTITY_BY_TOKEN, {"token_hash": token_hash})).one_or_none()
    return Known(*row) if row else None


async def note_seen(db: AsyncSession, person_id: UUID, session_id: UUID) -> None:
    """Note that somebody was here, now and then. The person first, as who is deleted is locked first."""
    stale = func.now() - SEEN_EVERY
    for query in (
        update(Person).where(Person.id == person_id, Person.seen_at < stale),
        update(Session).where(Session.id == session_id, Session.seen_at < stale),
    ):
        await db.execute(query.values(seen_at=func.now()).execution_options(synchronize_session=False))


async def sessions_of(db: AsyncSession, person_id: UUID) -> Sequence[Session]:
    """Where somebody is signed in, the latest first."""
    query = select(Session).where(Session.person_id == person_id, Session.revoked_at.is_(None))
    return (await db.scalars(query.order_by(Session.seen_at.desc(), Session.id))).all()


async def mutes_of(db: AsyncSession, person_id: UUID) -> Sequence[Mute]:
    """Whom somebody does not hear, the latest first."""
    query = select(Mute).where(Mute.person_id == person_id)
    return (await db.scalars(query.order_by(Mute.at.desc(), Mute.id))).all()


async def end_mute(db: AsyncSession, person_id: UUID, mute_id: UUID) -> bool:
    """Whether there was such a one of theirs."""
    query = delete(Mute).where(Mute.person_id == person_id, Mute.id == mute_id).returning(Mute.id)
    return (await db.execute(query)).scalar_one_or_none() is not None


async def revoke(
    db: AsyncSession, person_id: UUID, *, only: UUID | None = None, but: UUID | None = None
) -> int:
    """End sessions of somebody: one, or all but one. Says how many."""
    query = update(Session).where(Session.person_id == person_id, Session.revoked_at.is_(None))
    if only is not None:
        query = query.where(Session.id == only)
    if but is not None:
        query = query.where(Session.id != but)
    result = await db.execute(query.values(revoked_at=func.now()))
    assert isinstance(result, CursorResult)
    return result.rowcount


async def set_feed(db: AsyncSession, person_id: UUID, token_hash: bytes | None) -> None:
    """A new address for somebody's feed, or none; the one before is void."""
    await db.execute(update(Person).where(Person.id == person_id).values(feed_hash=token_hash))


async def by_feed(db: AsyncSession, token_hash: bytes) -> Person | None:
    """Whose feed this is."""
    return (await db.scalars(select(Person).where(Person.feed_hash == token_hash))).one_or_none()


async def add_pass(db: AsyncSession, person_id: UUID, token_hash: bytes, minutes: float) -> datetime:
    """A new pass; those made before it are void. Says until when it is good."""
    await db.execute(delete(SeatPass).where(SeatPass.person_id == person_id, SeatPass.used_at.is_(None)))
    until = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, minutes * 60)
    seat_pass = SeatPass(token_hash=token_hash, person_id=person_id, expires_at=until)
    db.add(seat_pass)
    await db.flush()
    await db.refresh(seat_pass)
    return seat_pass.expires_at


IS_GOOD = (SeatPass.used_at.is_(None), SeatPass.expires_at > func.now())


async def owner_of_pass(db: AsyncSession, token_hash: bytes) -> UUID | None:
    """Whose pass this is, as long as it is good; it stays so."""
    query = select(SeatPass.person_id).where(SeatPass.token_hash == token_hash, *IS_GOOD)
    return (await db.execute(query)).scalar_one_or_none()


async def use_pass(db: AsyncSession, token_hash: bytes) -> UUID | None:
    """Whose pass this is, if it is good; from now on it is not. Of two at once, one gets it."""
    query = update(SeatPass).where(SeatPass.token_hash == token_hash, *IS_GOOD)
    used = query.values(used_at=func.now()).returning(SeatPass.person_id)
    return (await db.execute(used)).scalar_one_or_none()
