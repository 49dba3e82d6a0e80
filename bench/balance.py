"""How fair the component set is: bots play themselves, and this counts what came of it.

    scripts/bench balance --games 1000                            1,000 games each at 2, 3 and 4 seats
    scripts/bench balance --games 67 --level gaia --budget 0.05
    scripts/bench balance --games 3000 --players 2

Reported: objective points by habitat with their standard errors, wins by seat, animals and ties by round, and
how often tiles are the first to be taken, and the ones left over.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev

from app.bots.levels import LEVELS
from app.bots.match import Contestant, moments
from app.rules.game import FIRST_COLUMN, PILES, State
from app.rules.parts import HABITATS, base_set
from app.rules.scoring import LAST_ROUND

ROUNDS = range(FIRST_COLUMN, LAST_ROUND + 1)


def last_state(contestant: Contestant, players: int, deal: int) -> State:
    *_, (state, _seconds) = moments([contestant] * players, deal)
    return state


def objective_lines(games: Sequence[State]) -> list[str]:
    scores = [score for state in games for score in state.scores]
    lines, means = [], []
    for habitat in [h for h in HABITATS if any(score.objective == h for score in scores)]:
        own = [score for score in scores if score.objective == habitat]
        points = [score.objective_points for score in own]
        areas = mean(score.areas or 0 for score in own)
        means.append(mean(points))
        lines.append(
            f"  {habitat}: {means[-1]:.2f} ± {standard_error(points):.2f} objective points, "
            f"{areas:.1f} areas, {len(own)} times"
        )
    return [*lines, f"  farthest apart: {max(means) - min(means):.2f} points"]


def standard_error(numbers: Sequence[float]) -> float:
    return stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def seat_line(games: Sequence[State], players: int) -> str:
    """Wins counted from the seat that opened round 1; a shared victory counts its share."""
    wins: dict[int, float] = dict.fromkeys(range(players), 0.0)
    for state in games:
        for seat in state.winners or ():
            wins[(seat - state.deal.first) % players] += 1 / len(state.winners or ())
    shares = ", ".join(f"{wins[place] / len(games):.1%}" for place in range(players))
    shared = sum(len(state.winners or ()) > 1 for state in games)
    return f"  wins from the first seat on: {shares}; shared victories {shared / len(games):.1%}"


def animal_lines(games: Sequence[State]) -> list[str]:
    looked_at = Counter(award.round for state in games for award in state.awards)
    won = Counter(award.round for state in games for award in state.awards if award.seat is not None)
    total = sum(won.values())
    return [
        "  animals won, by round: " + ", ".join(f"{number}: {won[number] / total:.1%}" for number in ROUNDS),
        "  cards that moved on: " + ", ".join(f"{n}: {1 - won[n] / looked_at[n]:.0%}" for n in ROUNDS),
        f"  animals nobody won: {(looked_at[LAST_ROUND] - won[LAST_ROUND]) / len(games):.2f} a game",
    ]


def tile_lines(games: Sequence[State]) -> list[str]:
    """How each tile fares in the round of its pile; each is dealt into one of rounds 1 to 10."""
    first: Counter[int] = Counter()
    taken: Counter[int] = Counter()
    laid: Counter[int] = Counter()
    for state in games:
        for index, move in enumerate(state.moves):
            laid[move.placement.tile] += 1
            if move.round <= PILES:
                taken[move.placement.tile] += 1
                first[move.placement.tile] += index % state.players == 0
    return [
        _tile_line("taken first of five (a fifth would be chance)", first, games),
        _tile_line("taken in the round of its pile", taken, games),
        _tile_line("laid at all", laid, games),
    ]


def _tile_line(what: str, counts: Counter[int], games: Sequence[State]) -> str:
    shares = sorted((counts[tile] / len(games), letters) for tile, letters in enumerate(base_set().tiles))
    rare = ", ".join(f"{letters} {share:.0%}" for share, letters in shares[:5])
    often = ", ".join(f"{letters} {share:.0%}" for share, letters in shares[:-6:-1])
    return f"  {what}, least: {rare}; most: {often}"


def report(games: Sequence[State], players: int) -> str:
    head = f"{players} seats, {len(games)} games"
    lines = [
        head,
        *objective_lines(games),
        seat_line(games, players),
        *animal_lines(games),
        *tile_lines(games),
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="at each number of seats")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="only this number of seats")
    parser.add_argument("--level", choices=LEVELS, default="grove")
    parser.add_argument("--budget", type=float, default=1.0, metavar="SECONDS")
    arguments = parser.parse_args()
    contestant = Contestant(arguments.level, arguments.budget)
    for players in [arguments.players] if arguments.players else (2, 3, 4):
        games = [last_state(contestant, players, deal) for deal in range(arguments.games)]
        print(report(games, players), flush=True)


if __name__ == "__main__":
    main()
