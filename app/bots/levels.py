"""The bots there are, a row each: from the gentlest to the strongest, then characters of their own style.

All are one player (`player.py`) who judges placements; a row says what it overlooks, how far it looks, and
what it fancies. A new bot is a row here and two texts in the catalogue, `bots.NAME` and `bots.NAME_says`:
everything else goes by these rows. Names stand in stored games; none may ever go.
"""

from dataclasses import dataclass
from typing import Literal

from .judgement import HAND_MADE, Estimates
from .taught import TAUGHT

Fancy = Literal["one huge region", "many regions"]

ALL = 1_000  # more than there can be
ONE_GAME_EACH = 1  # what is under way is played to its end
AS_LONG_AS_THERE_IS_TIME = 10**9


@dataclass(frozen=True)
class Level:
    """One bot's dials. As they stand here they are those of a player who overlooks nothing."""

    name: str
    is_character: bool = False
    # What it sees, each move anew.
    glances: int = ALL  # placements it looks at, of all there are
    ahead: int = ALL  # rounds until an animal of which it takes notice
    notices: float = 1.0  # how often it notices such an animal
    reads: float = 1.0  # how often it heeds what the animal's region shall touch, or not touch
    watches: float = 1.0  # how often it looks at what the rivals bring to the race
    estimates: Estimates = HAND_MADE  # by what it judges
    # What it wants.
    denial: float = 0.5  # how much of the next player's gain counts as a loss of its own
    spite: float = 1.0  # how much an animal kept from the rivals counts, beside one that it wins
    fancy: Fancy | None = None
    fondness: float = 0.0  # points that it would give for what it fancies
    # How far it thinks.
    effort: int = 0  # placements judged in imagined games, at most
    counts_out: bool = False  # plays the end exactly, where there is time for it


LADDER = (
    Level("sapling", glances=8, ahead=1, notices=0.55, reads=0.35, watches=0.05, denial=0.0),
    Level("shrub", glances=13, ahead=3, notices=0.65, reads=0.5, watches=0.25, denial=0.1),
    Level("hedge", glances=23, ahead=4, notices=0.71, reads=0.62, watches=0.43, denial=0.2),
    Level("thicket", glances=38, ahead=5, notices=0.78, reads=0.73, watches=0.6, denial=0.28),
    Level("copse", glances=66, ahead=7, notices=0.85, reads=0.79, watches=0.7, denial=0.35),
    Level("orchard", glances=120, ahead=8, notices=0.94, reads=0.91, watches=0.87, denial=0.43),
    Level("grove"),
    Level("forest", estimates=TAUGHT, effort=ONE_GAME_EACH),
    Level("gaia", estimates=TAUGHT, effort=AS_LONG_AS_THERE_IS_TIME, counts_out=True),
)
CHARACTERS = (
    Level("pangaea", is_character=True, fancy="one huge region", fondness=3.0),
    Level("archipelago", is_character=True, fancy="many regions", fondness=1.2),
    Level("magpie", is_character=True, denial=2.0, spite=2.0),
)
LEVELS: dict[str, Level] = {level.name: level for level in (*LADDER, *CHARACTERS)}
