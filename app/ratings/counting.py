"""What a rated game counts, for whom: the rules of `docs/decisions/ratings.md`, from facts to new ratings.

played      most moves of the seat were its own person's: it is compared by the rules' final ranking
left        too few were: it takes the last place, and the others are compared as if it had not been there
weight      how much a game counts for somebody: less among people who have met again and again that week
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from app.ratings.plackett_luce import Rating, rated

OWN_MOVES = 9  # of twelve: with fewer a seat was left
PROVISIONAL = 10  # games before a rating is more than a first idea
FULL_MEETINGS = 3  # so often in a week a game with the same person counts whole
MOST_MEETINGS = 6  # and from then on half, until it counts no more


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """How a seat fared, as the log has it."""

    place: int  # by the rules' final ranking; the same is a tie
    own_moves: int  # that its person made themselves
    is_finished: bool  # the last move was among them

    @property
    def is_left(self) -> bool:
        return self.own_moves < OWN_MOVES


@dataclass(frozen=True, slots=True)
class Counted:
    """What a game made of somebody's rating."""

    before: Rating
    after: Rating
    weight: float  # 0: nothing has changed, and the game is none of the ten


def count(
    ratings: Sequence[Rating], facts: Sequence[SeatFacts], met: Sequence[Sequence[int]]
) -> list[Counted]:
    """For each seat; `met[one][other]` is how often these two had met before in that week."""
    stayed = [seat for seat, fact in enumerate(facts) if not fact.is_left]
    among = rated([ratings[seat] for seat in stayed], [facts[seat].place for seat in stayed])
    found = dict(zip(stayed, among, strict=True)) if len(stayed) > 1 else {}
    for seat, fact in enumerate(facts):
        if fact.is_left and stayed:
            found[seat] = as_last(ratings[seat], [ratings[other] for other in stayed])
    return [
        counted(ratings[seat], found.get(seat), fact, weight_of(met[seat], seat))
        for seat, fact in enumerate(facts)
    ]


def as_last(rating: Rating, stayed: Sequence[Rating]) -> Rating:
    """Of somebody who left, behind all who stayed; who of these was better makes no difference to it."""
    return rated([rating, *stayed], [2, *(1 for _ in stayed)])[0]


def counted(before: Rating, after: Rating | None, fact: SeatFacts, weight: float) -> Counted:
    """With its weight; a game that somebody else finished for them brings nobody anything."""
    if after is None or weight == 0:
        return Counted(before, before, 0.0)
    gain = after.mean - before.mean
    if not fact.is_finished:
        gain = min(gain, 0.0)
    variance = before.spread**2 + weight * (after.spread**2 - before.spread**2)
    return Counted(before, Rating(before.mean + weight * gain, sqrt(variance)), weight)


def weight_of(met: Sequence[int], seat: int) -> float:
    """How much a game counts for a seat: the mean over all others who sat there."""
    others = [part_of(often) for other, often in enumerate(met) if other != seat]
    return fsum(others) / len(others)


def part_of(often: int) -> float:
    """How much it counts against somebody whom one has met so often before in this week."""
    return 1.0 if often < FULL_MEETINGS else 0.5 if often < MOST_MEETINGS else 0.0
