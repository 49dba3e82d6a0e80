"""The shape of a planet: twelve faces of five areas, and who borders whom.

An area lies on one face and points at one neighbour of that face, so `(face, slot)` and "the pair of
faces (here, there)" name the same thing. Sets of areas are 60-bit masks: bit `5 * face + slot`.
"""

from typing import NewType

Face = NewType("Face", int)
Slot = NewType("Slot", int)
Turn = NewType("Turn", int)
Area = NewType("Area", int)

FACE_COUNT = 12
SLOT_COUNT = 5
AREA_COUNT = FACE_COUNT * SLOT_COUNT
ALL_FACES = (1 << FACE_COUNT) - 1
ALL_AREAS = (1 << AREA_COUNT) - 1

FACES = tuple(Face(face) for face in range(FACE_COUNT))
TURNS = tuple(Turn(turn) for turn in range(SLOT_COUNT))

# The five faces around each face, clockwise as seen from outside; the place in the row is the slot.
_CLOCKWISE = (
    (1, 2, 3, 4, 5),
    (0, 5, 10, 6, 2),
    (0, 1, 6, 7, 3),
    (0, 2, 7, 8, 4),
    (0, 3, 8, 9, 5),
    (0, 4, 9, 10, 1),
    (11, 7, 2, 1, 10),
    (11, 8, 3, 2, 6),
    (11, 9, 4, 3, 7),
    (11, 10, 5, 4, 8),
    (11, 6, 1, 5, 9),
    (10, 9, 8, 7, 6),
)

NEIGHBOURS: tuple[tuple[Face, ...], ...] = tuple(tuple(Face(face) for face in row) for row in _CLOCKWISE)


def area(face: int, slot: int) -> Area:
    return Area(SLOT_COUNT * face + slot)


def area_between(face: int, neighbour: int) -> Area:
    """The area of `face` that lies at its edge with `neighbour`."""
    return area(face, _CLOCKWISE[face].index(neighbour))


def _neighbours_of(face: int, slot: int) -> tuple[Area, Area, Area]:
    before, after = (slot - 1) % SLOT_COUNT, (slot + 1) % SLOT_COUNT
    return area(face, before), area(face, after), area_between(_CLOCKWISE[face][slot], face)


AREA_NEIGHBOURS = tuple(
    _neighbours_of(face, slot) for face in range(FACE_COUNT) for slot in range(SLOT_COUNT)
)
NEIGHBOUR_MASKS = tuple(sum(1 << neighbour for neighbour in row) for row in AREA_NEIGHBOURS)
FACE_MASKS = tuple(0b11111 << SLOT_COUNT * face for face in range(FACE_COUNT))


def halo_mask(mask: int) -> int:
    """Every area that borders an area of `mask` (members of `mask` may be among them)."""
    halo = 0
    while mask:
        lowest = mask & -mask
        halo |= NEIGHBOUR_MASKS[lowest.bit_length() - 1]
        mask ^= lowest
    return halo


def region_masks(mask: int) -> list[tuple[int, int]]:
    """Split `mask` into connected regions, each with its halo."""
    regions = []
    while mask:
        region = mask & -mask
        halo = halo_mask(region)
        while grown := halo & mask & ~region:
            region |= grown
            halo |= halo_mask(grown)
        regions.append((region, halo))
        mask ^= region
    return regions
