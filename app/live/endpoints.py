"""Talk and signs over REST, for those who use no socket: the same functions as `say` and `react`."""

from __future__ import annotations

from fastapi import APIRouter, Request

from app.api import WRITING, Strict
from app.errors import Conflict, NotAllowed, NotFound, TooMany, Unavailable, responses
from app.live.messages import TalkText
from app.live.table import Table
from app.live.tables import Tables
from app.people.deps import CurrentPerson
from app.people.service import Identity
from app.rooms.entrance import Entered, Inside
from app.rooms.talking import ReactionName
from app.routing import ApiRoute
from app.security import address

router = APIRouter(prefix="/api/rooms/{code}", route_class=ApiRoute, tags=["talk"], dependencies=[Inside])
SPEAKING = responses(*WRITING, NotFound, NotAllowed, Conflict, Unavailable)


class TalkBody(Strict):
    """Something to say to the table."""

    text: TalkText


class ReactionBody(Strict):
    """A sign to the table."""

    reaction: ReactionName


async def table_of(request: Request, room: Entered) -> tuple[Tables, Table]:
    tables: Tables = request.app.state.tables
    table = await tables.table(room.id)
    if table is None or table.facts.is_closed:
        raise NotFound
    return tables, table


def count_words(request: Request, tables: Tables, table: Table, me: Identity) -> int | None:
    """Count one sentence or sign, as for sockets; returns its sender's seat. Raises TooMany."""
    seat, where = table.seat_of(me.person), address(request)
    if not tables.talk_limits.may_speak(me.person, where, table.facts.id, is_seated=seat is not None):
        raise TooMany(retry_after=tables.talk_limits.wait(me.person, where), limit="words")
    return seat


@router.post("/talk", status_code=204, responses=SPEAKING)
async def talk(request: Request, me: CurrentPerson, room: Entered, body: TalkBody) -> None:
    """Say something. While a game runs, watchers are heard by watchers only."""
    tables, table = await table_of(request, room)
    if not table.facts.may_talk:
        raise Conflict("talk_off")
    seat = count_words(request, tables, table, me)
    if not await table.say(me.person, me.name, seat, body.text):
        raise NotAllowed("kicked")


@router.post("/reactions", status_code=204, responses=SPEAKING)
async def react(request: Request, me: CurrentPerson, room: Entered, body: ReactionBody) -> None:
    """Make a sign to everybody at the table."""
    tables, table = await table_of(request, room)
    seat = count_words(request, tables, table, me)
    if not await table.react(me.person, me.name, seat, body.reaction):
        raise NotAllowed("kicked")
