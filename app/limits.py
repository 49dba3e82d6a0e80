"""How much anyone may ask of us: token buckets, kept in this process.

A bucket holds `burst` tokens and gains `rate` a second; each request takes one. There is a bucket per
address and, for those signed in, one per person. With several processes each keeps its own, so that the
whole allows up to as many times more; that is meant: what must hold across processes (seats, rooms a person
has open) is counted in the database instead.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import islice
from weakref import WeakValueDictionary

from app.config import Settings
from app.errors import TooMany

REFUSAL_SECONDS = 1.0  # seconds until a refusal is answered
MOST_WAITING = 32  # of one address; those beyond are refused at once
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


class Bucket:
    """One bucket, full at first. Whoever takes from it often may hold it; times are its holder's clock's."""

    __slots__ = ("__weakref__", "burst", "rate", "then", "tokens")

    def __init__(self, allowance: Allowance, now: float) -> None:
        self.rate, self.burst = allowance.rate, allowance.burst
        self.tokens, self.then = self.burst, now

    def level(self, now: float) -> float:
        """The tokens in it now."""
        level = self.tokens + (now - self.then) * self.rate
        return min(level, self.burst)

    def take_spare(self, now: float) -> bool:
        """Take a token for what matters less: only while more than half of them are there."""
        return self.level(now) > self.burst / 2 and self.take(now)

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens if they are there."""
        tokens = self.tokens + (now - self.then) * self.rate  # not by `level`: this is on the path of a move
        if tokens < cost:
            return False
        self.tokens, self.then = min(tokens, self.burst) - cost, now
        return True


class Buckets:
    """One bucket a key, all with the same allowance. A full one says nothing that a new one would not, so
    full ones are forgotten, the longest unused first: what is kept are those who have asked lately.
    """

    def __init__(
        self, allowance: Allowance, clock: Callable[[], float] = time.monotonic, name: str = ""
    ) -> None:
        self.allowance = allowance
        self.clock = clock
        self.name = name  # by which a refusal is counted
        self.buckets: OrderedDict[Hashable, Bucket] = OrderedDict()
        self.held: WeakValueDictionary[Hashable, Bucket] = WeakValueDictionary()  # forgotten, but in use

    def bucket(self, key: Hashable) -> Bucket:
        """The bucket of `key`, from now on the last to be forgotten."""
        buckets = self.buckets
        bucket = buckets.get(key)
        if bucket is None:
            self._forget_full()
            bucket = buckets[key] = self.held.get(key) or Bucket(self.allowance, self.clock())
            if len(buckets) > MAX_BUCKETS:
                buckets.popitem(last=False)
        else:
            buckets.move_to_end(key)
        return bucket

    def _forget_full(self) -> None:
        """Looks at two for each one that comes, so that they go faster than they come."""
        now = self.clock()
        for _ in range(2):
            if len(self.buckets) < 2:
                return
            (key, bucket), (_, next_bucket) = islice(self.buckets.items(), 2)
            if bucket.level(now) == bucket.burst:
                self.held[key] = self.buckets.pop(key)
            elif bucket.then > next_bucket.then:  # whoever holds it has used it since
                self.buckets.move_to_end(key)

    def level(self, key: Hashable) -> float:
        """The tokens in this bucket now."""
        bucket = self.buckets.get(key) or self.held.get(key)
        return self.allowance.burst if bucket is None else bucket.level(self.clock())

    def take(self, key: Hashable, cost: float = 1.0) -> bool:
        """Take `cost` tokens if they are there."""
        return self.bucket(key).take(self.clock(), cost)

    def take_spare(self, key: Hashable) -> bool:
        """Take a token for what matters less: only while more than half of them are there."""
        return self.bucket(key).take_spare(self.clock())

    def wait(self, key: Hashable, cost: float = 1.0) -> int:
        """Whole seconds until `cost` tokens are there."""
        missing = cost - self.level(key)
        return max(1, math.ceil(missing / self.allowance.rate)) if missing > 0 else 0

    def demand(self, key: Hashable, cost: float = 1.0) -> None:
        """Take, or raise `TooMany` with the time to wait."""
        if not self.take(key, cost):
            raise TooMany(retry_after=self.wait(key, cost), limit=self.name)

    def check(self, key: Hashable) -> None:
        """Raise `TooMany` if this bucket is empty, without taking anything."""
        if self.level(key) < 1:
            raise TooMany(retry_after=self.wait(key), limit=self.name)


class LateAnswers:
    """Refusals that are answered late, so that whoever asks again at once gains nothing by it."""

    def __init__(self) -> None:
        self.waiting: Counter[str] = Counter()

    async def wait(self, where: str) -> bool:
        """Let a refused one of this address wait. False if too many of them wait already."""
        if self.waiting[where] >= MOST_WAITING:
            return False
        self.waiting[where] += 1
        try:
            await asyncio.sleep(REFUSAL_SECONDS)
        finally:
            self.waiting[where] -= 1
            if not self.waiting[where]:
                del self.waiting[where]
        return True


class Limits:
    """Every bucket of this process, as the settings want them. `docs/hosting.md` has the numbers."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        per_minute = settings.requests_per_minute
        self.requests = Buckets(Allowance.per_minute(per_minute), clock, "requests")  # by address
        self.changes_by_person = Buckets(Allowance.per_minute(settings.changes_per_minute), clock, "changes")
        self.new_people = Buckets(Allowance.per_hour(settings.people_per_hour), clock, "people")  # by address
        rooms = settings.rooms_per_hour
        self.new_rooms = Buckets(Allowance.per_hour(rooms), clock, "rooms")  # by person
        self.new_rooms_from_address = Buckets(Allowance.per_hour(4 * rooms), clock, "rooms")
        reports = settings.reports_per_hour
        self.reports = Buckets(Allowance.per_hour(reports), clock, "reports")  # by person
        self.reports_from_address = Buckets(Allowance.per_hour(10 * reports), clock, "reports")
        # By address and person, who can have something sent elsewhere:
        self.webhooks = Buckets(Allowance(1 / 30, 10), clock, "webhooks")
        self.admin = Buckets(Allowance.per_minute(6), clock, "admin")  # wrong tokens, by address
        per_hour = Allowance.per_hour(max(1, settings.analyses_per_hour))
        self.analyses = Buckets(per_hour, clock, "analyses")
