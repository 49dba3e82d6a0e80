"""Whether Gaia's last round is exact: `scripts/bench endings`.

Positions of the last round (and of the end of the round before) out of games between Groves, each counted
out twice: by `app/bots/endgame.py`, and by brute force with the rules alone, which makes every move with
`apply_move`, scores every end with every deal of objectives, and remembers nothing. Both must come to the
same worth for every placement.

    scripts/bench endings                       200 positions
    scripts/bench endings --positions 40 --largest 20000
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from math import prod
from time import perf_counter

from app.bots.endgame import AHEAD, COUNTED_OUT, EVEN, Endgame
from app.bots.match import Contestant, moments
from app.bots.payoffs import suspicion
from app.bots.situation import situation_of
from app.rules.deal import Seat
from app.rules.game import State, apply_move
from app.rules.parts import HABITATS, Habitat
from app.rules.scoring import scores_of
from app.rules.views import view

Deal = tuple[Habitat, ...]


def positions(largest: int, players: tuple[int, ...] = (2, 3, 4)) -> Iterator[State]:
    """Positions at the end of games, with at most so many ways to go on."""
    deal = 0
    while True:
        for number in players:
            for state, _ in moments([Contestant("grove")] * number, deal):
                if state.round >= COUNTED_OUT and state.due is not None:
                    ending = Endgame(situation_of(view(state, state.due), state.due))
                    if ending.ways() <= largest:
                        yield state
        deal += 1


class BruteForce:
    """The same expectations, by the rules alone."""

    def __init__(self, state: State) -> None:
        self.root = state
        now = situation_of(view(state, state.due), state.due or 0)
        self.deals: list[Deal] = list(permutations(HABITATS, state.players))
        self.weights = [
            prod(suspicion(now, seat, HABITATS.index(habitat)) for seat, habitat in enumerate(deal))
            for deal in self.deals
        ]

    def worths(self) -> list[float]:
        """What each legal placement comes to for the due seat."""
        state, seat = self.root, self.root.due
        assert seat is not None
        assert state.deal.objectives is not None
        own = state.deal.objectives[seat]
        known = [(at, w) for at, w in enumerate(self.weights) if self.deals[at][seat] == own]
        total = sum(w for _, w in known)
        after = [self.values(apply_move(state, seat, move)[0]) for move in state.legal_placements()]
        return [sum(w * values[at][seat] for at, w in known) / total for values in after]

    def values(self, state: State) -> list[list[float]]:
        """For every deal of objectives, what each seat has in the end."""
        seat = state.due
        if seat is None:
            return [self.shares(state, deal) for deal in self.deals]
        after = [self.values(apply_move(state, seat, move)[0]) for move in state.legal_placements()]
        best = {habitat: self.taken(seat, habitat, after) for habitat in HABITATS}
        return [after[best[deal[seat]]][at] for at, deal in enumerate(self.deals)]

    def taken(self, seat: Seat, own: Habitat, after: list[list[list[float]]]) -> int:
        """The number of the placement that `seat` makes if this is its objective."""
        known = [(at, w) for at, w in enumerate(self.weights) if self.deals[at][seat] == own]
        total = sum(w for _, w in known)
        worths = [sum(w * values[at][seat] for at, w in known) / total for values in after]
        return next(at for at, worth in enumerate(worths) if worth >= max(worths) - EVEN)

    def shares(self, state: State, deal: Deal) -> list[float]:
        as_dealt = replace(state.deal, objectives=deal)
        scores = scores_of(state.component_set, as_dealt, state.planets, state.awards)
        ranks = [(score.total, score.animals) for score in scores]
        best = max(ranks)
        result = []
        for seat, rank in enumerate(ranks):
            rivals = max(score.total for other, score in enumerate(scores) if other != seat)
            share = 1 / ranks.count(best) if rank == best else 0.0
            result.append(share + AHEAD * (rank[0] - rivals))
        return result


def agree(state: State) -> bool:
    """Whether both come to the same, for every placement."""
    counted = Endgame(situation_of(view(state, state.due), state.due or 0)).judged()
    moves = [tuple(one[1:]) for one in counted]
    worths = BruteForce(state).worths()
    assert moves == [tuple(move) for move in state.legal_placements()]
    return all(abs(one[0] - worth) < 1e-6 for one, worth in zip(counted, worths, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--largest", type=int, default=15_000, help="ways to go on and to deal objectives")
    chosen = parser.parse_args()
    same, spent = 0, 0.0
    for number, state in enumerate(positions(chosen.largest)):
        if number == chosen.positions:
            break
        started = perf_counter()
        Endgame(situation_of(view(state, state.due), state.due or 0)).judged()
        spent += perf_counter() - started
        same += agree(state)
    print(f"{same} of {chosen.positions} positions counted out like brute force does")
    print(f"counted out in {1000 * spent / chosen.positions:.1f} ms on average")
    return 0 if same == chosen.positions else 1


if __name__ == "__main__":
    raise SystemExit(main())
