"""What each page and fragment is given: small frozen things with every decision already made.

Templates hold no rules and no queries; they lay out what stands here. All of it is built from the same
views that the API sends, so a page can never show what a view would not.

Here is what several pages share, and the small ones; the others have a module each (`*_contexts.py`) or stand
beside what makes them.
"""

import re
from dataclasses import dataclass
from uuid import UUID

from app.games.models import Game
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
class Animal:
    """An animal that somebody has won. `points` is None where the game was never counted."""

    key: str
    letter: str
    label: str
    points: int | None = None


@dataclass(frozen=True, kw_only=True)
class ForkedFrom:
    """Where a game goes on from."""

    path: str
    text: str


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
