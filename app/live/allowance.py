"""How much one socket may say: a bucket of its own, and those it shares with its person's other tabs and
its address.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass

from app.limits import Allowance, Bucket, Buckets

LOOKS_A_SECOND = 4
WORDS_A_SECOND = 1
MOST_WORDS = 5
LOOKS = Allowance(LOOKS_A_SECOND, 2 * LOOKS_A_SECOND)
WORDS = Allowance(WORDS_A_SECOND, MOST_WORDS)
FLOOD = 50  # refused messages within this many seconds end the socket
FLOOD_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class SharedBuckets:
    """What the sockets of one process share: a bucket a person, and one an address."""

    own: Allowance
    people: Buckets
    addresses: Buckets

    @classmethod
    def at(cls, rate: float) -> SharedBuckets:
        return cls(
            Allowance(rate, 2 * rate),
            Buckets(Allowance(2 * rate, 4 * rate)),
            Buckets(Allowance(20 * rate, 40 * rate)),
        )


class Allowances:
    """The buckets that one socket takes from."""

    __slots__ = ("address", "looks", "own", "person", "refused", "refused_since", "words")

    def __init__(self, shared: SharedBuckets, person: Hashable, address: Hashable) -> None:
        now = time.monotonic()
        self.own = Bucket(shared.own, now)
        self.person = shared.people.bucket(person)
        self.address = shared.addresses.bucket(address)
        self.looks = Bucket(LOOKS, now)
        self.words = Bucket(WORDS, now)
        self.refused = 0
        self.refused_since = 0.0

    def take(self) -> bool:
        """May this socket say one thing more?"""
        now = time.monotonic()
        return self.own.take(now) and self.person.take(now) and self.address.take(now)

    def may_look(self) -> bool:
        return self.looks.take(time.monotonic())

    def may_speak(self) -> bool:
        return self.words.take(time.monotonic())

    def is_flooding(self) -> bool:
        """Count one refusal; true when it is one too many."""
        now = time.monotonic()
        if now - self.refused_since > FLOOD_SECONDS:
            self.refused, self.refused_since = 0, now
        self.refused += 1
        return self.refused > FLOOD
