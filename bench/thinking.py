"""How long bots think on one core: `scripts/bench thinking`.

Whole games at 2, 3 and 4 seats through the door that the server uses (`app/bots/think.py`, reasons
included), each move timed.

    scripts/bench thinking                               Grove, 5 games at each number of seats
    scripts/bench thinking --level gaia --games 1        Gaia with its default budget
"""

import argparse
from time import perf_counter

from app.bots.levels import LEVELS
from app.bots.think import DEFAULT_BUDGET_S, think
from app.rules.deal import deal_from_seed
from app.rules.game import State, apply_move, new_game
from app.rules.parts import base_set
from app.rules.planet import Placement
from app.rules.views import view


def timed_game(level: str, players: int, number: int, budget_s: float) -> list[float]:
    """The seconds that each move of one game took to think of."""
    state = new_game(base_set(), deal_from_seed(number.to_bytes(32, "big"), [""] * players))
    seconds = []
    while not state.is_over:
        state, spent = _timed_move(level, state, budget_s)
        seconds.append(spent)
    return seconds


def _timed_move(level: str, state: State, budget_s: float) -> tuple[State, float]:
    seat = state.due
    assert seat is not None
    seen = view(state, seat)
    started = perf_counter()
    thought = think(level, seen, seat, len(state.moves), budget_s)
    spent = perf_counter() - started
    move = Placement(thought["tile"], thought["face"], thought["turn"])
    return apply_move(state, seat, move)[0], spent


def line(players: int, seconds: list[float]) -> str:
    seconds = sorted(seconds)
    middle, p95 = seconds[len(seconds) // 2], seconds[int(0.95 * len(seconds))]
    return (
        f"{players} seats, {len(seconds)} moves: median {1000 * middle:.1f} ms, p95 {1000 * p95:.1f} ms, "
        f"longest {1000 * seconds[-1]:.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--level", choices=LEVELS, default="grove")
    parser.add_argument("--games", type=int, default=5, help="at each number of seats")
    parser.add_argument("--budget", type=float, default=DEFAULT_BUDGET_S, metavar="SECONDS")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="only this number of seats")
    arguments = parser.parse_args()
    for players in [arguments.players] if arguments.players else (2, 3, 4):
        games = range(arguments.games)
        seconds = [s for n in games for s in timed_game(arguments.level, players, n, arguments.budget)]
        print(line(players, seconds), flush=True)


if __name__ == "__main__":
    main()
