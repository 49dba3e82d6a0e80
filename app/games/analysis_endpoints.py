"""The routes of analyses: read that of a finished game, ask for one.

Only of games that were played to their end: before that points would tell what is secret.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import orjson
from fastapi import APIRouter, Request, Response

from app.api import ANYBODY, READING, WRITING, limits_of
from app.errors import Conflict, MalformedRequest, NotFound, TooMany, Unavailable, responses
from app.games.analyses import NONE_YET, KeptAnalysis
from app.games.analyst import Analyst
from app.games.endpoints import documented, encoded, live_game_of
from app.games.log import Fold
from app.games.schemas import AnalysisView, AskAnalysis
from app.people.deps import OptionalPerson
from app.routing import ApiRoute
from app.security import address

COST_OF_A_FIRST_LOOK = 0.1  # of a deep analysis
BUSY_SECONDS = 30

router = APIRouter(prefix="/api/games", route_class=ApiRoute, tags=["games"])


def may_be_analysed(request: Request, fold: Fold) -> bool:
    """Games that were played to their end, where this server analyses any."""
    return fold.phase == "over" and bool(request.app.state.settings.analyses_per_hour)


async def finished_game(request: Request, game: UUID) -> Fold:
    """A game that was played to its end; 404 where this server analyses none."""
    fold = (await live_game_of(request, game)).fold
    if not request.app.state.settings.analyses_per_hour:
        raise NotFound
    if fold.phase != "over":
        raise Conflict("not_over")
    return fold


async def kept_of(request: Request, fold: Fold) -> dict[str, KeptAnalysis]:
    """What is known of it, by pass."""
    analyst: Analyst = request.app.state.analyst
    try:
        return await analyst.kept(fold)
    except ConnectionError:
        raise Unavailable from None


def analysis_view(fold: Fold, kept: dict[str, KeptAnalysis]) -> dict[str, Any]:
    first, deep = (kept.get(way, NONE_YET) for way in ("first", "deep"))
    result = deep.result or first.result
    return {
        "game": fold.id,
        "plies": len(fold.state.moves) if fold.state else 0,
        "first": first.told,
        "deep": deep.told,
        "analysis": None if result is None else orjson.Fragment(result),
    }


@router.get(
    "/{game}/analysis",
    responses={**responses(*READING, NotFound, Conflict, MalformedRequest), **documented(AnalysisView)},
    response_class=Response,
    openapi_extra=ANYBODY,
)
async def read(request: Request, _me: OptionalPerson, game: UUID) -> Response:
    """What was to be expected of a finished game, move by move, and how far both analyses have come."""
    fold = await finished_game(request, game)
    return encoded(analysis_view(fold, await kept_of(request, fold)))


@router.post(
    "/{game}/analysis",
    responses={**responses(*WRITING, NotFound, Conflict), **documented(AnalysisView)},
    response_class=Response,
    openapi_extra=ANYBODY,
)
async def ask(request: Request, me: OptionalPerson, game: UUID, body: AskAnalysis) -> Response:
    """Ask for an analysis; where it is made or on its way, nothing more happens."""
    fold = await finished_game(request, game)
    kept = await kept_of(request, fold)
    if is_to_be_made(kept, body.way):
        limits = limits_of(request).analyses
        for who in [address(request), *([me.person] if me else [])]:
            limits.demand(who, cost=1.0 if body.way == "deep" else COST_OF_A_FIRST_LOOK)
        await make(request, fold, body.way, me.person if me else None)
        kept = await kept_of(request, fold)
        if is_to_be_made(kept, body.way):
            raise TooMany(retry_after=BUSY_SECONDS)  # one person waits for as many as one may
    return encoded(analysis_view(fold, kept))


def is_to_be_made(kept: dict[str, KeptAnalysis], way: str) -> bool:
    return kept.get(way, NONE_YET).state in ("none", "failed")


async def make(request: Request, fold: Fold, way: str, person: UUID | None) -> None:
    analyst: Analyst = request.app.state.analyst
    try:
        await analyst.ask(fold, way, person)
    except ConnectionError:
        raise Unavailable from None
