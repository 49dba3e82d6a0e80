"""The variants, a row each: in what a game differs from the usual one.

A variant that needs no rule of its own is a row here and its words in the catalogue; deals, pages, the API
and the browser go by the rows. Names stand in stored games, so none may ever go.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

COLUMN_SIZES = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3)  # cards in the columns of rounds 3 to 12


@dataclass(frozen=True, slots=True)
class Variant:
    """One variant. As the fields stand here nothing is changed."""

    name: str
    help: str  # on the command line
    column_sizes: tuple[int, ...] = COLUMN_SIZES
    has_objectives: bool = True  # without them every animal is worth 1
    hides_second_cards: bool = False  # the second card of a column lies face down until two rounds before


VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        Variant("beginner", help="no objectives; every animal is worth 1", has_objectives=False),
        Variant(
            "mystery",
            help="half of the animals lie face down at first",
            column_sizes=(2,) * 10,
            hides_second_cards=True,
        ),
    )
}


def chosen(names: Collection[str]) -> list[Variant]:
    """The variants of a game, in their order."""
    return [variant for name, variant in VARIANTS.items() if name in names]


def column_sizes(names: Collection[str]) -> tuple[int, ...]:
    """How many cards each column is dealt; of two variants that change it the later one says."""
    changed = [variant.column_sizes for variant in chosen(names) if variant.column_sizes != COLUMN_SIZES]
    return changed[-1] if changed else COLUMN_SIZES


def has_objectives(names: Collection[str]) -> bool:
    return all(variant.has_objectives for variant in chosen(names))


@cache  # asked of every card that is shown
def hides_second_cards(names: tuple[str, ...]) -> bool:
    return any(variant.hides_second_cards for variant in chosen(names))
