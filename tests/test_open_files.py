"""How many connections a process takes, by how many files it may open."""

import resource

import pytest

from app.open_files import OTHERS, most_connections


@pytest.mark.parametrize(
    ("allowed", "most"),
    [
        (4096, 4096 - OTHERS),
        (2 * OTHERS, OTHERS),
        (256, 128),  # little enough that the half has to do
        (resource.RLIM_INFINITY, 1_000_000),
    ],
)
def test_connections_leave_files_for_everything_else(monkeypatch, allowed, most):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (allowed, allowed))
    assert most_connections() == most
