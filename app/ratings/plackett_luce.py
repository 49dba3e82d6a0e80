"""A rating and its uncertainty, from the order in which several people finished: Plackett-Luce, as Weng and
Lin have it (A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011, algorithm 4).

The places and the ratings are all that counts. In which order they are given does not, to the last bit: sums
are exact (`fsum`). Why this one: `docs/decisions/ratings.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, sqrt
from typing import NamedTuple

MEAN = 25.0
SPREAD = MEAN / 3  # how uncertain we are of somebody of whom we know nothing
CHANCE = SPREAD / 2  # beta: how far a game's luck and one's mood of the day reach
DRIFT = SPREAD / 100  # tau: people change, so with each game we are again a little less certain
SMALLEST_PART = 0.0001  # kappa: of the variance, at the least, stays


class Rating(NamedTuple):
    """What we think of how well somebody plays, and how far off that may be (one standard deviation)."""

    mean: float
    spread: float


START = Rating(MEAN, SPREAD)


def rated(ratings: Sequence[Rating], places: Sequence[int], drift: float = DRIFT) -> list[Rating]:
    """Everybody's rating after a game in which they came in at these places (1 is the first; the same place
    is a tie). Whoever was alone is as before.
    """
    if len(ratings) < 2:
        return list(ratings)
    drifted = [Rating(mean, sqrt(spread**2 + drift**2)) for mean, spread in ratings]
    c = sqrt(fsum(spread**2 + CHANCE**2 for _, spread in drifted))
    strengths = [exp(mean / c) for mean, _ in drifted]
    return [after(drifted[one], one, strengths, places, c) for one in range(len(drifted))]


def after(rating: Rating, one: int, strengths: Sequence[float], places: Sequence[int], c: float) -> Rating:
    """The rating of `one`. Each seat that came in no later than they did was chosen among those who were
    still left: there they were chosen too, or passed over.
    """
    gains, losses = [], []
    for chosen, place in enumerate(places):
        if place > places[one]:
            continue
        left = fsum(strength for other, strength in enumerate(strengths) if places[other] >= place)
        equals = places.count(place)
        chance = strengths[one] / left
        gains.append(((1 if chosen == one else 0) - chance) / equals)
        losses.append(chance * (1 - chance) / equals)
    mean = rating.mean + rating.spread**2 / c * fsum(gains)
    shrunk = 1 - (rating.spread / c) ** 3 * fsum(losses)
    return Rating(mean, rating.spread * sqrt(max(shrunk, SMALLEST_PART)))
