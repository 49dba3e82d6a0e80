"""In which order tests begin: what takes longest comes first, so that nobody waits for it alone at the end.

Names as pytest has them, the longest first. Of the rest files of many tests come before files of few.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

LONGEST = (
    "tests/faults/test_trials.py",
    "tests/test_changes.py",
    "tests/test_openapi.py",
    "tests/live/test_leaving.py",
    "tests/live/test_push.py",
    "tests/browser/test_first_game.py",
    "tests/browser/test_languages.py",
    "tests/browser/test_planet.py",
    "tests/browser/test_pages.py",
    "tests/browser/test_table_globe.py",
    "tests/browser/test_rules_page.py",
    "tests/browser/test_keyboard.py",
)


class HasName(Protocol):
    @property
    def nodeid(self) -> str: ...


T = TypeVar("T", bound=HasName)


def file_of(test: HasName) -> str:
    return test.nodeid.partition("::")[0]


def place(file: str) -> int:
    """Where a file begins among all."""
    return LONGEST.index(file) if file in LONGEST else len(LONGEST)


def in_order(tests: Sequence[T]) -> list[T]:
    many = Counter(map(file_of, tests))
    return sorted(tests, key=lambda test: (place(file_of(test)), -many[file_of(test)]))
