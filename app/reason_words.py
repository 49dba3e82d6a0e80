"""A bot's reason for somebody to read: animals, habitats, seats and tiles by what they are called."""

from collections import Counter

from app.bots.explain import Reason
from app.rules.parts import ComponentSet
from app.texts import Noun, Texts


def words_of(texts: Texts, reason: Reason, component_set: ComponentSet) -> str:
    arguments = dict(reason["args"])
    if "animal" in arguments:
        arguments["animal"] = Noun(f"animals.{component_set.animals[arguments['animal']]}")
    if "tile" in arguments:
        arguments["tile"] = tile_words(texts, component_set.tiles[arguments["tile"]])
    if "habitat" in arguments:
        arguments["habitat"] = Noun(f"habitats.{arguments['habitat']}")
    if "seat" in arguments:
        arguments["seat"] = Noun(f"names.seat_{arguments['seat']}")
    for name, noun in (("areas", "areas"), ("least", "areas"), ("points", "points")):
        if name in arguments:
            arguments[name] = Noun(f"counted.{noun}", arguments[name])
    return texts.t(f"reasons.{reason['key']}", **arguments)


def tile_words(texts: Texts, letters: str) -> str:
    """What lies on a tile, most of it first: "ocean 4, desert 1"."""
    counted = Counter(letters).most_common()
    return texts.commas(
        [texts.t("net.count", habitat=Noun(f"habitats.{one}"), number=count) for one, count in counted]
    )
