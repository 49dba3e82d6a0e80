"""The door: `/ws/rooms/{code}`. Who may come in is settled here; what is said inside is a conversation's.

A foreign page is refused with a plain 403. Whatever a page has to explain to people is accepted first and
then closed with a code, since a browser tells its page nothing of a refused handshake.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from fastapi import APIRouter, WebSocket
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocketState

from app.config import Settings
from app.database import Database
from app.errors import NotSignedIn
from app.live.allowance import Allowances
from app.live.conversation import GONE, OVERLOADED, REVOKED, Conversation, Visitor
from app.live.peer import AsgiPeer
from app.live.server import EXTENSION, TableProtocol
from app.live.tables import Tables
from app.people.service import Identity, identify
from app.rooms.repository import id_of
from app.security import address, is_foreign

log = logging.getLogger(__name__)
router = APIRouter()

REPLACED = 4409
TRY_LATER = OVERLOADED


class TurnedAway(Exception):
    """Not let in; `code` says why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@router.websocket("/ws/rooms/{code}")
async def at_table(socket: WebSocket, code: str) -> None:
    """One socket, from the handshake to its end."""
    settings: Settings = socket.app.state.settings
    tables: Tables = socket.app.state.tables
    if is_foreign(socket, settings):
        await socket.close()
        return
    try:
        room, visitor = await let_in(socket, code)
        with counted(tables, settings, visitor, address(socket)):
            await socket.accept()
            allowances = Allowances(tables.buckets, visitor.person or address(socket), address(socket))
            await converse(socket, tables, room, visitor, allowances)
    except TurnedAway as refusal:
        await socket.accept()
        await socket.close(refusal.code)


async def let_in(socket: WebSocket, code: str) -> tuple[UUID, Visitor]:
    """The room behind the code, and who asks for it."""
    database: Database = socket.app.state.database
    try:
        async with database.looking() as db:
            identity = await identify(db, socket, socket.app.state.settings)
            room = await id_of(db, code)
    except NotSignedIn:
        raise TurnedAway(REVOKED) from None
    except (SQLAlchemyError, OSError) as error:
        log.warning("nobody can be let in: %s", type(error).__name__)
        raise TurnedAway(TRY_LATER) from None
    if room is None:
        raise TurnedAway(GONE)
    return room, visitor_of(identity)


def visitor_of(identity: Identity | None) -> Visitor:
    return Visitor() if identity is None else Visitor(identity.person, identity.name, identity.session)


@contextmanager
def counted(tables: Tables, settings: Settings, visitor: Visitor, where: str) -> Iterator[None]:
    """Count this socket while it is open, or turn it away if there are too many. Of one person's sockets the
    newest is the one in front of them, so it takes the place of the oldest.
    """
    if tables.is_draining or len(tables.conversations) >= settings.sockets:
        raise TurnedAway(TRY_LATER)
    if tables.sockets_at[where] >= settings.sockets_per_address:
        raise TurnedAway(TRY_LATER)
    key = visitor.person
    if key is not None and tables.sockets_of[key] >= settings.sockets_per_person:
        replace_oldest(tables, key)
    tables.sockets_at[where] += 1
    if key is not None:
        tables.sockets_of[key] += 1
    try:
        yield
    finally:
        release(tables.sockets_at, where)
        if key is not None:
            release(tables.sockets_of, key)


def replace_oldest(tables: Tables, person: UUID) -> None:
    open_ones = [one for one in tables.conversations if one.person == person and not one.is_closed]
    if not open_ones:  # as many are on their way out already
        raise TurnedAway(TRY_LATER)
    min(open_ones, key=lambda one: one.since).close(REPLACED)


def release(counter: Counter[Any], key: Hashable) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


async def converse(
    socket: WebSocket, tables: Tables, room: UUID, visitor: Visitor, allowances: Allowances
) -> None:
    """Read until the socket ends. On our own server what is read and written goes past this loop."""
    line: TableProtocol | None = socket.scope["extensions"].get(EXTENSION)
    peer = line or AsgiPeer(socket._send)
    conversation = Conversation(tables, room, peer, visitor, allowances)
    tables.conversations.add(conversation)
    if line is not None:
        line.begin(conversation.read)
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
