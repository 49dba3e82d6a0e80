"""Planets as a bot turns them over in its head: five masks, regions by memory, every laid tile worked out
before.

The same numbers as in app/rules/planet.py, stripped to what a search asks for a hundred thousand times a
second. The regions of a habitat are pairs (size, halo), largest first, remembered by the habitat's mask.
"""

from collections.abc import Sequence
from functools import cache

from app.rules.parts import HABITAT_NUMBER, HABITATS, REQUIREMENTS
from app.rules.sphere import FACE_COUNT, FACE_MASKS, NEIGHBOURS, SLOT_COUNT, region_masks

Regions = tuple[tuple[int, int], ...]  # (size, halo), largest first
Patches = tuple[tuple[int, int, int], ...]  # (size, halo, areas) of the pieces that a tile brings
Layout = tuple[tuple[int, int, Patches], ...]  # (habitat, areas, patches) of a tile on a face with a turn

COUNT, TOUCHING, APART = 0, 1, 2
_HABITATS = "".join(HABITATS) + "_"
_KINDS = {"#": COUNT, "+": TOUCHING, "-": APART}

# A card is a number here, in the record's order; what it asks is read from these three rows. Behind the cards
# that there are follow five that there are not: "biggest region of X", whatever it touches.
CARD_NUMBER: dict[str, int] = {requirement: number for number, requirement in enumerate(REQUIREMENTS)}
_ASKED = (*REQUIREMENTS, *(f"{habitat}-_" for habitat in HABITATS))
CARD_HABITAT = tuple(_HABITATS.index(asked[0]) for asked in _ASKED)
CARD_KIND = tuple(_KINDS[asked[1]] for asked in _ASKED)
CARD_OTHER = tuple(_HABITATS.index(asked.rstrip("#")[-1]) for asked in _ASKED)
BIGGEST_CARDS = tuple(range(len(REQUIREMENTS), len(_ASKED)))  # by habitat
COUNT_CARDS = tuple(CARD_NUMBER[f"{habitat}#"] for habitat in HABITATS)
# A card as somebody reads it who does not heed what its region shall touch.
WITHOUT_NEIGHBOURS = tuple(
    card if kind == COUNT else BIGGEST_CARDS[habitat]
    for card, (habitat, kind) in enumerate(zip(CARD_HABITAT, CARD_KIND, strict=True))
)

FACES_AROUND = tuple(sum(1 << neighbour for neighbour in row) for row in NEIGHBOURS)
LARGEST = 39  # beyond this size regions are alike to a bot
MOST_REMEMBERED = 150_000


@cache
def layouts(letters: str) -> tuple[tuple[Layout, ...], ...]:
    """For every face and every turn, what a tile puts where."""
    return tuple(
        tuple(_layout(letters, face, turn) for turn in range(SLOT_COUNT)) for face in range(FACE_COUNT)
    )


def _layout(letters: str, face: int, turn: int) -> Layout:
    masks = [0] * len(HABITATS)
    for i, letter in enumerate(letters):
        masks[HABITAT_NUMBER[letter]] |= 1 << SLOT_COUNT * face + (i + turn) % SLOT_COUNT
    return tuple((habitat, mask, _patches(mask)) for habitat, mask in enumerate(masks) if mask)


def _patches(mask: int) -> Patches:
    return tuple((areas.bit_count(), halo, areas) for areas, halo in region_masks(mask))


@cache
def areas_of(faces: int) -> int:
    """The areas of a set of faces."""
    return sum(FACE_MASKS[face] for face in faces_of(faces))


@cache
def faces_of(faces: int) -> tuple[int, ...]:
    return tuple(face for face in range(FACE_COUNT) if faces >> face & 1)


_remembered: dict[int, Regions] = {0: ()}
recall = _remembered.get  # the regions of a mask, if they were met before


def regions_of(mask: int) -> Regions:
    """The regions of one habitat: flooded once, then remembered."""
    known = recall(mask)
    if known is None:
        pieces = ((min(areas.bit_count(), LARGEST), halo) for areas, halo in region_masks(mask))
        known = _remembered[mask] = tuple(sorted(pieces, reverse=True))
    return known


def joined(regions: Regions, patches: Patches, mask: int) -> Regions:
    """The regions of `mask`: what `regions` cover, and the patches of one more tile. Remembered."""
    for size, halo, areas in patches:
        grown, border, apart = size, halo, []
        for region in regions:
            if region[1] & areas:
                grown += region[0]
                border |= region[1]
            else:
                apart.append(region)
        apart.append((min(grown, LARGEST), border))
        regions = tuple(apart)
    found = _remembered[mask] = tuple(sorted(regions, reverse=True))
    return found


def laid(masks: list[int], regions: list[Regions], layout: Layout) -> tuple[list[int], list[Regions]]:
    """A planet's masks and regions with one more tile."""
    masks, regions = masks[:], regions[:]
    for habitat, areas, patches in layout:
        mask = masks[habitat] = masks[habitat] | areas
        regions[habitat] = recall(mask) or joined(regions[habitat], patches, mask)
    return masks, regions


def forget() -> None:
    """Let go of what was remembered, once it is much."""
    if len(_remembered) > MOST_REMEMBERED:
        _remembered.clear()
        _remembered[0] = ()


def claim_sizes(card: int, masks: Sequence[int], regions: Sequence[Regions]) -> Sequence[int]:
    """The claim of a planet on a card, as the rules have it."""
    own, kind = regions[CARD_HABITAT[card]], CARD_KIND[card]
    if kind == COUNT:
        return (len(own),)
    other = masks[CARD_OTHER[card]]
    return [size for size, halo in own if (halo & other != 0) == (kind == TOUCHING)]
