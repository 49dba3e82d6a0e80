"""How much a bot's moves tell of its objective: `scripts/bench secrecy`.

Whole games between bots, watched by somebody who sees what every watcher sees, knows this code, and asks for
each seat: which of the five objectives explains its moves? Three ways, each with the seats that it names
rightly:

    replay   the public bot is asked anew at every move, once for each objective; an objective is named if
             it alone explains every move
    odds     how likely each objective would have made the moves, for the levels whose chances can be worked
             out; the likeliest is named
    areas    the habitat of which the planet has most beyond the usual share: what anybody sees who looks

    scripts/bench secrecy                       60 games of two Groves
    scripts/bench secrecy --level sapling
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from math import log
from typing import Any

from app.bots.attention import judged_placements
from app.bots.choosing import chances
from app.bots.levels import LEVELS
from app.bots.match import Contestant, first_state, moments
from app.bots.payoffs import USUAL_SHARE
from app.bots.player import BOTS
from app.bots.situation import situation_of
from app.rules.game import State
from app.rules.parts import HABITATS
from app.rules.planet import Placement
from app.rules.views import view

ROUNDS = (4, 8, 12)
BUDGET = 0.001


def positions(states: list[State], seat: int) -> Iterator[tuple[dict[str, Any], Placement]]:
    """What a watcher sees before each move of a seat, and the move."""
    for before, after in pairwise(states):
        if after.moves[-1].seat == seat:
            yield dict(view(before, None)), after.moves[-1].placement


def replayed(level: str, states: list[State], seat: int, seeds: list[int]) -> list[str]:
    """The objectives that explain every move, if these were the bot's seeds."""
    left: list[str] = list(HABITATS)
    for (seen, move), seed in zip(positions(states, seat), seeds, strict=True):
        left = [
            habitat
            for habitat in left
            if BOTS[level].choose({**seen, "objective": habitat}, seat, seed=seed, budget_s=BUDGET) == move
        ]
    return left


def odds(states: list[State], seat: int) -> list[dict[str, float]]:
    """After each move of the seat, the logarithm of how likely a Grove of each objective makes them all."""
    sums: dict[str, float] = dict.fromkeys(HABITATS, 0.0)
    after: list[dict[str, float]] = []
    for seen, move in positions(states, seat):
        for habitat in HABITATS:
            judged = judged_placements(situation_of({**seen, "objective": habitat}, seat))
            weights = chances(judged)
            own = sum(w for w, one in zip(weights, judged, strict=True) if one[1:] == tuple(move))
            sums[habitat] += log(max(own / sum(weights), 1e-30))
        after.append(dict(sums))
    return after


def most_areas(state: State, seat: int) -> str:
    """The habitat that stands out on a planet."""
    areas = state.planets[seat].areas
    covered = sum(letter != "." for letter in areas)
    beyond = {h: areas.count(h) - covered * share for h, share in zip(HABITATS, USUAL_SHARE, strict=True)}
    return max(beyond, key=beyond.__getitem__)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--level", choices=LEVELS, default="grove")
    chosen = parser.parse_args()
    contestants = [Contestant(chosen.level, BUDGET)] * 2
    seats = 2 * chosen.games
    named = dict.fromkeys([("replay", 12), *((way, at) for way in ("odds", "areas") for at in ROUNDS)], 0)
    for deal in range(chosen.games):
        states = whole_game(contestants, deal)
        objectives = states[0].deal.objectives or ()
        for seat, objective in enumerate(objectives):
            named["replay", 12] += replayed(chosen.level, states, seat, [0] * 12) == [objective]
            likely = odds(states, seat) if chosen.level == "grove" else []
            for at in ROUNDS:
                named["areas", at] += most_areas(states[2 * at], seat) == objective
                if likely:
                    sums = likely[at - 1]
                    named["odds", at] += max(sums, key=sums.__getitem__) == objective
    for (way, at), count in named.items():
        print(f"{way}, after round {at}: {count} of {seats} objectives named rightly")


def whole_game(contestants: list[Contestant], deal: int) -> list[State]:
    """Every state of a game, the first before any move."""
    return [first_state(len(contestants), deal), *(state for state, _ in moments(contestants, deal))]


if __name__ == "__main__":
    main()
