"""The routes for being among people one does not know: hushing, muting, reporting, shutting the door."""

from __future__ import annotations

from fastapi import APIRouter, Request

from app.api import WRITING, limits_of
from app.errors import Conflict, NotAllowed, NotFound, responses
from app.people.deps import CurrentPerson
from app.people.schemas import MuteView
from app.rooms import company, reports
from app.rooms.endpoints import Visiting
from app.rooms.entrance import Entered, Inside
from app.rooms.retention import REPORT_DAYS
from app.rooms.schemas import Hush, ReportBody, ReportTaken, RoomView, Shut, Whom
from app.routing import ApiRoute, DbSession
from app.security import address

router = APIRouter(prefix="/api/rooms/{code}", route_class=ApiRoute, tags=["rooms"], dependencies=[Inside])
CHANGING = responses(*WRITING, NotFound, NotAllowed, Conflict)


@router.post("/hush", responses=CHANGING)
async def hush(visit: Visiting, body: Hush) -> RoomView:
    """Host: nobody hears them here from now on, or all do again."""
    return await visit.after(company.hush, body)


@router.post("/shut", responses=CHANGING)
async def shut(visit: Visiting, body: Shut) -> RoomView:
    """Host: nobody new comes in, with whatever link, or the door is open again."""
    return await visit.after(company.shut, body.shut)


@router.post("/mutes", status_code=201, responses=CHANGING)
async def mute(db: DbSession, me: CurrentPerson, room: Entered, body: Whom) -> MuteView:
    """Hear somebody no more, at any table, on all your devices; `GET /api/people/me/mutes` has them all."""
    muted = await company.mute(db, me, await company.somebody(db, room.id, me.person, body))
    return MuteView(id=muted.id, name=muted.name, at=muted.at)


@router.post("/reports", status_code=201, responses=CHANGING)
async def report(
    request: Request, db: DbSession, me: CurrentPerson, room: Entered, body: ReportBody
) -> ReportTaken:
    """Tell the operator of somebody; the last lines said here are kept with it."""
    about = await company.somebody(db, room.id, me.person, body)
    limits_of(request).reports.demand(me.person)
    limits_of(request).reports_from_address.demand(address(request))
    taken = await reports.take(db, me, room, about, body.reason)
    return ReportTaken(report=taken.id, kept_days=REPORT_DAYS)
