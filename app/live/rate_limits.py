"""How much may be sent. By one socket: a bucket of its own, and those it shares with its person's other tabs
and its address; whatever a socket sends takes a token from all three, whether it says anything or not. And of
words (talk, signs, wishes about an absent player), by whatever way they come: buckets of the person, of the
address and of the room.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from app.limits import Allowance, Bucket, Buckets

LOOKS_A_SECOND = 4
LOOKS = Allowance(LOOKS_A_SECOND, 2 * LOOKS_A_SECOND)
WORDS_BURST = 5  # seconds of words that may come at once
WORDS_OF_PERSON = Allowance(1, WORDS_BURST)
WORDS_FROM_ADDRESS = Allowance(5, 5 * WORDS_BURST)  # less than a room's: no address can fill a room alone
WORDS_IN_ROOM = Allowance(10, 10 * WORDS_BURST)
FLOOD = 50  # refused messages within this many seconds end the socket
FLOOD_SECONDS = 10.0


class TalkLimits:
    """The words of one process, over sockets and REST alike."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.people = Buckets(WORDS_OF_PERSON, clock)
        self.addresses = Buckets(WORDS_FROM_ADDRESS, clock)
        self.rooms = Buckets(WORDS_IN_ROOM, clock)

    def may_speak(self, person: Hashable, address: Hashable, room: Hashable, *, is_seated: bool) -> bool:
        """May this person say one thing more here? The narrowest bucket is asked first, so that whoever says
        too much takes nothing from others; and watchers leave half of the room's to those who sit in it.
        """
        if not self.people.take(person) or not self.addresses.take(address):
            return False
        return self.rooms.take(room) if is_seated else self.rooms.take_spare(room)

    def wait(self, person: Hashable, address: Hashable) -> int:
        """Whole seconds until it is worth while to try again."""
        return max(self.people.wait(person), self.addresses.wait(address), 1)


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


class SocketLimits:
    """The buckets that one socket takes from."""

    __slots__ = ("address", "looks", "own", "person", "refused", "refused_since")

    def __init__(self, shared: SharedBuckets, person: Hashable, address: Hashable) -> None:
        now = time.monotonic()
        self.own = Bucket(shared.own, now)
        self.person = shared.people.bucket(person)
        self.address = shared.addresses.bucket(address)
        self.looks = Bucket(LOOKS, now)
        self.refused = 0
        self.refused_since = 0.0

    def take(self) -> bool:
        """May this socket say one thing more?"""
        now = time.monotonic()
        return self.own.take(now) and self.person.take(now) and self.address.take(now)

    def take_spare(self) -> bool:
        """The same for what may be lost: it leaves half of each bucket to moves and words."""
        now = time.monotonic()
        return self.own.take_spare(now) and self.person.take_spare(now) and self.address.take_spare(now)

    def may_look(self) -> bool:
        return self.looks.take(time.monotonic())

    def is_flooding(self) -> bool:
        """Count one refusal; true when it is one too many."""
        now = time.monotonic()
        if now - self.refused_since > FLOOD_SECONDS:
            self.refused, self.refused_since = 0, now
        self.refused += 1
        return self.refused > FLOOD
