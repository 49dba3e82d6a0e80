"""How much anyone may ask of us: token buckets, kept in this process.

A bucket holds `burst` tokens and gains `rate` a second; each request takes one. There is a bucket per
address and, for those signed in, one per person. With several processes each keeps its own, so that the
whole allows up to as many times more; that is meant: what must hold across processes (seats, rooms a person
has open) is counted in the database instead.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from app.config import Settings
from app.errors import TooMany

MAX_BUCKETS = 50_000  # of each kind; the longest unused is forgotten, which only ever helps its owner


@dataclass(frozen=True)
class Allowance:
    """`rate` tokens a second, up to `burst` at once."""

    rate: float
    burst: float

    @classmethod
    def per_hour(cls, number: float) -> Allowance:
        """So many an hour, all of them at once if need be."""
        return cls(number / 3600, number)

    @classmethod
    def per_minute(cls, number: float) -> Allowance:
        """So many a minute, all of them at once if need be."""
        return cls(number / 60, number)


class Buckets:
    """One bucket a key, all with the same allowance."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self.allowance = allowance
        self.clock = clock
        self.levels: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def level(self, key: Hashable) -> float:
        """The tokens in this bucket now."""
        then, tokens = self.levels.get(key, (0.0, self.allowance.burst))
        return min(self.allowance.burst, tokens + (self.clock() - then) * self.allowance.rate)

    def take(self, key: Hashable, cost: float = 1.0) -> bool:
        """Take `cost` tokens if they are there. (On the path of every move, hence without `level`.)"""
        now, levels, burst = self.clock(), self.levels, self.allowance.burst
        then, tokens = levels.get(key, (now, burst))
        tokens += (now - then) * self.allowance.rate
        if tokens < cost:
            return False
        levels[key] = (now, min(tokens, burst) - cost)
        levels.move_to_end(key)
        if len(levels) > MAX_BUCKETS:
            levels.popitem(last=False)
        return True

    def wait(self, key: Hashable, cost: float = 1.0) -> int:
        """Whole seconds until `cost` tokens are there."""
        missing = cost - self.level(key)
        return max(1, math.ceil(missing / self.allowance.rate)) if missing > 0 else 0

    def demand(self, key: Hashable, cost: float = 1.0) -> None:
        """Take, or raise `TooMany` with the time to wait."""
        if not self.take(key, cost):
            raise TooMany(retry_after=self.wait(key, cost))

    def check(self, key: Hashable) -> None:
        """Raise `TooMany` if this bucket is empty, without taking anything."""
        if self.level(key) < 1:
            raise TooMany(retry_after=self.wait(key))


class Limits:
    """Every bucket of this process, as the settings want them. `docs/hosting.md` has the numbers."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        per_minute = settings.requests_per_minute
        self.requests = Buckets(Allowance.per_minute(per_minute), clock)  # by address, of any kind
        self.person = Buckets(Allowance.per_minute(settings.changes_per_minute), clock)
        self.people = Buckets(Allowance.per_hour(settings.people_per_hour), clock)  # new ones, by address
        self.rooms = Buckets(Allowance.per_hour(settings.rooms_per_hour), clock)  # by address, and by person
        self.misses = Buckets(
            Allowance.per_minute(settings.misses_per_minute), clock
        )  # wrong links, by address
