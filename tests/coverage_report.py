"""Says what the tests run of `app/`, statements and branches together, by its parts, and fails where a part
has less than its floor. `scripts/test python` ends with it.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.probes import Branch, Notes, Tree

FLOOR = 95.0  # per cent, of each part and of all


class Seen(NamedTuple):
    """What was noted of one file."""

    name: str
    lines: int
    branches: int
    missing_lines: list[int]
    missing_branches: list[Branch]

    @property
    def sums(self) -> Counter[str]:
        every = self.lines + self.branches
        return Counter(all=every, run=every - len(self.missing_lines) - len(self.missing_branches))

    @property
    def part(self) -> str:
        return "/".join(Path(self.name).parts[:2]) if self.name.count("/") > 1 else "app"

    def has_gaps(self) -> bool:
        return bool(self.missing_lines or self.missing_branches)

    def __str__(self) -> str:
        ways = [f"{line} {way}" for line, way, _ in self.missing_branches if line not in self.missing_lines]
        return f"  {self.name}: {', '.join([*map(str, self.missing_lines), *ways])}"


def main() -> int:
    files = list(measured(Tree(str(Path.cwd()))))
    parts: dict[str, Counter[str]] = {}
    for file in files:
        parts.setdefault(file.part, Counter()).update(file.sums)
    told = [*sorted(parts.items()), ("all of it", sum(parts.values(), Counter[str]()))]
    failing = [name for name, sums in told if share(sums) < FLOOR]
    if failing:
        print("\nNot run by any test:", *filter(Seen.has_gaps, files), sep="\n")
    print("\nCoverage of app/ by its tests, statements and branches, in per cent:")
    for name, sums in told:
        print(f"  {name:14} {share(sums):5.1f}{f'   less than {FLOOR:.0f}' if name in failing else ''}")
    return 1 if failing else 0


def measured(tree: Tree) -> Iterator[Seen]:
    """Each file with what was noted of it, by all processes."""
    for path in sorted(Path("app").rglob("*.py")):
        if name := tree.name_of(str(path.absolute())):
            yield seen(tree, name, Notes(path.read_text(encoding="utf-8"), name))


def seen(tree: Tree, name: str, notes: Notes) -> Seen:
    hits = tree.find_hits(name, len(notes.lines))
    missing = sorted(line for hit, lines in zip(hits, notes.lines, strict=True) if not hit for line in lines)
    untaken = [branch for branch in notes.branches if not hits[branch.note]]
    return Seen(name, sum(map(len, notes.lines)), len(notes.branches), missing, untaken)


def share(part: Counter[str]) -> float:
    return 100 * part["run"] / max(part["all"], 1)


if __name__ == "__main__":
    sys.exit(main())
