"""Which small changes of the code do its tests notice? `scripts/bench mutations [FOLDER...]`

A sample of changes (`_mutants.py`) is made one by one in a copy of the tree; each is judged by the tests that
belong to the folder, of these by those alone that come to the changed line. A change is noticed if one of
them fails, late if they do not end in time (which people would notice, too), and left if all pass. What is
left is listed: a test is missing, or the change changes nothing. JavaScript is judged by node's tests alone,
and only what they import, planets left out: how those look, and the rest, is the browser's, whose tests take
too long for this.

    scripts/bench mutations                              10 of each folder
    scripts/bench mutations app/rules --sample 40 --seed 7
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NoReturn

from coverage import CoverageData

from app.embedded import EmbeddedPostgres
from bench import _forked
from bench._mutants import Mutant, mutants

HERE = Path(__file__).resolve().parent.parent
LOOSE = [
    "tests/test_*.py",
    "tests/admin/test_admin_command.py",
    "tests/faults/test_hosts.py",
    "tests/rooms/test_kept.py",
    "tests/rules/test_record.py",
]
TESTS = {  # what judges each folder
    "app": LOOSE,
    "app/rules": ["tests/rules"],
    "app/bots": ["tests/bots", "tests/analysis"],
    "app/analysis": ["tests/analysis", "tests/games/test_analyses.py"],
    "app/people": ["tests/people"],
    "app/rooms": ["tests/rooms", "tests/people/test_forgetting.py", "tests/pages/test_room_pages.py"],
    "app/games": ["tests/games", "tests/live"],
    "app/live": ["tests/live", "tests/test_metrics.py"],
    "app/pages": ["tests/pages"],
    "app/sheets": ["tests/sheets"],
    "app/texts": ["tests/texts"],
    "app/embedded": ["tests/embedded"],
    "app/workers": ["tests/workers", "tests/faults/test_workers.py", "tests/test_operating.py"],
    "app/push": [
        "tests/push",
        "tests/live/test_push.py",
        "tests/live/test_webhooks.py",
        "tests/test_outside.py",
    ],
    "app/daily": ["tests/daily"],
    "app/ratings": [
        "tests/ratings",
        "tests/games/test_rated_ends.py",
        "tests/rooms/test_rated.py",
        "tests/pages/test_ladder.py",
    ],
    "app/admin": ["tests/admin"],
    "static/js": ["tests/js"],
}
SAID = "said.txt"
OUTCOMES = ("noticed", "late", "left")
Judge = Callable[[Mutant], str]


def run(command: list[str], copy: Path, seconds: float, **environment: str) -> bool | None:
    """Whether it went well; None if it took too long. What it said is in a file beside the tree."""
    with (copy.parent / SAID).open("w") as said:
        process = subprocess.Popen(
            command, cwd=copy, env={**os.environ, **environment}, start_new_session=True,
            stdout=said, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        return process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        return None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            process.wait()


def give_up(copy: Path, folder: str) -> NoReturn:
    """Without a change all tests have to pass."""
    said = (copy.parent / SAID).read_text(encoding="utf-8", errors="replace").splitlines()
    raise SystemExit("\n".join([*said[-30:], f"the tests of {folder} fail as they are"]))


def outcome(went_well: bool | None) -> str:
    return "late" if went_well is None else "left" if went_well else "noticed"


def expand(copy: Path, patterns: Iterable[str]) -> list[str]:
    return sorted(str(path.relative_to(copy)) for pattern in patterns for path in copy.glob(pattern))


class PythonTests:
    """The tests of a folder, and which of them come to which line."""

    def __init__(self, copy: Path, folder: str, database: str, seconds: float) -> None:
        self.copy, self.seconds, self.database = copy, seconds, database
        self.files = expand(copy, [f"{folder}/*.py" if folder == "app" else f"{folder}/**/*.py"])
        began = time.monotonic()
        tests = expand(copy, TESTS[folder])
        watching = ["--cov=app", "--cov-context=test", "--cov-report=", "--numprocesses=2", "--dist=loadfile"]
        if not self._pytest([*watching, *tests], 1800):
            give_up(copy, folder)
        data = CoverageData(str(copy / ".coverage"))
        data.read()
        self.lines = {
            str(Path(file).relative_to(copy)): data.contexts_by_lineno(file) for file in data.measured_files()
        }
        print(f"{folder}: its tests take {time.monotonic() - began:.0f} s", flush=True)

    def _pytest(self, arguments: list[str], seconds: float) -> bool | None:
        arguments = ["-x", "-p", "no:cacheprovider", *arguments]
        return _forked.pytest(
            self.copy, self.copy.parent / SAID, seconds, arguments, DATABASE_URL=self.database
        )

    def of(self, file: str, line: int, text: str) -> set[str]:
        """The tests that come to this line; to what is made as a module is read, those that use it
        by its name, or by the name of what is made of it. Where that finds none, all that come to the file.
        """
        tests = self._at(file, line)
        names, known = {name_around(text, line)}, set[str | None]()
        while not tests and (new := names - known):
            known |= new
            for other, number, other_text in self._uses({name for name in new if name}):
                tests |= self._at(other, number)
                names.add(name_around(other_text, number))
        return tests or {each for number in self.lines.get(file, {}) for each in self._at(file, number)}

    def _uses(self, names: set[str]) -> Iterator[tuple[str, int, str]]:
        words = re.compile(rf"\b({'|'.join(names)})\b") if names else None
        for file in self.lines if words else ():
            text = (self.copy / file).read_text(encoding="utf-8")
            for number, line in enumerate(text.splitlines(), 1):
                if words and words.search(line):
                    yield file, number, text

    def _at(self, file: str, line: int) -> set[str]:
        contexts = self.lines.get(file, {}).get(line, [])
        return {context.rpartition("|")[0] for context in contexts if context}

    def judge(self, mutant: Mutant) -> str:
        path = self.copy / mutant.file
        text = path.read_text(encoding="utf-8")
        tests = self.of(mutant.file, mutant.line, text)
        if not tests:
            return "left"
        path.write_text(mutant.applied(text), encoding="utf-8")
        try:
            kept = outcome(self._pytest(sorted(tests), self.seconds))
            if kept == "left":  # what a file's tests share was made in the name of the first
                files = {test.partition("::")[0] for test in tests}
                kept = outcome(self._pytest(sorted(files), self.seconds))
            return kept
        finally:
            path.write_text(text, encoding="utf-8")


@cache
def parsed(text: str) -> ast.Module:
    return ast.parse(text)


def name_around(text: str, line: int) -> str | None:
    """The name at the margin whose value, or whose body, this line belongs to."""
    for node in parsed(text).body:
        if node.lineno <= line <= (node.end_lineno or 0):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                return node.name
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            return next((each.id for each in targets if isinstance(each, ast.Name)), None)
    return None


class JavaScriptTests:
    """node's tests, and which of them import which file."""

    def __init__(self, copy: Path, seconds: float) -> None:
        self.copy, self.seconds = copy, seconds
        subprocess.run([sys.executable, "-m", "tests.js.vectors", "tests/js/vectors"], cwd=copy, check=True)
        tests = sorted((copy / "tests/js").rglob("*.test.js"))
        self.imports = {str(test.relative_to(copy)): self._imported(test, set()) for test in tests}
        come = {str(path.relative_to(copy)) for each in self.imports.values() for path in each}
        self.files = sorted(file for file in come if re.match(r"static/js/(?!generated/|planet/)", file))
        if not run(["node", "--test", *self.imports], copy, 600):
            give_up(copy, "static/js")

    def _imported(self, file: Path, seen: set[Path]) -> set[Path]:
        """All files that come with this one."""
        if file not in seen and file.exists():
            seen.add(file)
            for address in re.findall(r"""(?:from|import)\s*\(?["'](\.[^"']+)["']""", file.read_text()):
                self._imported((file.parent / address).resolve(), seen)
        return seen

    def judge(self, mutant: Mutant) -> str:
        path = (self.copy / mutant.file).resolve()
        tests = [test for test, imported in self.imports.items() if path in imported]
        if not tests:
            return "left"
        text = path.read_text(encoding="utf-8")
        path.write_text(mutant.applied(text), encoding="utf-8")
        try:
            return outcome(run(["node", "--test", *tests], self.copy, self.seconds))
        finally:
            path.write_text(text, encoding="utf-8")


def copied(place: Path) -> Path:
    """The tree as it stands here, to be changed there."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=HERE, check=True, capture_output=True, text=True,
    )  # fmt: skip
    for name in listed.stdout.splitlines():
        if (HERE / name).exists():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HERE / name, place / name)
    for name in (".venv", "node_modules"):
        (place / name).symlink_to(HERE / name)
    return place


def judge_folder(
    copy: Path, folder: str, files: list[str], judge: Judge, options: argparse.Namespace
) -> None:
    found = [each for file in files for each in mutants(copy, file)]
    chosen = random.Random(options.seed).sample(found, min(options.sample, len(found)))
    told: Counter[str] = Counter()
    for mutant in sorted(chosen, key=str):
        said = judge(mutant)
        told[said] += 1
        if said != "noticed" or options.all:
            print(f"  {said}: {mutant}", flush=True)
    shares = ", ".join(f"{told[name]} {name}" for name in OUTCOMES)
    share = (told["noticed"] + told["late"]) / max(len(chosen), 1)
    print(f"{folder}: {len(found)} changes, {len(chosen)} tried: {shares}; {share:.0%} noticed\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=f"of {', '.join(TESTS)}; all of them")
    parser.add_argument("--sample", type=int, default=10, help="changes of each folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120, help="for the tests of one change")
    parser.add_argument("--all", action="store_true", help="list what was noticed as well")
    options = parser.parse_args()
    for folder in options.folders:
        if folder not in TESTS:
            parser.error(f"there is no folder {folder}; there are {', '.join(TESTS)}")
    with tempfile.TemporaryDirectory(prefix="terrahedron-mutations-") as name:
        copy = copied((Path(name) / "tree").resolve())
        postgres = EmbeddedPostgres(Path(name) / "postgres")
        url = postgres.start()
        try:
            for folder in options.folders or TESTS:
                judges: JavaScriptTests | PythonTests
                if folder == "static/js":
                    judges = JavaScriptTests(copy, options.seconds)
                else:
                    judges = PythonTests(copy, folder, url, options.seconds)
                judge_folder(copy, folder, judges.files, judges.judge, options)
        finally:
            postgres.stop()


if __name__ == "__main__":
    main()
