"""Component sets: ours is sound, and others' are read with care."""

import json
from collections import Counter
from typing import Any

import pytest

from app.rules.errors import MalformedSet
from app.rules.parts import REQUIREMENTS, advise_on_set, base_set, least_rotation, parse_set

BASE: dict[str, Any] = base_set().to_json()


def test_requirements_are_the_45_in_their_order():
    assert len(set(REQUIREMENTS)) == 45
    assert REQUIREMENTS[:9] == ("O#", "O+F", "O+D", "O+M", "O+G", "O-F", "O-D", "O-M", "O-G")
    assert Counter(text[1] for text in REQUIREMENTS) == {"#": 5, "+": 20, "-": 20}
    assert all(text[0] != text[-1] for text in REQUIREMENTS)


def test_the_base_set_has_the_promised_areas():
    assert Counter("".join(base_set().tiles)) == {"O": 60, "F": 50, "D": 50, "M": 50, "G": 40}


def test_the_base_sets_tiles_show_two_or_three_habitats_and_are_all_different():
    assert all(len(set(letters)) in (2, 3) for letters in base_set().tiles)
    assert len({least_rotation(letters) for letters in base_set().tiles}) == 50
    assert advise_on_set(base_set()) == []


def test_the_given_animals_keep_their_requirements():
    animals = base_set().animals
    given = {"F#": "panda", "D+M": "elephant", "G-D": "reindeer", "F+G": "fox"}
    assert {requirement: animals[requirement] for requirement in given} == given
    assert tuple(animals) == REQUIREMENTS


def test_glacier_keeps_its_published_tiers():
    assert base_set().thresholds["G"] == ((11, 2), (14, 4), (17, 6), (21, 8), (25, 10))


def test_sets_are_read_as_they_are_written():
    assert parse_set(json.loads(json.dumps(BASE))).to_json() == BASE


def changed(**fields):
    return {**BASE, **fields}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (None, "is not an object"),
        ({}, "lacks the field 'name'"),
        (changed(extra=1), "nobody knows"),
        (changed(name=""), "set.name"),
        (changed(tiles=BASE["tiles"][:49]), "49 entries instead of 50"),
        (changed(tiles=["OOFFM"] * 49 + ["oofFm"]), "set.tiles[49] is not five letters"),
        (changed(tiles="OOFFM" * 10), "is not a list"),
        (changed(animals=BASE["animals"][:44] + BASE["animals"][:1]), "repeats the requirement"),
        (
            changed(animals=[{**BASE["animals"][0], "key": "Panda!"}, *BASE["animals"][1:]]),
            "plain lower-case key",
        ),
        (changed(animals=[{**BASE["animals"][0], "key": "panda"}, *BASE["animals"][1:]]), "uses a key twice"),
        (
            changed(animals=[{**BASE["animals"][0], "requirement": "O+O"}, *BASE["animals"][1:]]),
            "45 requirements",
        ),
        (changed(thresholds={**BASE["thresholds"], "G": [[11, 2], [10, 4]]}), "not above the tier before"),
    ],
)
def test_a_set_that_cannot_be_played_with_is_refused_with_the_place(document, words):
    with pytest.raises(MalformedSet, match=r"^set") as caught:
        parse_set(document)
    assert words in caught.value.message


def test_advice_names_what_is_unusual():
    tiles = ["OOOOO", "OOFFM", "FFMOO", *BASE["tiles"][3:]]
    advice = advise_on_set(parse_set(changed(tiles=tiles)))
    assert any("tile 0 (OOOOO) shows 1 habitats" in line for line in advice)
    assert any("1, 2" in line and "turned" in line for line in advice)
    scarce = advise_on_set(parse_set(changed(tiles=["GGGGM"] * 50)))
    assert any("rarest" in line for line in scarce)
