"""The routes of the daily world and of circles: parse, allow, call, answer."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any
from uuid import UUID

import orjson
from fastapi import APIRouter, Path, Request, Response

from app.api import ANYBODY, READING, WRITING
from app.bots.daily import MINE
from app.daily import circles as groups
from app.daily import telling, tries
from app.daily.circles import LINK, CircleFound
from app.daily.schemas import (
    BarView,
    CircleDayView,
    CircleView,
    DayView,
    MemberView,
    NewCircle,
    ReplayView,
    SealView,
    ShowName,
    StreakView,
    TryView,
)
from app.daily.telling import DayTold
from app.daily.tries import Names
from app.daily.worlds import World
from app.errors import Conflict, Gone, MalformedRequest, NotAllowed, NotFound, responses
from app.games.days import closes_at
from app.people.deps import AnyPerson, CurrentPerson, OptionalPerson
from app.rooms.endpoints import demand_room
from app.rooms.schemas import RoomView
from app.rooms.views import room_view
from app.routing import ApiRoute, DbSession
from app.texts import texts_for
from app.texts.friendly import person_name

router = APIRouter(prefix="/api/daily", route_class=ApiRoute, tags=["daily"])
circles = APIRouter(prefix="/api/circles", route_class=ApiRoute, tags=["daily"])
LOOKING = responses(*READING, NotFound, MalformedRequest)
CHANGING = responses(*WRITING, NotFound, Conflict)
JOINING = responses(*WRITING, NotFound, Conflict, Gone)
KEEPING = responses(*WRITING, NotFound, NotAllowed, Conflict, Gone)
LinkInPath = Annotated[str, Path(pattern=LINK.pattern, max_length=22)]


def require_daily(request: Request) -> None:
    """Where this server draws no worlds, there is nothing here."""
    if not request.app.state.settings.daily:
        raise NotFound


def names_for(request: Request, day: date) -> Names:
    """What a new try is called in the reader's language; who plays it is called anew each time."""
    texts = texts_for(request)
    return Names(texts.t("daily.room", day=texts.day(day, "long")), person_name(texts))


@router.get("", responses=LOOKING, openapi_extra=ANYBODY)
async def read_today(request: Request, db: DbSession, me: OptionalPerson) -> DayView:
    """The world of today, by UTC."""
    require_daily(request)
    return day_view(await telling.day_told(db, me, await tries.today(db)))


@router.get("/{day}", responses=LOOKING, openapi_extra=ANYBODY)
async def read_day(request: Request, db: DbSession, me: OptionalPerson, day: date) -> DayView:
    """The world of a day, as far as you may see it."""
    require_daily(request)
    return day_view(await telling.day_told(db, me, day))


@router.get("/{day}/line", responses=LOOKING, response_class=Response, openapi_extra=ANYBODY)
async def read_line(request: Request, db: DbSession, me: OptionalPerson, day: date) -> Response:
    """The best game that Gaia found, as a record; for whoever is through with that day."""
    require_daily(request)
    record = await telling.line_for(db, me.person if me else None, day)
    return Response(orjson.dumps(record), media_type="application/json")


@router.post("/{day}/try", status_code=201, responses=CHANGING, openapi_extra=ANYBODY)
async def begin(request: Request, db: DbSession, me: AnyPerson, day: date) -> RoomView:
    """Your one try of today that counts; asked again, the same."""
    require_daily(request)
    if await tries.try_of(db, me.person, day) is None:
        demand_room(request, me)
    room = await tries.begin(db, me, day, names_for(request, day), request.app.state.settings)
    return await room_view(db, room, me)


@router.post("/{day}/free", status_code=201, responses=CHANGING, openapi_extra=ANYBODY)
async def begin_free(request: Request, db: DbSession, me: AnyPerson, day: date) -> RoomView:
    """Play a day's world without its counting: once your own try is over, or the day is closed."""
    require_daily(request)
    demand_room(request, me)
    room = await tries.begin_free(db, me, day, names_for(request, day), request.app.state.settings)
    return await room_view(db, room, me)


@router.put("/{day}/name", status_code=204, responses=CHANGING)
async def show_name(db: DbSession, me: CurrentPerson, day: date, body: ShowName) -> None:
    """Whether your given name stands beside your game, once the day is closed."""
    await tries.show_name(db, me, day, body.shown)


@circles.get("", responses=responses(*READING))
async def my_circles(db: DbSession, me: CurrentPerson) -> list[CircleView]:
    """The circles that you are in."""
    return [circle_view(circle) for circle in await groups.mine(db, me.person)]


@circles.post("", status_code=201, responses=CHANGING, openapi_extra=ANYBODY)
async def make_circle(db: DbSession, me: AnyPerson, body: NewCircle) -> CircleView:
    """A new circle, with you in it."""
    return circle_view(await groups.make(db, me, body.name))


@circles.post("/{link}/join", responses=JOINING, openapi_extra=ANYBODY)
async def join_circle(db: DbSession, me: AnyPerson, link: LinkInPath) -> CircleView:
    """Come into a circle: all in it see your name and your points, and you theirs."""
    return circle_view(await groups.join(db, me, link))


@circles.post("/{link}/leave", status_code=204, responses=CHANGING)
async def leave_circle(db: DbSession, me: CurrentPerson, link: LinkInPath) -> None:
    """Leave a circle; whoever is the last one takes it along."""
    await groups.leave(db, me, link)


@circles.post("/{link}/link", responses=KEEPING)
async def renew_link(db: DbSession, me: CurrentPerson, link: LinkInPath) -> CircleView:
    """A new link for a circle that you look after; the old one leads nowhere any more."""
    return circle_view(await groups.renew(db, me, link))


@circles.delete("/{link}/members/{key}", responses=KEEPING)
async def take_out(db: DbSession, me: CurrentPerson, link: LinkInPath, key: UUID) -> CircleView:
    """Take somebody out of a circle that you look after. They know its link, so it has a new one."""
    return circle_view(await groups.take_out(db, me, link, key))


# --- as they are told ---------------------------------------------------------------------------------------


def day_view(told: DayTold) -> DayView:
    standing, mine, line = told.standing, told.mine, told.world.line
    return DayView(
        **told.world.proof(),
        today=told.is_today,
        closed=told.world.is_closed,
        closes_at=closes_at(told.day),
        people=told.people,
        mine=try_view(told),
        histogram=None if standing is None else [BarView(**bar._asdict()) for bar in standing.bars],
        fewer=standing.beaten_by(mine.points) if standing and mine and mine.points is not None else None,
        line_points=line_points(line) if line and told.is_through else None,
        replays=[
            ReplayView(game=one.game, points=one.points, name=one.name, mine=one.is_mine)
            for one in told.replays
        ],
        circles=[
            CircleDayView(
                **circle_view(one.circle).model_dump(),
                members=[
                    MemberView(
                        name=member.name,
                        you=member.is_you,
                        keeper=member.is_keeper,
                        points=member.points,
                        key=member.key,
                    )
                    for member in one.members
                ],
            )
            for one in told.circles
        ],
        streak=StreakView(days=told.streak.days, best=told.streak.best, at_risk=told.streak.is_at_risk),
        next=None if told.next is None else seal_view(told.next),
    )


def line_points(line: dict[str, Any]) -> int:
    points: int = line["scores"][MINE]["total"]
    return points


def try_view(told: DayTold) -> TryView | None:
    mine = told.mine
    if mine is None:
        return None
    return TryView(
        room=mine.room,
        game=mine.game,
        over=mine.is_over,
        counts=mine.counts,
        points=mine.points,
        won=mine.is_won,
        shown=mine.is_shown,
    )


def circle_view(circle: CircleFound) -> CircleView:
    return CircleView(link=circle.link, name=circle.name, people=circle.people, keeper=circle.is_kept_by_you)


def seal_view(world: World) -> SealView:
    return SealView(day=world.day, seal=world.seal, commitment=world.commitment)
