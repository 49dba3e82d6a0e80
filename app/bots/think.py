"""The one door to the bots: a level, a view and a seat in, a move with its reasons out.

Plain values on both sides, so that a pool of processes can do the thinking. Nothing here touches a clock
but the guard against a budget that its machine cannot keep.
"""

from typing import Any

from app.rules.planet import Placement

from .explain import explain
from .player import BOTS
from .situation import SeenGame

DEFAULT_BUDGET_S = 1.0


def move(level: str, view: SeenGame, seat: int, seed: int, budget_s: float = DEFAULT_BUDGET_S) -> Placement:
    """The move alone."""
    return BOTS[level].choose(view, seat, seed=seed, budget_s=budget_s)


def think(
    level: str, view: SeenGame, seat: int, seed: int, budget_s: float = DEFAULT_BUDGET_S
) -> dict[str, Any]:
    """`{"tile", "face", "turn", "reasons"}` for a seat that is due."""
    tile, face, turn = move(level, view, seat, seed, budget_s)
    return {"tile": tile, "face": face, "turn": turn, "reasons": explain(view, seat, (tile, face, turn))}
