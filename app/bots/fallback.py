"""The simplest player there is: it moves where a bot gave no move in time, so that the game goes on.

It lays a tile where most of its areas meet their like, so that regions grow together. It sees what the seat
sees.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.rules.parts import TileNo
from app.rules.planet import Placement
from app.rules.sphere import AREA_NEIGHBOURS, FACES, SLOT_COUNT, TURNS, Face

from .situation import SeenGame

UNCOVERED = "."


def choose_move(view: SeenGame, seat: int) -> Placement:
    """The placement with most like neighbours; of several, the first in display order."""
    areas = view["planets"][seat]
    return max(_placements(view, areas), key=lambda placement: _meetings(view["tiles"], areas, placement))


def _placements(view: SeenGame, areas: str) -> Iterator[Placement]:
    free = [face for face in FACES if areas[SLOT_COUNT * face] == UNCOVERED]
    for tile, taker in zip(view["display"], view["taken"], strict=True):
        if taker is None:
            yield from (Placement(TileNo(tile), Face(face), turn) for face in free for turn in TURNS)


def _meetings(tiles: list[str], areas: str, placement: Placement) -> int:
    """How many areas of the tile would lie beside an area of the same habitat on another face."""
    tile, face, turn = placement
    met = 0
    for index, letter in enumerate(tiles[tile]):
        area = SLOT_COUNT * face + (index + turn) % SLOT_COUNT
        met += any(areas[other] == letter for other in AREA_NEIGHBOURS[area] if other // SLOT_COUNT != face)
    return met
