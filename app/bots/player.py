"""The one player behind all bots: judges what it sees, and if it is one that thinks on, plays it through."""

from collections.abc import Callable
from random import Random
from time import perf_counter

from app.rules.planet import Placement

from .attention import judged_placements
from .choosing import one_of
from .endgame import COUNTED_OUT, WAYS_A_PLACEMENT, Endgame
from .judgement import Judged
from .levels import LEVELS, Level
from .search import PLACEMENTS_A_SECOND, search
from .situation import SeenGame, situation_of

IN_TIME = 0.8  # of the budget; the rest is for the game under way
ReadClock = Callable[[], float]


class BotPlayer:
    """A bot of one level. With the same view, seat, seed and budget it makes the same move."""

    def __init__(self, level: Level, clock: ReadClock = perf_counter) -> None:
        self.level = level
        self._clock = clock

    def choose(self, view: SeenGame, seat: int, *, seed: int, budget_s: float = 0.0) -> Placement:
        deadline = self._clock() + IN_TIME * budget_s
        now, chance = situation_of(view, seat), Random(seed)
        effort = min(self.level.effort, budget_s * PLACEMENTS_A_SECOND)
        if self.level.counts_out and now.round >= COUNTED_OUT:
            ending = Endgame(now)
            if ending.ways() <= effort * WAYS_A_PLACEMENT:
                return _placement(ending.best(chance))
        judged = judged_placements(now, self.level, chance)
        if effort:
            chosen = search(now, judged, chance, effort, lambda: self._clock() > deadline)
        else:
            chosen = one_of(judged, chance)
        return _placement(chosen)


def _placement(judged: Judged) -> Placement:
    return Placement(*judged[1:])  # type: ignore[arg-type]


BOTS = {name: BotPlayer(level) for name, level in LEVELS.items()}
# No clock cuts the thinking short here, so a match has the same outcome on any machine, however busy.
WITHOUT_CLOCK = {name: BotPlayer(level, clock=lambda: 0.0) for name, level in LEVELS.items()}
