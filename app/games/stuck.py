"""Games that do not go on because the table's own move fails: logged for whoever runs the server, and tried
again with longer and longer pauses.

A bot that errs, a database that refuses the entry, a log that cannot be replayed: nothing of this is a
player's doing.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from uuid import UUID

log = logging.getLogger(__name__)

FIRST_WAIT = 5.0  # seconds until the second try; each wait is twice the one before
LONGEST_WAIT = 300.0
UNAVAILABLE = "unavailable"  # the database did not answer: that is told elsewhere too, and may pass by itself


@dataclass(slots=True)
class _Tries:
    head: int
    number: int
    again_at: float


class StuckGames:
    """Those of this process, by how often their due move was tried."""

    def __init__(self) -> None:
        self.failures = 0
        self.tries: dict[UUID, _Tries] = {}

    @property
    def count(self) -> int:
        """How many stand still. One that is long past its next try has been moved by another process."""
        now = time.monotonic()
        return sum(tries.again_at + LONGEST_WAIT > now for tries in self.tries.values())

    def failed(self, game: UUID, head: int, why: str) -> float:
        """Note, and tell, that the entry after `head` could not be made. Returns the seconds to wait now."""
        before = self.tries.get(game)
        number = before.number + 1 if before is not None and before.head == head else 1
        wait = min(FIRST_WAIT * 2.0 ** min(number - 1, 20), LONGEST_WAIT)
        self._forget_old()
        self.tries[game] = _Tries(head, number, time.monotonic() + wait)
        self.failures += 1
        context = {"game": str(game), "head": head, "why": why, "tries": number, "again_in": wait}
        level = logging.WARNING if why == UNAVAILABLE else logging.ERROR
        log.log(level, "the table could not move in game %s: %s", game, why, extra={"context": context})
        return wait

    def moved(self, game: UUID) -> None:
        self.tries.pop(game, None)

    def _forget_old(self) -> None:
        long_ago = time.monotonic() - LONGEST_WAIT
        self.tries = {game: tries for game, tries in self.tries.items() if tries.again_at > long_ago}
