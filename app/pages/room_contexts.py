"""What a room before its start is given, and its table."""

from dataclasses import dataclass
from datetime import datetime

from app.pages.contexts import Choice, ForkedFrom, Page, SeatMark
from app.rooms.talking import LONGEST_LINE, REACTIONS, Reaction


@dataclass(frozen=True, kw_only=True)
class SeatCard(SeatMark):
    """A seat in the room before the start."""

    name: str | None
    status: str
    is_you: bool = False
    can_kick: bool = False
    can_unseat: bool = False
    can_sit: bool = False
    can_take_bot: bool = False


@dataclass(frozen=True, kw_only=True)
class OptionRow:
    """One row of the options: a list to choose from, or a switch."""

    name: str
    text: str
    choices: tuple[Choice, ...] = ()
    is_on: bool = False
    is_rare: bool = False
    of: str | None = None  # the option that is a list of such switches

    @property
    def chosen(self) -> str:
        return next((choice.text for choice in self.choices if choice.is_chosen), "")


@dataclass(frozen=True, kw_only=True)
class PlayedHere:
    """A game that this room has seen the end of."""

    game: str
    number: int
    result: str
    ended_at: datetime


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How somebody stands over all games of a room."""

    name: str
    won: int
    says: str


@dataclass(frozen=True, kw_only=True)
class RoomPage(Page):
    code: str
    version: int
    name: str
    lead: str
    seats: tuple[SeatCard, ...]
    options: tuple[OptionRow, ...]
    is_host: bool
    is_seated: bool
    is_public: bool
    has_talk: bool
    is_guarded: bool = False  # strangers meet here
    is_rated: bool = False
    may_start: bool = False
    start_text: str = ""
    start_says: str = ""
    can_start: bool = False
    host_name: str | None = None
    watchers: str = ""
    watch_address: str = ""
    watch_path: str = ""
    your_name: str = ""
    reactions: tuple[Reaction, ...] = tuple(one for one in REACTIONS if one.animal)
    longest_line: int = LONGEST_LINE
    ladder: tuple[str, ...] = ()  # bots, the gentlest first
    characters: tuple[str, ...] = ()
    played: tuple[PlayedHere, ...] = ()
    series: tuple[Standing, ...] = ()
    fork: ForkedFrom | None = None
    has_chats: bool = False  # the reader may set chats that are told, or how they call them
    chats_off: int = 0


@dataclass(frozen=True, kw_only=True)
class TablePage(Page):
    """The game table: the socket brings the game, the page only says where it is."""

    code: str
    bots: tuple[str, ...]
    can_tell: bool
    has_chats: bool
