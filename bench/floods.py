"""What one abuser costs everybody else. `scripts/bench floods`

Some rooms play at a steady pace under the usual limits, everybody from an address of their own, while one
person with 16 sockets floods the same process with one kind of thing after the other. App and database have
one core, players and abuser the other. For each kind: how long a move takes to reach the others at the table
without the abuser and beside it, and how much of its core the app used.

    scripts/bench floods                      all kinds, in under two minutes
    scripts/bench floods ping connect         these
    scripts/bench floods --against ../other   in turns with the app of another checkout
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from bench import live
from bench._flooder import KINDS

USUAL = {"messages_per_second": 10, "sockets_per_person": 16, "sockets_per_address": 100}
SETTLE = 1.0  # seconds in which the traces of a flood have gone


class Flood:
    """The abuser at work, on the players' core."""

    def __init__(self, port: str, kind: str, before: float) -> None:
        self.before = before
        self.process = live.start({live.LOAD_CORE}, "_flooder", port, kind)

    def __enter__(self) -> None:
        live.line_of(self.process)
        time.sleep(self.before)

    def __exit__(self, *_: object) -> None:
        live.end(self.process)
        time.sleep(SETTLE)


class Contestant:
    """One checkout's app with its players, and a database of its own."""

    def __init__(self, folder: Path, options: argparse.Namespace, checkout: Path) -> None:
        folder.mkdir()
        self.options = options
        self.bench = live.Bench(folder, options, checkout)
        self.site = self.bench.app(**USUAL)

    def close(self) -> None:
        live.end(*self.site.loads, self.site.server)
        self.bench.postgres.stop()

    def measure(self, kind: str) -> tuple[live.Row, live.Row]:
        self.site.open()
        quiet = self.run("quiet")
        with Flood(self.site.port, kind, self.options.before):
            return quiet, self.run(kind)

    def run(self, name: str) -> live.Row:
        """Some seconds of steady moves, and the share of its core that the app used."""
        used, began = live.cpu_of([self.site.server.pid]), time.monotonic()
        row = self.site.run(name, f"calm {self.options.rate} {self.options.seconds}")
        row.load = live.since(used, live.cpu_of([self.site.server.pid])) / (time.monotonic() - began)
        return row


def shown(name: str, quiet: live.Row, flooded: live.Row) -> str:
    changes = [late / early for early, late in zip(tail(quiet), tail(flooded), strict=True)]
    cells = live.spread(quiet.others), live.spread(flooded.others), " / ".join(f"{c:.2f}" for c in changes)
    return f"{name:<22}{cells[0]:>24}{cells[1]:>26}{cells[2]:>16}{quiet.load:>8.2f}{flooded.load:>6.2f}"


def tail(row: live.Row) -> list[float]:
    return [live.percentile(row.others, part) for part in (0.5, 0.99)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", default=list(KINDS), metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--rooms", type=int, default=40)
    parser.add_argument("--rate", type=float, default=150, help="moves a second")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--before", type=float, default=1, help="seconds of a flood before it is measured")
    parser.add_argument("--against", type=Path, help="another checkout, whose app is measured as well")
    options = parser.parse_args()
    if unknown := set(options.kinds) - set(KINDS):
        parser.error(f"unknown: {', '.join(unknown)}")
    options.writers = 1
    checkouts = [live.HERE] + ([options.against.resolve()] if options.against else [])
    title = ("others ms 50/95/99: quiet", "flooded", "50, 99: times", "core", "")
    print(f"{'':<22}{title[0]:>24}{title[1]:>26}{title[2]:>16}{title[3]:>8}")
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        sites = {}
        for each in checkouts:
            sites[each.name] = Contestant(Path(name) / each.name, options, each)
            stack.callback(sites[each.name].close)
        for kind in options.kinds:
            for checkout, one in sites.items():
                label = f"{kind}, {checkout}" if len(sites) > 1 else kind
                print(shown(label, *one.measure(kind)), flush=True)


if __name__ == "__main__":
    main()
