"""The routes of a plan: read it, make or change it, withdraw it. Nobody else learns of it."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import AfterValidator, BaseModel, Field

from app.api import READING, WRITING, Strict
from app.errors import AppError, Conflict, MalformedRequest, NotAllowed, NotFound, responses
from app.games import plans
from app.games.endpoints import live_game_of
from app.games.log import Fold
from app.games.plans import MOST_WISHES, Plan
from app.people.deps import CurrentPerson
from app.people.service import Identity
from app.routing import ApiRoute, DbSession
from app.rules.parts import TileNo
from app.rules.planet import Placement
from app.rules.scoring import LAST_ROUND
from app.rules.sphere import Face, Turn

router = APIRouter(prefix="/api/games", route_class=ApiRoute, tags=["games"])
LOOKING = responses(*READING, NotFound, NotAllowed, MalformedRequest)
PLANNING = responses(*WRITING, NotFound, NotAllowed, Conflict)


class Wish(Strict):
    """If this tile is still there: lay it so."""

    tile: Annotated[int, Field(ge=0, le=999)]
    face: Annotated[int, Field(ge=0, le=999)]
    turn: Annotated[int, Field(ge=0, le=999)]


def of_different_tiles(wishes: list[Wish]) -> list[Wish]:
    """A second wish for a tile would never have its turn: what is impossible of the first is the tile."""
    if len({wish.tile for wish in wishes}) != len(wishes):
        raise ValueError("two wishes for one tile")
    return wishes


class PlanBody(Strict):
    """What my next move is to be, first wish first."""

    round: Annotated[int, Field(ge=1, le=LAST_ROUND, description="in which it was decided on")]
    wishes: Annotated[
        list[Wish], Field(min_length=1, max_length=MOST_WISHES), AfterValidator(of_different_tiles)
    ]


class PlanView(BaseModel):
    """What you have planned. No wishes: nothing."""

    round: int
    wishes: list[Wish]
    lapsed: bool = Field(description="It is your move, and nothing of it is possible any more.")
    open: bool = Field(description="Whether you can plan now: another one is to move before you this round.")


async def own_seat(request: Request, me: Identity, game: UUID) -> tuple[Fold, int]:
    """The game, and the seat that one plays in it."""
    fold = (await live_game_of(request, game)).fold
    seat = fold.seat_of(me.person)
    if seat is None or fold.state is None:
        raise NotAllowed("not_seated")
    return fold, seat


def shown(fold: Fold, seat: int, plan: Plan | None) -> PlanView:
    wishes = [] if plan is None else [Wish(**wish._asdict()) for wish in plan.wishes]
    return PlanView(
        round=fold.state.round if fold.state is not None else 1,
        wishes=wishes,
        lapsed=plan is not None and plan.is_lapsed,
        open=plans.turn_to_plan(fold, seat) is not None,
    )


@router.get("/{game}/plan", responses=LOOKING)
async def read(request: Request, db: DbSession, me: CurrentPerson, game: UUID) -> PlanView:
    """What you have planned for your move of this round. Nobody else can ask for it."""
    fold, seat = await own_seat(request, me, game)
    return shown(fold, seat, await plans.read(db, fold, seat))


@router.put("/{game}/plan", responses=PLANNING)
async def plan(request: Request, db: DbSession, me: CurrentPerson, game: UUID, body: PlanBody) -> PlanView:
    """Plan your move of this round, where a move may take hours or days: the first wish whose tile is still
    there when it is your turn is made as your move.
    """
    fold, seat = await own_seat(request, me, game)
    if fold.is_over or fold.state is None:
        raise Conflict("game_over")
    ply = plans.turn_to_plan(fold, seat)
    if ply is None:
        raise Conflict("no_plan")
    if body.round != fold.state.round:
        raise Conflict("stale", head=fold.head)
    wishes = [Placement(TileNo(one.tile), Face(one.face), Turn(one.turn)) for one in body.wishes]
    wrong = plans.wrong_wish(fold.state, seat, wishes)
    if wrong is not None:
        raise AppError("illegal", wish=wrong[0], rule=wrong[1])
    kept = Plan(ply, tuple(wishes))
    if not await plans.keep(db, fold, seat, kept):
        raise Conflict("no_plan")
    return shown(fold, seat, kept)


@router.delete("/{game}/plan", status_code=204, responses=PLANNING)
async def withdraw(request: Request, db: DbSession, me: CurrentPerson, game: UUID) -> None:
    """Plan nothing any more. Refused only while it is being played."""
    fold, seat = await own_seat(request, me, game)
    if not await plans.withdraw(db, fold, seat):
        raise Conflict("no_plan")
