"""From which address each person last asked, as far as this process knows: for what is shared by address."""

from __future__ import annotations

from collections import OrderedDict
from uuid import UUID

MOST_REMEMBERED = 50_000


class Callers:
    """The lately seen people of one process."""

    def __init__(self) -> None:
        self.addresses: OrderedDict[UUID, str] = OrderedDict()

    def note(self, person: UUID, address: str) -> None:
        self.addresses[person] = address
        self.addresses.move_to_end(person)
        if len(self.addresses) > MOST_REMEMBERED:
            self.addresses.popitem(last=False)

    def address_of(self, person: UUID) -> str | None:
        return self.addresses.get(person)
