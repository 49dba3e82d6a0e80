"""What everybody at the table sees happen. Nothing in an event is secret when it happens."""

from typing import Literal, NamedTuple

from .deal import Seat
from .parts import Habitat, Requirement, TileNo
from .scoring import Award, Score
from .sphere import Face, Turn

Destination = Literal["planet", "next", "box"]


class TilePlaced(NamedTuple):
    round: int
    seat: Seat
    tile: TileNo
    face: Face
    turn: Turn


class LeftoversPut(NamedTuple):
    """Tiles that nobody took go to the pile of round 11 or 12, or (None) to the box."""

    pile: int | None
    tiles: tuple[TileNo, ...]


class AnimalAwarded(NamedTuple):
    """A card was looked at: a planet took it, or it sank to the next column, or went to the box."""

    award: Award
    to: Destination


class MysteryTurned(NamedTuple):
    round: int
    animal: Requirement


class RoundBegun(NamedTuple):
    round: int
    first: Seat
    display: tuple[TileNo, ...]


class GameEnded(NamedTuple):
    objectives: tuple[Habitat, ...] | None
    scores: tuple[Score, ...]
    winners: tuple[Seat, ...]


Event = TilePlaced | LeftoversPut | AnimalAwarded | MysteryTurned | RoundBegun | GameEnded
