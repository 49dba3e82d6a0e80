"""Says what the tests run of `app/`, lines and branches together, by its parts, and fails where a part has
less than its floor. `scripts/test coverage` ends with it.
"""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from coverage import Coverage

FLOOR = 95.0  # per cent, of each part and of all
# Less, since much of it runs in processes that are killed: what was there when last looked at.
LOWER = {"app": 93.0, "app/live": 94.0}


def main() -> int:
    parts: dict[str, Counter[str]] = {}
    missing: list[str] = []
    for name, file in measured():
        part = "/".join(Path(name).parts[:2]) if name.count("/") > 1 else "app"
        parts.setdefault(part, Counter()).update(sums(file["summary"]))
        missing += said_missing(name, file)
    total = sum(parts.values(), Counter[str]())
    told = [*sorted(parts.items()), ("all of it", total)]
    failing = [name for name, sums_of_it in told if share(sums_of_it) < floor(name)]
    if failing:
        print("\n".join(["\nNot run by any test:", *missing]))
    print("\nCoverage of app/ by its tests, lines and branches, in per cent:")
    for name, sums_of_it in told:
        less = f"   less than {floor(name):.0f}" if name in failing else ""
        print(f"  {name:14} {share(sums_of_it):5.1f}{less}")
    return 1 if failing else 0


def floor(part: str) -> float:
    return LOWER.get(part, FLOOR)


def measured() -> Iterator[tuple[str, Any]]:
    """Each file with what `coverage` knows of it, by all processes."""
    coverage = Coverage()
    coverage.combine()
    coverage.save()
    with tempfile.NamedTemporaryFile("r") as written:
        coverage.json_report(outfile=written.name)
        yield from sorted(json.load(written)["files"].items())


def sums(summary: Any) -> dict[str, int]:
    return {
        "all": summary["num_statements"] + summary["num_branches"],
        "run": summary["covered_lines"] + summary["covered_branches"],
    }


def share(part: Counter[str]) -> float:
    return 100 * part["run"] / max(part["all"], 1)


def said_missing(name: str, file: Any) -> Iterator[str]:
    lines = file["missing_lines"]
    branches = [each for each in file["missing_branches"] if each[0] not in lines and each[1] not in lines]
    if lines or branches:
        ways = [f"{start}->{'out' if end < 0 else end}" for start, end in branches]
        yield f"  {name}: {', '.join([*map(str, lines), *ways])}"


if __name__ == "__main__":
    sys.exit(main())
