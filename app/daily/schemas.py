"""What goes in and out of the routes of the daily world and of circles."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from pydantic import BaseModel, Field

from app.api import Strict
from app.people.schemas import Name


class ShowName(Strict):
    shown: bool = Field(
        description="Whether the name that you were given stands beside your game, once the day is closed."
    )


class NewCircle(Strict):
    name: Name


class TryView(BaseModel):
    """Your one try of a day."""

    room: str
    game: UUID
    over: bool
    counts: bool = Field(description="It was played to its end before the day was closed.")
    points: int | None
    won: bool
    shown: bool


class BarView(BaseModel):
    """So many people had between so many points."""

    low: int
    high: int
    people: int


class ReplayView(BaseModel):
    """One of the best games of a closed day."""

    game: UUID
    points: int
    name: str | None = Field(description="Null unless whoever played has chosen to be named.")
    mine: bool


class MemberView(BaseModel):
    """Somebody in a circle of yours."""

    name: str
    you: bool
    keeper: bool = Field(description="They look after the circle: of all in it they have been there longest.")
    points: int | None
    key: UUID | None = Field(description="By which you may take them out, if you look after the circle.")


class CircleView(BaseModel):
    """A circle of yours. Whoever has its link may join."""

    link: str
    name: str
    people: int
    keeper: bool = Field(description="You look after it: you may make a new link, and take people out.")


class CircleDayView(CircleView):
    """The same with everybody in it."""

    members: list[MemberView]


class StreakView(BaseModel):
    """Days played one after the other; one missed day between two is forgiven."""

    days: int
    best: int
    at_risk: bool = Field(description="It ends unless you play today.")


class SealView(BaseModel):
    """What fixes a day's world: `seal` is the SHA-256 of its key, `commitment` that of the deal's seed."""

    day: date
    seal: str
    commitment: str


class DayView(SealView):
    """The world of a day as you may see it. Its key opens once it is closed; `docs/daily.md` says how the
    world follows from it.
    """

    rule: int
    key: str | None
    number: int | None
    seed: str | None
    today: bool
    closed: bool
    closes_at: datetime
    people: int = Field(description="How many have come to its end in time.")
    mine: TryView | None
    histogram: list[BarView] | None = Field(description="Null for whoever may still play it without knowing.")
    fewer: int | None = Field(description="How many had fewer points than you.")
    line_points: int | None = Field(description="What Gaia had in the best game that it found.")
    replays: list[ReplayView]
    circles: list[CircleDayView]
    streak: StreakView
    next: SealView | None
