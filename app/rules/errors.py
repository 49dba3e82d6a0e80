"""Everything that can be refused, by name.

    RulesError
    ├── IllegalMove
    │   ├── MalformedMove
    │   ├── NoSuchSeat
    │   ├── NotYourTurn
    │   ├── GameOver
    │   ├── NoSuchTile
    │   ├── TileNotOnDisplay
    │   ├── NoSuchFace
    │   ├── FaceTaken
    │   └── NoSuchTurn
    └── MalformedDocument
        ├── MalformedJson
        ├── MalformedPlanet
        ├── MalformedSet
        ├── MalformedDeal
        └── MalformedRecord
            └── RecordDisagrees

Each carries a stable `code` for programs, a `message` that a player can read, and `details` with the facts.
"""

from collections.abc import Mapping
from typing import ClassVar


class RulesError(Exception):
    """Something the rules refuse; nothing has changed."""

    code: ClassVar[str] = "rules_error"

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details: Mapping[str, object] = details


class IllegalMove(RulesError):
    """A move that may not be made now."""

    code = "illegal_move"


class MalformedMove(IllegalMove):
    code = "malformed_move"


class NoSuchSeat(IllegalMove):
    code = "no_such_seat"


class NotYourTurn(IllegalMove):
    code = "not_your_turn"


class GameOver(IllegalMove):
    code = "game_over"


class NoSuchTile(IllegalMove):
    code = "no_such_tile"


class TileNotOnDisplay(IllegalMove):
    code = "tile_not_on_display"


class NoSuchFace(IllegalMove):
    code = "no_such_face"


class FaceTaken(IllegalMove):
    code = "face_taken"


class NoSuchTurn(IllegalMove):
    code = "no_such_turn"


class MalformedDocument(RulesError):
    """Something written down that cannot be read."""

    code = "malformed"


class MalformedJson(MalformedDocument):
    code = "malformed_json"


class MalformedPlanet(MalformedDocument):
    code = "malformed_planet"


class MalformedSet(MalformedDocument):
    code = "malformed_set"


class MalformedDeal(MalformedDocument):
    code = "malformed_deal"


class MalformedRecord(MalformedDocument):
    code = "malformed_record"


class RecordDisagrees(MalformedRecord):
    """A well-formed record that says something else than the rules."""

    code = "record_disagrees"

    def __init__(self, disagreements: list[str]) -> None:
        super().__init__("; ".join(disagreements), disagreements=disagreements)
        self.disagreements = disagreements
