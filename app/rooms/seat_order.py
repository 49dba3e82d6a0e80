"""Who sits where once a game starts: no gaps between seats, and the right one first.

The deal says which seat begins, and it is fixed by the seed and the nonces. Where the host is to begin,
people therefore move around the table, in the same order, until the host sits where the deal begins; the
nonces stay with the seats, so that every record still verifies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from app.games.models import Game
from app.rooms.models import SeatRow
from app.rules.deal import deal_from_seed
from app.rules.record import Player


@dataclass(frozen=True, slots=True)
class Sitter:
    """Whoever fills a seat, apart from the seat."""

    person: UUID | None
    bot: str | None
    name: str
    nonce: str | None

    @property
    def player(self) -> Player:
        return Player(self.name, self.bot)


def sitters_of(seats: Sequence[SeatRow]) -> list[Sitter]:
    """Those who will play, clockwise, without the gaps."""
    return [
        Sitter(seat.person_id, seat.bot, seat.name or "", seat.nonce)
        for seat in seats
        if seat.person_id is not None or seat.bot is not None
    ]


def nonces_of(sitters: Sequence[Sitter], filler: str) -> list[str]:
    """What each seat adds to the deal. A bot adds nothing, or `filler`."""
    return [filler if sitter.bot is not None else sitter.nonce or "" for sitter in sitters]


def rotated(sitters: Sequence[Sitter], starter: int, first: int) -> list[Sitter]:
    """The same circle, turned until `starter` sits in seat `first`."""
    count = len(sitters)
    return [sitters[(seat - first + starter) % count] for seat in range(count)]


def arrange(game: Game, sitters: Sequence[Sitter], starter: UUID | None) -> tuple[list[Sitter], list[str]]:
    """Who sits in seats 0, 1, … of the game, and the nonces of these seats.

    If people change seats, a person may come to sit where a bot's nonce lies, and a person's seat must not be
    without one. So the bots' nonces are the commitment then: known to all before, and nobody's choice.
    """
    where = next((seat for seat, sitter in enumerate(sitters) if starter and sitter.person == starter), None)
    if where is None:
        return list(sitters), nonces_of(sitters, filler="")
    nonces = nonces_of(sitters, filler=game.commitment)
    deal = deal_from_seed(game.seed, nonces, game.variants, game.rules_version)
    return rotated(sitters, where, deal.first), nonces
