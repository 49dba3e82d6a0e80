"""Sapling, gentle: likes its own planet, overlooks the rivals', and does not try every turn of a tile.

It wants more of what the next animals ask for and of its objective, and takes one of the placements it
likes best, not always the best. A child that counts what the others have beats it.
"""

from random import Random

from app.rules.planet import Placement

from .base import View
from .ground import CARD_HABITAT, claim_sizes, faces_of
from .situation import Situation, situation_of

GLANCES = 24  # placements it looks at
LIKES = 4  # of these it takes any
ROUNDS_AHEAD = 2


class Sapling:
    """Plays sensibly for itself."""

    def choose(self, view: View, seat: int, *, seed: int, budget_s: float = 0.0) -> Placement:  # noqa: ARG002
        chance = Random(seed)
        now = situation_of(view, seat)
        every = [
            (tile, face, turn) for tile in now.open for face in faces_of(now.free[seat]) for turn in range(5)
        ]
        seen = chance.sample(every, min(GLANCES, len(every)))
        liked = sorted(seen, key=lambda placement: _liking(now, *placement), reverse=True)
        return Placement(*chance.choice(liked[:LIKES]))  # type: ignore[arg-type]


def _liking(now: Situation, tile: int, face: int, turn: int) -> float:
    """The own claims on the next animals, and the own objective's areas, once the tile lies there."""
    masks, regions = now.laid(tile, face, turn)
    liking = 0.0 if now.objective is None else 0.5 * masks[now.objective].bit_count()
    for card, away in now.coming():
        if away <= ROUNDS_AHEAD:
            sizes = claim_sizes(card, masks, regions)
            liking += (sizes[0] if sizes else 0) * (1.0 if CARD_HABITAT[card] == now.objective else 1.2)
    return liking
