"""A room as it stands now, read to be shown: frozen values that belong to no session.

Pages, REST and sockets all read a room by `read_room`, which is one statement, since whoever comes, goes or
ends a game has the whole room shown anew. A change begins with `lock_room`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Annotated, Any, Literal, cast
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict
from sqlalchemy.ext.asyncio import AsyncSession

from app.games.log import Phase
from app.games.pauses import rests_now
from app.games.presence import Attendance
from app.rooms.options import KeptOptions
from app.rules.forks import Coming

MOST_NAMED = 50  # watchers beyond these are only counted

RoomState = Literal["open", "playing", "over", "closed"]
UtcTime = Annotated[datetime, AfterValidator(lambda time: time.astimezone(UTC))]
Fetch = Callable[..., Awaitable[Sequence[Any]]]  # a statement and its values

# What a deal is made of is long, and nobody sees it here.
ROOM_SQL = f"""
SELECT row_to_json(room)::text FROM (
    SELECT id, code, name, host_id, options, state AS stored_state, version, game_id, kicked,
        hushed, is_shut,
        clock_timestamp() AS now,
        ARRAY(SELECT row_to_json(one) FROM (
            SELECT seat, person_id, bot, name, nonce IS NOT NULL AS is_sealed, joined_at, left_at, offer,
                hints_game_id
            FROM seats WHERE room_id = rooms.id ORDER BY seat
        ) AS one) AS seats,
        ARRAY(SELECT row_to_json(one) FROM (
            SELECT id, number, commitment, state, head, due_at, started_at, ended_at, person_ids, sat_ids,
                coalesce(jsonb_path_query_array(players, '$[*].name'), '[]') AS names,
                coalesce(jsonb_path_query_array(players, '$[*].bot'), '[]') AS bots,
                result -> 'winners' AS winners, fork - 'seals' - 'steps' AS fork, daily,
                daily IS NOT NULL AND EXISTS (SELECT FROM daily_tries WHERE game_id = games.id) AS is_try
            FROM games WHERE room_id = rooms.id AND (state <> 'dealt' OR id = rooms.game_id) ORDER BY number
        ) AS one) AS games,
        ARRAY(SELECT row_to_json(one) FROM (
            SELECT seat, at FROM events
            WHERE game_id = rooms.game_id AND kind = 'seat' AND body @> '{{"rest": true}}' ORDER BY seq
        ) AS one) AS rests,
        ARRAY(SELECT row_to_json(one) FROM (
            SELECT key, person_id AS person, bool_or(gone_at IS NULL) AS is_here,
                extract(epoch FROM now() - max(coalesce(gone_at, now())))::float8 AS gone_for
            FROM presence WHERE room_id = rooms.id GROUP BY key, person_id
        ) AS one) AS people,
        (SELECT count(*) FROM webhooks WHERE room_id = rooms.id) AS webhooks,
        (SELECT count(*) FROM webhooks WHERE room_id = rooms.id AND off_at IS NOT NULL) AS webhooks_off,
        ARRAY(
            SELECT CASE WHEN (options ->> 'public')::bool AND (options ->> 'free') IS DISTINCT FROM 'true'
                THEN given_name ELSE name END AS name FROM people WHERE id IN (
                SELECT person_id FROM presence WHERE room_id = rooms.id AND gone_at IS NULL
            ) AND NOT EXISTS (SELECT FROM seats WHERE room_id = rooms.id AND person_id = people.id)
            ORDER BY name LIMIT {MOST_NAMED}
        ) AS watchers
    FROM rooms WHERE id = $1
) AS room
"""  # noqa: S608 (a number of ours)


class Snapshot(BaseModel):
    """What was read once, and stays as it was."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Offer(Snapshot):
    """A bot of this level may play on for whoever is absent, say the seats that agreed."""

    level: str
    agreed: tuple[int, ...]
    at: float  # seconds since 1970, by the database's clock


class SeatSnapshot(Snapshot):
    """One chair."""

    seat: int
    person_id: UUID | None
    bot: str | None
    name: str | None
    is_sealed: bool  # whoever sits here has given a nonce for the next deal
    joined_at: UtcTime
    left_at: UtcTime | None
    offer: Offer | None
    hints_game_id: UUID | None


class RestSnapshot(Snapshot):
    """A rest that a seat has begun in this game."""

    seat: int
    at: UtcTime


class ForkSnapshot(Snapshot):
    """From which game this one goes on, and after how many moves of it."""

    game: UUID
    moves: int
    coming: Coming


class GameSnapshot(Snapshot):
    """One game of the room, without its deal and its moves."""

    id: UUID
    number: int
    commitment: str
    state: Phase
    head: int
    due_at: UtcTime | None
    started_at: UtcTime | None
    ended_at: UtcTime | None
    person_ids: tuple[UUID | None, ...]
    sat_ids: tuple[UUID | None, ...]
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    winners: tuple[int, ...] | None
    fork: ForkSnapshot | None
    daily: date | None
    is_try: bool  # the one that counts, of those on the world of a day


class RoomSnapshot(Snapshot):
    """Everything that is shown of a room, to whomever."""

    id: UUID
    code: str
    name: str
    host_id: UUID | None
    options: KeptOptions
    stored_state: RoomState
    version: int
    game_id: UUID
    kicked: frozenset[UUID]
    hushed: frozenset[UUID]
    is_shut: bool
    now: UtcTime
    seats: tuple[SeatSnapshot, ...]
    games: tuple[GameSnapshot, ...]
    rests: tuple[RestSnapshot, ...]
    people: tuple[Attendance, ...]  # who is, or was lately, at the table
    webhooks: int  # chats that are told of it
    webhooks_off: int  # those of them that failed too often
    watchers: tuple[str, ...]  # the names of those who look on, as far as there is room

    @cached_property
    def game(self) -> GameSnapshot:
        """The game that is played here, or that will be."""
        return next(game for game in self.games if game.id == self.game_id)

    @cached_property
    def state(self) -> RoomState:
        return state_of(self.stored_state, self.game.state)

    @cached_property
    def played(self) -> tuple[GameSnapshot, ...]:
        """The games that have begun."""
        return tuple(game for game in self.games if game.state != "dealt")

    @cached_property
    def former_seats(self) -> dict[UUID, int]:
        """Who played a seat of this game that a bot has taken over since."""
        taken = {seat.seat for seat in self.seats if seat.bot is not None}
        return {person: seat for seat, person in enumerate(self.game.sat_ids) if person and seat in taken}

    @cached_property
    def known(self) -> frozenset[UUID]:
        """Who has played in this room, and was not sent away."""
        return frozenset(person for game in self.played for person in game.sat_ids if person) - self.kicked

    def rests_of(self, seat: int) -> list[datetime]:
        """When this seat began to rest, in the game that is played here."""
        return [rest.at for rest in self.rests if rest.seat == seat]

    def resting_until(self, seat: int) -> datetime | None:
        """Until when this seat rests, if it does."""
        return rests_now(self.rests_of(seat), self.now) if self.state == "playing" else None

    def seat_of(self, person: UUID | None) -> SeatSnapshot | None:
        """Where somebody sits."""
        return next((seat for seat in self.seats if person is not None and seat.person_id == person), None)


def state_of(room: str, game: str) -> RoomState:
    """A room whose game has ended is over, even before anyone has noted so."""
    is_over = room == "playing" and game in ("over", "abandoned")
    return cast("RoomState", "over" if is_over else room)


async def read_room(fetch: Fetch, room_id: UUID) -> RoomSnapshot | None:
    """A room, its seats, games and people, as the database has them now."""
    rows = await fetch(ROOM_SQL, room_id)
    return RoomSnapshot.model_validate_json(rows[0][0]) if rows else None


def fetch_in(db: AsyncSession) -> Fetch:
    """Reads in the transaction of `db`, what it has changed included."""

    async def fetch(statement: str, *values: Any) -> Sequence[Any]:
        await db.flush()
        connection = await db.connection()
        return (await connection.exec_driver_sql(statement, values)).all()

    return fetch
