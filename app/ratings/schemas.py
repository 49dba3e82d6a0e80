"""What goes in and out of the routes of ratings."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from app.api import Strict


class RatingWish(Strict):
    """Whether somebody wants rated games, and to be shown."""

    plays: bool = Field(description="Rated games may be sat down to.")
    shown: bool = Field(default=False, description="On the ladder, by the name that strangers see.")


class StandingView(BaseModel):
    """A rating at tables of so many seats."""

    seats: int
    mean: float
    spread: float = Field(description="How far off the rating may be: one standard deviation.")
    games: int = Field(description="Rated games that count.")
    provisional: bool = Field(description="Too few games yet to say much.")


class MyRating(BaseModel):
    """Whether I play rated games, and my ratings."""

    plays: bool
    shown: bool
    name: str = Field(description="What strangers see, on the ladder too.")
    ratings: list[StandingView]


class ChangeView(StandingView):
    """What a rated game made of my rating."""

    game: UUID
    at: datetime
    place: int
    change: float
    weight: float = Field(
        description="How much the game counted: less among people who meet again and again."
    )
    left: bool = Field(description="Too few moves were my own: the last place, and only a loss.")
    finished: bool = Field(description="The last move was my own; else the rating does not grow.")
    alone: bool = Field(description="Everybody else had left: nothing to compare, and nothing changed.")


class SeatRating(BaseModel):
    """What a rated game made of the rating of whoever sat there."""

    seat: int
    left: bool = Field(description="Too few moves were their own: the last place, and only a loss.")
    finished: bool = Field(description="The last move was their own; else their rating does not grow.")
    rating: ChangeView | None = Field(
        description="Null for whoever is not on the ladder; one's own is always there."
    )


class GameRatings(BaseModel):
    """What a rated game made of everybody's rating."""

    seats: list[SeatRating] = Field(description="By seat; none where no rating has changed.")
