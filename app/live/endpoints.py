"""Talk and signs over REST, for those who use no socket: the same functions as `say` and `react`."""

from __future__ import annotations

from collections.abc import Awaitable

from fastapi import APIRouter, Request

from app.api import WRITING, Strict
from app.errors import Conflict, NotAllowed, NotFound, TooMany, Unavailable, responses
from app.games.endpoints import refusing_unreadable
from app.live.messages import TalkText
from app.live.table import Table
from app.live.tables import Tables
from app.live.talk import Speaker, Words
from app.people.deps import CurrentPerson
from app.people.service import Identity
from app.rooms.entrance import Entered, Inside
from app.rooms.repository import RoomAccess
from app.rooms.talking import PhraseName, ReactionName
from app.routing import ApiRoute
from app.security import address

router = APIRouter(prefix="/api/rooms/{code}", route_class=ApiRoute, tags=["talk"], dependencies=[Inside])
SPEAKING = responses(*WRITING, NotFound, NotAllowed, Conflict, Unavailable)


class TalkBody(Strict):
    """Something to say to the table."""

    text: TalkText


class PhraseBody(Strict):
    """A ready-made sentence to the table."""

    phrase: PhraseName


class ReactionBody(Strict):
    """A sign to the table."""

    reaction: ReactionName


async def table_of(request: Request, room: RoomAccess) -> tuple[Tables, Table]:
    tables: Tables = request.app.state.tables
    with refusing_unreadable():
        table = await tables.table(room.id)
    if table is None or table.facts.is_closed:
        raise NotFound
    return tables, table


def count_words(request: Request, tables: Tables, table: Table, me: Identity) -> Speaker:
    """Count one sentence or sign, as for sockets; its sender. Raises TooMany."""
    silence = tables.measures.silence_of(me.person)
    if silence is not None:
        raise NotAllowed("silenced", **silence.told)
    seat, where = table.seat_of(me.person), address(request)
    if not tables.talk_limits.may_speak(me.person, where, table.facts.id, is_seated=seat is not None):
        raise TooMany(retry_after=tables.talk_limits.wait(me.person, where), limit="words")
    return table.speaker(me.person, me.name, me.given_name, seat)


async def heard(speaking: Awaitable[str | None]) -> None:
    """What is said, or shown. Raises NotAllowed."""
    refusal = await speaking
    if refusal is not None:
        raise NotAllowed(refusal)


async def say(request: Request, me: Identity, room: RoomAccess, words: Words) -> None:
    """Say it to the room, if that may be said there."""
    tables, table = await table_of(request, room)
    refusal = table.why_not_say(words)
    if refusal is not None:
        raise Conflict(refusal)
    await heard(table.say(count_words(request, tables, table, me), words))


@router.post("/talk", status_code=204, responses=SPEAKING)
async def talk(request: Request, me: CurrentPerson, room: Entered, body: TalkBody) -> None:
    """Say something. While a game runs, watchers are heard by watchers only."""
    await say(request, me, room, Words(body.text))


@router.post("/phrases", status_code=204, responses=SPEAKING)
async def say_phrase(request: Request, me: CurrentPerson, room: Entered, body: PhraseBody) -> None:
    """Say a ready-made sentence, which everybody reads in their own language."""
    await say(request, me, room, Words.of_phrase(body.phrase))


@router.post("/reactions", status_code=204, responses=SPEAKING)
async def react(request: Request, me: CurrentPerson, room: Entered, body: ReactionBody) -> None:
    """Make a sign to everybody at the table."""
    tables, table = await table_of(request, room)
    await heard(table.react(count_words(request, tables, table, me), body.reaction))
