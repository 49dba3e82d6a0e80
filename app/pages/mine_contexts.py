"""What "my games" is given, and the feed of those that wait."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from app.pages.contexts import Animal, Choice, Page


@dataclass(frozen=True, kw_only=True)
class WaitingGame:
    """A game in which it is the reader's move."""

    code: str
    name: str
    game: UUID
    moves: int
    since: datetime
    pace: str


@dataclass(frozen=True, kw_only=True)
class GameLine:
    """One game in my list."""

    code: str
    game: str
    room_name: str
    companions: str
    result: str
    is_due: bool
    is_running: bool
    points: str = ""
    ended_at: datetime | None = None
    is_fork: bool = False
    is_daily: bool = False
    pace: str = ""
    objective: str = ""
    objective_name: str = ""
    animals: tuple[Animal, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GameChange:
    """What one game made of my rating."""

    href: str
    at: datetime
    change: str
    rating: str


@dataclass(frozen=True, kw_only=True)
class MyRatingCard:
    """My rating at tables of so many seats, with how it came about."""

    seats: int
    rating: str
    games: str
    is_provisional: bool
    went: str
    curve: str
    history: tuple[GameChange, ...]


@dataclass(frozen=True, kw_only=True)
class MyRatings:
    """What "my games" says of ratings."""

    plays: bool
    shown: bool
    name: str
    cards: tuple[MyRatingCard, ...]


@dataclass(frozen=True, kw_only=True)
class MinePage(Page):
    running: tuple[GameLine, ...] = ()
    finished: tuple[GameLine, ...] = ()
    is_known: bool = False
    your_name: str = ""
    who: str = ""
    rules: tuple[Choice, ...] = ()
    sets: tuple[Choice, ...] = ()
    is_narrowed: bool = False
    query: str = ""  # what is searched, as it stands in the address
    earlier: str = ""
    later: str = ""
    ratings: MyRatings | None = None
