"""Who is there, by their open sockets: of each address and of each person, in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID


class Crowd:
    """How many sockets, and how many people."""

    def __init__(self) -> None:
        self.sockets = 0
        self.sockets_at: Counter[str] = Counter()
        self.sockets_of: Counter[UUID] = Counter()
        self.sockets_of_at: Counter[tuple[UUID, str]] = Counter()
        self.known_at: Counter[str] = Counter()  # people with a name, each once

    def people_at(self, address: str) -> int:
        """How many of this address have a name and are here."""
        return self.known_at[address]

    def has_others(self, address: str) -> bool:
        """Is anybody here from elsewhere?"""
        return self.sockets > self.sockets_at[address]

    @contextmanager
    def counted(self, address: str, person: UUID | None) -> Iterator[None]:
        """One socket more, while it is open."""
        self.sockets += 1
        self.sockets_at[address] += 1
        if person is not None:
            self.sockets_of[person] += 1
            self.sockets_of_at[person, address] += 1
            self.known_at[address] += self.sockets_of_at[person, address] == 1
        try:
            yield
        finally:
            self.sockets -= 1
            release(self.sockets_at, address)
            if person is not None:
                release(self.sockets_of, person)
                release(self.sockets_of_at, (person, address))
                if (person, address) not in self.sockets_of_at:
                    release(self.known_at, address)


def release(counter: Counter[Any], key: Hashable) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
