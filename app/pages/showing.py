"""One finished planet to show to somebody: a page on which it turns, and its portrait for link previews."""

import asyncio
import json
from dataclasses import replace
from functools import lru_cache
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response

from app.errors import NotFound
from app.games.endpoints import kept_by, live_game_of
from app.games.log import Fold
from app.games.models import Game
from app.pages import queries
from app.pages.game_contexts import Land, OtherPlanet, PlanetPage
from app.pages.results import Result, preview_of
from app.pages.site import reader_of, site_of
from app.people.deps import OptionalPerson
from app.rooms.models import Room
from app.routing import ApiRoute, DbSession, TransactionalRoute
from app.rules.game import State
from app.rules.parts import HABITATS, Requirement
from app.rules.planet import Planet
from app.sheets.portrait import portrait
from app.texts import Noun, Texts

router = APIRouter(route_class=TransactionalRoute, include_in_schema=False)
files = APIRouter(route_class=ApiRoute, include_in_schema=False)

SeatOfPath = Annotated[int, Path(ge=0, le=3)]
KEPT = "public, max-age=86400"  # a planet stays as it is; how it is drawn may change with a release


@files.get("/g/{game}/planet/{seat}.png")
async def planet_portrait(request: Request, _me: OptionalPerson, game: UUID, seat: SeatOfPath) -> Response:
    """For previews of the link: this planet, its animals and points, and no name that may be forgotten."""
    fold = (await live_game_of(request, game)).fold
    state = finished_state(fold, seat)
    animals = tuple(award.animal for award in state.awards if award.seat == seat)
    score = state.scores[seat]
    body = await asyncio.to_thread(drawn, state.planets[seat].areas, animals, score.total)
    return Response(body, media_type="image/png", headers={"Cache-Control": KEPT, **kept_by(fold)})


@lru_cache(maxsize=32)
def drawn(areas: str, animals: tuple[Requirement, ...], points: int) -> bytes:
    """Takes a twentieth of a second, hence the thread and the cache."""
    return portrait(areas, animals, points)


@router.get("/g/{game}/planet/{seat}")
async def one_planet(
    request: Request, db: DbSession, me: OptionalPerson, game: UUID, seat: SeatOfPath
) -> HTMLResponse:
    """A planet of a game that is over."""
    texts, site = reader_of(request).texts, site_of(request)
    fold = (await live_game_of(request, game)).fold
    finished_state(fold, seat)
    room, found = await queries.game_in_room(db, game)
    page = planet_page(Result.of(texts, found, fold, me.person if me else None), room, found, seat)
    return site.render(request, "planet.html", page)


def finished_state(fold: Fold, seat: int) -> State:
    """Only of a game that was played to its end; before that nobody knows what counts."""
    state = fold.state
    if state is None or not state.is_over or seat >= state.players:
        raise NotFound
    return state


def planet_page(result: Result, room: Room, game: Game, seat: int) -> PlanetPage:
    texts = result.texts
    row, planet = result.row(seat), result.state.planets[seat]
    points = texts.t("counted.points", count=row.total or 0)
    animals = texts.t("counted.animals", count=len(row.animals))
    return PlanetPage(
        title=texts.t("show.title", name=row.name),
        description=texts.commas([points, animals, room.name]),
        path=f"/g/{game.id}/planet/{seat}",
        look="game",
        script="js/pages/planet.js",
        is_listed=False,
        has_planet=True,
        preview=preview_of(game.id, seat),
        game=str(game.id),
        areas=planet.areas,
        seat=seat,
        name=row.name,
        is_bot=row.is_bot,
        is_you=row.is_you,
        objective=row.objective.name if row.objective else None,
        animals=row.animals,
        points=points,
        room_name=room.name,
        ended_at=game.ended_at,
        lands=tuple(lands_of(texts, planet)),
        others=tuple(
            OtherPlanet(seat=other, name=name) for other, name in enumerate(result.names) if other != seat
        ),
        words=keepsake_words(replace(result, mine=None)),
    )


def lands_of(texts: Texts, planet: Planet) -> list[Land]:
    """What lies on the planet, for those who cannot see it: the commonest habitat first."""
    there = [habitat for habitat in HABITATS if planet.area_count(habitat)]
    return [
        Land(
            letter=habitat,
            says=texts.t(
                "show.habitat",
                habitat=Noun(f"habitats.{habitat}"),
                areas=Noun("counted.areas", planet.area_count(habitat)),
                size=planet.largest_region(habitat),
            ),
        )
        for habitat in sorted(there, key=planet.area_count, reverse=True)
    ]


def keepsake_words(result: Result) -> str:
    """What stands on the picture to keep, told as to a stranger: it goes from hand to hand."""
    lines = [
        result.texts.t("game.score", name=row.name, points=row.total or 0)
        for row in sorted(result.rows, key=lambda row: row.seat)
    ]
    name = result.texts.t("site.name")
    return json.dumps({"title": result.heading, "reason": result.says, "lines": lines, "from": name})
