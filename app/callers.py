"""From which address each person last asked, as far as this process knows: for what is shared by address."""

from __future__ import annotations

from collections import OrderedDict
from uuid import UUID

MOST_KEPT = 50_000


class Callers:
    """The lately seen people of one process."""

    def __init__(self) -> None:
        self.kept: OrderedDict[UUID, str] = OrderedDict()

    def note(self, person: UUID, address: str) -> None:
        self.kept[person] = address
        self.kept.move_to_end(person)
        if len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)

    def address_of(self, person: UUID) -> str | None:
        return self.kept.get(person)
