"""Talk and signs over REST, for those who use no socket: the same functions as `say` and `react`."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict

from app.edge import ApiEdge, DbSession
from app.errors import Conflict, NotFound, TooMany, Unavailable, responses
from app.live.messages import Line, Reaction
from app.live.table import Table
from app.live.tables import Tables
from app.people.deps import CurrentPerson
from app.people.endpoints import WRITING
from app.rooms.table import find

router = APIRouter(prefix="/api/rooms", route_class=ApiEdge, tags=["talk"])
SPEAKING = responses(*WRITING, NotFound, Conflict, Unavailable)


class TalkBody(BaseModel):
    """Something to say to the table."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    text: Line


class ReactionBody(BaseModel):
    """A sign to the table."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    reaction: Reaction


async def table_of(request: Request, db: DbSession, code: str) -> tuple[Tables, Table]:
    tables: Tables = request.app.state.tables
    table = await tables.table((await find(db, code)).id)
    if table is None or table.facts.is_closed:
        raise NotFound
    return tables, table


@router.post("/{code}/talk", status_code=204, responses=SPEAKING)
async def talk(request: Request, db: DbSession, me: CurrentPerson, code: str, body: TalkBody) -> None:
    """Say something. While a game runs, watchers are heard by watchers only."""
    tables, table = await table_of(request, db, code)
    if not table.facts.may_talk:
        raise Conflict("talk_off", "The host has switched talk off.")
    if not tables.words.take(me.person):
        raise TooMany
    await table.say(me.person, me.name, table.seat_of(me.person), body.text)


@router.post("/{code}/reactions", status_code=204, responses=SPEAKING)
async def react(request: Request, db: DbSession, me: CurrentPerson, code: str, body: ReactionBody) -> None:
    """Make a sign to everybody at the table."""
    tables, table = await table_of(request, db, code)
    if not tables.words.take(me.person):
        raise TooMany
    table.show_reaction(table.seat_of(me.person), me.name, body.reaction)
