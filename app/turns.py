"""Whose turn it is: the requests of one address wait for each other, never for those of another.

Of one address so many requests are under way at once; the others wait in a line of its own. Each pays for
the time of the loop that it has taken, by the clock and not by guess, out of what its address has saved:
enough for a class that comes in all at once, and the more comes in, the more of its people are at a table.
Whoever has used it up is served at the pace at which it comes in, while there is anybody else to be held up.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from typing import Any, Protocol

from app.errors import TooMany

AT_ONCE = 2  # requests of one address that are under way
MOST_WAITING = 500  # and that wait; those beyond are refused
PATIENCE = 20.0  # seconds that one of them waits
SHARE = 0.03  # of the loop's time that comes in for an address
SHARE_OF_PERSON = 0.0025  # and for each of its people at a table
SAVED = 2.0  # seconds of the loop's time, at most
MOST_OWED = 0.5
MOST_LINES = 50_000


class Occupancy(Protocol):
    """Who is there, by their sockets."""

    def people_at(self, address: str) -> int:
        """How many of this address."""

    def has_others(self, address: str) -> bool:
        """Is anybody there from elsewhere?"""


class AddressLine:
    """The requests of one address."""

    __slots__ = ("saved", "then", "timer", "under_way", "waiting")

    def __init__(self, now: float) -> None:
        self.under_way = 0
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.saved, self.then = SAVED, now
        self.timer: asyncio.TimerHandle | None = None


class Turns:
    """The lines of one process."""

    def __init__(self, crowd: Occupancy, clock: Callable[[], float] = time.monotonic) -> None:
        self.crowd = crowd
        self.clock = clock
        self.lines: OrderedDict[str, AddressLine] = OrderedDict()

    @property
    def waiting(self) -> int:
        return sum(len(line.waiting) for line in self.lines.values())

    async def take(self, where: str) -> RequestTurn:
        """Wait for a turn. Raises TooMany where too many wait, or for too long."""
        line = self._line(where)
        if not line.waiting and self._may_go(where, line):
            line.under_way += 1
            return RequestTurn(self, where, line)
        if len(line.waiting) >= MOST_WAITING:
            raise TooMany(retry_after=round(PATIENCE), limit="waiting")
        mine = asyncio.get_running_loop().create_future()
        line.waiting.append(mine)
        self._next(where, line)
        try:
            async with asyncio.timeout(PATIENCE):
                await mine
        except BaseException as error:
            self._give_up(where, line, mine)
            if isinstance(error, TimeoutError):
                raise TooMany(retry_after=round(PATIENCE), limit="waiting") from None
            raise
        return RequestTurn(self, where, line)

    def give_back(self, where: str, line: AddressLine, seconds: float) -> None:
        """A turn has ended that took so long."""
        self._save(where, line)
        line.saved = max(line.saved - seconds, -MOST_OWED)
        line.under_way -= 1
        self._next(where, line)

    def _give_up(self, where: str, line: AddressLine, mine: asyncio.Future[None]) -> None:
        """Whoever waited has gone, perhaps at the moment at which it was called."""
        if mine.done() and not mine.cancelled():
            self.give_back(where, line, 0)
        else:
            mine.cancel()

    def _line(self, where: str) -> AddressLine:
        line = self.lines.get(where)
        if line is None:
            line = self.lines[where] = AddressLine(self.clock())
            if len(self.lines) > MOST_LINES:
                self.lines.popitem(last=False)  # the longest unused, which only ever helps its owner
        else:
            self.lines.move_to_end(where)
        return line

    def _share(self, where: str) -> float:
        return SHARE + SHARE_OF_PERSON * self.crowd.people_at(where)

    def _save(self, where: str, line: AddressLine) -> None:
        now = self.clock()
        line.saved = min(line.saved + (now - line.then) * self._share(where), SAVED)
        line.then = now

    def _may_go(self, where: str, line: AddressLine) -> bool:
        if line.under_way >= AT_ONCE:
            return False
        self._save(where, line)
        return line.saved > 0 or not self.crowd.has_others(where)

    def _next(self, where: str, line: AddressLine) -> None:
        """Call whoever may go now; if none may before something has come in, look again then."""
        while line.waiting and self._may_go(where, line):
            first = line.waiting.popleft()
            if not first.done():
                line.under_way += 1
                first.set_result(None)
        if line.waiting and line.under_way < AT_ONCE and line.timer is None:
            wait = -line.saved / self._share(where) + 0.001
            line.timer = asyncio.get_running_loop().call_later(wait, self._look_again, where, line)

    def _look_again(self, where: str, line: AddressLine) -> None:
        line.timer = None
        self._next(where, line)


class RequestTurn:
    """One request's. It ends once, and pays for what it was measured to have taken."""

    def __init__(self, turns: Turns, where: str, line: AddressLine) -> None:
        self.turns, self.where, self.line = turns, where, line
        self.seconds = 0.0
        self.since: float | None = None  # the loop was given to it
        self.is_over = False

    def end(self) -> None:
        if self.is_over:
            return
        self.is_over = True
        if self.since is not None:
            self.seconds += time.perf_counter() - self.since
        self.turns.give_back(self.where, self.line, self.seconds)

    async def measure(self, work: Awaitable[None]) -> None:
        """Do the work, counting the time between its waits."""
        try:
            await Steps(self, work)
        finally:
            self.end()


def let_others_go(scope: MutableMapping[str, Any]) -> None:
    """For a request that now waits for something that takes none of the loop's time, and long."""
    turn: RequestTurn | None = scope.get("turn")
    if turn is not None:
        turn.end()


class Steps:
    """A coroutine that is watched at each of its steps."""

    def __init__(self, turn: RequestTurn, work: Awaitable[None]) -> None:
        self.turn, self.work = turn, work

    def __await__(self) -> Generator[Any, Any, None]:
        steps, turn = self.work.__await__(), self.turn
        thrown: BaseException | None = None
        while True:
            turn.since = time.perf_counter()
            try:
                awaited = steps.send(None) if thrown is None else steps.throw(thrown)
            except StopIteration:
                return
            finally:
                turn.seconds += time.perf_counter() - turn.since
                turn.since = None
            thrown = None
            try:
                yield awaited
            except BaseException as error:  # noqa: BLE001 whoever cancels us cancels the work
                thrown = error
