"""How a bot does against itself as it was: `scripts/bench older_bot COMMIT`.

Games of two on the same deals with the seats swapped, the older one asked in a process of its own, with the
code of COMMIT and the same budget. No clock cuts either short, so the outcome is the same on any machine.

    scripts/bench older_bot 9b751ff~ --games 400 --deals-from 100000    Gaia, about twenty minutes
    scripts/bench older_bot HEAD~5 --level forest
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from app.bots.match import Contestant, MatchOutcome, first_state, outcome_of, report, seed_of
from app.bots.player import WITHOUT_CLOCK
from app.rules.deal import Seat, thinking_seed
from app.rules.game import apply_move
from app.rules.planet import Placement
from app.rules.views import view
from bench.beside import take_out

MOVER = Path(__file__).with_name("_older_mover.py")
SEATS = (0, 1)


class OlderBots:
    """The bots of another tree."""

    def __init__(self, tree: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(MOVER)],
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **what: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(what), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def end(self) -> None:
        self.process.communicate()


def play_deal(tree: Path, one: Contestant, deal: int) -> list[MatchOutcome]:
    older = OlderBots(tree)
    outcomes = [play_one(older, one, deal, seat) for seat in SEATS]
    older.end()
    return outcomes


def play_one(older: OlderBots, one: Contestant, deal: int, own_seat: int) -> MatchOutcome:
    """One game, from the newer bot's side."""
    state, seconds = first_state(len(SEATS), deal), []
    older.ask(do="deal", seed=seed_of(deal).hex())
    while (seat := state.due) is not None:
        secret = thinking_seed(seed_of(deal), len(state.moves))
        if seat == own_seat:
            began, bot = time.perf_counter(), WITHOUT_CLOCK[one.level]
            placement = bot.choose(view(state, seat), seat, seed=secret, budget_s=one.budget_s)
            seconds.append(time.perf_counter() - began)
        else:
            asked = older.ask(do="choose", seat=seat, level=one.level, seed=secret, budget=one.budget_s)
            placement = Placement(*asked)
        state, _ = apply_move(state, Seat(seat), placement)
        older.ask(do="move", seat=seat, placement=placement)
    return outcome_of(state, own_seat, seconds)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("commit")
    parser.add_argument("--level", default="gaia")
    parser.add_argument("--budget", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--deals-from", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    one = Contestant(asked.level, asked.budget)
    deals = range(asked.deals_from, asked.deals_from + asked.games // len(SEATS))
    with tempfile.TemporaryDirectory(prefix="terrahedron-older-") as name:
        play = partial(play_deal, take_out(asked.commit, Path(name)), one)
        with get_context("spawn").Pool(asked.jobs) as pool:
            outcomes = [outcome for both in pool.imap(play, deals) for outcome in both]
    print(f"against {asked.commit}: {report(outcomes, one, one, len(SEATS))}")


if __name__ == "__main__":
    main()
