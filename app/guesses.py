"""Wrong codes, invites and passes: counted by address in one place, whatever way they came in.

Who has guessed wrong too often is told nothing about any code for a while, right or wrong. But behind one
address there may be a whole house: what was opened from there before stays open to it, and so does whatever
the asker is known to belong to (`app/rooms/entrance.py`).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from uuid import UUID

from app.errors import NotFound, TooMany
from app.limits import Allowance, Buckets

MOST_REMEMBERED = 50_000


class Guesses:
    """The wrong guesses of this process, and which rooms were opened from where."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.left = Buckets(Allowance.per_minute(per_minute), clock)
        self.opened: OrderedDict[int, None] = OrderedDict()  # by the hash of address and room

    def missed(self, address: str, error: Exception | None = None) -> Exception:
        """Count a wrong guess; the error to answer it with. Judged after the lookup, without a wait between,
        so that many at the same moment get no more answers than one after the other.
        """
        if self.left.take(address):
            return error or NotFound()
        return self.refusal(address)

    def may_look(self, address: str) -> bool:
        """Whether somebody at this address may learn that a code is right."""
        return self.left.level(address) >= 1

    def refusal(self, address: str) -> TooMany:
        return TooMany(retry_after=self.left.wait(address), limit="misses")

    def remember(self, address: str, room: UUID) -> None:
        """This room was opened from here."""
        key = hash((address, room))
        self.opened[key] = None
        self.opened.move_to_end(key)
        if len(self.opened) > MOST_REMEMBERED:
            self.opened.popitem(last=False)

    def was_opened(self, address: str, room: UUID) -> bool:
        return hash((address, room)) in self.opened
