"""Whose bot thinks next, and for how long: the bot processes are shared fairly by address and by person.

Addresses take turns, and so do the people behind one address: whoever had a thinker longest ago comes first.
So many games of one person wait for each other and for nobody else's; and the more of them ask at the same
time, the less each gets.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

UNWATCHED_WAIT = 10.0  # seconds for which a game that nobody is there to watch lets all others go first
USUAL_QUEUE = 2  # requests for each thinker and address that are answered at full length
MOST_REMEMBERED = 10_000

Address = str | None  # None where it is not known


class BotOwner(NamedTuple):
    """Somebody for whom bots think."""

    person: Hashable
    address: Address = None

    @property
    def sharing_key(self) -> Hashable:
        """What is shared with everybody at the same address."""
        return self.address or self.person


NOBODY = BotOwner(None)


class AskingGame(NamedTuple):
    """For whom a bot thinks: the people who play in its game, and whether one of them is there."""

    owners: Sequence[BotOwner] = ()
    is_watched: bool = True


@dataclass(slots=True)
class _Request:
    """One wait for a thinker."""

    owner: BotOwner
    order: int
    watched_from: float  # from this moment on it counts as watched
    turn: asyncio.Future[None]


class ThinkingTurns:
    """The queue for `workers` bot processes. A request that takes little time
    has little weight."""

    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.workers = self.free = workers
        self.clock = clock
        self.order = count(1)
        self.queues: dict[tuple[BotOwner, bool], deque[_Request]] = {}
        self.served: dict[Hashable, int] = {}  # by home and by owner: the order in which they last had a turn
        self.asked: Counter[Hashable] = Counter()  # by home: requests that wait or are served
        self.weights: dict[Hashable, float] = {}  # the same by weight

    @asynccontextmanager
    async def turn(self, game: AskingGame, weight: float = 1.0) -> AsyncIterator[float]:
        """Wait for a thinker; then hold it. Gives the part of the usual time that there is.

        A game of several people counts for whoever of them has waited longest.
        """
        owner = min(game.owners or [NOBODY], key=self._last_turn)
        self.asked[owner.sharing_key] += 1
        self.weights[owner.sharing_key] = self.weights.get(owner.sharing_key, 0.0) + weight
        try:
            await self._wait(owner, game.is_watched)
            try:
                yield self._time_share(owner)
            finally:
                self._next()
        finally:
            self._leave(owner, weight)

    def _last_turn(self, owner: BotOwner) -> tuple[int, int]:
        return self.served.get(owner.sharing_key, 0), self.served.get(owner, 0)

    def _leave(self, owner: BotOwner, weight: float) -> None:
        self.weights[owner.sharing_key] -= weight
        self.asked[owner.sharing_key] -= 1
        if not self.asked[owner.sharing_key]:
            del self.asked[owner.sharing_key], self.weights[owner.sharing_key]
        if not self.asked or len(self.served) > MOST_REMEMBERED:
            self.served.clear()

    async def _wait(self, owner: BotOwner, is_watched: bool) -> None:
        if self.free:
            self.free -= 1
            self._serve(owner)
            return
        patient = 0.0 if is_watched else UNWATCHED_WAIT
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        request = _Request(owner, next(self.order), self.clock() + patient, turn)
        self.queues.setdefault((owner, is_watched), deque()).append(request)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # it was our turn already
            raise

    def _next(self) -> None:
        """A thinker is free: the longest unserved address has it, and of its people the longest unserved."""
        now = self.clock()
        while self.queues:
            key = min(self.queues, key=lambda key: self._rank(self.queues[key][0], now))
            request = self.queues[key].popleft()
            if not self.queues[key]:
                del self.queues[key]
            if not request.turn.done():
                self._serve(request.owner)
                request.turn.set_result(None)
                return
        self.free += 1

    def _rank(self, request: _Request, now: float) -> tuple[bool, int, int, int]:
        return (request.watched_from > now, *self._last_turn(request.owner), request.order)

    def _serve(self, owner: BotOwner) -> None:
        self.served[owner.sharing_key] = self.served[owner] = next(self.order)

    def _time_share(self, owner: BotOwner) -> float:
        """Of the usual time, so that what everybody asks for is answered within a moment."""
        own = max(1.0, self.weights[owner.sharing_key])
        return min(1.0, USUAL_QUEUE * self.workers / (own * len(self.asked)))
