"""One planet: what lies on it, its regions, and what it brings to each animal's requirement.

A planet is five 60-bit masks, one a habitat. Beside each mask stand its regions, every one a number of 120
bits: its areas, and above them its halo (the areas that border it). Laying a tile merges only the regions it
touches, which is one "or" each, so nobody floods a whole planet; and a claim is a few bit tests. `Region`,
`region_list` and `areas` are the friendly layer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .errors import FaceTaken, MalformedPlanet, NoSuchFace, NoSuchTurn
from .parts import HABITAT_NUMBER, HABITATS, REQUIREMENTS, Habitat, Requirement, TileNo
from .sphere import (
    ALL_FACES,
    AREA_COUNT,
    FACE_COUNT,
    FACES,
    SLOT_COUNT,
    Area,
    Face,
    Turn,
    region_masks,
)

Claim = tuple[int, ...]
RegionMasks = tuple[int, ...]

HALO = AREA_COUNT  # the bit at which a region's halo begins
ALL_AREAS = (1 << AREA_COUNT) - 1

FREE = "."


class Placement(NamedTuple):
    """A tile, the face it is laid on, and how far it is turned."""

    tile: TileNo
    face: Face
    turn: Turn


@dataclass(frozen=True, slots=True)
class Region:
    """A connected piece of one habitat."""

    habitat: Habitat
    mask: int
    touches: frozenset[Habitat]

    @property
    def size(self) -> int:
        return self.mask.bit_count()

    @property
    def areas(self) -> tuple[Area, ...]:
        return tuple(areas_of(self.mask))


class Planet(NamedTuple):
    """An immutable planet; `place` gives the next one."""

    masks: tuple[int, ...]
    regions: tuple[RegionMasks, ...]
    free_faces: int

    @property
    def areas(self) -> str:
        """Sixty letters in area order, a dot where no tile lies."""
        letters = [FREE] * AREA_COUNT
        for habitat, mask in zip(HABITATS, self.masks, strict=True):
            for area in areas_of(mask):
                letters[area] = habitat
        return "".join(letters)

    def has_free(self, face: Face) -> bool:
        return bool(self.free_faces >> face & 1)

    def place(self, letters: str, face: Face, turn: Turn) -> "Planet":
        """The planet with the tile on it; raises when the face or the turn is not to be had."""
        if type(face) is not int or not 0 <= face < FACE_COUNT:
            raise NoSuchFace("There is no such face: faces are numbered 0 to 11.")
        if type(turn) is not int or not 0 <= turn < SLOT_COUNT:
            raise NoSuchTurn("A tile can be turned 0 to 4 steps.")
        if not self.has_free(face):
            raise FaceTaken(f"Face {face} already carries a tile.", face=face)
        return self.placed(letters, face, turn)

    def placed(self, letters: str, face: Face, turn: Turn) -> "Planet":
        """`place` without the checks, for callers that enumerate what is legal."""
        masks, regions = list(self.masks), list(self.regions)
        for habitat, mask, patches in tile_patches(letters, face, turn):
            here, own = regions[habitat], masks[habitat]
            for patch in patches:
                here = _joined(here, patch) if patch >> HALO & own else (*here, patch)
            regions[habitat] = here
            masks[habitat] = own | mask
        return Planet(tuple(masks), tuple(regions), self.free_faces & ~(1 << face))

    def region_list(self, habitat: Habitat) -> list[Region]:
        """The regions of `habitat`, largest first."""
        found = [
            Region(habitat, region & ALL_AREAS, self._touched(region >> HALO, habitat))
            for region in self._regions_of(habitat)
        ]
        return sorted(found, key=lambda region: (-region.size, region.mask & -region.mask))

    def largest_region(self, habitat: Habitat) -> int:
        """How many areas it has."""
        return max(((each & ALL_AREAS).bit_count() for each in self._regions_of(habitat)), default=0)

    def area_count(self, habitat: Habitat) -> int:
        return self.masks[HABITAT_NUMBER[habitat]].bit_count()

    def _regions_of(self, habitat: Habitat) -> RegionMasks:
        return self.regions[HABITAT_NUMBER[habitat]]

    def _touched(self, halo: int, own: Habitat) -> frozenset[Habitat]:
        return frozenset(h for h, mask in zip(HABITATS, self.masks, strict=True) if h != own and halo & mask)


EMPTY_PLANET = Planet((0,) * 5, ((),) * 5, ALL_FACES)


# Each requirement as its habitat's index, its relation, and the other habitat's index (of a count, its own).
_REQUIREMENTS = {
    text: (HABITAT_NUMBER[Habitat(text[0])], text[1], HABITAT_NUMBER[Habitat(text[-1].replace("#", text[0]))])
    for text in REQUIREMENTS
}


def claim(planet: Planet, requirement: Requirement) -> Claim:
    """What `planet` brings to `requirement`: sizes of its qualifying regions, largest first.

    For a count requirement (`F#`) the claim is one number. An uncovered face touches nothing.
    """
    habitat, relation, other = _REQUIREMENTS[requirement]
    regions = planet.regions[habitat]
    if relation == "#":
        return (len(regions),)
    wanted = planet.masks[other] << HALO
    if relation == "+":
        sizes = [(region & ALL_AREAS).bit_count() for region in regions if region & wanted]
    else:
        sizes = [(region & ALL_AREAS).bit_count() for region in regions if not region & wanted]
    if len(sizes) > 1:
        sizes.sort(reverse=True)
    return tuple(sizes)


def planet_from_areas(areas: str) -> Planet:
    """Read sixty letters; every face is either wholly covered or wholly free."""
    if not isinstance(areas, str) or len(areas) != AREA_COUNT or any(x not in "OFDMG." for x in areas):
        raise MalformedPlanet("A planet is sixty letters of OFDMG, with dots for free areas.")
    covered = AREA_COUNT - areas.count(FREE)
    faces = [face for face in range(FACE_COUNT) if areas[face * SLOT_COUNT] != FREE]
    if covered != SLOT_COUNT * len(faces) or any(FREE in areas[f * 5 : f * 5 + 5] for f in faces):
        raise MalformedPlanet("A face of the planet is only half covered.")
    masks = [sum(1 << area for area in range(AREA_COUNT) if areas[area] == habitat) for habitat in HABITATS]
    free = ALL_FACES & ~sum(1 << face for face in faces)
    return Planet(tuple(masks), tuple(_regions_in(mask) for mask in masks), free)


def areas_of(mask: int) -> Iterator[Area]:
    """The areas of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield Area(lowest.bit_length() - 1)
        mask ^= lowest


@lru_cache(maxsize=1 << 16)
def tile_patches(letters: str, face: Face, turn: Turn) -> tuple[tuple[int, int, RegionMasks], ...]:
    """A laid tile, habitat by habitat: its index, its areas, and their connected patches."""
    masks = [0] * len(HABITATS)
    for slot in range(SLOT_COUNT):
        masks[HABITAT_NUMBER[Habitat(letters[(slot - turn) % SLOT_COUNT])]] |= 1 << SLOT_COUNT * face + slot
    return tuple((habitat, mask, _regions_in(mask)) for habitat, mask in enumerate(masks) if mask)


def _regions_in(mask: int) -> RegionMasks:
    """The connected regions of `mask`."""
    return tuple(areas | halo << HALO for areas, halo in region_masks(mask))


def _joined(regions: RegionMasks, patch: int) -> RegionMasks:
    """The regions after one patch of a tile joined those that it touches."""
    reach = (patch & ALL_AREAS) << HALO
    joined, apart = patch, []
    for region in regions:
        if region & reach:
            joined |= region
        else:
            apart.append(region)
    return (*apart, joined)


_FREE_FACES = tuple(tuple(face for face in FACES if mask >> face & 1) for mask in range(ALL_FACES + 1))


def free_faces(planet: Planet) -> tuple[Face, ...]:
    """The faces that carry no tile yet, in order."""
    return _FREE_FACES[planet.free_faces]
