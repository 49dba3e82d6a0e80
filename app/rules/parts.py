"""What is in the box: habitats, tiles, animals with their requirements, objectives with their tiers.

A component set is a JSON file (`sets/base.json` is ours). The game itself needs only its tiles and
thresholds; the animals' keys say what the page draws and translates.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NewType

from .errors import MalformedSet
from .reading import Reader

Habitat = NewType("Habitat", str)
Requirement = NewType("Requirement", str)
TileNo = NewType("TileNo", int)
Tiers = tuple[tuple[int, int], ...]

HABITATS = tuple(Habitat(letter) for letter in "OFDMG")
HABITAT_NUMBER: Mapping[str, int] = {habitat: index for index, habitat in enumerate(HABITATS)}
TILE_COUNT = 50
ANIMAL_COUNT = 20

SETS = Path(__file__).with_name("sets")
MOST_POINTS_OF_A_TIER = 1000


def _requirements_of(habitat: str) -> list[str]:
    others = [other for other in HABITATS if other != habitat]
    return [
        f"{habitat}#",
        *(f"{habitat}+{other}" for other in others),
        *(f"{habitat}-{other}" for other in others),
    ]


REQUIREMENTS = tuple(Requirement(text) for habitat in HABITATS for text in _requirements_of(habitat))
_KNOWN_REQUIREMENTS = frozenset(REQUIREMENTS)


def is_requirement(text: object) -> bool:
    return isinstance(text, str) and text in _KNOWN_REQUIREMENTS


def is_tile(text: object) -> bool:
    return isinstance(text, str) and len(text) == 5 and all(letter in HABITAT_NUMBER for letter in text)


def least_rotation(letters: str) -> str:
    """The same for every turn of a tile, and different for different tiles."""
    return min(letters[turn:] + letters[:turn] for turn in range(5))


@dataclass(frozen=True, slots=True)
class ComponentSet:
    """The tiles and tiers a game is played with, and which animal stands for which requirement."""

    name: str
    tiles: tuple[str, ...]
    thresholds: Mapping[Habitat, Tiers]
    animals: Mapping[Requirement, str]

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "tiles": list(self.tiles),
            "animals": [{"requirement": text, "key": key} for text, key in self.animals.items()],
            "thresholds": {
                habitat: [list(tier) for tier in tiers] for habitat, tiers in self.thresholds.items()
            },
        }


@cache
def base_set() -> ComponentSet:
    """The set the game comes with."""
    return parse_set(json.loads((SETS / "base.json").read_text(encoding="utf-8")))


def parse_set(document: object) -> ComponentSet:
    """Read a component set, or raise `MalformedSet` that says where it is wrong."""
    fields = Reader(document, "set", MalformedSet).fields("name", "tiles", "animals", "thresholds")
    return ComponentSet(
        name=fields["name"].text(longest=60),
        tiles=read_tiles(fields["tiles"]),
        thresholds=read_thresholds(fields["thresholds"]),
        animals=_read_animals(fields["animals"]),
    )


def read_tiles(reader: Reader) -> tuple[str, ...]:
    tiles = []
    for item in reader.items(exactly=TILE_COUNT):
        item.require(is_tile(item.value), "is not five letters of OFDMG")
        tiles.append(str(item.value))
    return tuple(tiles)


def read_thresholds(reader: Reader) -> Mapping[Habitat, Tiers]:
    fields = reader.fields(*HABITATS)
    return {habitat: _read_tiers(fields[habitat]) for habitat in HABITATS}


def _read_tiers(reader: Reader) -> Tiers:
    tiers: list[tuple[int, int]] = []
    for item in reader.items():
        areas, points = (part for part in item.items(exactly=2))
        tier = areas.number(1, 60), points.number(0, MOST_POINTS_OF_A_TIER)
        item.require(
            not tiers or (tier[0] > tiers[-1][0] and tier[1] >= tiers[-1][1]), "is not above the tier before"
        )
        tiers.append(tier)
    return tuple(tiers)


def _read_animals(reader: Reader) -> Mapping[Requirement, str]:
    animals: dict[Requirement, str] = {}
    for item in reader.items(exactly=len(REQUIREMENTS)):
        fields = item.fields("requirement", "key")
        requirement = read_requirement(fields["requirement"])
        item.require(requirement not in animals, f"repeats the requirement {requirement}")
        key = fields["key"].text(longest=40)
        fields["key"].require(
            key.isidentifier() and key.isascii() and key.islower(), "is not a plain lower-case key"
        )
        animals[requirement] = key
    reader.require(len(set(animals.values())) == len(animals), "uses a key twice")
    return {requirement: animals[requirement] for requirement in REQUIREMENTS}


def read_requirement(reader: Reader) -> Requirement:
    reader.require(is_requirement(reader.value), "is none of the 45 requirements")
    return Requirement(str(reader.value))


def advise_on_set(component_set: ComponentSet) -> list[str]:
    """What is unusual in a readable set: it can be played, but a typing slip may hide in it."""
    advice = [
        f"tile {number} ({letters}) shows {len(set(letters))} habitats; two or three are usual"
        for number, letters in enumerate(component_set.tiles)
        if len(set(letters)) not in (2, 3)
    ]
    counts = Counter(least_rotation(letters) for letters in component_set.tiles)
    for shape, count in counts.items():
        if count > 1:
            numbers = [n for n, letters in enumerate(component_set.tiles) if least_rotation(letters) == shape]
            advice.append(f"tiles {', '.join(map(str, numbers))} are the same tile turned")
    totals = Counter("".join(component_set.tiles))
    if min(totals[h] for h in HABITATS) != totals["G"] or max(totals[h] for h in HABITATS) != totals["O"]:
        advice.append(
            "in the published game ocean is the most common habitat and glacier the rarest; here it is not so"
        )
    return advice
