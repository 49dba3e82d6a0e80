"""What begins first among the tests is there at all, and all others follow, many together before few."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.order import LONGEST, in_order

HERE = Path(__file__).resolve().parent.parent


@dataclass
class Named:
    nodeid: str


@pytest.mark.parametrize("name", LONGEST)
def test_what_begins_first_is_there(name):
    assert "def test_" in (HERE / name).read_text(encoding="utf-8")


def test_the_longest_begin_and_of_the_others_the_largest_files():
    few, many = ["tests/a.py::one"], ["tests/b.py::two", "tests/b.py::one"]
    long, longer = f"{LONGEST[2]}::x", [f"{LONGEST[0]}::y[1]", f"{LONGEST[0]}::x"]
    names = [longer[0], *few, long, *many, longer[1]]
    assert [one.nodeid for one in in_order([Named(name) for name in names])] == [*longer, long, *many, *few]
