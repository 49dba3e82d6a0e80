"""The chance to win an animal: each planet has odds in its race, and its chance is its share of all odds.

A planet's odds follow from its standing, from how near the award is and from how many tiles it may still lay
before it. Placements are judged by `PLACEMENT_ODDS`, whose numbers were found by letting bots that differ in
one of them play each other. What is to be expected at the end of an imagined game is told by
`learnt_odds.py`, whose numbers are learnt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import erf, exp, sqrt

from app.rules.sphere import AREA_COUNT

from .bitboard import COUNT, LARGEST, TOUCHING, Regions

ROOMS = 4  # open border areas of a region: 0, 1, 2, and more
ROOM_OF = tuple(min(open_areas, ROOMS - 1) for open_areas in range(AREA_COUNT + 1))
STRIDE = (LARGEST + 1) * ROOMS
AREAS_A_TILE = 1.35  # of the objective, with which placements are judged


@dataclass(frozen=True, eq=False)
class OddsModel:
    """How a standing becomes odds. Rows are the kinds of cards: #, +, -."""

    sharpness: tuple[float, float, float] = (2.2, 1.6, 1.6)  # the logarithm one more area is worth on the day
    fade: float = 0.8  # what is left of it one round earlier
    growth: tuple[float, float, float] = (0.4, 0.9, 0.6)  # areas to expect of a tile still to come
    hope: float = 0.75  # how far a region counts that does not touch yet what it should
    room: float = 0.25  # areas that an open border is worth
    far: float = 3.0  # from so many rounds away hope and room count in full


PLACEMENT_ODDS = OddsModel()


def standing(kind: int, own: Regions, other: int, free_areas: int) -> int:
    """A planet's standing in a race as one number: its claim, and for + and - its largest region, which
    could become its claim, and its room to grow.
    """
    if not own:
        return 0
    if kind == COUNT:
        return len(own) * STRIDE
    is_to_touch = kind == TOUCHING
    largest, border = own[0]
    index = largest * ROOMS
    for size, halo in own:
        if (halo & other != 0) is is_to_touch:
            index += size * STRIDE
            border = halo
            break
    return index + ROOM_OF[(border & free_areas).bit_count()]


@cache
def odds_table(model: OddsModel, kind: int, rounds_away: int, tiles_left: int) -> tuple[float, ...]:
    """OddsModel by standing."""
    nearness = min(1.0, rounds_away / model.far)
    sharpness = model.sharpness[kind] * model.fade**rounds_away
    growth = model.growth[kind] * tiles_left
    hope = model.hope * nearness if kind == TOUCHING else 0.0

    def row(reach: float) -> list[float]:
        rooms = range(ROOMS)
        return [_odds(reach + model.room * nearness * room + growth, sharpness) for room in rooms]

    claimed = [row(claim) for claim in range(LARGEST + 1)]
    hoped = [row(hope * largest) for largest in range(LARGEST + 1)]
    table: list[float] = []
    for claim, of_claim in enumerate(claimed):
        for largest, of_hope in enumerate(hoped):
            table += of_claim if claim >= hope * largest else of_hope
    return tuple(table)


def _odds(reach: float, sharpness: float) -> float:
    return exp(sharpness * (min(reach, 30.0) - 4.0)) if reach else 1e-9  # nothing never wins


@cache
def expected_points(
    tiers: tuple[tuple[int, int], ...], tiles_left: int, areas_a_tile: float = AREAS_A_TILE
) -> tuple[float, ...]:
    """Points to expect of an objective, by the areas covered, with so many tiles still to lay."""
    mean, spread = areas_a_tile * tiles_left, max(0.05, sqrt(tiles_left))
    return tuple(_expected(tiers, areas + mean, spread) for areas in range(61))


def _expected(tiers: Sequence[tuple[int, int]], mean: float, spread: float) -> float:
    points, before = 0.0, 0
    for least, worth in tiers:
        is_reached = 0.5 + 0.5 * erf((mean - least + 0.5) / (spread * sqrt(2)))
        points += (worth - before) * is_reached
        before = worth
    return points
