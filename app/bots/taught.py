"""By what those judge who think on: odds that were taught by what came of imagined games.

For a few thousand decisions each promising placement was played on, and these numbers make the first
judgement come as close as it can to what was found so. `scripts/bench teach` makes them anew.
"""

from functools import cache
from math import exp

from app.rules.scoring import LAST_ROUND

from .judgement import Estimates
from .odds_tables import OddsTables, between

TABLES = OddsTables("taught_odds.json", tiles=(0, 1, 2, 3, 5, 8, 12))


@cache
def taught_odds(kind: int, _rounds: int, tiles_left: int) -> tuple[float, ...]:
    return TABLES.odds(kind, tiles_left)


def weight(rounds: int) -> float:
    """How much an animal counts that is awarded after so many rounds."""
    return exp(
        sum(share * TABLES.weights["by_rounds"][knot] for knot, share in between(TABLES.tiles, rounds))
    )


TAUGHT = Estimates(taught_odds, tuple(map(weight, range(LAST_ROUND))))
