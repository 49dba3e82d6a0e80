"""Thinking on: each promising placement is played on in imagined games, and what turns out well is kept.

What is hidden is drawn anew for every game imagined: tiles, animals face down, the others' objectives
(likelier those that their planets point at). All seats play on as somebody who overlooks nothing, for some
rounds; then chances and points are counted. Placements compete on the same games, and the worse half drops
out again and again. The more time, the more games.

Thinking is measured in placements judged, not in seconds, so the same question gets the same answer; the
clock only steps in where a machine is too slow for its budget.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log2
from random import Random

from app.rules.scoring import LAST_ROUND

from .final_points import expected_final_points
from .judgement import HAND_MADE, Estimates, Judged, best_of, races_of
from .payoffs import Objectives, guessed_objectives, payoffs_for
from .situation import Situation
from .taught import TAUGHT

PLACEMENTS_A_SECOND = 300_000  # what a second of budget buys
EFFORT_OF_A_GAME = 25  # to copy and count one imagined game, in placements judged
CANDIDATES = 16
OPINION = 2  # imagined games that the first judgement of a placement weighs as much as
ROUNDS_AHEAD = 2  # this one and the next
VICTORY = 6.0  # points: what winning counts, beside the lead, in a game that is played to its end


def search(
    now: Situation, judged: list[Judged], chance: Random, effort: float, is_late: Callable[[], bool]
) -> Judged:
    """The one of the best placements that turns out best."""
    return Search(now, promising(judged), chance, is_late).best(effort)


def promising(judged: list[Judged]) -> list[Judged]:
    """The placements that are worth thinking on about."""
    return sorted(judged, reverse=True)[:CANDIDATES]


class Search:
    """Some placements of one decision, and how the games imagined with each went."""

    def __init__(self, now: Situation, candidates: list[Judged], chance: Random, is_late: Callable[[], bool]):
        self._now, self._chance, self._is_late = now, chance, is_late
        self._candidates = candidates
        self._worlds: list[tuple[Situation, Objectives]] = []
        self._results: dict[Judged, list[float]] = {candidate: [] for candidate in self._candidates}
        self._last = min(LAST_ROUND, now.round + ROUNDS_AHEAD - 1)
        self._judged = 0

    def best(self, effort: float) -> Judged:
        """Successive halving: each stage gets its share of the effort, and the better half goes on."""
        alive = self._candidates
        stages = ceil(log2(len(alive)))
        for stage in range(1, stages + 1):
            while self._judged < effort * stage / stages and not self._is_late():
                self._try_once(alive)
            alive = sorted(alive, key=self._mean, reverse=True)[: ceil(len(alive) / 2)]
        return alive[0]

    def means(self, games: int) -> list[float]:
        """What each candidate brings, over so many games in the same worlds."""
        for _ in range(games):
            self._try_once(self._candidates)
        return [sum(results) / games for results in self._results.values()]

    def losses(self, best: Judged) -> dict[Judged, float]:
        """What each candidate brings less than the best, over the worlds in which both were tried."""
        most = self._results[best]
        return {
            candidate: fell_short(best, candidate, most, results)
            for candidate, results in self._results.items()
        }

    def lead(self, best: Judged, other: Judged, effort: float) -> float:
        """What the best brings more than any other placement: both in new worlds, which chose neither."""
        both: tuple[list[float], list[float]] = ([], [])
        until = self._judged + effort
        while self._judged < until:
            world, objectives = self._imagined()
            for candidate, results in zip((best, other), both, strict=True):
                results.append(self._play_on(world.copy(), candidate, objectives))
        return fell_short(best, other, *both)

    def _imagined(self) -> tuple[Situation, Objectives]:
        guessed = guessed_objectives(self._now, self._now.due, self._chance)
        return self._now.imagined(self._chance), guessed

    def _try_once(self, alive: list[Judged]) -> None:
        """One more game with each candidate, all in the same imagined world; none counts if time runs out."""
        tried = len(self._results[alive[0]])
        if tried == len(self._worlds):
            self._worlds.append(self._imagined())
        world, objectives = self._worlds[tried]
        results = []
        for candidate in alive:
            if self._is_late():
                return
            results.append(self._play_on(world.copy(), candidate, objectives))
        for candidate, result in zip(alive, results, strict=True):
            self._results[candidate].append(result)

    def _play_on(self, game: Situation, candidate: Judged, objectives: Objectives) -> float:
        seat = game.due
        self._judged += EFFORT_OF_A_GAME
        game.lay(*candidate[1:])
        self._judged += play_until(game, self._last, objectives, TAUGHT)
        points = expected_final_points(game, objectives)
        return advantage(points, seat) + (VICTORY * share_of_victory(points, seat) if game.is_over else 0.0)

    def _mean(self, candidate: Judged) -> float:
        """Over the games imagined, and what was thought of the placement at first."""
        results = self._results[candidate]
        return (OPINION * candidate[0] + sum(results)) / (OPINION + len(results))


def fell_short(best: Judged, other: Judged, most: list[float], results: list[float]) -> float:
    """By how much the other did worse in the same worlds; the first judgement counts as some more of them."""
    differences = [one - two for one, two in zip(most, results, strict=False)]
    return (OPINION * (best[0] - other[0]) + sum(differences)) / (OPINION + len(differences))


def play_until(game: Situation, last: int, objectives: Objectives, estimates: Estimates = HAND_MADE) -> int:
    """All seats play on, as somebody who overlooks nothing, to the end of round `last`; says how many
    placements were judged.
    """
    judged = 0
    while game.round <= last:
        best, count = _played(game, objectives, estimates)
        judged += count
        game.lay(*best[1:])
    return judged


def _played(game: Situation, objectives: Objectives, estimates: Estimates) -> tuple[Judged, int]:
    seat = game.due
    races = races_of(game, seat, payoffs_for(seat, objectives), estimates)
    return best_of(game, seat, races, objectives[seat])


def share_of_victory(points: list[float], seat: int) -> float:
    best = max(points)
    return 1 / points.count(best) if points[seat] == best else 0.0


def advantage(points: list[float], seat: int) -> float:
    """How far ahead of the others: half of their mean, half of their best."""
    rivals = [other for rival, other in enumerate(points) if rival != seat]
    return points[seat] - 0.5 * sum(rivals) / len(rivals) - 0.5 * max(rivals)
