"""The page of a day's world, and what the front page says of today."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from sqlalchemy.ext.asyncio import AsyncSession

from app.bots.daily import MINE
from app.daily import standings, telling, tries
from app.daily.tries import Try
from app.errors import AppError, NotFound
from app.games.analyses import NONE_YET
from app.games.analysis_endpoints import kept_of, may_be_analysed
from app.games.endpoints import live_game_of
from app.pages.analyses import AnalysisTeller, CostlyChoice
from app.pages.contexts import Page
from app.pages.daily_words import PastDay, card_words, daily_page, past_words, streak_words
from app.pages.home_contexts import DailyCard
from app.pages.site import reader_of, site_of
from app.people.deps import OptionalPerson
from app.people.service import Identity
from app.routing import DbSession, TransactionalRoute
from app.texts import Texts

router = APIRouter(route_class=TransactionalRoute, include_in_schema=False)

DAYS_LISTED = 14


@dataclass(frozen=True, kw_only=True)
class NoWorldPage(Page):
    """A day whose world is not drawn yet."""

    is_live: bool = True
    says: str = ""


def require_daily(request: Request) -> None:
    if not request.app.state.settings.daily:
        raise NotFound


@router.get("/daily")
async def today(request: Request, db: DbSession, me: OptionalPerson) -> HTMLResponse:
    """The world of today."""
    require_daily(request)
    day = await tries.today(db)
    if not await tries.has_world(db, day):
        return site_of(request).render(request, "no_world.html", no_world_page(reader_of(request).texts))
    return await page_of(request, db, me, day, "/daily")


@router.get("/daily/{day}")
async def one_day(request: Request, db: DbSession, me: OptionalPerson, day: date) -> HTMLResponse:
    """The world of a day that has come."""
    require_daily(request)
    return await page_of(request, db, me, day, f"/daily/{day.isoformat()}")


async def page_of(
    request: Request, db: AsyncSession, me: Identity | None, day: date, path: str
) -> HTMLResponse:
    texts, site = reader_of(request).texts, site_of(request)
    told = await telling.day_told(db, me, day)
    past, earlier = await past_days(texts, db, me, day)
    page = replace(
        daily_page(texts, told, path, site.origin(request)),
        costly=await costliest(request, texts, told.mine),
        past=past,
        earlier=earlier,
    )
    return site.render(request, "daily.html", page)


def no_world_page(texts: Texts) -> NoWorldPage:
    return NoWorldPage(
        title=texts.t("daily.title"),
        description=texts.t("daily.says"),
        path="/daily",
        says=texts.t("daily.not_drawn"),
    )


async def costliest(request: Request, texts: Texts, mine: Try | None) -> CostlyChoice | None:
    """The choice of my try that cost me most, as far as its game was looked at."""
    if mine is None or not mine.is_over:
        return None
    with suppress(AppError):
        fold = (await live_game_of(request, mine.game)).fold
        if fold.state is None or not may_be_analysed(request, fold):
            return None
        kept = await kept_of(request, fold)
        result = next((kept[way].result for way in ("deep", "first") if kept.get(way, NONE_YET).result), None)
        if result is not None:
            told = orjson.loads(result)
            names = [player.name for player in fold.players]
            teller = AnalysisTeller(texts, fold.state, told, names, MINE)
            return next((teller.costly(one) for one in told["costly"] if one["seat"] == MINE), None)
    return None


async def past_days(
    texts: Texts, db: AsyncSession, me: Identity | None, day: date
) -> tuple[tuple[PastDay, ...], str]:
    """The days before this one, the latest first; and the day from which on there are more."""
    found = await tries.days_before(db, day, DAYS_LISTED + 1)
    mine = {one.day: one for one in await tries.tries_of(db, me.person)} if me and found else {}
    shown = tuple(
        PastDay(
            day=one.isoformat(),
            title=texts.day(one, "long"),
            says=past_words(texts, mine.get(one)),
            is_shown=one in mine and mine[one].counts,
        )
        for one in found[:DAYS_LISTED]
    )
    return shown, found[DAYS_LISTED - 1].isoformat() if len(found) > DAYS_LISTED else ""


async def daily_card(texts: Texts, db: AsyncSession, me: Identity | None) -> DailyCard | None:
    """What the front page says of today; nothing before its world is drawn."""
    day = await tries.today(db)
    if not await tries.has_world(db, day):
        return None
    mine = await tries.try_of(db, me.person if me else None, day)
    streak = await standings.streak(db, me.person, day) if me else standings.streak_of([], day)
    return DailyCard(
        day=texts.day(day, "long"),
        says=card_words(texts, mine),
        streak=streak_words(texts, streak),
        is_new=mine is None,
        room=mine.room if mine and not mine.is_over else "",
    )
