"""The planet on paper: true faces, folds and glued edges that are those of the sphere, tabs that fit."""

import math
from itertools import combinations

import pytest

from app.rules.sphere import FACES, NEIGHBOURS, TURNS
from app.sheets.drawing import MARGIN, PAPERS
from app.sheets.net import APOTHEM, Net, fitted, unfolded

NETS = {name: fitted(*size, MARGIN) for name, size in PAPERS.items()}


@pytest.fixture(params=sorted(NETS))
def net(request) -> Net:
    return NETS[request.param]


def test_faces_are_regular_to_a_tenth_of_a_millimetre(net):
    length = net.faces[0].length
    for laid in net.faces:
        for slot in TURNS:
            start, end = laid.edge(slot)
            assert abs(abs(end - start) - length) < 0.1
            assert abs(abs((start + end) / 2 - laid.centre) - APOTHEM * length) < 0.1
    assert length > 34  # a planet of more than 7.5 cm


def test_slots_run_clockwise_on_the_paper_as_they_do_seen_from_outside(net):
    for laid in net.faces:
        for slot in TURNS:
            turned = laid.towards(slot + 1) / laid.towards(slot)
            assert math.isclose(math.degrees(math.atan2(turned.imag, turned.real)), 72)


def test_folds_hold_all_twelve_faces_together_and_lie_where_the_record_says(net):
    joined = {0}
    for face, slot in net.folds:
        other = NEIGHBOURS[face][slot]
        back = NEIGHBOURS[other].index(face)
        ours, theirs = net.faces[face].edge(slot), net.faces[other].edge(back)
        assert abs(ours[0] - theirs[1]) < 0.01
        assert abs(ours[1] - theirs[0]) < 0.01
        assert face in joined
        joined.add(other)
    assert joined == set(FACES)


def test_every_edge_is_folded_or_glued_once_with_the_neighbour_that_the_record_names(net):
    folded = {frozenset((face, NEIGHBOURS[face][slot])) for face, slot in net.folds}
    glued = [frozenset((tab.on[0], tab.under[0])) for tab in net.tabs]
    assert len(folded) == 11
    assert len(set(glued)) == len(glued) == 19
    assert folded | set(glued) == {frozenset((face, other)) for face in FACES for other in NEIGHBOURS[face]}
    for tab in net.tabs:
        (face, slot), (other, back) = tab.on, tab.under
        assert (NEIGHBOURS[face][slot], NEIGHBOURS[other][back]) == (other, face)
    assert [tab.number for tab in net.tabs] == list(range(1, 20))


def test_nothing_lies_over_anything_else(net):
    shapes = [laid.corners for laid in net.faces] + [tab.corners for tab in net.tabs]
    for one, other in combinations(shapes, 2):
        assert is_apart(one, other) or is_apart(other, one)


def test_tab_is_hidden_under_the_face_that_it_is_glued_to(net):
    """Folded over, it lies within a fifth of that face, so two tabs on neighbouring edges do not meet."""
    for tab in net.tabs:
        start, *tips, end = tab.corners
        along = (end - start) / abs(end - start)
        for tip in tips:
            place = (tip - start) / along
            depth, from_nearest = abs(place.imag), min(place.real, abs(end - start) - place.real)
            assert depth < from_nearest * math.tan(math.radians(54))


@pytest.mark.parametrize("name", sorted(PAPERS))
def test_net_keeps_off_the_margin(name):
    width, height = PAPERS[name]
    for point in NETS[name].points:
        assert MARGIN - 0.01 <= point.real <= width - MARGIN + 0.01
        assert MARGIN - 0.01 <= point.imag <= height - MARGIN + 0.01


def test_three_faces_meet_in_every_corner_once_it_is_folded():
    """Around a corner the paper lacks 36 degrees, and the two edges of that gap bear one number."""
    net = unfolded()
    assert sum(len(laid.corners) for laid in net.faces) == 60
    for tab in net.tabs:
        on, under = (net.faces[face].edge(slot) for face, slot in (tab.on, tab.under))
        assert math.isclose(abs(on[1] - on[0]), abs(under[1] - under[0]))


def is_apart(one: tuple[complex, ...], other: tuple[complex, ...]) -> bool:
    """Whether one side of `one` has all of `other` beyond it (they may touch)."""
    middle = sum(one) / len(one)
    for start, end in zip(one, (*one[1:], one[0]), strict=True):
        normal = (end - start) * 1j / abs(end - start)
        inside = math.copysign(1, ((middle - start) / normal).real)
        if all(inside * ((point - start) / normal).real < 0.01 for point in other):
            return True
    return False
