"""Who will win an animal: odds by a planet's standing, in numbers learnt from whole games between bots.

The logarithm of a planet's odds is a sum of straight lines between knots: one over its claim, one over
what its largest region has more than the claim, one number for its room to grow, and one if the animal's
habitat is its objective; each for every kind of card and for some numbers of tiles still to be laid.
`learnt_odds.json` holds them, `scripts/bench learn` makes them anew.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path

from .bitboard import COUNT, LARGEST
from .win_odds import ROOMS

FILE = Path(__file__).with_name("learnt_odds.json")
TILES = (1, 2, 3, 5, 8, 12)  # still to be laid until the award
CLAIMS = (0, 1, 2, 3, 4, 5, 6, 8, 11, 15, 20)
BEYOND = (0, 1, 2, 4, 7, 11)  # areas of the largest region beyond the claim
KNOTS = {"claim": CLAIMS, "beyond": BEYOND, "room": tuple(range(ROOMS)), "own_habitat": (0, 1)}

Weights = dict[str, list[list[list[float]]]]  # by part, kind of card, tiles, and knot


@cache
def learnt() -> Weights:
    weights: Weights = json.loads(FILE.read_text())
    return weights


@cache
def between(knots: Sequence[int], value: int) -> tuple[tuple[int, float], ...]:
    """The knots around a value, and how much each counts."""
    if value >= knots[-1]:
        return ((len(knots) - 1, 1.0),)
    at = bisect_right(knots, value) - 1
    part = (value - knots[at]) / (knots[at + 1] - knots[at])
    return ((at, 1.0 - part), (at + 1, part)) if part else ((at, 1.0),)


def part_of(weights: Weights, part: str, kind: int, tiles_left: int, value: int) -> float:
    """What one part adds to the logarithm of a planet's odds."""
    rows = weights[part][kind]
    return sum(
        share * near * rows[at][knot]
        for at, share in between(TILES, max(tiles_left, TILES[0]))
        for knot, near in between(KNOTS[part], value)
    )


@cache
def learnt_table(kind: int, tiles_left: int) -> tuple[float, ...]:
    """Odds by standing (`win_odds.standing`)."""

    def row(part: str, values: range) -> list[float]:
        return [part_of(learnt(), part, kind, tiles_left, value) for value in values]

    claims, beyond = row("claim", range(LARGEST + 1)), row("beyond", range(LARGEST + 1))
    rooms = row("room", range(ROOMS))
    if kind == COUNT:
        return tuple(exp(claim) for claim in claims for _ in range((LARGEST + 1) * ROOMS))
    return tuple(
        exp(claims[claim] + beyond[max(largest - claim, 0)] + room)
        for claim in range(LARGEST + 1)
        for largest in range(LARGEST + 1)
        for room in rooms
    )


@cache
def objective_factor(kind: int, tiles_left: int) -> float:
    """By how much the odds of a planet grow whose objective is the animal's habitat."""
    return exp(part_of(learnt(), "own_habitat", kind, tiles_left, 1))
