"""The rules page: its parts in their order, and the little planets that show what they say.

`CHAPTERS` lists every part once. A part's id is its address (`/rules#tie`): links lead there from the table
and from other sites, so an id stays. Its words are `rules.tie` and `rules.tie_says`; what its planets show
stands in `positions.json`, and their drawings, made by `scripts/little-planets.js`, in `stills.json`. Every
number under a planet is counted here by the rules.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from app.pages.contexts import Page
from app.rules.game import FIRST_COLUMN, PILES, TILES_A_ROUND, TURNED_UP_AHEAD
from app.rules.parts import Habitat, Requirement, Tiers, base_set
from app.rules.planet import Planet, Region, planet_from_areas
from app.rules.scoring import LAST_ROUND, tier_points
from app.rules.sphere import FACES
from app.rules.variants import VARIANTS, column_sizes
from app.texts import Noun, Texts

FOLDER = Path(__file__).parent
CHAPTERS = {
    "turn": ("goal", "turn", "leftovers"),
    "counts": ("area", "region", "edge", "corner"),
    "animals": ("animals", "most", "touching", "not-touching", "tie", "carry-over", "last-round"),
    "end": ("objectives", "tiers", "end"),
    "variants": tuple(VARIANTS),
    "table": ("hands", "away"),
    "words": ("words",),
}
IDS = tuple(part for parts in CHAPTERS.values() for part in parts)
STEPS = 5
ALL_TOGETHER = ("objectives", "tiers")  # figures in which areas count, whatever region they are in
# The words explained, and the part that says more.
WORDS = (
    ("tile", "turn"),
    ("face", "goal"),
    ("area", "area"),
    ("habitat", "area"),
    ("region", "region"),
    ("touching", "edge"),
    ("tie", "tie"),
    ("objective", "objectives"),
    ("tier", "tiers"),
    ("first", "turn"),
    ("caretaker", "away"),
)
# A game of four, after these rounds: how many tiles nobody took.
LEFT_AFTER = (1, 5, 10)
# Two columns of cards in the variant, and the rounds that are over in each frame.
OPEN = ("F+G", "O-F", "D+M", "G#")
HIDDEN = ("F#", "G-D", "M+F", "O+D")
MYSTERY_AFTER = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class LittlePlanet:
    """A planet of a figure: its areas, those that are lit, how it looks, and what is told of it."""

    areas: str
    lit: tuple[int, ...]
    drawing: Markup
    label: str
    notes: tuple[str, ...]
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class RuleFrame:
    """One moment of a figure: its planets, what is said of them, and what can be done next."""

    planets: tuple[LittlePlanet, ...]
    says: str
    does: str


@dataclass(frozen=True, slots=True)
class Figure:
    """Moments of one notion; the animal is the one that looks at the planets."""

    frames: tuple[RuleFrame, ...]
    animal: Requirement | None
    look: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RuleStep:
    """One moment of a figure without planets."""

    says: str
    does: str
    columns: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the rules: its address, and the name of its words."""

    id: str
    figure: Figure | None

    @property
    def key(self) -> str:
        return key_of(self.id)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Parts that belong together."""

    name: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, kw_only=True)
class RulesPage(Page):
    chapters: tuple[Chapter, ...]
    words: tuple[tuple[str, str], ...]
    steps: int
    signs: dict[str, Markup]
    sizes: tuple[tuple[int, int], ...]  # of each round: how many animals come
    tiers: tuple[tuple[Habitat, Tiers], ...]
    mystery: tuple[RuleStep, ...]
    leftovers: tuple[RuleStep, ...]
    animals: dict[Requirement, str]


def key_of(part: str) -> str:
    """`not-touching` -> `not_touching`: ids are addresses, keys are names."""
    return part.replace("-", "_")


@cache
def positions() -> dict[str, Any]:
    return dict(json.loads((FOLDER / "positions.json").read_text(encoding="utf-8")))


@cache
def stills() -> dict[str, Any]:
    return dict(json.loads((FOLDER / "stills.json").read_text(encoding="utf-8")))


@cache
def rules_page(texts: Texts) -> RulesPage:
    """The page in one language: nothing on it ever changes."""
    return RulesPage(
        title=texts.t("rules.title"),
        description=texts.t("rules.lead"),
        path="/rules",
        look="rules",
        script="js/pages/rules.js",
        has_planet=True,
        chapters=tuple(
            Chapter(name, tuple(Part(part, figure(texts, key_of(part))) for part in parts))
            for name, parts in CHAPTERS.items()
        ),
        words=WORDS,
        steps=STEPS,
        signs={letter: Markup(sign) for letter, sign in stills()["signs"].items()},  # noqa: S704 - our own
        sizes=tuple(enumerate((0, 0, *column_sizes(())), start=1)),
        tiers=tuple(base_set().thresholds.items()),
        mystery=tuple(mystery_step(texts, number, over) for number, over in enumerate(MYSTERY_AFTER, 1)),
        leftovers=tuple(leftover_step(texts, number, over) for number, over in enumerate(LEFT_AFTER, 1)),
        animals=dict(base_set().animals),
    )


def figure(texts: Texts, name: str) -> Figure | None:
    found = positions().get(name)
    if found is None:
        return None
    frames = tuple(frame(texts, name, found, number) for number in range(len(found["frames"])))
    east, north = found["look"]
    return Figure(frames, found.get("animal"), (east, north))


def frame(texts: Texts, name: str, found: dict[str, Any], number: int) -> RuleFrame:
    """The planet that an animal would choose is the one whose counted number is greater than all others."""
    shown = found["frames"][number]
    counted = [counted_on(one, found.get("animal")) for one in shown]
    best = max(counted)
    planets = tuple(
        LittlePlanet(
            areas=areas_of(one),
            lit=tuple(one["lit"]),
            drawing=Markup(stills()["planets"][name][number][place]),  # noqa: S704 - our own
            label=label_of(texts, name, one),
            notes=notes_of(texts, name, one),
            is_chosen=len(shown) > 1 and counted.count(best) == 1 and counted[place] == best,
        )
        for place, one in enumerate(shown)
    )
    return RuleFrame(planets, *words_of(texts, name, number + 1))


def words_of(texts: Texts, name: str, number: int) -> tuple[str, str]:
    """What a frame says, and what its button does; a figure of one frame has no button."""
    does = f"rules.see_{name}_{number}_do"
    return texts.t(f"rules.see_{name}_{number}"), texts.t(does) if texts.has(does) else ""


def areas_of(position: dict[str, Any]) -> str:
    return "".join(position["faces"].get(str(face), ".....") for face in FACES)


def planet_of(position: dict[str, Any]) -> Planet:
    return planet_from_areas(areas_of(position))


def lit_regions(position: dict[str, Any]) -> list[Region]:
    """The regions that are lit, or of which a part is; largest first."""
    planet, lit = planet_of(position), set(position["lit"])
    habitats = {Habitat(planet.areas[area]) for area in lit}
    found = [region for habitat in sorted(habitats) for region in planet.region_list(habitat)]
    return sorted((one for one in found if lit & set(one.areas)), key=lambda one: -one.size)


def counted_on(position: dict[str, Any], animal: str | None) -> int:
    """What is compared: the number of regions where the animal counts them, else how many areas are lit."""
    return len(lit_regions(position)) if animal and animal[1] == "#" else len(position["lit"])


def label_of(texts: Texts, name: str, position: dict[str, Any]) -> str:
    """The planet for whoever cannot see it: each lit region, how large it is and what it touches."""
    if name in ALL_TOGETHER:
        return texts.t("rules.lit", list=notes_of(texts, name, position)[0])
    told = [
        texts.t("rules.then", region=region_name(texts, one.habitat, size), touching=touching(texts, one))
        for one, size in ((one, len(set(one.areas) & set(position["lit"]))) for one in lit_regions(position))
    ]
    return texts.t("rules.lit", list="; ".join(told))


def region_name(texts: Texts, habitat: Habitat, size: int) -> str:
    name = texts.t("net.region", habitat=Noun(f"habitats.{habitat}"), count=size)
    return name[:1].upper() + name[1:]


def touching(texts: Texts, region: Region) -> str:
    if not region.touches:
        return texts.t("net.touches_none")
    return texts.t("net.touches", list=[Noun(f"habitats.{habitat}") for habitat in sorted(region.touches)])


def notes_of(texts: Texts, name: str, position: dict[str, Any]) -> tuple[str, ...]:
    """What stands under a planet."""
    regions = lit_regions(position)
    habitat = regions[0].habitat
    if len(regions) == 1 or name in ALL_TOGETHER:
        size = len(position["lit"])
        told = region_name(texts, habitat, size)
        if name != "tiers":
            return (told,)
        points = tier_points(base_set(), habitat, size)
        return told, texts.t("counted.points", count=points)
    return (texts.t("rules.regions", count=len(regions)),)


def mystery_step(texts: Texts, number: int, over: int) -> RuleStep:
    """The columns of the first rounds: the open animal, and the other one once it is turned up."""
    columns = tuple(
        (at, OPEN[place], HIDDEN[place] if at <= over + TURNED_UP_AHEAD and over else None)
        for place, at in enumerate(range(FIRST_COLUMN, FIRST_COLUMN + len(OPEN)))
    )
    return RuleStep(*words_of(texts, "mystery", number), columns)


def leftover_step(texts: Texts, number: int, over: int) -> RuleStep:
    """The two piles that are made of what four players leave: one tile a round."""
    return RuleStep(*words_of(texts, "leftovers", number), piles_after(over, players=4))


def piles_after(over: int, players: int) -> tuple[tuple[int, int], ...]:
    """Rounds 11 and 12 with the tiles that lie ready for them."""
    left = over * (TILES_A_ROUND - players)
    eleven = min(TILES_A_ROUND, left)
    return (PILES + 1, eleven), (LAST_ROUND, min(TILES_A_ROUND, left - eleven))
