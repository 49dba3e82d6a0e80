"""How much one socket may say: a bucket of its own, and those it shares with its person's other tabs and
its address.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass

from app.limits import Allowance, Buckets

LOOKS_A_SECOND = 4
WORDS_A_SECOND = 1
MOST_WORDS = 5
FLOOD = 50  # refused messages within this many seconds end the socket
FLOOD_SECONDS = 10.0


class Bucket:
    """One bucket, for a socket that lives as long as it."""

    __slots__ = ("burst", "level", "rate", "then")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.level = burst
        self.then = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


@dataclass(frozen=True, slots=True)
class SharedBuckets:
    """What the sockets of one process share: a bucket a person, and one an address."""

    rate: float
    people: Buckets
    addresses: Buckets

    @classmethod
    def at(cls, rate: float) -> SharedBuckets:
        return cls(rate, Buckets(Allowance(2 * rate, 4 * rate)), Buckets(Allowance(20 * rate, 40 * rate)))


class Allowances:
    """The buckets that one socket takes from."""

    __slots__ = ("address", "looks", "own", "person", "refused", "refused_since", "shared", "words")

    def __init__(self, shared: SharedBuckets, person: Hashable, address: Hashable) -> None:
        self.shared, self.person, self.address = shared, person, address
        self.own = Bucket(shared.rate, 2 * shared.rate)
        self.looks = Bucket(LOOKS_A_SECOND, 2 * LOOKS_A_SECOND)
        self.words = Bucket(WORDS_A_SECOND, MOST_WORDS)
        self.refused = 0
        self.refused_since = 0.0

    def take(self) -> bool:
        """May this socket say one thing more?"""
        return (
            self.own.take()
            and self.shared.people.take(self.person)
            and self.shared.addresses.take(self.address)
        )

    def may_look(self) -> bool:
        return self.looks.take()

    def may_speak(self) -> bool:
        return self.words.take()

    def is_flooding(self) -> bool:
        """Count one refusal; true when it is one too many."""
        now = time.monotonic()
        if now - self.refused_since > FLOOD_SECONDS:
            self.refused, self.refused_since = 0, now
        self.refused += 1
        return self.refused > FLOOD
