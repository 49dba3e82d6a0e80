"""What goes in and out of the room routes; `RoomView` is also what the sockets send."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field, model_validator

from app.api import Strict, Token
from app.games.log import Phase
from app.rooms.bots import BotName
from app.rooms.options import Options, SeatCount, Whole, rated_options
from app.rooms.snapshot import RoomState
from app.rooms.talking import ReportReason
from app.rules.deal import MOST_PLAYERS
from app.rules.forks import Coming

SeatNumber = Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
Nonce = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_-]{16,64}$",
        description="Drawn at random by you; it goes into the deal, so that nobody alone can choose it.",
    ),
]
SeatPresence = Literal["here", "away", "caretaker", "empty"]


class NewRoom(Options):
    """A room to be made; with a nonce its host sits down in it at once."""

    nonce: Nonce | None = None

    @model_validator(mode="after")
    def _rated_as_all(self) -> Self:
        if self.rated and self.model_dump(exclude={"nonce"}) != rated_options(self.seats).model_dump():
            raise ValueError("a rated room differs in its seats alone")
        return self


class RatedWish(Strict):
    """A rated game that somebody would like to play."""

    seats: Annotated[SeatCount, Whole]
    nonce: Nonce


class NewFork(Strict):
    """A game to go on from."""

    nonce: Nonce
    moves: int = Field(ge=0, lt=48, description="How many of its moves stay as they were.")
    coming: Coming = Field(default="same", description="The tiles that were to come there, or others.")
    seat: SeatNumber = Field(description="Which planet you play.")
    bots: BotName | None = Field(
        default=None, description="Who plays all others, at once; without, the room is open for your friends."
    )


class OptionsChange(Options):
    """What is named here changes, the rest stays as it is."""


class Sit(Strict):
    nonce: Nonce
    invite: Token | None = Field(default=None, description="Needed in a private room that is not yours.")
    seat: SeatNumber | None = Field(default=None, description="The first free one, if none is named.")


class NewNonce(Strict):
    nonce: Nonce


class HintsAnswer(Strict):
    agree: bool = Field(description="One no ends what was agreed.")


class ReasonView(BaseModel):
    """Why a move is a good one; `app/bots/explain.py` lists the keys and their arguments."""

    key: str
    args: dict[str, int | str]


class HintView(BaseModel):
    """One good placement."""

    tile: int
    face: int
    turn: int
    reasons: list[ReasonView]


class HintsGiven(BaseModel):
    """The best placements, the best first."""

    game: UUID
    moves: int = Field(description="How many moves of the game had been made.")
    best: list[HintView]


class Whom(Strict):
    """Somebody here: who sits there, or who said that."""

    seat: SeatNumber | None = None
    line: Annotated[int, Field(ge=1, lt=2**63)] | None = Field(
        default=None, description="The `id` of what they said."
    )

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.seat is None) == (self.line is None):
            raise ValueError("either a seat or a line")
        return self


class Hush(Whom):
    hushed: bool = Field(description="Whether nobody hears them here from now on.")


class ReportBody(Whom):
    reason: ReportReason


class Shut(Strict):
    shut: bool = Field(description="Whether nobody new may come in.")


class ReportTaken(BaseModel):
    """A report was written down."""

    report: int
    kept_days: int = Field(description="For so long it is kept, with the last lines and names.")


class SeatChoice(Strict):
    seat: SeatNumber


class BotChoice(Strict):
    seat: SeatNumber
    level: BotName | None


class OfferView(BaseModel):
    """Somebody wants a bot to play on for whoever is missing here."""

    level: str
    agreed: list[int] = Field(description="The seats that have said yes.")
    awaited: list[int] = Field(description="The seats whose yes is still missing.")


class SeatView(BaseModel):
    """One chair, as everybody sees it."""

    seat: int
    name: str | None
    bot: str | None
    presence: SeatPresence
    away_since: datetime | None
    host: bool
    sealed: bool = Field(description="Whether this seat's nonce has been given.")
    hushed: bool = Field(description="Whether the host lets nobody hear them.")
    offer: OfferView | None = None
    resting_until: datetime | None = Field(description="Its time stands still until then.")


class HintsView(BaseModel):
    """Whether those who play may ask for hints."""

    agreed: list[int] = Field(description="The seats that have said yes, where that is asked of them.")
    awaited: list[int] = Field(
        description="The seats whose yes is missing; once there are none, there are hints."
    )


class WatchersView(BaseModel):
    """Who looks on."""

    count: int
    names: list[str]


class ForkView(BaseModel):
    """The game that this one goes on from: no statistics count it."""

    game: UUID
    moves: int = Field(description="How many of its moves were made there.")
    coming: Coming = Field(description="Whether what was to come there comes here, too.")


class DailyMark(BaseModel):
    """The world of a day: the same for everybody, so nobody else comes in, and no statistics count it."""

    day: date
    counted: bool = Field(description="Whether this is somebody's one try, and not a free one.")
    closes_at: datetime = Field(description="Until then its seed is told to nobody.")


class CurrentGameView(BaseModel):
    """The game that is being played, or that will be."""

    id: UUID
    number: int
    commitment: str
    state: Phase
    head: int
    due_at: datetime | None
    now: datetime
    guided: bool = Field(description="A first game: its deal is the same for all, and the page explains it.")
    fork: ForkView | None
    daily: DailyMark | None


class PastGameView(BaseModel):
    """A game this room remembers."""

    id: UUID
    number: int
    state: Literal["running", "over", "abandoned"]
    players: list[str]
    bots: list[str | None] = Field(description="For each player the bot it was, or null for a person.")
    winners: list[int] | None
    ended_at: datetime | None
    fork: ForkView | None


class SeriesView(BaseModel):
    """How somebody stands over the games played to their end here; a shared win counts for each."""

    name: str
    bot: str | None
    won: int
    games: int


class YouView(BaseModel):
    """What you are in this room; only in your own copy."""

    seat: int | None
    host: bool
    name: str | None
    person: UUID | None
    former: int | None = Field(description="The seat of this game that a bot has taken over from you.")
    rests: int = Field(description="How often your seat may still rest in this game.")
    hushed: bool = Field(description="Whether the host lets nobody hear you.")
    chats: int = Field(description="How many chats are told of this room; 0 for who neither sits nor hosts.")
    chats_off: int = Field(description="How many of them were switched off, since they failed; for the host.")
    known: bool = Field(description="Whether you have played here, and so need no invite to sit down.")


class RoomView(BaseModel):
    """A room as somebody sees it."""

    code: str
    name: str
    state: RoomState
    version: int
    options: Options
    shut: bool = Field(description="Nobody new may come in.")
    seats: list[SeatView]
    watchers: WatchersView
    game: CurrentGameView
    games: list[PastGameView]
    hints: HintsView | None = Field(
        description="Null where the host allows no hints, and while no game runs."
    )
    series: list[SeriesView] = Field(description="The most wins first; empty before the second game's end.")
    you: YouView | None = None


class RoomCard(BaseModel):
    """A public room, as the list shows it."""

    code: str
    name: str
    options: Options
    host: str | None
    sitting: list[str]
    free: int


class InviteView(BaseModel):
    """The right to sit. It is told only here: we keep a hash of it."""

    invite: str
    invite_url: str


class NewRoomView(InviteView):
    """A room just made, with its invite."""

    room: RoomView
