"""The options of a room: a field each, in the order in which the page shows them.

A new option is a field here and its words in the catalogue, `options.NAME`, and for every choice
`options.NAME_CHOICE`. API, page and browser go by the fields, and rooms store them as JSON, so nothing else
has to know of one but the place that acts on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field, field_validator

from app.api import Strict
from app.games.pauses import LONGEST_ZONE, zone_of
from app.one_of import OneOf
from app.rules.variants import VARIANTS


@dataclass(frozen=True)
class Shown:
    """How the page shows an option, where that does not follow from its type."""

    is_rare: bool = False  # it lies under "More options"
    is_list: bool = False  # a yes or no with a sentence for each: chosen from a list, not switched
    is_of_public: bool = False  # it means nothing in a private room
    is_fixed: bool = False  # a room is made so, and nobody sets it


def refuse_fraction(value: object) -> object:
    """Python thinks that 3.0 is one of 2, 3 and 4; we asked for a whole number."""
    if isinstance(value, float):
        raise ValueError("not a whole number")
    return value


Whole = BeforeValidator(refuse_fraction)
VariantName = Annotated[str, OneOf(VARIANTS)]
ClockSeconds = Literal[30, 60, 120, 86400, 259200, 604800]
SeatCount = Literal[2, 3, 4]
Starts = Literal["chance", "host"]
WaitSeconds = Literal[60, 600, 86400]


class Options(Strict):
    """How a room plays. All of it can be changed by the host until the start."""

    clock: Annotated[ClockSeconds | None, Whole] = Field(default=None, description="Seconds for one move.")
    public: Annotated[bool, Shown(is_list=True)] = Field(
        default=False, description="Listed for all, and anybody may sit."
    )
    races: bool = Field(default=True, description="Show who leads for each coming animal.")
    variants: list[VariantName] = Field(default=[], max_length=len(VARIANTS))
    seats: Annotated[SeatCount, Whole, Shown(is_rare=True)] = 4
    starts: Annotated[Starts, Shown(is_rare=True)] = "chance"
    wait: Annotated[WaitSeconds, Whole, Shown(is_rare=True)] = Field(
        default=60, description="Seconds until the caretaker plays for you."
    )
    talk: Annotated[bool, Shown(is_rare=True)] = True
    nights: Annotated[str | None, Shown(is_rare=True)] = Field(
        default=None,
        max_length=LONGEST_ZONE,
        description="A time zone as `Europe/Berlin`: with days for a move, 23 to 7 does not count there.",
    )
    free: Annotated[bool, Shown(is_rare=True, is_of_public=True)] = Field(
        default=False,
        description="In a public room: words and names of one's own. Else only ready-made ones.",
    )
    hints: Annotated[bool, Shown(is_rare=True)] = Field(
        default=True, description="Who is due may ask for a hint; in a public room once all who play agree."
    )

    rated: Annotated[bool, Shown(is_fixed=True)] = Field(
        default=False, description="Its games change ratings; all else is fixed, see `POST /api/rated-games`."
    )

    @field_validator("nights")
    @classmethod
    def _known_zone(cls, nights: str | None) -> str | None:
        if nights is not None and zone_of(nights) is None:
            raise ValueError("no time zone")
        return nights

    @property
    def is_guarded(self) -> bool:
        """Strangers meet here: they say ready-made phrases and bear the names that they were given."""
        return self.public and not self.free

    def called(self, name: str, given_name: str) -> str:
        """What somebody with these two names is called here."""
        return given_name if self.is_guarded else name

    @field_validator("variants")
    @classmethod
    def _each_once(cls, variants: list[str]) -> list[str]:
        if len(set(variants)) != len(variants):
            raise ValueError("the same variant twice")
        return [variant for variant in VARIANTS if variant in variants]


class KeptOptions(Options):
    """As they stand in a room's row. A newer version beside this one may have added to them, which stays."""

    model_config = ConfigDict(extra="allow")


def rated_options(seats: SeatCount) -> Options:
    """How all rated rooms of so many seats play, so that their games can be compared."""
    return Options(rated=True, public=True, seats=seats, clock=60, hints=False)
