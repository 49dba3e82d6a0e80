"""The one door to the bots: a level, a view and a seat in, a move with its reasons out.

Plain values on both sides, so that a pool of processes can do the thinking. Nothing here touches a clock
but Gaia's guard against a budget that its machine cannot keep.
"""

from typing import Any

from .base import Bot, Level, View
from .explain import explain
from .gaia import Gaia
from .grove import Grove
from .sapling import Sapling

BOTS: dict[Level, Bot] = {"sapling": Sapling(), "grove": Grove(), "gaia": Gaia()}
DEFAULT_BUDGET_S = 1.0


def think(
    level: Level, view: View, seat: int, seed: int, budget_s: float = DEFAULT_BUDGET_S
) -> dict[str, Any]:
    """`{"tile", "face", "turn", "reasons"}` for a seat that is due."""
    tile, face, turn = BOTS[level].choose(view, seat, seed=seed, budget_s=budget_s)
    return {"tile": tile, "face": face, "turn": turn, "reasons": explain(view, seat, (tile, face, turn))}
