"""What Python says for every key of every language, with names, nouns and a range of numbers in its gaps: one
JSON document, `[lang, catalogue, [[key, arguments, answer], …]]` for each, for JavaScript to agree with.
"""

import json
from collections.abc import Iterator
from typing import Any

from app.texts import LANGUAGES, Noun, Texts, read_catalogue, texts_in
from tests.texts.test_catalogue import NOUNS, PLURAL, gaps

NUMBERS = (0, 1, 2, 3, 5, 11, 14, 21, 22, 100, 1000, 1234567)
ANIMALS, HABITATS = ("animals.fox", "animals.polar_bear"), ("habitats.D", "habitats.M", "habitats.O")
NAMES = ("Ida", "עדה לאבלייס", "{name} *Robin* & <b>", "ñandú")
MANY = ("names", "who", "winners", "faces", "sizes", "claims")


def argument(gap: str, number: int) -> Any:
    """Something to fill a gap with; another one for another number."""
    if gap in ("areas", "least", "points"):
        return {"noun": f"counted.{gap.replace('least', 'areas')}", "count": number}
    if gap == "list":
        return [{"noun": HABITATS[at % 3]} for at in range(number % 4)]
    if gap in MANY:
        return [*NAMES, *NUMBERS][number % 5 : number % 5 + number % 3]
    if gap in NOUNS:
        section = NOUNS[gap]
        known = (
            ANIMALS if section == "animals." else HABITATS if section == "habitats." else (section + "grove",)
        )
        return {"noun": known[number % len(known)]}
    return number if number % 3 or gap == "count" else NAMES[number % len(NAMES)]


def heard(value: Any) -> Any:
    """The same as Python takes it."""
    if isinstance(value, list):
        return [heard(one) for one in value]
    return Noun(value["noun"], value.get("count")) if isinstance(value, dict) else value


def said(texts: Texts, lang: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    written = read_catalogue(lang)
    wanted: dict[str, set[str]] = {}
    for key, text in written.items():
        wanted.setdefault(key, set()).update(gaps(text))
        if PLURAL.search(key):
            wanted.setdefault(PLURAL.sub("", key), {"count"}).update(gaps(text))
    for key, names in wanted.items():
        for number in NUMBERS if names else NUMBERS[:1]:
            arguments = {name: argument(name, number) for name in sorted(names)}
            heard_as = {name: heard(value) for name, value in arguments.items()}
            yield key, arguments, texts.t(key, **heard_as)


def whole(lang: str) -> tuple[str, dict[str, str], list[tuple[str, dict[str, Any], str]]]:
    texts = texts_in(lang)
    return lang, texts._texts, list(said(texts, lang))


if __name__ == "__main__":
    print(json.dumps([whole(lang) for lang in LANGUAGES]))
