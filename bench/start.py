"""How long it takes from the command to the first answered page: scripts/bench start [TIMES]

Three beginnings, each with everything installed: `new` with an empty folder, `again` with games that are
there, and `killed` after the last server was killed in the middle; and `postgres`, the database alone, with
games that are there. The median of each, and its budget; exits with 1 where one is missed.
"""

import contextlib
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from app.embedded import EmbeddedPostgres

BUDGETS = {"new": 3.0, "again": 3.0, "killed": 3.0, "postgres": 0.2}  # seconds


def start(folder: Path) -> tuple[float, subprocess.Popen[str]]:
    """Starts a server as `scripts/run` does; returns the seconds until the first page, and the process."""
    clean = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    began = time.perf_counter()
    process = subprocess.Popen(
        ["scripts/run", "--port", "0", "--data", str(folder)],
        env=clean,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    address = next(word for word in process.stdout.readline().split() if word.startswith("http"))
    with contextlib.suppress(urllib.error.HTTPError):  # an answer, too
        urllib.request.urlopen(address).read()
    return time.perf_counter() - began, process


def end(process: subprocess.Popen[str], number: int) -> None:
    process.send_signal(number)
    process.communicate()


def start_postgres(folder: Path) -> float:
    """Starts the PostgreSQL alone; the seconds until it takes connections."""
    postgres = EmbeddedPostgres(folder)
    began = time.perf_counter()
    postgres.start()
    seconds = time.perf_counter() - began
    postgres.stop()
    return seconds


def main(times: int = 5) -> int:
    taken: dict[str, list[float]] = {beginning: [] for beginning in BUDGETS}
    for _ in range(times):
        with tempfile.TemporaryDirectory(prefix="terrahedron-start-", ignore_cleanup_errors=True) as name:
            folder = Path(name) / "games"
            for beginning, number in (
                ("new", signal.SIGINT),
                ("again", signal.SIGKILL),
                ("killed", signal.SIGINT),
            ):
                seconds, process = start(folder)
                end(process, number)
                taken[beginning].append(seconds)
            taken["postgres"].append(start_postgres(folder))
    medians = {beginning: statistics.median(seconds) for beginning, seconds in taken.items()}
    for beginning, seconds in medians.items():
        print(f"{beginning:8} {seconds:5.2f} s   (budget {BUDGETS[beginning]:g} s)")
    return int(any(seconds > BUDGETS[beginning] for beginning, seconds in medians.items()))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
