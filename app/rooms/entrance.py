"""Who may be in a room: the one place that every way in asks, be it a page, a request or a socket.

Whoever has the code may watch, unless the host has sent them away. Who tries codes out is counted
(`app/guesses.py`), and beyond that let in only where they belong: where they host, sit, have sat or are
present, or with the room's invite.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, NamedTuple
from uuid import UUID

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection

from app.errors import NotAllowed
from app.guesses import Guesses
from app.people.deps import OptionalPerson
from app.people.measures import Measure, Measures
from app.people.service import Identity
from app.rooms import repository
from app.rooms.locked_room import invite_hash, require_open_door, require_welcome
from app.rooms.repository import RoomAccess
from app.routing import DbSession
from app.security import address

IsKnown = Callable[[UUID, UUID], Awaitable[bool]]  # whether a room knows a person


class Asker(NamedTuple):
    """Who asks, if we know them, and from which address."""

    me: Identity | None
    address: str
    bar: Measure | None = None  # why they may not play here

    @property
    def person(self) -> UUID | None:
        return self.me.person if self.me else None


async def enter(
    db: AsyncSession, guesses: Guesses, asker: Asker, code: str, invite: str | None = None
) -> RoomAccess:
    """The room behind this code, if the asker may be in it. Raises NotFound, NotAllowed and TooMany."""
    room = await repository.room_access(db, code)
    return await pass_through(room, guesses, asker, partial(repository.is_known, db), invite)


async def pass_through(
    room: RoomAccess | None, guesses: Guesses, asker: Asker, is_known: IsKnown, invite: str | None = None
) -> RoomAccess:
    """The same for what was found behind a code: right after it was looked up, without a wait between."""
    if room is None:
        raise guesses.missed(asker.address)
    require_no_bar(asker)
    if not guesses.may_look(asker.address) and not await belongs(room, guesses, asker, is_known, invite):
        raise guesses.refusal(asker.address)
    guesses.remember(asker.address, room.id)
    require_welcome(room, asker.person)
    await require_let_in(room, asker, is_known)
    return room


def require_no_bar(asker: Asker) -> None:
    """Everybody whom the operator has not shut out."""
    if asker.bar is not None:
        raise NotAllowed("barred", **asker.bar.told)


async def require_let_in(room: RoomAccess, asker: Asker, is_known: IsKnown) -> None:
    """Where nobody new may come in, whoever has not been there yet is told so."""
    if room.is_shut:
        require_open_door(room, asker.person is not None and await is_known(room.id, asker.person))


async def belongs(
    room: RoomAccess, guesses: Guesses, asker: Asker, is_known: IsKnown, invite: str | None
) -> bool:
    """Whether nobody learns anything new by being let in here."""
    if guesses.was_opened(asker.address, room.id):
        return True
    if invite is not None and hmac.compare_digest(invite_hash(invite), room.invite_hash or b""):
        return True
    return asker.person is not None and await is_known(room.id, asker.person)


async def enter_by_invite(db: AsyncSession, guesses: Guesses, asker: Asker, invite: str) -> RoomAccess:
    """The room behind this invite. An invite cannot be guessed, so a right one is good at any time."""
    room = await repository.room_access_by_invite(db, invite_hash(invite))
    if room is None:
        raise guesses.missed(asker.address)
    require_no_bar(asker)
    guesses.remember(asker.address, room.id)
    require_welcome(room, asker.person)
    await require_let_in(room, asker, partial(repository.is_known, db))
    return room


def asker_of(connection: HTTPConnection, me: Identity | None) -> Asker:
    """Who asks by this request or socket."""
    measures: Measures = connection.app.state.measures
    where = address(connection)
    return Asker(me, where, measures.bar_of(me.person if me else None, where))


def guesses_of(request: Request) -> Guesses:
    """What this process knows of wrong guesses."""
    guesses: Guesses = request.app.state.guesses
    return guesses


async def entered(request: Request, db: DbSession, me: OptionalPerson, code: str) -> RoomAccess:
    """For the routes of one room, `…/{code}…`: nobody gets further who may not be in it."""
    return await enter(db, guesses_of(request), asker_of(request, me), code)


def count_wrong_invite(request: Request, error: NotAllowed) -> Exception:
    """A seat was asked for with a wrong invite: that is a guess as well. What to answer."""
    is_guess = error.code == "invite_needed"
    return guesses_of(request).missed(address(request), error) if is_guess else error


Inside = Depends(entered)
Entered = Annotated[RoomAccess, Inside]
