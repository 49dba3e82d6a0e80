"""The routes of pages and their fragments. None of them changes anything: that is what the API is for."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Annotated, Any, Literal
from uuid import UUID

import segno
from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as PathParameter
from fastapi.responses import HTMLResponse, Response
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from app.api import Strict
from app.config import Settings
from app.errors import AppError, Gone, MalformedRequest, NotFound
from app.games.analysis_endpoints import finished_game, kept_of, may_be_analysed
from app.games.endpoints import live_game_of
from app.games.statistics import finished_games, head_to_head_at
from app.pages import daily, feeds, games, generated_files, offers, queries, results
from app.pages.contexts import AboutPage, Page
from app.pages.home_contexts import HomePage, RunningGame
from app.pages.ladder import ladder_page, my_ratings, plays_rated, rating_after
from app.pages.moments import Asked
from app.pages.numbers import head_to_head_page, numbers_page
from app.pages.queries import GameSearch
from app.pages.rooms import invite_page, lost_invite_page, room_card, room_page, table_page
from app.pages.rulebook import rules_page
from app.pages.site import reader_of, site_of
from app.people import repository as people
from app.people.deps import OptionalPerson
from app.people.service import Identity, token_hash
from app.rooms import views
from app.rooms.entrance import Entered, asker_of, enter_by_invite, guesses_of
from app.routing import ApiRoute, DbSession, TransactionalRoute
from app.rules.variants import VARIANTS
from app.security import address
from app.texts import Texts
from app.texts.friendly import person_name

router = APIRouter(route_class=TransactionalRoute, include_in_schema=False)
parts = APIRouter(route_class=ApiRoute, include_in_schema=False, prefix="/parts")
QR_PATHS = ("/i/", "/p/", "/r/")
MOST_MOVES = 48  # twelve of each of four


class QrWish(Strict):
    """What to draw as a QR code: an address of ours."""

    url: Annotated[str, Field(max_length=300)]


def settings_of(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


# --- the front page and what is around the games ------------------------------------------------------------


async def home_context(texts: Texts, db: AsyncSession, me: Identity | None) -> HomePage:
    return HomePage(
        title=texts.t("home.title"),
        description=texts.t("site.description"),
        path="/",
        look="home",
        script="js/pages/home.js",
        is_home=True,
        is_live=True,
        has_planet=True,
        rooms=tuple(room_card(texts, card) for card in await views.open_rooms(db, me)),
        to_watch=await games.games_to_watch(db, me),
        running=await games.running_games(texts, db, me),
        bot_games=offers.bot_games(texts),
        bot_levels=offers.level_choices(texts),
        opponents=offers.opponent_choices(texts),
        own_variants=offers.OWN_VARIANTS,
        is_newcomer=await queries.is_newcomer(db, me.person if me else None),
        plays_rated=await plays_rated(db, me),
    )


async def planets_of(request: Request, running: Sequence[RunningGame]) -> dict[str, str]:
    """How somebody's planets stand, by the rooms' codes; one that cannot be read now is left out."""
    found: dict[str, str] = {}
    for one in running:
        with suppress(AppError):
            state = (await live_game_of(request, one.game)).fold.state
            if state is not None:
                found[one.code] = state.planets[one.seat].areas
    return found


@router.get("/")
async def home(request: Request, db: DbSession, me: OptionalPerson) -> HTMLResponse:
    page = await home_context(reader_of(request).texts, db, me)
    has_days = request.app.state.settings.daily
    card = await daily.daily_card(reader_of(request).texts, db, me) if has_days else None
    beside = [one for one in page.running if card is None or one.code != card.room]
    running = games.with_planets(beside, await planets_of(request, beside))
    has_lost_pass = me is None and request.query_params.get("pass") == "gone"
    page = replace(page, running=running, daily=card, has_lost_pass=has_lost_pass)
    return site_of(request).render(request, "home.html", page)


@parts.get("/rooms")
async def home_rooms(request: Request, db: DbSession, me: OptionalPerson) -> HTMLResponse:
    """Fragment: the open rooms, as they are now."""
    page = await home_context(reader_of(request).texts, db, me)
    return site_of(request).render(request, "_rooms.html", page)


def game_search(
    who: Annotated[str, Query(max_length=60)] = "",
    rules: Annotated[str, Query(max_length=40)] = "",
    set: Annotated[str, Query(max_length=60)] = "",  # noqa: A002 (the word in the address)
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> GameSearch:
    """What somebody looks for among their games, as it stands in the address."""
    if rules not in ("", queries.STANDARD, *VARIANTS) or "\0" in who + set:
        raise MalformedRequest
    return GameSearch(who=who.strip(), rules=rules, set=set, page=page)


Searched = Annotated[GameSearch, Depends(game_search)]


@router.get("/games")
async def my_games(request: Request, db: DbSession, me: OptionalPerson, search: Searched) -> HTMLResponse:
    texts = reader_of(request).texts
    page = await games.mine_page(texts, db, me, search)
    ratings = await my_ratings(texts, db, me) if me else None
    return site_of(request).render(request, "games.html", replace(page, ratings=ratings))


@parts.get("/games")
async def my_games_list(
    request: Request, db: DbSession, me: OptionalPerson, search: Searched
) -> HTMLResponse:
    """Fragment: my games, as they stand now."""
    page = await games.mine_page(reader_of(request).texts, db, me, search)
    return site_of(request).render(request, "_games.html", page)


@router.get("/games/numbers")
async def my_numbers(
    request: Request, db: DbSession, me: OptionalPerson, kind: Literal["people", "bots"] | None = None
) -> HTMLResponse:
    played = await finished_games(db, me.person) if me else []
    page = numbers_page(reader_of(request).texts, played, kind)
    return site_of(request).render(request, "numbers.html", page)


@router.get("/games/with/{game}/{seat}")
async def head_to_head_with(
    request: Request,
    db: DbSession,
    me: OptionalPerson,
    game: UUID,
    seat: Annotated[int, PathParameter(ge=0, le=3)],
) -> HTMLResponse:
    """Everything played with whoever sat there, for those who sat in that game as well."""
    played = await finished_games(db, me.person) if me else []
    pair = head_to_head_at(played, game, seat)
    if pair is None:
        raise NotFound
    page = head_to_head_page(reader_of(request).texts, pair)
    return site_of(request).render(request, "head_to_head.html", page)


@router.get("/ladder")
async def week_ladder(  # noqa: PLR0913, PLR0917 (who asks, and for what)
    request: Request,
    db: DbSession,
    me: OptionalPerson,
    seats: Annotated[int, Query(ge=2, le=4)] = 2,
    week: date | None = None,
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> HTMLResponse:
    told = await ladder_page(reader_of(request).texts, db, me, seats, week, page)
    return site_of(request).render(request, "ladder.html", told)


@router.get("/rules")
async def rules(request: Request) -> HTMLResponse:
    page = rules_page(reader_of(request).texts)
    return site_of(request).render(request, "rules.html", page)


@router.get("/about")
async def about(request: Request) -> HTMLResponse:
    texts, site = reader_of(request).texts, site_of(request)
    page = AboutPage(
        title=texts.t("about.title"),
        description=texts.t("about.lead"),
        path="/about",
        uses_cdn=not site.assets.vendor.is_local,
    )
    return site.render(request, "about.html", page)


# --- rooms --------------------------------------------------------------------------------------------------


@router.get("/i/{invite}")
async def invitation(request: Request, db: DbSession, me: OptionalPerson, invite: str) -> HTMLResponse:
    texts, site = reader_of(request).texts, site_of(request)
    try:
        room = await enter_by_invite(db, guesses_of(request), asker_of(request, me), invite)
    except NotFound:
        return site.render(request, "invite.html", lost_invite_page(texts), status=404)
    view = await views.room_view(db, room.id, me)
    name = me.name if me else person_name(texts)
    is_newcomer = await queries.is_newcomer(db, me.person if me else None)
    return site.render(request, "invite.html", invite_page(texts, view, invite, name, is_newcomer))


@router.get("/r/{code}")
async def room_or_table(request: Request, db: DbSession, me: OptionalPerson, room: Entered) -> HTMLResponse:
    """The room before the start; the table from then on."""
    texts, site = reader_of(request).texts, site_of(request)
    view = await views.room_view(db, room.id, me)
    if view.state == "closed":
        raise Gone
    if view.state == "open":
        page = room_page(texts, view, site.origin(request), settings_of(request).webhooks)
        return site.render(request, "room.html", page)
    settings = settings_of(request)
    return site.render(request, "table.html", table_page(texts, view, settings.push, settings.webhooks))


@router.get("/r/{code}/{part}")
async def room_part(
    request: Request, db: DbSession, me: OptionalPerson, room: Entered, part: str
) -> HTMLResponse:
    """Fragment: the seats, or the options, as they are now."""
    if part not in ("seats", "options"):
        raise NotFound
    texts, site = reader_of(request).texts, site_of(request)
    view = await views.room_view(db, room.id, me)
    page = room_page(texts, view, site.origin(request), settings_of(request).webhooks)
    return site.render(request, f"_{part}.html", page)


Ply = Annotated[int, PathParameter(ge=0, le=MOST_MOVES)]


@router.get("/g/{game}")
async def one_game(request: Request, db: DbSession, me: OptionalPerson, game: UUID) -> HTMLResponse:
    """A game by its own address: it stays there when its room has gone on to the next one."""
    return await game_at(request, db, me, game, None)


@router.get("/g/{game}/ply/{ply}")
async def one_ply(request: Request, db: DbSession, me: OptionalPerson, game: UUID, ply: Ply) -> HTMLResponse:
    """The same, opened after so many moves."""
    return await game_at(request, db, me, game, Asked(ply=ply))


@router.get("/g/{game}/award/{animal}")
async def one_award(
    request: Request, db: DbSession, me: OptionalPerson, game: UUID, animal: str
) -> HTMLResponse:
    """The same, opened where an animal found its home."""
    return await game_at(request, db, me, game, Asked(animal=animal))


async def game_at(
    request: Request, db: AsyncSession, me: Identity | None, game: UUID, asked: Asked | None
) -> HTMLResponse:
    """The page of a game, at the moment that was asked for."""
    texts, site = reader_of(request).texts, site_of(request)
    fold = (await live_game_of(request, game)).fold
    found = await queries.game_in_room(db, game)
    if fold.state is None:  # nobody has sat down to it yet
        raise NotFound
    kept = await kept_of(request, fold) if may_be_analysed(request, fold) else None
    page = results.game_page(texts, results.FoundGame(*found, fold, kept), me, asked)
    if fold.rated:
        rating = await rating_after(texts, db, me, game) if fold.is_over else None
        page = replace(page, is_rated=True, rating=rating)
    return site.render(request, "game.html", page)


@parts.get("/g/{game}/analysis")
async def game_analysis(request: Request, db: DbSession, me: OptionalPerson, game: UUID) -> HTMLResponse:
    """Fragment: the analysis of a finished game, as far as it has come."""
    fold = await finished_game(request, game)
    found = results.FoundGame(*await queries.game_in_room(db, game), fold, await kept_of(request, fold))
    page = results.game_page(reader_of(request).texts, found, me)
    return site_of(request).render(request, "_analysis.html", page)


@router.get("/replay")
async def replay(request: Request) -> HTMLResponse:
    """Where a reader's own record is played again, by scripts alone."""
    texts = reader_of(request).texts
    page = Page(
        title=texts.t("replay.page"),
        description=texts.t("replay.page_says"),
        path="/replay",
        look="game",
        script="js/pages/replay.js",
        has_planet=True,
    )
    return site_of(request).render(request, "replay.html", page)


@router.get("/feed/{token}.{form}")
async def feed(request: Request, db: DbSession, token: str, form: Literal["atom", "json"]) -> Response:
    """My moves, for a reader of feeds; wrong addresses are counted like any other code."""
    person = await people.by_feed(db, token_hash(token))
    if person is None:
        raise guesses_of(request).missed(address(request))
    texts, origin = reader_of(request).texts, site_of(request).origin(request)
    games_due = await games.waiting_games(texts, db, person.id)
    headers = {"Cache-Control": "private, no-store"}
    if form == "json":
        told = json.dumps(feeds.json_feed(texts, games_due, origin))
        return Response(told, media_type="application/feed+json", headers=headers)
    written = feeds.atom(texts, games_due, origin, person.id)
    return Response(written, media_type="application/atom+xml", headers=headers)


@parts.get("/waiting")
async def waiting(request: Request, db: DbSession, me: OptionalPerson) -> dict[str, Any]:
    """How many tables wait for me, and the one that has waited longest, for badges and the way on."""
    texts = reader_of(request).texts
    found = await games.waiting_games(texts, db, me.person) if me else []
    return {"count": len(found), "tables": [{"room": one.code, "name": one.name} for one in found]}


# --- small things that scripts ask for ----------------------------------------------------------------------


@parts.get("/name")
async def another_name(request: Request) -> dict[str, str]:
    """A friendly name that nobody has to think of."""
    return {"name": person_name(reader_of(request).texts)}


@parts.post("/qr")
async def qr_code(request: Request, wish: QrWish) -> dict[str, str]:
    """A QR code of one of our own addresses. A POST, so that no secret ends up in a log of addresses."""
    origin = site_of(request).origin(request)
    if not wish.url.startswith(tuple(origin + path for path in QR_PATHS)):
        raise MalformedRequest
    drawn = segno.make(wish.url, error="m").svg_inline(border=4, omitsize=True, dark="#0b1020")
    return {"svg": drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)}


# --- files --------------------------------------------------------------------------------------------------

files = APIRouter(include_in_schema=False)


@files.get("/static/{path:path}")
async def static(request: Request, path: str) -> Response:
    return found(await site_of(request).assets.own(request, path))


@files.get("/vendor/{path:path}")
async def vendor(request: Request, path: str) -> Response:
    return found(await site_of(request).assets.vendored(request, path))


@files.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    return found(await site_of(request).assets.own(request, "icons/favicon.ico"))


@files.get("/texts/{name}")
async def texts_for_scripts(request: Request, name: str) -> Response:
    return found(generated_files.texts_file(request, name))


@files.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    return generated_files.manifest(request, site_of(request))


@files.get("/sw.js")
async def service_worker(request: Request) -> Response:
    return generated_files.service_worker(request, site_of(request))


@files.get("/offline")
async def offline(request: Request) -> HTMLResponse:
    return generated_files.offline(request, site_of(request))


@files.get("/robots.txt")
async def robots() -> Response:
    """Rooms, games and invites are for whoever has the link, not for search engines."""
    return Response(
        "User-agent: *\nDisallow: /c/\nDisallow: /g/\nDisallow: /i/\nDisallow: /p/\nDisallow: /r/\n",
        media_type="text/plain",
    )


def found(response: Response | None) -> Response:
    if response is None:
        raise NotFound
    return response
