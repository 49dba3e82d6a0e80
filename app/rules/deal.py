"""What chance decided, from a sealed seed and the seats' nonces, so that anyone can check it afterwards."""

import hashlib
import hmac
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NewType, TypeVar

from .errors import MalformedDeal
from .parts import ANIMAL_COUNT, HABITATS, REQUIREMENTS, TILE_COUNT, Habitat, Requirement, TileNo
from .variants import VARIANTS, chosen, column_sizes, has_objectives, hides_second_cards
from .versions import RULES_VERSION

Seat = NewType("Seat", int)
T = TypeVar("T")

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
SEED_BYTES = 32

_NONCE = re.compile(r"[A-Za-z0-9_-]{16,64}\Z")
_WORDS_A_BLOCK = 8


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything decided before the first move. `animals` are the columns of rounds 3 to 12, top first;
    `rules` is the version of the rules that the game is played by.
    """

    players: int
    variants: tuple[str, ...]
    first: Seat
    order: tuple[TileNo, ...]
    animals: tuple[tuple[Requirement, ...], ...]
    objectives: tuple[Habitat, ...] | None
    rules: int = RULES_VERSION

    @property
    def hides_second_cards(self) -> bool:
        return hides_second_cards(self.variants)

    def to_json(self) -> dict[str, object]:
        """The fields of a deal as a record has them."""
        return {
            "variants": list(self.variants),
            "first": self.first,
            "order": list(self.order),
            "animals": [list(column) for column in self.animals],
            "objectives": None if self.objectives is None else list(self.objectives),
        }


def commitment(seed: bytes) -> str:
    """What is published before anybody sits down: it fixes the seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


def is_nonce(text: object) -> bool:
    """Whether `text` is a nonce as a person's browser draws it."""
    return isinstance(text, str) and _NONCE.match(text) is not None


def deal_from_seed(
    seed: bytes, nonces: Sequence[str], variants: Collection[str] = (), rules: int = RULES_VERSION
) -> Deal:
    """The one deal that this seed and these nonces (in seat order, a bot's is empty) lead to."""
    _check(seed, nonces, variants)
    draw = Draw(seed, f"planet-deal/1:{','.join(nonces)}")
    order = draw.shuffle([TileNo(number) for number in range(TILE_COUNT)])
    animals = iter(draw.shuffle(list(REQUIREMENTS))[:ANIMAL_COUNT])
    objectives = draw.shuffle(list(HABITATS))
    return Deal(
        players=len(nonces),
        variants=tuple(variant.name for variant in chosen(variants)),
        first=Seat(draw.uniform(len(nonces))),
        order=tuple(order),
        animals=tuple(tuple(next(animals) for _ in range(size)) for size in column_sizes(variants)),
        objectives=tuple(objectives[: len(nonces)]) if has_objectives(variants) else None,
        rules=rules,
    )


def thinking_seed(seed: bytes, moves: int) -> int:
    """What a bot's choices after so many moves of a game depend on: by the deal's own seed, so nobody can
    know it before the end, and anyone can work it out afterwards.
    """
    return int.from_bytes(hmac.digest(seed, f"planet-bot/1:{moves}".encode("ascii"), "sha256"), "big")


def _check(seed: bytes, nonces: Sequence[str], variants: Collection[str]) -> None:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise MalformedDeal(f"A seed is {SEED_BYTES} bytes.")
    if not FEWEST_PLAYERS <= len(nonces) <= MOST_PLAYERS:
        raise MalformedDeal(f"A game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, each with a nonce.")
    for nonce in nonces:
        if nonce != "" and not is_nonce(nonce):
            raise MalformedDeal("A nonce is 16 to 64 letters, digits, - or _; a bot's is empty.")
    if len(set(variants)) < len(variants) or not set(variants) <= set(VARIANTS):
        raise MalformedDeal(f"The variants are {' and '.join(VARIANTS)}, each at most once.")


class Draw:
    """A stream of fair numbers from HMAC-SHA256, block by block; `text` says what is drawn for."""

    def __init__(self, seed: bytes, text: str) -> None:
        self._words = self._stream(seed, text)

    @staticmethod
    def _stream(seed: bytes, text: str) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(seed, f"{text}:{block}".encode("ascii"), "sha256")
            for word in range(_WORDS_A_BLOCK):
                yield int.from_bytes(digest[4 * word : 4 * word + 4], "big")
            block += 1

    def uniform(self, n: int) -> int:
        limit = 2**32 - 2**32 % n
        return next(word for word in self._words if word < limit) % n

    def shuffle(self, items: list[T]) -> list[T]:
        for last in range(len(items) - 1, 0, -1):
            other = self.uniform(last + 1)
            items[last], items[other] = items[other], items[last]
        return items
