"""What an operator does: rename, silence or bar a person, bar a network, lift that, close a room, settle a
report.

Each is one transaction: the deed, the measure that the person is told of, and a line of the trail.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.admin.models import TrailRow
from app.database import announce_person
from app.errors import Conflict, MalformedRequest, NotFound
from app.games.entries import Entry, table_id
from app.games.models import Game, PresenceRow
from app.games.writer import APPEND_ONE_SQL
from app.people.measures import MeasureRow
from app.people.models import Person
from app.rooms import person_hooks, repository
from app.rooms.locked_room import LockedRoom, bump_version, lock_room
from app.rooms.models import Report
from app.rooms.talking import REASONS
from app.texts import ENGLISH, texts_in
from app.texts.friendly import person_name

LONGEST_HOURS = 24 * 365
WIDEST = {4: 16, 6: 32}  # no network is barred that is wider


@dataclass(frozen=True)
class Why:
    """Why, for how long, and by which way the operator came."""

    via: str
    reason: str
    hours: float | None = None  # None: until somebody lifts it

    def __post_init__(self) -> None:
        is_known = self.reason in REASONS
        if not is_known or (self.hours is not None and not 0 < self.hours <= LONGEST_HOURS):
            raise MalformedRequest(fields=[{"at": "hours" if is_known else "reason", "why": "not_allowed"}])

    @property
    def until(self) -> datetime | None:
        return None if self.hours is None else datetime.now(UTC) + timedelta(hours=self.hours)


async def person_of(db: AsyncSession, person_id: UUID) -> Person:
    if not await repository.lock_person(db, person_id):
        raise NotFound
    return await db.get_one(Person, person_id)


async def rename(db: AsyncSession, person_id: UUID, why: Why) -> str:
    """Another friendly name, wherever they bear one of their own or were given one."""
    person = await person_of(db, person_id)
    name = person_name(texts_in(ENGLISH))
    person.name = person.given_name = name
    await db.flush()
    await person_hooks.renamed(db, person_id, name, is_given=True)
    await note(db, "rename", why, person_id)
    return name


async def silence(db: AsyncSession, person_id: UUID, why: Why) -> None:
    """Nobody hears them at any table."""
    await person_of(db, person_id)
    await note(db, "silence", why, person_id)


async def bar(db: AsyncSession, person_id: UUID, why: Why) -> None:
    """They change nothing and enter no room."""
    await person_of(db, person_id)
    await note(db, "bar", why, person_id)


async def bar_network(db: AsyncSession, written: str, why: Why) -> str:
    """Nobody from this network makes a person, changes anything or enters a room."""
    network = network_in(written)
    db.add(MeasureRow(kind="bar", network=network, reason=why.reason, until=why.until))
    db.add(TrailRow(via=why.via, deed="bar", network=network, reason=why.reason, until=why.until))
    await db.flush()
    return network


def network_in(written: str) -> str:
    """An address or a network; not half the world by a slip of a key."""
    try:
        network = ipaddress.ip_network(written.strip(), strict=False)
    except ValueError:
        raise MalformedRequest(fields=[{"at": "network", "why": "not_a_network"}]) from None
    if network.prefixlen < WIDEST[network.version]:
        raise MalformedRequest(fields=[{"at": "network", "why": "too_wide"}])
    return str(network)


async def note(db: AsyncSession, deed: str, why: Why, person_id: UUID) -> None:
    """What the person is told, and the trail."""
    until = why.until
    db.add(MeasureRow(kind=deed, person_id=person_id, reason=why.reason, until=until))
    db.add(TrailRow(via=why.via, deed=deed, person_id=person_id, reason=why.reason, until=until))
    announce_person(db, person_id)
    await db.flush()


async def lift(db: AsyncSession, measure_id: int, via: str) -> None:
    """A silence or a bar holds no more."""
    measure = await db.get(MeasureRow, measure_id, with_for_update=True)
    if measure is None or measure.kind not in ("silence", "bar"):
        raise NotFound
    if measure.lifted_at is not None:
        raise Conflict("conflict")
    measure.lifted_at = func.now()
    whom = {"person_id": measure.person_id, "network": measure.network}
    db.add(TrailRow(via=via, deed="lift", about=measure_id, reason=measure.reason, **whom))
    await db.flush()


async def close_room(db: AsyncSession, code: str, why: Why) -> None:
    """Nobody is in this room any more; a game that runs there ends, and all who are there are told why."""
    locked = await lock_room(db, code)
    room, game = locked.room, locked.game
    for person in await people_in(db, locked):
        db.add(MeasureRow(kind="close", person_id=person, reason=why.reason))
    room.state, room.invite_hash = "closed", None
    if game.state == "dealt":
        game.state, game.ended_at = "abandoned", func.now()
    elif game.state == "running":
        await abandon(db, game)
    db.add(TrailRow(via=why.via, deed="close", room_id=room.id, reason=why.reason))
    await bump_version(db, room)


async def abandon(db: AsyncSession, game: Game) -> None:
    """End a running game by an entry of its log, as once everybody has left. The game is locked."""
    seq = game.head + 1
    entry = Entry("abandoned", None, table_id(seq))
    values = (game.id, seq, None, entry.action_id, entry.kind, entry.body)
    connection = await db.connection()
    await connection.exec_driver_sql(
        APPEND_ONE_SQL, (*values, "abandoned", None, None, None, game.last_action)
    )


async def people_in(db: AsyncSession, locked: LockedRoom) -> set[UUID]:
    """Who sits there, or is there just now."""
    here = select(PresenceRow.person_id).where(
        PresenceRow.room_id == locked.room.id,
        PresenceRow.gone_at.is_(None),
        PresenceRow.person_id.is_not(None),
    )
    present = {person for person in await db.scalars(here) if person is not None}
    return present | {seat.person_id for seat in locked.seats if seat.person_id is not None}


async def settle(db: AsyncSession, report_id: int, via: str) -> None:
    """A report needs nothing more to be done."""
    report = await db.get(Report, report_id, with_for_update=True)
    if report is None:
        raise NotFound
    if report.settled_at is None:
        report.settled_at = func.now()
        db.add(TrailRow(via=via, deed="settle", about=report_id, person_id=report.about_id))
        await db.flush()
