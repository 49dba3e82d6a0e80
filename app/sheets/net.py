"""A planet unfolded: where on the paper each face lies, which edges are folds, which are glued, the tabs.

The north pole (face 0) with its ring makes one flower, the south pole (face 11) with its own the other; the
two hang together at one edge. The paper shows the planet from outside, so slots run clockwise as in
docs/record.md. Points are complex numbers, y downwards. An edge is 1 long until the net is fitted to a paper
in millimetres.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from app.rules.sphere import FACES, NEIGHBOURS, SLOT_COUNT, TURNS, Face

FIFTH = 2 * math.pi / SLOT_COUNT
APOTHEM = 0.5 / math.tan(math.pi / SLOT_COUNT)  # from the centre of a face to the middle of an edge
RADIUS = 0.5 / math.sin(math.pi / SLOT_COUNT)  # and to a corner
NORTH, SOUTH, BRIDGE = (
    Face(0),
    Face(11),
    Face(6),
)  # the bridge is the southern face that hangs on a northern one
TAB_DEPTH = 0.17
STEEP, FLAT = math.radians(50), math.radians(29)  # a tab's angles; flat where another face is near
NEAR = 1e-6

Edge = tuple[Face, int]  # a face and the slot at whose outer edge it is


@dataclass(frozen=True, slots=True)
class Laid:
    """A face on the paper: its centre, the direction in which its slot 0 points, the length of its edges."""

    centre: complex
    angle: float
    length: float = 1.0

    def towards(self, slot: float) -> complex:
        return cmath.rect(1, self.angle + slot * FIFTH)

    def corner(self, slot: int) -> complex:
        """The corner before the outer edge of `slot`, going clockwise."""
        return self.centre + self.length * RADIUS * self.towards(slot - 0.5)

    @property
    def corners(self) -> tuple[complex, ...]:
        return tuple(self.corner(slot) for slot in TURNS)

    def edge(self, slot: int) -> tuple[complex, complex]:
        return self.corner(slot), self.corner(slot + 1)


@dataclass(frozen=True, slots=True)
class Tab:
    """A flap outside one edge, glued under the edge of another face that bears the same number."""

    number: int
    on: Edge
    under: Edge
    corners: tuple[complex, ...]


@dataclass(frozen=True, slots=True)
class Net:
    faces: tuple[Laid, ...]
    folds: tuple[Edge, ...]
    tabs: tuple[Tab, ...]

    @property
    def points(self) -> Iterator[complex]:
        for laid in self.faces:
            yield from laid.corners
        for tab in self.tabs:
            yield from tab.corners

    def moved(self, scale: float, turn: float, to: complex) -> Net:
        """The net made `scale` times as large, turned, and pushed along."""
        by = cmath.rect(scale, turn)

        def points(corners: tuple[complex, ...]) -> tuple[complex, ...]:
            return tuple(by * corner + to for corner in corners)

        return Net(
            tuple(Laid(by * laid.centre + to, laid.angle + turn, scale * laid.length) for laid in self.faces),
            self.folds,
            tuple(Tab(tab.number, tab.on, tab.under, points(tab.corners)) for tab in self.tabs),
        )


@cache
def unfolded() -> Net:
    """The net in edges, the north pole at 0."""
    laid: dict[Face, Laid] = {NORTH: Laid(0, 0.0)}
    folds: list[Edge] = []
    for here, there in _tree():
        laid[there] = _beside(laid[here], here, there)
        folds.append((here, NEIGHBOURS[here].index(there)))
    faces = tuple(laid[face] for face in FACES)
    return Net(faces, tuple(folds), tuple(_tabs(faces, set(folds))))


def _tree() -> Iterator[tuple[Face, Face]]:
    """Which face hangs on which: each ring on its pole, and the south on the north by the bridge."""
    yield from ((NORTH, face) for face in NEIGHBOURS[NORTH])
    yield (Face(1), BRIDGE)
    yield (BRIDGE, SOUTH)
    yield from ((SOUTH, face) for face in NEIGHBOURS[SOUTH] if face != BRIDGE)


def _beside(laid: Laid, here: Face, there: Face) -> Laid:
    """Where `there` lies when it is folded out from the edge that it shares with `here`."""
    slot, back = NEIGHBOURS[here].index(there), NEIGHBOURS[there].index(here)
    angle = laid.angle + slot * FIFTH
    return Laid(laid.centre + 2 * APOTHEM * laid.towards(slot), angle + math.pi - back * FIFTH)


def _tabs(faces: tuple[Laid, ...], folds: set[Edge]) -> Iterator[Tab]:
    """One for each edge that is neither a fold nor has its tab on the other side, numbered from the north."""
    number = 0
    for face in FACES:
        for slot, other in enumerate(NEIGHBOURS[face]):
            there = (other, NEIGHBOURS[other].index(face))
            if face < other and (face, slot) not in folds and there not in folds:
                number += 1
                yield Tab(number, (face, slot), there, _tab(faces, face, slot))


def _tab(faces: tuple[Laid, ...], face: Face, slot: int) -> tuple[complex, ...]:
    """A trapezium outside the edge, slimmer at a corner where three faces leave little room."""
    start, end = faces[face].edge(slot)
    along, out = end - start, faces[face].towards(slot)
    insets = (TAB_DEPTH / math.tan(_angle_at(faces, corner)) for corner in (start, end))
    first, last = insets
    return start, start + out * TAB_DEPTH + along * first, end + out * TAB_DEPTH - along * last, end


def _angle_at(faces: tuple[Laid, ...], point: complex) -> float:
    meeting = sum(abs(corner - point) < NEAR for laid in faces for corner in laid.corners)
    return FLAT if meeting > 2 else STEEP  # three pentagons leave 36 degrees, two leave 144


@cache
def fitted(width: float, height: float, margin: float) -> Net:
    """The largest net that fits on a paper of this size, in its middle."""
    room = complex(width - 2 * margin, height - 2 * margin)
    scale, turn = max((_scale(room, math.radians(degree / 2)), -degree) for degree in range(360))
    net = unfolded().moved(scale, math.radians(-turn / 2), 0)
    low, high = _box(list(net.points))
    return net.moved(1, 0, complex(width, height) / 2 - (low + high) / 2)


def _scale(room: complex, turn: float) -> float:
    by = cmath.rect(1, turn)
    low, high = _box([by * point for point in unfolded().points])
    return min(room.real / (high - low).real, room.imag / (high - low).imag)


def _box(points: list[complex]) -> tuple[complex, complex]:
    across, down = [point.real for point in points], [point.imag for point in points]
    return complex(min(across), min(down)), complex(max(across), max(down))


def areas_of(laid: Laid) -> Iterator[tuple[complex, complex, complex]]:
    """The five areas of a face, by slot: triangles from the centre to an edge."""
    corners = (*laid.corners, laid.corners[0])
    for start, end in pairwise(corners):
        yield laid.centre, start, end
