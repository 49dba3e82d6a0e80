"""A bot's reason for somebody to read: animals, habitats, seats and tiles by what they are called."""

from app.bots.explain import Reason
from app.rules.parts import ComponentSet
from app.texts import Noun, Texts


def words_of(texts: Texts, reason: Reason, component_set: ComponentSet) -> str:
    arguments = dict(reason["args"])
    if "animal" in arguments:
        arguments["animal"] = Noun(f"animals.{component_set.animals[arguments['animal']]}")
    if "tile" in arguments:
        arguments["tile"] = component_set.tiles[arguments["tile"]]
    if "habitat" in arguments:
        arguments["habitat"] = Noun(f"habitats.{arguments['habitat']}")
    if "seat" in arguments:
        arguments["seat"] = Noun(f"names.seat_{arguments['seat']}")
    for name, noun in (("areas", "areas"), ("least", "areas"), ("points", "points")):
        if name in arguments:
            arguments[name] = Noun(f"counted.{noun}", arguments[name])
    return texts.t(f"reasons.{reason['key']}", **arguments)
