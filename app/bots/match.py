"""Matches between bots: the same deals with every seat swapped, and how sure one may be of the outcome."""

import hashlib
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context

from app.rules.deal import Seat, deal_from_seed, thinking_seed
from app.rules.game import State, apply_move, new_game
from app.rules.parts import base_set
from app.rules.views import view

from .player import WITHOUT_CLOCK


@dataclass(frozen=True)
class Contestant:
    """A level with its thinking time."""

    level: str
    budget_s: float = 1.0


@dataclass(frozen=True)
class MatchOutcome:
    """One game as the first contestant has it."""

    share: float  # of the victory: 1, or 1/2 when two share it, or 0
    margin: int  # points ahead of the best of the others
    seconds: tuple[float, ...]  # thinking time of each move


def play_match(
    one: Contestant, other: Contestant, deals: Iterable[int], players: int, jobs: int = 1
) -> list[MatchOutcome]:
    """On each deal `one` sits in every seat once, `other` in all that are left."""
    games = [(one, other, deal, seat, players) for deal in deals for seat in range(players)]
    if jobs == 1:
        return [play_one(game) for game in games]
    with get_context("spawn").Pool(jobs) as pool:
        return pool.map(play_one, games, chunksize=1)


def play_one(game: tuple[Contestant, Contestant, int, int, int]) -> MatchOutcome:
    one, other, deal, own_seat, players = game
    seats = [one if seat == own_seat else other for seat in range(players)]
    seconds = []
    for state, spent in moments(seats, deal):
        if state.moves[-1].seat == own_seat:
            seconds.append(spent)
    return outcome_of(state, own_seat, seconds)


def outcome_of(state: State, own_seat: int, seconds: list[float]) -> MatchOutcome:
    winners = state.winners or ()
    totals = [score.total for score in state.scores]
    best_of_others = max(total for seat, total in enumerate(totals) if seat != own_seat)
    share = 1 / len(winners) if own_seat in winners else 0.0
    return MatchOutcome(share, totals[own_seat] - best_of_others, tuple(seconds))


def seed_of(deal: int) -> bytes:
    return hashlib.sha256(str(deal).encode()).digest()


def first_state(players: int, deal: int) -> State:
    """A deal on the table, before any move."""
    return new_game(base_set(), deal_from_seed(seed_of(deal), [""] * players))


def moments(seats: list[Contestant], deal: int) -> Iterator[tuple[State, float]]:
    """The game's states, each with the seconds its move took to think of. The deal's number is its seed."""
    state = first_state(len(seats), deal)
    while (seat := state.due) is not None:
        started = time.perf_counter()
        bot, secret = WITHOUT_CLOCK[seats[seat].level], thinking_seed(seed_of(deal), len(state.moves))
        placement = bot.choose(view(state, seat), seat, seed=secret, budget_s=seats[seat].budget_s)
        spent = time.perf_counter() - started
        state, _ = apply_move(state, Seat(seat), placement)
        yield state, spent


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate that was `share` in so many games."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def report(outcomes: list[MatchOutcome], one: Contestant, other: Contestant, players: int) -> str:
    games = len(outcomes)
    rate = sum(outcome.share for outcome in outcomes) / games
    low, high = wilson(rate, games)
    margin = sum(outcome.margin for outcome in outcomes) / games
    seconds = sorted(spent for outcome in outcomes for spent in outcome.seconds)
    return (
        f"{one.level} ({one.budget_s:g} s) against {players - 1} x {other.level} ({other.budget_s:g} s), "
        f"{games} games on {games // players} deals\n"
        f"wins {rate:.1%}, 95 % interval {low:.1%} to {high:.1%}; fair is {1 / players:.0%}\n"
        f"{margin:+.1f} points on the best of the others\n"
        f"thinking: median {1000 * seconds[len(seconds) // 2]:.1f} ms, "
        f"p95 {1000 * seconds[int(0.95 * len(seconds))]:.1f} ms, longest {1000 * seconds[-1]:.1f} ms a move"
    )
