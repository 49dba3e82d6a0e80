"""The model of docs/scaling.md holds where it was measured; `scripts/check` sees that the page is its own."""

from itertools import pairwise

import pytest

from bench import scaling
from bench.scaling import FIGURES, SIZES, Line, Model, fitted, need, read, simulated

POINTS = read(FIGURES)
CALM = [point for point in POINTS if point["moves"] < scaling.CALM]
ONE = [point for point in CALM if point["processes"] == 1 and point["rooms"] >= 500]


@pytest.fixture(scope="module")
def model():
    return Model(POINTS)


def test_fit_finds_the_line_that_its_points_lie_on():
    line = Line(scaling.of_move, [0.3, 0.2, 0.001])
    points = [{"processes": p, "rooms": r, "cost": line.at(p, r)} for p in (1, 2, 4) for r in (10, 100, 1000)]
    assert fitted(points, scaling.of_move, "cost").factors == pytest.approx(line.factors)


@pytest.mark.parametrize("point", CALM, ids=lambda point: f"{point['processes']}x{point['rooms']}")
def test_model_says_what_was_measured(model, point):
    size = point["processes"], point["rooms"]
    assert model.memory.at(*size) == pytest.approx(point["megabytes"], rel=0.05)
    assert model.move.at(*size) == pytest.approx(point["app_move"], rel=0.15)
    assert model.join.at(*size) == pytest.approx(point["join"], rel=0.1)


def test_simulation_says_what_was_measured(model):
    """Of one process with 500 rooms or more; the page says where it does not."""
    assert len(ONE) >= 3
    for point in ONE:
        played = simulated(model, 1, point["rooms"], point["moves"])
        assert played.ack_50 == pytest.approx(point["ack_50"], abs=0.3)
        assert played.ack_99 == pytest.approx(point["ack_99"], rel=0.25)


def test_simulation_is_always_the_same(model):
    assert simulated(model, 2, 1000, 100) == simulated(model, 2, 1000, 100)
    assert simulated(model, 2, 1000, 100) != simulated(model, 2, 1000, 100, seed=2)


def test_more_rooms_need_more_of_everything_and_no_process_is_more_than_half_busy(model):
    needs = [need(model, rooms, hearing=0) for rooms in SIZES]
    for fewer, more in pairwise(needs):
        assert fewer
        assert more
        assert more.cores > fewer.cores
        assert more.database > fewer.database
        assert more.gigabytes > fewer.gigabytes
        assert more.processes >= fewer.processes
    for each in needs:
        assert each
        assert each.cores <= scaling.MOST_BUSY * each.processes
        assert each.rooms * scaling.SOCKETS <= scaling.SOCKETS_A_PROCESS * each.processes
    assert need(model, SIZES[-1]) is None  # where each move is told to every process
