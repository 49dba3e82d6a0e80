"""Tiles on a planet, regions that merge, and claims."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.errors import FaceTaken, MalformedPlanet, NoSuchFace, NoSuchTurn
from app.rules.parts import HABITATS, REQUIREMENTS, Habitat
from app.rules.planet import ALL_AREAS, EMPTY_PLANET, HALO, claim, free_faces, planet_from_areas
from app.rules.sphere import area, region_masks

from .playing import only_cards, planet_with, random_planet
from .turning import rotations

planets = st.integers(0, 2**32).map(lambda number: random_planet(random.Random(number)))


def turned(areas: str, rotation: tuple[int, ...]) -> str:
    letters = ["."] * 60
    for here, there in enumerate(rotation):
        letters[there] = areas[here]
    return "".join(letters)


def test_tile_letters_run_clockwise_from_its_turn():
    planet = EMPTY_PLANET.place("OFDMG", 3, 2)
    assert planet.areas[15:20] == "MGOFD"
    assert planet.areas.count(".") == 55
    assert free_faces(planet) == tuple(face for face in range(12) if face != 3)


@given(planets)
@settings(max_examples=300, deadline=None)
def test_regions_merged_tile_by_tile_are_those_of_a_flood(planet):
    for mask, regions in zip(planet.masks, planet.regions, strict=True):
        assert sorted((region & ALL_AREAS, region >> HALO) for region in regions) == sorted(
            region_masks(mask)
        )


@given(planets)
@settings(max_examples=100, deadline=None)
def test_planet_letters_decode_to_the_same_planet(planet):
    again = planet_from_areas(planet.areas)
    assert again.areas == planet.areas
    assert again.masks == planet.masks
    assert again.free_faces == planet.free_faces
    assert [claim(again, card) for card in REQUIREMENTS] == [claim(planet, card) for card in REQUIREMENTS]


@given(planets)
@settings(max_examples=25, deadline=None)
def test_claims_are_the_same_however_the_planet_is_turned(planet):
    expected = [claim(planet, card) for card in REQUIREMENTS]
    for rotation in rotations():
        image = planet_from_areas(turned(planet.areas, rotation))
        assert [claim(image, card) for card in REQUIREMENTS] == expected


def test_claim_of_a_count_is_the_number_of_regions():
    (most_forests,) = only_cards("F#")
    apart = planet_with(("F", [area(0, 0), area(0, 2), area(11, 0)]))
    assert claim(apart, most_forests) == (3,)
    joined = planet_with(("F", [area(0, 0), area(0, 1), area(1, 0)]))
    assert claim(joined, most_forests) == (1,)
    assert claim(EMPTY_PLANET, most_forests) == (0,)


def test_claim_of_touching_lists_only_regions_at_the_other_habitat():
    (elephant,) = only_cards("D+M")
    planet = planet_with(("D", [0, 1, 2, area(11, 0), area(8, 2)]), ("M", [3, area(8, 3)]))
    assert claim(planet, elephant) == (3, 1)


def test_claim_of_not_touching_lists_only_regions_away_from_the_other_habitat():
    (reindeer,) = only_cards("G-D")
    planet = planet_with(("G", [0, 1, area(11, 0), area(8, 2)]), ("D", [2]))
    assert claim(planet, reindeer) == (1, 1)


def test_an_area_across_an_edge_touches_and_one_at_a_corner_does_not():
    (elephant,) = only_cards("D+M")
    assert claim(planet_with(("D", [area(0, 0)]), ("M", [area(1, 0)])), elephant) == (1,)
    assert claim(planet_with(("D", [area(0, 0)]), ("M", [area(0, 2)])), elephant) == ()


def test_a_free_face_touches_nothing():
    reindeer, elephant = only_cards("G-D", "D+M")
    assert claim(EMPTY_PLANET.place("GGGGO", 0, 0), reindeer) == (4,)
    assert claim(EMPTY_PLANET.place("DDDDO", 0, 0), elephant) == ()


def test_region_list_is_largest_first_and_says_what_it_touches():
    planet = planet_with(("F", [0, 1, area(11, 0)]), ("O", [2]))
    large, small = planet.region_list(Habitat("F"))
    assert (large.size, small.size) == (2, 1)
    assert large.areas == (0, 1)
    assert large.touches == {"O", "D"}
    assert small.touches == {"D"}
    assert planet.area_count(Habitat("F")) == 3
    assert [planet.largest_region(Habitat(habitat)) for habitat in "FOM"] == [2, 1, 0]


@pytest.mark.parametrize("face", [-1, 12, True, None, 1.0, float("nan"), "3", 10**400, [], (1,)])
def test_place_refuses_what_is_no_face(face):
    with pytest.raises(NoSuchFace):
        EMPTY_PLANET.place("OOFFM", face, 0)


@pytest.mark.parametrize("turn", [-1, 5, False, None, 2.0, float("inf"), "0", {}])
def test_place_refuses_what_is_no_turn(turn):
    with pytest.raises(NoSuchTurn):
        EMPTY_PLANET.place("OOFFM", 0, turn)


def test_place_refuses_a_covered_face_and_changes_nothing():
    planet = EMPTY_PLANET.place("OOFFM", 4, 0)
    before = planet.areas
    with pytest.raises(FaceTaken) as caught:
        planet.place("GGGGO", 4, 1)
    assert caught.value.details == {"face": 4}
    assert planet.areas == before


@pytest.mark.parametrize(
    "areas",
    [
        "", "." * 59, "." * 61, "O" * 65, "X" * 5 + "." * 55, "O" + "." * 59, "...O." + "." * 55,
        "." * 50 + "OOOO..O...", None, 60,
    ],
)  # fmt: skip
def test_planet_from_areas_refuses_what_is_no_planet(areas):
    with pytest.raises(MalformedPlanet):
        planet_from_areas(areas)


def test_habitats_stand_in_their_order():
    assert "".join(HABITATS) == "OFDMG"
