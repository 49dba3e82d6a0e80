"""What each page and fragment is given: small frozen things with every decision already made.

Templates hold no rules and no queries; they lay out what stands here. All of it is built from the same
views that the API sends, so a page can never show what a view would not.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from markupsafe import Markup

from app.games.models import Game
from app.pages.analyses import AnalysisPart
from app.rooms.talking import LONGEST_LINE, REACTIONS, Reaction
from app.texts import Texts

NUMBER_WORDS = {1: "one", 2: "two", 3: "three", 4: "four"}


@dataclass(frozen=True, kw_only=True)
class Page:
    """What the shell around every page needs to know."""

    title: str
    description: str
    path: str
    look: str = "words"
    script: str = "js/pages/page.js"
    is_home: bool = False
    is_listed: bool = True  # for search engines
    is_lasting: bool = True  # for links in every language
    is_live: bool = False
    has_planet: bool = False
    manifest: str = "/manifest.webmanifest"
    preview: str = ""  # a picture of its own for previews of links; its title says what it shows


@dataclass(frozen=True, kw_only=True)
class SeatMark:
    """A seat as it stands in a row of marks."""

    seat: int
    presence: str
    is_bot: bool = False


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
class WaitingGame:
    """A game in which it is the reader's move."""

    code: str
    name: str
    game: UUID
    moves: int
    since: datetime
    pace: str


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One way an option can be set."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class ChoiceGroup:
    """Choices that belong together; without a text they stand alone."""

    text: str
    choices: tuple[Choice, ...]


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
class ForkedFrom:
    """Where a game goes on from."""

    path: str
    text: str


@dataclass(frozen=True, kw_only=True)
class ForkDeal:
    """What a fork was dealt from besides its own seal: in words, and the seals of the games before."""

    says: str
    seals: tuple[str, ...]
    comes: str


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


@dataclass(frozen=True, kw_only=True)
class Animal:
    """An animal that somebody has won. `points` is None where the game was never counted."""

    key: str
    letter: str
    label: str
    points: int | None = None


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


@dataclass(frozen=True, kw_only=True)
class AboutPage(Page):
    uses_cdn: bool


@dataclass(frozen=True, kw_only=True)
class PassPage(Page):
    """Without a token one is asked for; one that `starts` is used at once where the page is an app."""

    token: str = ""
    starts: bool = False
    then: str = "/games"
    is_lasting: bool = False


@dataclass(frozen=True, kw_only=True)
class InstallPage(Page):
    """`start` is where the app will open, `back` where the reader came from."""

    start: str
    back: str
    is_lasting: bool = False


@dataclass(frozen=True, kw_only=True)
class ErrorPage(Page):
    status: int
    says: str
    is_lasting: bool = False
    can_retry: bool = False


def forked_from(texts: Texts, game: UUID | str, moves: int) -> ForkedFrom:
    """The moment of the other game, by its own address."""
    return ForkedFrom(path=f"/g/{game}/ply/{moves}", text=texts.t("fork.of", moves=moves))


def called(texts: Texts, bot: str | None, name: str | None) -> str | None:
    """A bot by its name in the reader's language, its number kept; it may have its seat from a person, and
    then bears that one's name.
    """
    own = re.fullmatch(rf"{bot}( \d+)?", name, re.IGNORECASE) if bot and name else None
    return f"{texts.t(f'bots.{bot}')}{own[1] or ''}" if own else name


def players_called(texts: Texts, game: Game) -> list[str]:
    """Who played, as the reader knows them."""
    return [called(texts, player["bot"], player["name"]) or "" for player in game.players or []]
