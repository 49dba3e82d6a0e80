"""The routes of ratings: whether I want rated games, what my ratings are, and what a game made of them."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter, Request

from app.api import ANYBODY, READING, WRITING
from app.errors import Conflict, MalformedRequest, NotFound, responses
from app.people.deps import AnyPerson, CurrentPerson, OptionalPerson
from app.people.endpoints import person_hooks_of
from app.ratings import reading
from app.ratings.schemas import ChangeView, GameRatings, MyRating, RatingWish, SeatRating, StandingView
from app.routing import ApiRoute, DbSession

router = APIRouter(prefix="/api", route_class=ApiRoute, tags=["ratings"])


async def my_rating(db: DbSession, person: UUID) -> MyRating:
    mine = await reading.own(db, person)
    ratings = [StandingView.model_validate(one, from_attributes=True) for one in mine.standings]
    return MyRating(plays=mine.plays, shown=mine.shown, name=mine.name, ratings=ratings)


@router.get("/people/me/rating", responses=responses(*READING))
async def read(db: DbSession, me: CurrentPerson) -> MyRating:
    """Whether you play rated games, and your ratings."""
    return await my_rating(db, me.person)


@router.put("/people/me/rating", responses=responses(*WRITING), openapi_extra=ANYBODY)
async def wish(request: Request, db: DbSession, me: AnyPerson, body: RatingWish) -> MyRating:
    """Ask for rated games, or no more; be shown on the ladder, or not. Ratings stay as they are. Whoever
    wants none any more gets up where one has not begun.
    """
    if not body.plays:
        for hook in person_hooks_of(request):
            await hook.unrated(db, me.person)
    await reading.wish(db, me.person, body.plays, body.shown)
    return await my_rating(db, me.person)


async def require_end(db: DbSession, game: UUID) -> None:
    state = await reading.game_state(db, game)
    if state is None:
        raise NotFound
    if state in ("dealt", "running"):
        raise Conflict("not_over")


@router.get("/games/{game}/rating", responses=responses(*READING, NotFound, Conflict, MalformedRequest))
async def change(db: DbSession, me: CurrentPerson, game: UUID) -> ChangeView:
    """What a rated game made of your rating, once it is over. Where it made nothing of it there is none."""
    await require_end(db, game)
    found = await reading.change_in(db, me.person, game)
    if found is None:
        raise NotFound
    return ChangeView.model_validate(found, from_attributes=True)


@router.get("/games/{game}/ratings", responses=responses(*READING, NotFound, Conflict, MalformedRequest))
async def changes(db: DbSession, me: OptionalPerson, game: UUID) -> GameRatings:
    """What a rated game made of everybody's rating, once it is over: of those who are shown on the ladder,
    and of yours.
    """
    await require_end(db, game)
    found = await reading.changes_in(db, me.person if me else None, game)
    return GameRatings(seats=[SeatRating.model_validate(one, from_attributes=True) for one in found])
