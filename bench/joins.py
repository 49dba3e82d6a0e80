"""How many sockets a second come back after a cut, and whether the crowd matters. `scripts/bench joins`

Rooms of four players and a watcher at play, the app and its PostgreSQL on one core, the sockets on the other.
All are cut off at once and come back at random moments within a fifth of a second, knowing what they have
seen; that is done for growing crowds, each in a fresh process.

    scripts/bench joins                        500, 1,000, 2,000 and 4,000 sockets
    scripts/bench joins --rooms 100 --against ../other   500, in turns with the app of another checkout
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path

from bench import live

WITHIN = 0.2


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", default="100,200,400,800")
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--against", type=Path, help="another checkout, whose app is measured as well")
    options = parser.parse_args()
    options.writers = 1
    checkouts = [live.HERE] + ([options.against.resolve()] if options.against else [])
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        benches = []
        for each in checkouts:
            folder = Path(name) / each.name
            folder.mkdir()
            benches.append(live.Bench(folder, options, each))
            stack.callback(benches[-1].postgres.stop)
        for number in options.rooms.split(","):
            options.rooms = int(number)
            measure(benches, options.repeat)


def measure(benches: list[live.Bench], repeat: int) -> None:
    """One crowd, in turns."""
    with ExitStack() as stack:
        sites = [stack.enter_context(bench.app(grace_seconds=20)) for bench in benches]
        for site in sites:
            site.open()
        for _ in range(repeat):
            for bench, site in zip(benches, sites, strict=True):
                print(f"{bench.checkout.name}: {live.storm(site, WITHIN)}", flush=True)


if __name__ == "__main__":
    main()
