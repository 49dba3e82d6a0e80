"""What the page of one game is given, and of a planet of it."""

from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from app.pages.analyses import AnalysisPart
from app.pages.contexts import Animal, ChoiceGroup, ForkedFrom, Page


@dataclass(frozen=True, kw_only=True)
class ForkDeal:
    """What a fork was dealt from besides its own seal: in words, and the seals of the games before."""

    says: str
    seals: tuple[str, ...]
    comes: str


@dataclass(frozen=True, kw_only=True)
class Objective:
    """A secret habitat, turned over, and what it brought."""

    letter: str
    name: str
    points: int
    areas: str
    brings: str


@dataclass(frozen=True, kw_only=True)
class ResultRow:
    """What one seat has at the end of a game; `total` is None where nobody counted."""

    seat: int
    name: str
    is_bot: bool
    is_you: bool
    is_winner: bool
    notes: tuple[str, ...]
    total: int | None
    objective: Objective | None
    animals: tuple[Animal, ...]


@dataclass(frozen=True, kw_only=True)
class Land:
    """A habitat of one planet: how many areas it has there, in words."""

    letter: str
    says: str


@dataclass(frozen=True, kw_only=True)
class OtherPlanet:
    """Another planet of the same game."""

    seat: int
    name: str


@dataclass(frozen=True, kw_only=True)
class PlanetPage(Page):
    """One finished planet. `words` is what stands on the picture to keep, as JSON."""

    game: str
    areas: str
    seat: int
    name: str
    is_bot: bool
    is_you: bool
    objective: str | None
    animals: tuple[Animal, ...]
    points: str
    room_name: str
    ended_at: datetime | None
    lands: tuple[Land, ...]
    others: tuple[OtherPlanet, ...]
    words: str


@dataclass(frozen=True, kw_only=True)
class Chance:
    """What somebody's browser added to the deal."""

    name: str
    nonce: str


@dataclass(frozen=True, kw_only=True)
class Moment:
    """The game after so many moves, in words; `award` is the card that the address asked for."""

    ply: int
    award: str | None
    heading: str
    says: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class GamePage(Page):
    """One game. `room_code` is there for those who may know it, `seed` once nothing is secret any more.
    `moment` is what its address asked for.
    """

    game: str
    mine: int | None
    moment: Moment | None
    is_over: bool
    heading: str
    says: str
    room_name: str
    number: int
    ended_at: datetime | None
    rows: tuple[ResultRow, ...]
    room_code: str | None
    commitment: str
    seed: str | None
    chances: tuple[Chance, ...]
    file: str
    commands: tuple[str, ...]
    looks: tuple[str, ...]
    papers: tuple[str, ...]
    analysis: AnalysisPart | None
    fork: ForkedFrom | None
    fork_deal: ForkDeal | None
    fork_seat: int
    last_fork: int  # from so many moves on, at most, one can go on
    daily: str  # the day whose world it is played on
    is_sealed: bool  # until that day is closed
    bots: tuple[ChoiceGroup, ...]
    is_rated: bool = False
    rating: Markup | None = None  # what it made of the reader's
