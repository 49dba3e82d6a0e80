"""A world a day: which deal a day has, and who plays on it. Everything here follows from the day's key alone,
so anyone who is told the key afterwards can work all of it out again; `docs/daily.md` has the rule in words.

A day's key makes candidates, numbered from 0. On each the rehearsal is played: every bot of `REHEARSAL`, four
weaker and four stronger ones, in the person's seat against the day's three bots. A deal on which they all
fare alike, or on which playing better pays nothing, would tell nobody how well they have played, and one that
is won or lost whatever one does would be no game: all these are flat. The first candidate that is not is the
day's world.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.rules.deal import Seat, commitment, deal_from_seed, thinking_seed
from app.rules.game import State, apply_move, new_game
from app.rules.parts import base_set
from app.rules.planet import Placement
from app.rules.views import view

from .player import WITHOUT_CLOCK

RULE = 1  # goes up with every change of what is chosen here; days keep the number of theirs
SEATS = 4
MINE = Seat(0)
# The other seats. None of them imagines games, so none can be cut short: a move takes what it takes.
BOTS = ("hedge", "thicket", "orchard")
REHEARSAL = (
    "sapling",
    "shrub",
    "hedge",
    "thicket",
    "copse",
    "orchard",
    "magpie",
    "grove",
)  # the weaker half first
MOST_CANDIDATES = 16
LEAST_SPREAD = 6  # points between the best and the worst of the rehearsal
LEAST_REWARD = 8  # points that the stronger half has together beyond the weaker one
LINES = 3  # games that Gaia plays on a world; the best is kept
LINE_BUDGET = 0.7  # of a second's placements for each of its moves: a number of them, never a time


def key_of(secret: bytes, day: date) -> bytes:
    """The day's key, which says nothing about the secret or any other day."""
    return hmac.digest(secret, f"planet-daily/1:{day.isoformat()}".encode("ascii"), "sha256")


def seal_of(key: bytes) -> str:
    """What is published before the day: it fixes the key, and with it the choice, without telling either."""
    return hashlib.sha256(key).hexdigest()


def candidate(key: bytes, number: int) -> bytes:
    """The seed of a deal that the day could have."""
    return hmac.digest(key, f"planet-daily-deal/1:{number}".encode("ascii"), "sha256")


def nonces_of(day: date) -> list[str]:
    """What the seats add to the deal: nothing of anybody's own, or it would not be the same for all."""
    return [f"daily-{day.isoformat()}", *[""] * len(BOTS)]


@dataclass(frozen=True)
class Rehearsal:
    """One candidate as the bots of the rehearsal fared on it in the person's seat."""

    number: int
    points: tuple[int, ...]
    won: tuple[bool, ...]

    @property
    def spread(self) -> int:
        return max(self.points) - min(self.points)

    @property
    def reward(self) -> int:
        """What playing better pays."""
        half = len(self.points) // 2
        return sum(self.points[half:]) - sum(self.points[:half])

    @property
    def is_flat(self) -> bool:
        """Whether it would tell too little, or is no contest."""
        return self.spread < LEAST_SPREAD or self.reward < LEAST_REWARD or len(set(self.won)) == 1


@dataclass(frozen=True)
class DailyChoice:
    """The day's world, and all candidates that were looked at until it was found."""

    day: date
    seed: bytes
    rehearsals: tuple[Rehearsal, ...]
    chosen: Rehearsal

    @property
    def commitment(self) -> str:
        """That of the deal, as every record of the day bears it."""
        return commitment(self.seed)


def choose(key: bytes, day: date) -> DailyChoice:
    """The first candidate that is not flat; if all are, the one that pays playing better most."""
    looked_at: list[Rehearsal] = []
    for number in range(MOST_CANDIDATES):
        looked_at.append(rehearse(key, day, number))
        if not looked_at[-1].is_flat:
            break
    chosen = looked_at[-1]
    if chosen.is_flat:
        chosen = max(looked_at, key=lambda one: (one.reward, -one.number))
    return DailyChoice(day, candidate(key, chosen.number), tuple(looked_at), chosen)


def rehearse(key: bytes, day: date, number: int) -> Rehearsal:
    """Every bot of the rehearsal plays the deal once."""
    seed = candidate(key, number)
    ends = [played(seed, day, level) for level in REHEARSAL]
    points = tuple(end.scores[MINE].total for end in ends)
    return Rehearsal(number, points, tuple(MINE in (end.winners or ()) for end in ends))


def first_state(seed: bytes, day: date) -> State:
    """The day's world before any move."""
    return new_game(base_set(), deal_from_seed(seed, nonces_of(day)))


def played(seed: bytes, day: date, level: str, *, budget: float = 0.0, variation: int = 0) -> State:
    """The whole game with a bot of this level in the person's seat; `variation` has it think otherwise."""
    state = first_state(seed, day)
    while (seat := state.due) is not None:
        if seat == MINE:
            chosen = rehearsed_move(state, seed, level, budget, variation)
        else:
            chosen = bot_move(state, seed)
        state, _ = apply_move(state, seat, chosen)
    return state


def bot_move(state: State, seed: bytes) -> Placement:
    """What the day's bot that is due does: it depends on the seed and what lies there, and nothing else."""
    assert state.due is not None
    secret = thinking_seed(seed, len(state.moves))
    return WITHOUT_CLOCK[BOTS[state.due - 1]].choose(view(state, state.due), state.due, seed=secret)


def rehearsed_move(state: State, seed: bytes, level: str, budget: float, variation: int) -> Placement:
    own = hmac.digest(seed, f"planet-daily-line/1:{variation}:{len(state.moves)}".encode("ascii"), "sha256")
    secret = int.from_bytes(own, "big")
    return WITHOUT_CLOCK[level].choose(view(state, MINE), MINE, seed=secret, budget_s=budget)


def best_line(seed: bytes, day: date, lines: int = LINES, budget: float = LINE_BUDGET) -> State:
    """The best of the games that Gaia plays in the person's seat, seeing no more than a person would."""
    games = [played(seed, day, "gaia", budget=budget, variation=number) for number in range(lines)]
    return max(games, key=lambda game: (game.scores[MINE].total, MINE in (game.winners or ())))


def line_of(state: State) -> list[Sequence[int]]:
    """The moves of a game as a record has them."""
    return [move.to_json() for move in state.moves]
