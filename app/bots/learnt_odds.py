"""Who will win an animal: odds by a planet's standing, learnt from whole games between bots, with one number
more if the animal's habitat is the planet's objective. `scripts/bench learn` makes them anew.
"""

from functools import cache
from math import exp

from .odds_tables import OddsTables

LEARNT = OddsTables("learnt_odds.json", tiles=(1, 2, 3, 5, 8, 12))


@cache
def learnt_table(kind: int, tiles_left: int) -> tuple[float, ...]:
    """Odds by standing (`win_odds.standing`)."""
    return LEARNT.odds(kind, tiles_left)


@cache
def objective_factor(kind: int, tiles_left: int) -> float:
    """By how much the odds of a planet grow whose objective is the animal's habitat."""
    return exp(LEARNT.part("own_habitat", kind, tiles_left, 1))
