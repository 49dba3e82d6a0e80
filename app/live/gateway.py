"""The route `/ws/rooms/{code}`: decides who may open a socket, and whether an address or a
person holds too many already (the numbers are settings). What is said on it is the conversation's part.

A foreign page is refused with a plain 403. Whatever a page has to explain to people is accepted first and
then closed with a code, since a browser tells its page nothing of a refused handshake.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable
from functools import partial
from uuid import UUID

import asyncpg
from fastapi import WebSocket
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketState

from app.config import Settings
from app.database import Database
from app.errors import AppError, NotAllowed, NotFound, NotSignedIn, TooMany
from app.games.log import LogBroken
from app.games.store import DatabaseUnavailable
from app.live.closes import Close
from app.live.conversation import Conversation, Visitor
from app.live.peer import AsgiPeer
from app.live.rate_limits import SocketLimits
from app.live.server import EXTENSION, SocketProtocol
from app.live.tables import Tables
from app.logs import request_id
from app.people.repository import note_seen
from app.people.service import Identity, claim_of, recognise
from app.rooms import repository
from app.rooms.entrance import asker_of, pass_through
from app.security import address, is_foreign
from app.texts import texts_for

log = logging.getLogger(__name__)
PREFIX = "/ws/rooms/"

CLOSES: dict[type[AppError], int] = {
    NotSignedIn: Close.REVOKED,
    NotAllowed: Close.KICKED,
    NotFound: Close.GONE,
    TooMany: Close.TOO_FAST,
}


class TurnedAway(Exception):
    """Not let in; `code` says why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


async def at_table(socket: WebSocket) -> None:
    """One socket, from the handshake to its end."""
    code: str = socket.path_params["code"]
    settings: Settings = socket.app.state.settings
    tables: Tables = socket.app.state.tables
    where = address(socket)
    try:
        if not tables.handshakes.may_come(where, socket.headers):
            raise TurnedAway(Close.TOO_FAST)
        if is_foreign(socket, settings):
            await socket.close()
            return
        room, visitor = await let_in(socket, code)
        await make_place(tables, settings, room, visitor)
        replace_oldest(tables, settings, visitor.person)
        with tables.crowd.counted(visitor.address, visitor.person):
            await socket.accept()
            limits = SocketLimits(tables.buckets, visitor.person or where, where)
            await converse(socket, tables, room, visitor, limits)
    except TurnedAway as refusal:
        if refusal.code != Close.TOO_FAST or await tables.handshakes.late.wait(where):
            await socket.accept()
        await socket.close(refusal.code)


async def let_in(socket: WebSocket, code: str) -> tuple[UUID, Visitor]:
    """The room behind the code, and who asks for it."""
    database: Database = socket.app.state.database
    tables: Tables = socket.app.state.tables
    if database.lacks_tables:
        raise TurnedAway(Close.OVERLOADED)
    try:
        claim = claim_of(socket, socket.app.state.settings)
        known, muted, found = await tables.admission.look_up(claim, code)
        identity = recognise(socket, claim, known)
        if identity is not None and not tables.handshakes.may_open(identity.person):
            raise TurnedAway(Close.TOO_FAST)
        asker = asker_of(socket, identity)
        access = await pass_through(found, socket.app.state.guesses, asker, partial(is_known, database))
        if identity is not None and known is not None and known.is_seen_long_ago:
            async with database.reading() as db:
                await note_seen(db, identity.person, identity.session)
    except AppError as refusal:
        raise TurnedAway(CLOSES.get(type(refusal), Close.OVERLOADED)) from None
    except (SQLAlchemyError, asyncpg.PostgresError, OSError) as error:
        log.warning("nobody can be let in: %s", type(error).__name__)
        raise TurnedAway(Close.OVERLOADED) from None
    return access.id, visitor_of(identity, muted, socket)


async def is_known(database: Database, room: UUID, person: UUID) -> bool:
    async with database.reading() as db:
        return await repository.is_known(db, room, person)


def visitor_of(identity: Identity | None, muted: frozenset[UUID], socket: WebSocket) -> Visitor:
    where, lang = address(socket), texts_for(socket).lang
    if identity is None:
        return Visitor(where, lang=lang)
    return Visitor(where, identity.person, identity.name, identity.session, lang, identity.given_name, muted)


async def make_place(tables: Tables, settings: Settings, room: UUID, visitor: Visitor) -> None:
    """Turn this socket away if there are too many. Seats come first: whoever plays in the room takes the
    place of a watcher, of those without a name and of the latest before others.
    """
    is_full = len(tables.conversations) >= settings.sockets
    if tables.is_draining:
        raise TurnedAway(Close.OVERLOADED)
    if not is_full and tables.crowd.sockets_at[visitor.address] < settings.sockets_per_address:
        return
    if not await plays_in(tables, room, visitor.person):
        raise TurnedAway(Close.OVERLOADED)
    watching = [
        one
        for one in tables.conversations
        if one.is_watching and not one.is_closed and (is_full or one.address == visitor.address)
    ]
    if not watching:
        raise TurnedAway(Close.OVERLOADED)
    min(watching, key=lambda one: (one.person is not None, -one.since)).close(Close.OVERLOADED)


async def plays_in(tables: Tables, room: UUID, person: UUID | None) -> bool:
    try:
        table = await tables.table(room) if person is not None else None
    except (DatabaseUnavailable, LogBroken):
        return False
    return table is not None and table.seat_of(person) is not None


def replace_oldest(tables: Tables, settings: Settings, person: UUID | None) -> None:
    """Of one person's sockets the newest is the one in front of them, so it takes the place of the oldest
    where there are too many.
    """
    if person is None or tables.crowd.sockets_of[person] < settings.sockets_per_person:
        return
    open_ones = [one for one in tables.conversations if one.person == person and not one.is_closed]
    if not open_ones:  # as many are on their way out already
        raise TurnedAway(Close.OVERLOADED)
    min(open_ones, key=lambda one: one.since).close(Close.REPLACED)


async def converse(
    socket: WebSocket, tables: Tables, room: UUID, visitor: Visitor, limits: SocketLimits
) -> None:
    """Read until the socket ends. On our own server what is read and written goes past this loop."""
    line: SocketProtocol | None = socket.scope["extensions"].get(EXTENSION)
    peer = line or AsgiPeer(socket._send)
    conversation = Conversation(tables, room, peer, visitor, limits)
    tables.conversations.add(conversation)
    if line is not None:
        line.begin(conversation)
    try:
        while socket.client_state is WebSocketState.CONNECTED:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            conversation.read(message.get("text"))
    finally:
        tables.conversations.discard(conversation)
        conversation.ended()
        if isinstance(peer, AsgiPeer):
            await peer.stop()


def room_code(scope: Scope) -> str:
    """The room that a socket asks for; nothing for whatever else is asked."""
    path: str = scope["path"] if scope["type"] == "websocket" else ""
    code = path.removeprefix(PREFIX)
    return code if code != path and "/" not in code else ""


class SocketsFirst:
    """Sockets go to their tables past everything that stands round a request: each of those layers would wait
    there for as long as the socket is open, a dozen of them for every watcher.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        code = room_code(scope)
        if not code:
            return self.app(scope, receive, send)
        scope["path_params"] = {"code": code}
        request_id.set(secrets.token_hex(8))
        return at_table(WebSocket(scope, receive, send))
