"""A fork: a game that goes on from a moment of another one, with what was to come there or with other.

The moves up to that moment, what they revealed, and the objectives are the other game's. Its seed is known by
then, so whoever has seen that game may know what comes; `other` deals anew whatever nobody had seen yet.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .deal import Deal, Draw, commitment, deal_from_seed
from .game import FIRST_COLUMN, PILES, TILES_A_ROUND, TURNED_UP_AHEAD
from .parts import REQUIREMENTS, Requirement
from .versions import RULES_VERSION

Coming = Literal["same", "other"]
COMINGS: tuple[Coming, ...] = ("same", "other")
MOST_SEALS = 16  # a fork of a fork of a fork …


@dataclass(frozen=True, slots=True)
class Seal:
    """The deal's proof: the seed (None while it is secret), its commitment, and the seats' nonces."""

    seed: bytes | None
    commitment: str
    nonces: tuple[str, ...]

    @classmethod
    def of(cls, seed: bytes, nonces: Sequence[str]) -> "Seal":
        return cls(seed, commitment(seed), tuple(nonces))

    @property
    def is_right(self) -> bool:
        """Whether the seed is the one that was committed to."""
        return self.seed is not None and hashlib.sha256(self.seed).hexdigest() == self.commitment

    def to_json(self) -> dict[str, object]:
        seed = None if self.seed is None else self.seed.hex()
        return {"seed": seed, "commitment": self.commitment, "nonces": list(self.nonces)}


@dataclass(frozen=True, slots=True)
class Fork:
    """From which game this one goes on, after how many of its moves, and from which seals that was dealt: the
    first from the beginning, each later one from where a fork of it dealt anew.
    """

    game: str
    moves: int
    coming: Coming
    seals: tuple[tuple[int, Seal], ...]

    def to_json(self) -> dict[str, object]:
        seals = [{"moves": moves, **seal.to_json()} for moves, seal in self.seals]
        return {"game": self.game, "moves": self.moves, "coming": self.coming, "seals": seals}

    def onwards(self, own: Seal) -> tuple[tuple[int, Seal], ...]:
        """From which seals this game itself is dealt."""
        return self.seals if self.coming == "same" else (*self.seals, (self.moves, own))


def deal_of(seal: Seal, fork: Fork | None, variants: Sequence[str], rules: int = RULES_VERSION) -> Deal:
    """The one deal that a seal, whose seed is known, leads to; of a fork with those before."""
    seals = ((0, seal),) if fork is None else fork.onwards(seal)
    deal = None
    for moves, each in seals:
        assert each.seed is not None, "what is secret deals nothing"
        if deal is None:
            deal = deal_from_seed(each.seed, each.nonces, variants, rules)
        else:
            deal = dealt_anew(deal, moves, each.seed, each.nonces)
    assert deal is not None, "a fork has a first seal"
    return deal


def dealt_anew(deal: Deal, moves: int, seed: bytes, nonces: Sequence[str]) -> Deal:
    """The deal with everything drawn again that nobody had seen after so many moves: tiles that were to come,
    and animals face down.
    """
    draw = Draw(seed, f"planet-fork/1:{moves}:{','.join(nonces)}")
    round_number = moves // deal.players + 1
    drawn = TILES_A_ROUND * min(round_number, PILES)
    order = (*deal.order[:drawn], *draw.shuffle(list(deal.order[drawn:])))
    dealt_cards = {card for column in deal.animals for card in column}
    unseen = [deal.animals[column][place] for column, place in _hidden(deal, round_number)]
    pool = draw.shuffle([*unseen, *(card for card in REQUIREMENTS if card not in dealt_cards)])
    drawn_cards = dict(zip(_hidden(deal, round_number), pool, strict=False))
    return replace(deal, order=order, animals=_with_cards(deal, drawn_cards))


def _hidden(deal: Deal, round_number: int) -> Iterator[tuple[int, int]]:
    """Where cards lie face down in this round: column, place."""
    if not deal.hides_second_cards:
        return
    for column, cards in enumerate(deal.animals):
        if len(cards) > 1 and column + FIRST_COLUMN >= round_number + TURNED_UP_AHEAD:
            yield column, 1


def _with_cards(deal: Deal, cards: dict[tuple[int, int], Requirement]) -> tuple[tuple[Requirement, ...], ...]:
    return tuple(
        tuple(cards.get((column, place), card) for place, card in enumerate(dealt))
        for column, dealt in enumerate(deal.animals)
    )
