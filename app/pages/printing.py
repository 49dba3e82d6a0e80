"""Sheets to print: a planet of a finished game, or the empty core, unfolded to be cut, folded and glued."""

import asyncio
from functools import lru_cache
from typing import Annotated, Literal, get_args
from uuid import UUID

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from app.api import Strict
from app.errors import NotFound
from app.games.endpoints import kept_by, live_game_of
from app.pages.site import reader_of
from app.people.deps import OptionalPerson
from app.routing import ApiRoute
from app.rules.planet import FREE
from app.rules.sphere import AREA_COUNT
from app.sheets.drawing import Paper, sheet
from app.sheets.pdf import pdf
from app.sheets.svg import svg

router = APIRouter(route_class=ApiRoute, include_in_schema=False)

SheetLook = Literal["plain", "relief"]
SheetKind = Literal["pdf", "svg"]
LOOKS, KINDS = get_args(SheetLook), get_args(SheetKind)
MEDIA_TYPES = {"pdf": "application/pdf", "svg": "image/svg+xml"}
CORE = "core"
EMPTY_CORE = FREE * AREA_COUNT


class SheetWish(Strict):
    """Which sheet: of a seat's planet, or of the empty core."""

    seat: Annotated[str, Query(pattern="^([0-3]|core)$", max_length=4)] = CORE
    paper: Paper = "a4"
    look: SheetLook = "plain"
    kind: SheetKind = "pdf"


@router.get("/g/{game}/sheet")
async def printed(
    request: Request, _me: OptionalPerson, game: UUID, wish: Annotated[SheetWish, Query()]
) -> Response:
    """A planet of a game that is over. What it shows never changes."""
    fold = (await live_game_of(request, game)).fold
    state = fold.state
    if state is None or not state.is_over or (wish.seat != CORE and int(wish.seat) >= state.players):
        raise NotFound
    texts = reader_of(request).texts
    areas = EMPTY_CORE if wish.seat == CORE else state.planets[int(wish.seat)].areas
    body = await asyncio.to_thread(drawn, areas, wish.paper, wish.look, wish.kind, texts.t("print.title"))
    name = f"planet-{wish.seat if wish.seat == CORE else int(wish.seat) + 1}-{wish.paper}.{wish.kind}"
    headers = {"Content-Disposition": f"inline; filename={name}", **kept_by(fold)}
    return Response(body, media_type=MEDIA_TYPES[wish.kind], headers=headers)


@lru_cache(maxsize=32)
def drawn(areas: str, paper: Paper, look: SheetLook, kind: SheetKind, title: str) -> bytes:
    """The file itself. One with relief takes a fifth of a second, hence the thread and the cache."""
    shapes = sheet(areas, paper, has_relief=look == "relief")
    return pdf(shapes) if kind == "pdf" else svg(shapes, title).encode()
