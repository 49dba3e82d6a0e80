"""Reports: somebody tells the operator of somebody else, and the last that was said there is kept with it.

It is kept for `retention.REPORT_DAYS` and read by the operator alone. Names stand once, beside whose they
are, so that whoever is forgotten loses theirs here as everywhere.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from app.people.service import Identity
from app.rooms.company import Somebody
from app.rooms.models import Report, SeatRow, TalkRow
from app.rooms.repository import RoomAccess

LAST_LINES = 30
GAME_SQL = text("SELECT game_id FROM rooms WHERE id = :room")


class NamedPeople:
    """The people of one report, each by their place among its names."""

    def __init__(self) -> None:
        self.people: list[UUID | None] = []
        self.names: list[str] = []

    def place(self, person: UUID | None, name: str) -> int:
        """Where somebody stands; whoever was called otherwise before stands there once more."""
        for place, known in enumerate(zip(self.people, self.names, strict=True)):
            if known == (person, name):
                return place
        self.people.append(person)
        self.names.append(name)
        return len(self.names) - 1


async def take(db: AsyncSession, me: Identity, room: RoomAccess, about: Somebody, reason: str) -> Report:
    """Write a report down, with who is there and what was said last."""
    named = NamedPeople()
    named.place(about.person, about.name)
    seats = (
        select(SeatRow).where(SeatRow.room_id == room.id, SeatRow.name.is_not(None)).order_by(SeatRow.seat)
    )
    for seat in await db.scalars(seats):
        named.place(seat.person_id, seat.name or "")
    last = select(TalkRow).where(TalkRow.room_id == room.id).order_by(TalkRow.id.desc()).limit(LAST_LINES)
    lines = [line_of(named, line) for line in reversed((await db.scalars(last)).all())]
    report = Report(
        room_id=room.id,
        game_id=(await db.execute(GAME_SQL, {"room": room.id})).scalar_one(),
        by_id=me.person,
        about_id=about.person,
        reason=reason,
        names=named.names,
        people=named.people,
        lines=lines,
    )
    db.add(report)
    await db.flush()
    return report


def line_of(named: NamedPeople, line: TalkRow) -> dict[str, Any]:
    """A line as a report keeps it."""
    who = named.place(line.person_id, line.name)
    return {"who": who, "seat": line.seat, "text": line.text, "at": line.at.isoformat()}


async def forget(db: AsyncSession, person: UUID, name: str) -> None:
    """What was said stays as long as the report, but not that it was them."""
    query = select(Report).where(Report.people.contains([person])).order_by(Report.id).with_for_update()
    for report in await db.scalars(query):
        pairs = list(zip(report.people, report.names, strict=True))
        report.names = [name if one == person else known for one, known in pairs]
        report.people = [None if one == person else one for one, _ in pairs]
