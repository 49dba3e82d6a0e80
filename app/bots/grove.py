"""Grove, solid: looks one placement ahead, at every animal it sees, and at what it leaves the next player."""

from app.rules.planet import Placement

from .base import View
from .judgement import Judged, judge, races_of
from .situation import Situation, situation_of
from .stakes import any_stakes, stakes_without_guessing

DENIAL = 0.5  # how much of the next player's gain counts as a loss of one's own


class Grove:
    """Every legal placement judged; the best is taken."""

    def choose(self, view: View, seat: int, *, seed: int = 0, budget_s: float = 0.0) -> Placement:  # noqa: ARG002
        return placement_of(max(judged_placements(situation_of(view, seat))))


def placement_of(judged: Judged) -> Placement:
    return Placement(*judged[1:])  # type: ignore[arg-type]


def judged_placements(now: Situation) -> list[Judged]:
    """What the due seat can do, each with its worth less what it leaves to the next."""
    judged = judge(now, now.due, races_of(now, now.due, stakes_without_guessing(now)), now.objective)
    if not now.still_to_move:
        return judged
    left = _left_by(now)
    return [(worth - DENIAL * left[tile], tile, face, turn) for worth, tile, face, turn in judged]


def _left_by(now: Situation) -> dict[int, float]:
    """For each tile, the most that the next player could gain if it were gone."""
    best = most_by_tile(now)
    return {tile: max((best[other] for other in best if other != tile), default=0.0) for tile in best}


def most_by_tile(now: Situation) -> dict[int, float]:
    """The most that the next player could gain with each tile, whatever its objective."""
    following = now.still_to_move[0]
    best: dict[int, float] = {}
    for worth, tile, _face, _turn in judge(now, following, races_of(now, following, any_stakes(now)), None):
        best[tile] = max(worth, best.get(tile, worth))
    return best
