"""Where a tile may be laid on a planet, and how the planet would then stand in every race.

Imagined games come by the same planets again and again, so each answer is worked out once, when it is first
asked for, and remembered. An answer depends on the planet, the tile and the card alone.
"""

from collections.abc import Iterator, Sequence
from itertools import repeat

from app.rules.parts import HABITAT_NUMBER
from app.rules.sphere import FACE_COUNT

from .bitboard import (
    CARD_HABITAT,
    CARD_KIND,
    CARD_OTHER,
    FACES_AROUND,
    Regions,
    areas_of,
    faces_of,
    forget,
    joined,
    layouts,
    recall,
)
from .win_odds import standing

NOTHING = 0  # what a card without neighbours asks to touch
ALL_FACES = (1 << FACE_COUNT) - 1
MOST_REMEMBERED = 400  # planets


class TilePlacements:
    """Every place for one tile on one planet: free areas and the habitats that change, in columns."""

    def __init__(self, planet: "KnownPlanet", letters: str) -> None:
        self._planet = planet
        self.places = [(face, turn) for face, turns in faces_that_differ(planet.free) for turn in turns]
        self._spaces = [areas_of(planet.free ^ 1 << face) for face, _ in self.places]
        self._masks: dict[int, list[int]] = {}
        self._regions: dict[int, list[Regions]] = {}
        self._standings: dict[int, tuple[tuple[int, ...], frozenset[int]]] = {}
        self.habitats = {HABITAT_NUMBER[letter] for letter in letters}
        for habitat in self.habitats:
            self._masks[habitat], self._regions[habitat] = [], []
        by_face = layouts(letters)
        for face, turn in self.places:
            for habitat, areas, patches in by_face[face][turn]:
                mask = planet.masks[habitat] | areas
                self._masks[habitat].append(mask)
                self._regions[habitat].append(recall(mask) or joined(planet.regions[habitat], patches, mask))

    def standings(self, card: int) -> tuple[tuple[int, ...], frozenset[int]]:
        """In the race for a card, with the tile in each of the places; and which there are at all."""
        known = self._standings.get(card)
        if known is None:
            planet, habitat, other = self._planet, CARD_HABITAT[card], CARD_OTHER[card]
            own = self._regions.get(habitat) or repeat(planet.regions[habitat])
            beside = self._masks.get(other) or repeat(planet.masks[other])
            each = tuple(map(standing, repeat(CARD_KIND[card]), own, beside, self._spaces))
            known = self._standings[card] = each, frozenset(each)
        return known


class KnownPlanet:
    """One planet as it lies."""

    def __init__(self, masks: Sequence[int], regions: Sequence[Regions], free: int) -> None:
        self.masks, self.regions, self.free = (*masks, NOTHING), regions, free
        self._space = areas_of(free)
        self._standings: dict[int, int] = {}
        self._placements: dict[str, TilePlacements] = {}

    def standing(self, card: int) -> int:
        known = self._standings.get(card)
        if known is None:
            own, beside = self.regions[CARD_HABITAT[card]], self.masks[CARD_OTHER[card]]
            known = self._standings[card] = standing(CARD_KIND[card], own, beside, self._space)
        return known

    def placements(self, letters: str) -> TilePlacements:
        known = self._placements.get(letters)
        if known is None:
            known = self._placements[letters] = TilePlacements(self, letters)
        return known


_remembered: dict[tuple[int, ...], KnownPlanet] = {}


def known_planet(masks: Sequence[int], regions: Sequence[Regions], free: int) -> KnownPlanet:
    """The planet with these masks, and all that was found out about it before."""
    key = tuple(masks)
    known = _remembered.get(key)
    if known is None:
        forget()
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        known = _remembered[key] = KnownPlanet(key, tuple(regions), free)
    return known


def faces_that_differ(free: int) -> Iterator[tuple[int, range]]:
    """Faces and turns worth trying: where nothing lies around, one face and one turn stand for all."""
    is_lonely_tried = False
    for face in faces_of(free):
        if FACES_AROUND[face] & ~free & ALL_FACES:
            yield face, range(5)
        elif not is_lonely_tried:
            is_lonely_tried = True
            yield face, range(1)
