"""A planet's odds in a race by its standing, in numbers that were learnt and lie in a file.

The logarithm of the odds is a sum of straight lines between knots: one over the claim, one over what the
largest region has more than the claim, and one number for the room to grow; each for every kind of card and
for some numbers of tiles still to be laid. `learnt_odds.json` tells who will win an animal,
`taught_odds.json` what to strive for.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

from .bitboard import COUNT, LARGEST
from .win_odds import ROOMS, STRIDE

CLAIMS = (0, 1, 2, 3, 4, 5, 6, 8, 11, 15, 20)
BEYOND = (0, 1, 2, 4, 7, 11)  # areas of the largest region beyond the claim
KNOTS = {"claim": CLAIMS, "beyond": BEYOND, "room": tuple(range(ROOMS)), "own_habitat": (0, 1)}

Weights = dict[str, Any]  # by part, kind of card, tiles, and knot; and what else a file holds
WeightKey = tuple[str, int, int, int]  # one of them, by the same


class OddsTables(NamedTuple):
    """The numbers of one file, which lies beside this one."""

    file: str
    tiles: tuple[int, ...]  # still to be laid, for which there are rows

    @property
    def path(self) -> Path:
        return Path(__file__).with_name(self.file)

    @property
    def weights(self) -> Weights:
        return read(self.path)

    def part(self, part: str, kind: int, tiles_left: int, value: int) -> float:
        """What one part adds to the logarithm of a planet's odds."""
        rows: list[list[float]] = self.weights[part][kind]
        told = self.numbers(kind, max(tiles_left, self.tiles[0]), {part: value})
        return sum(share * rows[at][knot] for (_, _, at, knot), share in told)

    def numbers(
        self, kind: int, tiles_left: int, values: Mapping[str, int]
    ) -> tuple[tuple[WeightKey, float], ...]:
        """The numbers that the odds of such values of the parts are made of, and how much each counts."""
        return tuple(
            ((part, kind, at, knot), share * near)
            for part, value in values.items()
            for at, share in between(self.tiles, tiles_left)
            for knot, near in between(KNOTS[part], value)
        )

    def odds(self, kind: int, tiles_left: int) -> tuple[float, ...]:
        """By standing (`win_odds.standing`)."""
        claims = self._row("claim", kind, tiles_left)
        if kind == COUNT:
            return tuple(exp(claim) for claim in claims for _ in range(STRIDE))
        beyond = self._row("beyond", kind, tiles_left)
        rooms = self._row("room", kind, tiles_left)[:ROOMS]
        return tuple(
            exp(claims[claim] + beyond[max(largest - claim, 0)] + room)
            for claim in range(LARGEST + 1)
            for largest in range(LARGEST + 1)
            for room in rooms
        )

    def _row(self, part: str, kind: int, tiles_left: int) -> list[float]:
        return [self.part(part, kind, tiles_left, value) for value in range(LARGEST + 1)]


@cache
def read(path: Path) -> Weights:
    weights: Weights = json.loads(path.read_text())
    return weights


def parts_of(kind: int, standing: int) -> dict[str, int]:
    """What of a standing (`win_odds.standing`) the odds depend on."""
    claim, largest, room = standing // STRIDE, standing % STRIDE // ROOMS, standing % ROOMS
    if kind == COUNT:
        return {"claim": claim}
    return {"claim": claim, "beyond": max(largest - claim, 0), "room": room}


@cache
def between(knots: Sequence[int], value: int) -> tuple[tuple[int, float], ...]:
    """The knots around a value, and how much each counts."""
    if value >= knots[-1]:
        return ((len(knots) - 1, 1.0),)
    at = bisect_right(knots, value) - 1
    part = (value - knots[at]) / (knots[at + 1] - knots[at])
    return ((at, 1.0 - part), (at + 1, part)) if part else ((at, 1.0),)
