"""What a person is advised to do who asks for a hint: Grove's best placements, each with its reasons.

Grove judges by what the seat itself may see and needs no chance, so the same moment has the same hint.
"""

from operator import itemgetter
from typing import TypedDict

from .attention import judged_placements
from .explain import Reason, explain
from .levels import LEVELS
from .situation import SeenGame, situation_of

ADVISER = "grove"
MOST_HINTS = 3
MOST_LOOKED_AT = 20


class MoveHint(TypedDict):
    """One placement, and what speaks for it."""

    tile: int
    face: int
    turn: int
    reasons: list[Reason]


def hints(view: SeenGame, seat: int) -> list[MoveHint]:
    """The best placements of the seat that is due, the best first, and none that repeats a better one: with
    the same tile on the same face, or for the same reasons.
    """
    found: list[MoveHint] = []
    for tile, face, turn in _worth_a_look(view, seat):
        hint: MoveHint = {
            "tile": tile,
            "face": face,
            "turn": turn,
            "reasons": explain(view, seat, (tile, face, turn)),
        }
        if all((tile, hint["reasons"]) != (other["tile"], other["reasons"]) for other in found):
            found.append(hint)
        if len(found) == MOST_HINTS:
            break
    return found


def _worth_a_look(view: SeenGame, seat: int) -> list[tuple[int, int, int]]:
    """Each tile on each face as it lies best there, the best first."""
    judged = judged_placements(situation_of(view, seat), LEVELS[ADVISER])
    is_bare = not view["placements"][seat]  # then every face is as good as any other
    best: dict[tuple[int, int], tuple[int, int, int]] = {}
    for _, tile, face, turn in sorted(judged, key=itemgetter(0), reverse=True):
        best.setdefault((tile, 0 if is_bare else face), (tile, face, turn))
    return list(best.values())[:MOST_LOOKED_AT]
