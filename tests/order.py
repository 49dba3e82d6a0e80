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
    "tests/faults/test_workers.py",
    "tests/daily/test_twin_tables.py",
    "tests/faults/test_twin_forks.py",
    "tests/test_alembic.py",
    "tests/faults/test_upgrade.py",
    "tests/faults/test_killed.py",
    "tests/live/test_leaving.py",
    "tests/live/test_push.py",
    "tests/games/test_analyses.py",
    "tests/daily/test_twin_days.py",
    "tests/faults/test_trouble.py",
    "tests/faults/test_fuzz.py",
    "tests/daily/test_worlds.py",
    "tests/faults/test_backup.py",
    "tests/faults/test_hosts.py",
    "tests/faults/test_twin_chats.py",
    "tests/browser/test_first_game.py",
    "tests/browser/test_languages.py",
    "tests/browser/test_table_globe.py",
    "tests/browser/test_planet.py",
    "tests/browser/test_names.py",
    "tests/browser/test_whole_game.py",
    "tests/browser/test_pages.py",
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
