"""Names for whoever does not care to think of one, in their language: `Quiet Heron`, `Lantern Bay`.

The words stand in the catalogue, as lists with commas. Adjectives and creatures come in groups that agree
(`adjectives_a` with `creatures_a`, and so on): one group where a language has one gender, more where it has
more. Nothing in them can offend, whichever two meet.
"""

import secrets

from app.texts import Texts

GROUPS = ("a", "b", "c")


def words(texts: Texts, key: str) -> tuple[str, ...]:
    """The words of a list in the catalogue; none where this language has no such list."""
    return tuple(texts.t(f"friendly.{key}").split(", ")) if texts.has(f"friendly.{key}") else ()


def person_name(texts: Texts) -> str:
    """A friendly name for somebody new."""
    pairs = [(group, creature) for group in GROUPS for creature in words(texts, f"creatures_{group}")]
    group, creature = secrets.choice(pairs)
    adjective = secrets.choice(words(texts, f"adjectives_{group}"))
    return texts.t("friendly.person", adjective=adjective, creature=creature)


def room_name(texts: Texts) -> str:
    """A friendly name for a room."""
    light, place = (secrets.choice(words(texts, key)) for key in ("lights", "places"))
    return texts.t("friendly.room", light=light, place=place)


def first_room_name(texts: Texts) -> str:
    """The room in which somebody learns the game."""
    return texts.t("home.first_game")
