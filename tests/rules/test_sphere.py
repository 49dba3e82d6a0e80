"""The planet's shape: a football of areas, and its sixty turns."""

from itertools import combinations, pairwise

import pytest

from app.rules.sphere import (
    ALL_AREAS,
    AREA_NEIGHBOURS,
    FACE_MASKS,
    NEIGHBOUR_MASKS,
    NEIGHBOURS,
    area,
    area_between,
    halo_mask,
    region_masks,
)

from .turning import rotations

EDGES = {frozenset((here, there)) for here, row in enumerate(AREA_NEIGHBOURS) for there in row}


def cycles_of(length: int) -> set[frozenset[int]]:
    """All cycles of `length` areas that no shortcut cuts."""
    found = set()

    def walk(path: list[int]) -> None:
        if len(path) == length:
            if path[0] in AREA_NEIGHBOURS[path[-1]]:
                found.add(frozenset(path))
            return
        for step in AREA_NEIGHBOURS[path[-1]]:
            if step not in path:
                walk([*path, step])

    for start in range(60):
        walk([start])
    return found


def test_faces_border_each_other_both_ways():
    for face, row in enumerate(NEIGHBOURS):
        assert len(set(row)) == 5
        assert all(face in NEIGHBOURS[neighbour] for neighbour in row)


def test_rows_run_clockwise_everywhere():
    """What lies clockwise of a neighbour seen from here lies counter-clockwise of here seen from there."""
    for face, row in enumerate(NEIGHBOURS):
        for slot, neighbour in enumerate(row):
            there = NEIGHBOURS[neighbour]
            assert there[(there.index(face) - 1) % 5] == row[(slot + 1) % 5]


def test_areas_form_the_graph_of_a_football():
    assert len(AREA_NEIGHBOURS) == 60
    assert len(EDGES) == 90
    assert all(len(set(row)) == 3 for row in AREA_NEIGHBOURS)
    assert cycles_of(5) == {frozenset(range(5 * face, 5 * face + 5)) for face in range(12)}
    assert len(cycles_of(6)) == 20
    assert not cycles_of(3)
    assert not cycles_of(4)


def test_areas_border_two_of_their_face_and_one_across():
    assert set(AREA_NEIGHBOURS[area(0, 0)]) == {area(0, 1), area(0, 4), area(1, 0)}
    assert set(AREA_NEIGHBOURS[area(6, 2)]) == {area(6, 1), area(6, 3), area(2, 2)}
    assert area_between(2, 6) == area(2, 2)


def test_masks_say_the_same_as_the_lists():
    for here, row in enumerate(AREA_NEIGHBOURS):
        assert NEIGHBOUR_MASKS[here] == sum(1 << there for there in row)
    assert sum(FACE_MASKS) == ALL_AREAS
    assert halo_mask(1) == NEIGHBOUR_MASKS[0]
    assert halo_mask(0) == 0


def test_regions_are_the_connected_pieces():
    assert region_masks(0) == []
    assert [mask for mask, _ in region_masks(ALL_AREAS)] == [ALL_AREAS]
    here, across = area(0, 0), area(1, 0)
    apart = area(11, 3)
    masks = [mask for mask, _ in region_masks(1 << here | 1 << across | 1 << apart)]
    assert masks == [1 << here | 1 << across, 1 << apart]


def test_rotations_are_sixty_different_ones_that_keep_all_borders():
    turns = rotations()
    assert len(set(turns)) == 60
    assert tuple(range(60)) in turns
    for turn in turns:
        assert {frozenset((turn[a], turn[b])) for a, b in map(tuple, EDGES)} == EDGES
        assert {turn[a] // 5 for a in range(5)} == {turn[0] // 5}


def test_rotations_keep_clockwise_clockwise():
    for turn in rotations():
        for face in range(12):
            slots = [turn[area(face, slot)] % 5 for slot in range(5)]
            assert all((after - before) % 5 == 1 for before, after in pairwise(slots))


@pytest.mark.parametrize(("one", "other"), list(combinations(range(0, 60, 7), 2)))
def test_rotations_carry_any_area_to_any_other_exactly_once(one, other):
    assert sum(turn[one] == other for turn in rotations()) == 1
