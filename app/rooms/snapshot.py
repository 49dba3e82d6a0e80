"""A room as it stands now, read to be shown.

Whoever comes, goes or ends a game has the whole room shown anew, so this goes past the ORM: four short
statements, and rows that belong to no session. They are for looking only; a change begins with `lock_room`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import orjson
from sqlalchemy import text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import Base
from app.games.models import Game
from app.games.presence import Attendance, Presence
from app.rooms.attendance import RoomAttendance
from app.rooms.models import Room, SeatRow

MOST_NAMED = 50  # watchers beyond these are only counted
Row = TypeVar("Row", bound=Base)
Fetch = Callable[..., Awaitable[Iterable[Any]]]  # a statement and its values


@dataclass(frozen=True, slots=True)
class RoomSnapshot:
    """Everything a view of a room is made of."""

    room: Room
    game: Game
    seats: Sequence[SeatRow]
    games: Sequence[Game]  # those that have begun
    attending: Sequence[Attendance]
    watchers: Sequence[str]
    now: datetime

    @property
    def attendance(self) -> RoomAttendance:
        return RoomAttendance(self.room, self.game, self.attending, self.now)


def columns(model: type[Base], *but: str) -> str:
    return ", ".join(column.key for column in model.__table__.columns if column.key not in but)


# What a deal is made of is long, and nobody sees it here.
ROOM_SQL = f"SELECT {columns(Room)}, clock_timestamp() AS now FROM rooms WHERE id = $1"  # noqa: S608 (ours)
SEATS_SQL = f"SELECT {columns(SeatRow)} FROM seats WHERE room_id = $1 ORDER BY seat"  # noqa: S608
GAMES_SQL = f"""
SELECT {columns(Game, "component_set", "seed", "deal", "nonces")} FROM games
WHERE room_id = $1 AND (state <> 'dealt' OR id = $2) ORDER BY number
"""  # noqa: S608
NAMES_SQL = f"SELECT name FROM people WHERE id = ANY($1) ORDER BY name LIMIT {MOST_NAMED}"  # noqa: S608
JSON_COLUMNS: dict[type[Base], set[str]] = {
    model: {column.key for column in model.__table__.columns if isinstance(column.type, JSONB)}
    for model in (Room, SeatRow, Game)
}


async def read_room(fetch: Fetch, presence: Presence, room_id: UUID) -> RoomSnapshot | None:
    """What belongs to a room, as the database has it now."""
    found = [dict(row) for row in await fetch(ROOM_SQL, room_id)]
    if not found:
        return None
    now = found[0].pop("now")
    room = _row(Room, found[0])
    seats = [_row(SeatRow, row) for row in await fetch(SEATS_SQL, room_id)]
    games = [_row(Game, row) for row in await fetch(GAMES_SQL, room_id, room.game_id)]
    attending = await presence.at(room_id)
    seated = {seat.person_id for seat in seats}
    watching = [one.person for one in attending if one.is_here and one.person and one.person not in seated]
    return RoomSnapshot(
        room=room,
        game=next(game for game in games if game.id == room.game_id),
        seats=seats,
        games=[game for game in games if game.state != "dealt"],
        attending=attending,
        watchers=[row["name"] for row in await fetch(NAMES_SQL, watching)] if watching else [],
        now=now,
    )


def _row(model: type[Row], values: Mapping[str, Any]) -> Row:
    encoded = JSON_COLUMNS[model]
    return model(
        **{
            name: orjson.loads(value) if name in encoded and isinstance(value, str) else value
            for name, value in values.items()
        }
    )


def fetch_in(db: AsyncSession) -> Fetch:
    """Reads in the transaction of `db`, what it has changed included."""

    async def fetch(statement: str, *values: Any) -> Iterable[Any]:
        named = {f"value{number}": value for number, value in enumerate(values, start=1)}
        return (await db.execute(text(statement.replace("$", ":value")), named)).mappings()

    return fetch
