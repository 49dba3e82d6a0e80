"""What an analysis takes, and what it is worth: `scripts/bench analysis`.

    scripts/bench analysis                      seconds of one core for both passes, at 2, 3 and 4 seats
    scripts/bench analysis --drift 20           by how much expectations rise by themselves, 20 games each
    scripts/bench analysis --match 60           its best moves against Gaia's with her time at the table
    scripts/bench analysis --match 200 --players 4 --scale 0.1

In a match one seat plays what the deep pass would tell somebody whose own choice had been Grove's; the
others are Gaia. Everybody has each seat once in every deal, and nothing depends on a clock. A scale of 0.1
gives both sides a tenth of their effort.
"""

import argparse
from statistics import mean
from time import process_time

from app.analysis.choices import judged_choice
from app.analysis.game_analysis import analyse, moments
from app.analysis.outlook import outlook
from app.analysis.passes import DEEP, FIRST
from app.bots import match
from app.bots.player import WITHOUT_CLOCK
from app.games.bot_pool import BUDGET
from app.rules.deal import Seat, thinking_seed
from app.rules.game import State, apply_move
from app.rules.scoring import LAST_ROUND
from app.rules.views import view

DEALS_FROM = 52_000


def game_of(level: str, players: int, deal: int) -> State:
    for state, _seconds in match.moments([match.Contestant(level)] * players, deal):
        end = state
    return end


def times(games: int) -> None:
    for players in (4, 3, 2):
        for way in (FIRST, DEEP):
            spent = []
            for deal in range(DEALS_FROM, DEALS_FROM + games):
                end = game_of("hedge", players, deal)
                started = process_time()
                analyse(end, way)
                spent.append(process_time() - started)
            print(
                f"{players} seats, {way.name}: {mean(spent):.2f} s, longest {max(spent):.2f} s of one core",
                flush=True,
            )


def drift(games: int) -> None:
    """What all seats together had more in the end than was expected, by round."""
    for players in (2, 3, 4):
        short: dict[int, list[float]] = {number: [] for number in range(1, LAST_ROUND + 1)}
        for deal in range(DEALS_FROM, DEALS_FROM + games):
            end = game_of("grove", players, deal)
            had = sum(score.total for score in end.scores)
            for state in moments(end)[:-1:players]:
                short[state.round].append((had - sum(outlook(state, FIRST))) / players)
        print(f"{players} seats, points a seat:", *(f"{mean(each):+.2f}" for each in short.values()))


def told(state: State, number: int, scale: float) -> State:
    """The move that the analysis tells whoever would have played as Grove."""
    assert state.due is not None
    seen = view(state, state.due)
    made = WITHOUT_CLOCK["grove"].choose(seen, state.due, seed=number)
    effort = scale * DEEP.effort / ((LAST_ROUND - 1) * state.players)
    best = judged_choice(state, made, effort, f"match {number}").best
    return apply_move(state, state.due, best)[0]


def play(own_seat: int, players: int, deal: int, scale: float) -> tuple[float, int]:
    """The share of the victory, and the points ahead of the best of the others."""
    state = match.first_state(players, deal)
    while (seat := state.due) is not None:
        if seat == own_seat:
            state = told(state, len(state.moves), scale)
            continue
        secret = thinking_seed(match.seed_of(deal), len(state.moves))
        gaia = WITHOUT_CLOCK["gaia"].choose(view(state, seat), seat, seed=secret, budget_s=scale * BUDGET)
        state, _ = apply_move(state, Seat(seat), gaia)
    totals, winners = [score.total for score in state.scores], state.winners or ()
    ahead = totals[own_seat] - max(total for seat, total in enumerate(totals) if seat != own_seat)
    return (1 / len(winners) if own_seat in winners else 0.0), ahead


def against_gaia(games: int, players: int, deals_from: int, scale: float) -> None:
    shares, ahead = [], []
    for number in range(games):
        share, points = play(number % players, players, deals_from + number // players, scale)
        shares.append(share)
        ahead.append(points)
        low, high = match.wilson(mean(shares), len(shares))
        print(
            f"{len(shares)} games, wins {mean(shares):.1%} ({low:.1%} to {high:.1%}), "
            f"{mean(ahead):+.2f} points on the best of the others",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2, help="to be timed, at each number of seats")
    parser.add_argument("--drift", type=int, metavar="GAMES")
    parser.add_argument("--match", type=int, metavar="GAMES")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--deals-from", type=int, default=DEALS_FROM, metavar="N")
    parser.add_argument("--scale", type=float, default=1.0, help="of both sides' effort in a match")
    arguments = parser.parse_args()
    if arguments.drift:
        drift(arguments.drift)
    elif arguments.match:
        against_gaia(arguments.match, arguments.players, arguments.deals_from, arguments.scale)
    else:
        times(arguments.games)


if __name__ == "__main__":
    main()
