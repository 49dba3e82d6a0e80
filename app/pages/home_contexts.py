"""What the front page is given, and an invitation."""

from dataclasses import dataclass
from uuid import UUID

from markupsafe import Markup

from app.pages.contexts import ChoiceGroup, Page, SeatMark


@dataclass(frozen=True, kw_only=True)
class OpenRoomCard:
    """One open room in the list on the home page."""

    code: str
    name: str
    label: str
    marks: tuple[SeatMark, ...]
    taken: int
    can_sit: bool
    pace: str = ""
    is_rated: bool = False


@dataclass(frozen=True, kw_only=True)
class GameCard:
    """One running game that anybody may watch."""

    code: str
    name: str
    round: int
    marks: tuple[SeatMark, ...]
    is_rated: bool = False


@dataclass(frozen=True, kw_only=True)
class RunningGame:
    """A game somebody can go back to."""

    code: str
    game: UUID
    name: str
    round: int | None
    seat: int
    is_due: bool
    has_left: bool
    pace: str = ""  # where a move takes days: how many, and how long whoever is due still has
    planet: Markup | None = None  # theirs, as it stands


@dataclass(frozen=True, kw_only=True)
class BotGame:
    """A game against bots that takes no further thought."""

    name: str
    title: str
    says: str
    level: str
    bots: int
    variants: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class DailyCard:
    """What the front page says of today's world; `room` is there while somebody's try is under way."""

    day: str
    says: str
    streak: str
    is_new: bool
    room: str


@dataclass(frozen=True, kw_only=True)
class HomePage(Page):
    rooms: tuple[OpenRoomCard, ...] = ()
    to_watch: tuple[GameCard, ...] = ()
    running: tuple[RunningGame, ...] = ()
    bot_games: tuple[BotGame, ...] = ()
    bot_levels: tuple[ChoiceGroup, ...] = ()
    opponents: tuple[ChoiceGroup, ...] = ()
    own_variants: tuple[str, ...] = ()
    is_newcomer: bool = False
    daily: DailyCard | None = None
    plays_rated: bool = False  # has been asked, and wants it
    has_lost_pass: bool = False  # came by an app whose pass is good no more


@dataclass(frozen=True, kw_only=True)
class InvitePage(Page):
    """`state` is free, full, playing, over or mine; each has its one button."""

    state: str
    code: str
    room_name: str
    host: str | None
    invite: str
    here: str = ""
    here_count: int = 0
    marks: tuple[SeatMark, ...] = ()
    chips: tuple[str, ...] = ()
    your_name: str = ""
    is_newcomer: bool = False
    is_guarded: bool = False
