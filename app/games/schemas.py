"""What goes in and out of the routes of games."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from app.api import Strict

MAX_SEQ = 1_000_000
Seq = Annotated[int, Field(ge=0, le=MAX_SEQ)]


class ActBody(Strict):
    """A placement, the same as the socket's `act`."""

    action_id: Annotated[
        str, Field(min_length=36, max_length=36, pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
    ]
    base: Seq
    tile: Annotated[int, Field(ge=0, le=999)]
    face: Annotated[int, Field(ge=0, le=999)]
    turn: Annotated[int, Field(ge=0, le=999)]


class AckView(BaseModel):
    """The move stands in the log at `seq`; `dup` if it did before."""

    action_id: str
    seq: int
    dup: bool


class GameState(BaseModel):
    """A game as you may see it: the whole view, or with `since` only what came after, in parts of up to 100
    entries: where the last is not the head, ask on from it.
    """

    game: UUID
    seat: int | None
    head: int
    mark: str | None
    epoch: str
    view: dict[str, Any] | None
    events: list[dict[str, Any]] | None


class Proof(BaseModel):
    """What the deal can be checked with."""

    game: UUID
    commitment: str
    seed: str | None
    nonces: list[str] | None


class AskAnalysis(Strict):
    """Which analysis: a first look, or a deep one."""

    way: Literal["first", "deep"] = Field(alias="pass")


class PassState(BaseModel):
    """How far one pass over the game has come."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    plies: int = Field(description="moves that are analysed by now")
    before: int = Field(description="others that are worked on first")


class AnalysisView(BaseModel):
    """The analysis of a finished game: the deeper one that is made, and how far both have come."""

    game: UUID
    plies: int = Field(description="moves of the game")
    first: PassState
    deep: PassState
    analysis: dict[str, Any] | None


class RestView(BaseModel):
    """Your seat rests."""

    until: datetime
    left: int = Field(description="how often it may rest again in this game")


class MyGame(BaseModel):
    """One of your games."""

    id: UUID
    room: str
    number: int
    state: str
    seat: int
    players: list[str]
    winners: list[int] | None
