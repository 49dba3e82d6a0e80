"""What is noted of a file that runs: its statements, and the ways that were taken from them."""

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import pytest

from tests.coverage_report import seen
from tests.probes import Notes, Tree

HERE = Path(__file__).resolve().parent
TWO_WAYS = """
    def work(x):
        if x:
            y = 1
        return x
"""
LOOP = """
    def work(xs):
        for x in xs:
            if x:
                return x
"""
FOR_EVER = """
    def work(xs):
        while True:
            if not xs:
                break
            xs.pop()
"""
CASES = """
    def work(x):
        match x:
            case 1:
                return 1
            case 2:
                return 2
"""
ALL_CASES = """
    def work(x):
        match x:
            case 1:
                return 1
            case _:
                return 2
"""
TRIAL = """
    def work(x):
        try:
            y = 1 / x
        except ZeroDivisionError:
            y = 0
        else:
            y = 1
        finally:
            x = 0
        with open("/dev/null") as z:
            y = 2
"""
FOR_READERS = '''
    """Text."""
    from __future__ import annotations
    TYPE_CHECKING = False
    if TYPE_CHECKING:
        import nothing
    class Some:
        """Text."""
        def wanted(self) -> int: ...
        def also(self):
            """Text."""
    def work(x):
        """Text."""
        return x
'''
LAID_OUT = """
    def work(x):
        y = 1
        z = 1 / x
        y += 1
        return y
"""


def tree_of(place: Path, text: str) -> Tree:
    """A tree with one file of this text."""
    (place / "app").mkdir()
    (place / "app/__init__.py").write_text("")
    (place / "app/some.py").write_text(text)
    return Tree(str(place))


@pytest.mark.parametrize(
    ("text", "given", "lines", "ways"),
    [
        (TWO_WAYS, [0], {3}, {(2, "in")}),
        (TWO_WAYS, [1], set(), {(2, "past")}),
        (TWO_WAYS, [0, 1], set(), set()),
        (LOOP, [[1]], set(), {(2, "past"), (3, "past")}),
        (LOOP, [[]], {3, 4}, {(2, "in"), (3, "in"), (3, "past")}),
        (FOR_EVER, [[]], {5}, {(3, "past")}),
        (FOR_EVER, [[1]], set(), set()),
        (CASES, [1, 2], set(), {(2, "past")}),
        (CASES, [1, 3], {6}, {(2, "case in line 5")}),
        (ALL_CASES, [1, 3], set(), set()),
        (TRIAL, [1], {5}, set()),
        (TRIAL, [0], {7}, set()),
        (FOR_READERS, [1], set(), set()),
        (LAID_OUT, [1], set(), set()),
        (LAID_OUT, [0], {2, 3, 4, 5}, set()),  # whoever does not come to the end has run nothing
    ],
)
def test_probes_say_what_has_not_run(tmp_path, text, given, lines, ways):
    notes = Notes(dedent(text).strip(), "app/some.py")
    tree = tree_of(tmp_path, text)
    place = {"__find_hits__": tree.find_hits}
    exec(compile(notes.tree, "some.py", "exec"), place)
    for one in given:
        with suppress(ZeroDivisionError):
            place["work"](one)
    found = seen(tree, "app/some.py", notes)
    assert set(found.missing_lines) == lines
    assert {(line, way) for line, way, _ in found.missing_branches} == ways


def test_probes_count_what_a_process_has_run_that_is_killed(tmp_path):
    text = dedent("""
        import time

        def work(x):
            while x:
                print("here", flush=True)
                time.sleep(0.01)
            return 1

        work(1)
    """)
    tree = tree_of(tmp_path, text)
    (tmp_path / "tests").symlink_to(HERE)
    watched = {"WATCHED_TREE": str(tmp_path), "PYTHONPATH": str(HERE / "watched")}
    for command in (["-m", "app.some"], ["-c", "import app.some"]):
        with subprocess.Popen(
            [sys.executable, *command], env=watched, cwd=tmp_path, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout
            assert [process.stdout.readline() for _ in range(2)] == [b"here\n"] * 2
            process.send_signal(signal.SIGKILL)
        found = seen(tree, "app/some.py", Notes(text, "app/some.py"))
        assert found.missing_lines == [8]
        assert [way for _, way, _ in found.missing_branches] == ["past"]
