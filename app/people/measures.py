"""What the operator has done about somebody: another name, silence, a bar, a room closed around them.

Every process keeps what holds at this moment in memory and reads it anew every two seconds, so that nobody's
request or move costs anything. A bar is of a person or of a network.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, func, text
from sqlalchemy.dialects.postgresql import CIDR
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base, Database
from app.errors import NotAllowed

REFRESH_SECONDS = 2.0
IN_FORCE_SQL = text("""
SELECT kind, person_id, host(network) || '/' || masklen(network), reason, at, until FROM measures
WHERE lifted_at IS NULL AND (until IS NULL OR until > now())
    AND (kind IN ('silence', 'bar') OR at > now() - interval '1 day') ORDER BY id
""")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class MeasureRow(Base):
    """One thing that was done about somebody; only silences and bars last, until somebody lifts them."""

    __tablename__ = "measures"
    __table_args__ = (
        CheckConstraint("kind IN ('rename', 'silence', 'bar', 'close')", name="kind"),
        CheckConstraint("(person_id IS NULL) <> (network IS NULL)", name="whom"),
        Index(None, "person_id"),
        Index(None, "at"),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    kind: Mapped[str]
    person_id: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    network: Mapped[Any | None] = mapped_column(CIDR)
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(server_default=func.now())
    until: Mapped[datetime | None]
    lifted_at: Mapped[datetime | None]


class Measure(NamedTuple):
    """One that holds."""

    kind: str
    person: UUID | None
    network: str | None
    reason: str
    at: datetime
    until: datetime | None

    @property
    def holds(self) -> bool:
        return self.until is None or self.until > datetime.now(UTC)

    @property
    def told(self) -> dict[str, Any]:
        """What whoever it is about is told of it."""
        return {"reason": self.reason, "until": self.until and self.until.astimezone(UTC).isoformat()}


class Measures:
    """Those that hold, in this process."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.of_person: Mapping[UUID, list[Measure]] = {}
        self.of_network: dict[int, dict[Network, Measure]] = {}  # by the length of the prefix
        self.on_change: Callable[[], None] = lambda: None

    async def refresh(self) -> None:
        if self.database.lacks_tables:
            return
        async with self.database.reading() as db:
            self.take(await in_force(db))

    def take(self, measures: list[Measure]) -> None:
        people: dict[UUID, list[Measure]] = {}
        networks: dict[int, dict[Network, Measure]] = {}
        for one in measures:
            if one.person is not None:
                people.setdefault(one.person, []).append(one)
            elif one.network is not None:
                network = ipaddress.ip_network(one.network)
                networks.setdefault(network.prefixlen, {})[network] = one
        self.of_person, self.of_network = people, networks
        if measures:  # else there is nobody to be shut out
            self.on_change()

    def bar_of(self, person: UUID | None, address: str) -> Measure | None:
        """Why somebody may not play here, if so."""
        return self._of(person, "bar") or (self._bar_of_network(address) if self.of_network else None)

    def silence_of(self, person: UUID | None) -> Measure | None:
        return self._of(person, "silence")

    def notices_of(self, person: UUID | None) -> list[Measure]:
        """What somebody has to be told, the latest of each kind."""
        theirs = self.of_person.get(person, ()) if person is not None else ()
        return list({one.kind: one for one in theirs if one.holds}.values())

    def require_no_bar(self, person: UUID | None, address: str) -> None:
        bar = self.bar_of(person, address)
        if bar is not None:
            raise NotAllowed("barred", **bar.told)

    def _of(self, person: UUID | None, kind: str) -> Measure | None:
        theirs = self.of_person.get(person, ()) if person is not None else ()
        return next((one for one in theirs if one.kind == kind and one.holds), None)

    def _bar_of_network(self, address: str) -> Measure | None:
        """An address of IPv6 stands for a household's network, as everywhere."""
        try:
            here = ipaddress.ip_network(address, strict=False)
        except ValueError:
            return None
        for length, networks in self.of_network.items():
            if length <= here.prefixlen:
                found = networks.get(here.supernet(new_prefix=length))
                if found is not None and found.holds:
                    return found
        return None


async def in_force(db: AsyncSession) -> list[Measure]:
    return [Measure(*row) for row in await db.execute(IN_FORCE_SQL)]
