"""A planet's sheet as shapes, on each size of paper: what lies on every area, where to cut and to fold.

SVG and PDF are written from the same shapes, so both print alike. Everything is in millimetres.
"""

from __future__ import annotations

import cmath
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.rules.planet import FREE
from app.rules.sphere import FACES, SLOT_COUNT
from app.sheets.net import Net, Tab, areas_of, fitted
from app.sheets.relief import shaded

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN = 9.0  # what printers leave white, and a little

# The habitats' colours, as static/css/tokens.css has them, and that of a face without a tile.
COLOURS = {"O": "#3d66d4", "F": "#2fae76", "D": "#f2c844", "M": "#703f60", "G": "#e6f8fa", FREE: "#ffffff"}
INK, FAINT, TAB_PAPER = "#22283c", "#9aa1b5", "#f4f5f8"
CUT, FOLD, BORDER = 0.25, 0.2, 0.12
NUMBER_SIZE = 2.4
INSIDE = 0.12  # how far from its edge a number stands, in edges


@dataclass(frozen=True, slots=True)
class Polygon:
    """Closed rings of one colour."""

    rings: tuple[tuple[complex, ...], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    points: tuple[complex, ...]
    colour: str
    width: float
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """Digits around a point, turned so that they stand on their edge."""

    text: str
    at: complex
    turn: float
    colour: str


Shape = Polygon | Line | Number


@dataclass(frozen=True, slots=True)
class Sheet:
    width: float
    height: float
    shapes: tuple[Shape, ...]


def sheet(areas: str, paper: Paper = "a4", *, has_relief: bool = False) -> Sheet:
    """The sheet of a planet of sixty letters; of the empty core where they are all dots."""
    width, height = PAPERS[paper]
    net = fitted(width, height, MARGIN)
    shapes = (
        *_tabs(net),
        *(_relief(net, areas) if has_relief else _plain(net, areas)),
        *_borders(net, areas),
        *_folds(net),
        *_cuts(net),
        *_numbers(net, areas),
    )
    return Sheet(width, height, tuple(shapes))


def _tabs(net: Net) -> Iterator[Shape]:
    yield Polygon(tuple(tab.corners for tab in net.tabs), TAB_PAPER)


def _plain(net: Net, areas: str) -> Iterator[Shape]:
    for face in FACES:
        for slot, triangle in enumerate(areas_of(net.faces[face])):
            yield Polygon((triangle,), COLOURS[areas[SLOT_COUNT * face + slot]])


def _relief(net: Net, areas: str) -> Iterator[Shape]:
    rings: dict[str, list[tuple[complex, ...]]] = defaultdict(list)
    for face in FACES:
        for slot, triangle in enumerate(areas_of(net.faces[face])):
            area = SLOT_COUNT * face + slot
            for corners, colour in shaded(triangle, area, areas[area], COLOURS[areas[area]]):
                rings[colour].append(corners)
    for colour, same in rings.items():
        yield Polygon(tuple(same), colour)


def _borders(net: Net, areas: str) -> Iterator[Shape]:
    """Thin lines between areas of one face where habitats differ; all five where no tile lies."""
    for face in FACES:
        laid = net.faces[face]
        for slot in range(SLOT_COUNT):
            here, before = (areas[SLOT_COUNT * face + each % SLOT_COUNT] for each in (slot, slot - 1))
            if here != before or here == FREE:
                yield Line((laid.centre, laid.corner(slot)), FAINT, BORDER)


def _folds(net: Net) -> Iterator[Shape]:
    for face, slot in net.folds:
        yield Line(net.faces[face].edge(slot), INK, FOLD, is_dashed=True)
    for tab in net.tabs:
        yield Line((tab.corners[0], tab.corners[-1]), INK, FOLD, is_dashed=True)


def _cuts(net: Net) -> Iterator[Shape]:
    for tab in net.tabs:
        face, slot = tab.under
        yield Line(tab.corners, INK, CUT)
        yield Line(net.faces[face].edge(slot), INK, CUT)


def _numbers(net: Net, areas: str) -> Iterator[Shape]:
    """One on each tab, the same inside the edge above it; on the empty core each face's own, in slot 0."""
    for tab in net.tabs:
        yield _on_tab(net, tab)
        face, slot = tab.under
        laid = net.faces[face]
        start, end = laid.edge(slot)
        at = (start + end) / 2 - INSIDE * laid.length * laid.towards(slot)
        colour = "#ffffff" if areas[SLOT_COUNT * face + slot] in "OM" else INK
        yield Number(str(tab.number), at, cmath.phase(laid.towards(slot)) + math.pi / 2, colour)
    if set(areas) == {FREE}:
        for face in FACES:
            laid = net.faces[face]
            at = laid.centre + 0.35 * laid.length * laid.towards(0)
            yield Number(str(face), at, cmath.phase(laid.towards(0)) + math.pi / 2, FAINT)


def _on_tab(net: Net, tab: Tab) -> Number:
    face, slot = tab.on
    at = sum(tab.corners) / len(tab.corners)
    return Number(str(tab.number), at, cmath.phase(net.faces[face].towards(slot)) + math.pi / 2, INK)
