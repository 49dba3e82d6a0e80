"""What a new name, a wish for no more rated games, or one to be forgotten means for rooms, their talk and
their games.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import Unavailable
from app.games.models import Game
from app.people.names import distinct
from app.people.service import PersonHooks
from app.rooms import reports, repository
from app.rooms.locked_room import LockedRoom, bump_version, empty_seat, pass_on_host, unassign_seat
from app.rooms.models import Room
from app.rooms.snapshot import state_of

NOBODY = "Someone"


async def lock_all_of(db: AsyncSession, person: UUID) -> tuple[list[LockedRoom], list[Game]]:
    """Every room somebody sits in or hosts, and every game they played, all locked: games first."""
    rooms = await repository.rooms_of(db, person)
    games = await repository.lock_games(db, person, [room.game_id for room in rooms if room.game_id])
    by_id = {game.id: game for game in games}
    locked = await repository.lock_rooms(db, [room.id for room in rooms])
    if any(room.game_id not in by_id for room in locked):
        raise Unavailable  # a rematch came in between; the same wish a moment later finds it
    tables = [await locked_room_of(db, room, by_id[room.game_id]) for room in locked if room.game_id]
    return tables, [game for game in games if person in game.sat_ids]


async def locked_room_of(db: AsyncSession, room: Room, game: Game) -> LockedRoom:
    """A locked room with its game and seats."""
    return LockedRoom(room, game, await repository.seats_of(db, room.id))


async def renamed(db: AsyncSession, person: UUID, name: str, *, is_given: bool = False) -> None:
    """Bear the new name wherever one sits; among strangers only one that was given."""
    tables, _ = await lock_all_of(db, person)
    for locked in tables:
        seat = locked.seat_of(person)
        if seat is not None and locked.room.state != "closed" and (is_given or not locked.options.is_guarded):
            others = [other.name for other in locked.seats if other.name is not None and other is not seat]
            seat.name = distinct(name, others)
            await bump_version(db, locked.room)


async def unrated(db: AsyncSession, person: UUID) -> None:
    """Get up wherever a rated game has not begun: with them it never would. One that has begun counts."""
    tables, _ = await lock_all_of(db, person)
    for locked in tables:
        seat = locked.seat_of(person)
        if seat is not None and locked.options.rated and locked.room.state == "open":
            empty_seat(seat)
            await db.flush()
            pass_on_host(locked, person)
            await bump_version(db, locked.room)


async def forgotten(db: AsyncSession, person: UUID) -> None:
    """Leave every seat and lose the name, also where it is only remembered."""
    tables, games = await lock_all_of(db, person)
    for locked in tables:
        leave_for_good(locked, person)
        locked.room.kicked = [other for other in locked.room.kicked if other != person]
        locked.room.hushed = [other for other in locked.room.hushed if other != person]
        await db.flush()
        pass_on_host(locked, person)
        await bump_version(db, locked.room)
    for game in games:
        forget_in_game(game, person)
    await repository.rename_in_talk(db, person, NOBODY)
    await reports.forget(db, person, NOBODY)
    await db.flush()


def leave_for_good(locked: LockedRoom, person: UUID) -> None:
    """Free the seat; in a running game it is nobody's from now on."""
    is_playing = state_of(locked.room.state, locked.game.state) == "playing"
    for seat in locked.seats:
        if seat.person_id == person and not is_playing:
            empty_seat(seat)
        elif seat.person_id == person:
            seat.person_id, seat.nonce, seat.name = None, None, NOBODY
        elif seat.person_id is None and sat_in(locked.game, seat.seat) == person:
            seat.name = NOBODY  # sent away, and the name still stands there


def sat_in(game: Game, seat: int) -> UUID | None:
    """Who sat there when the game began."""
    return game.sat_ids[seat] if seat < len(game.sat_ids) else None


def forget_in_game(game: Game, person: UUID) -> None:
    """A game keeps its moves, and no trace of who made them."""
    for seat, other in enumerate(game.sat_ids):
        if other == person:
            players = list(game.players or [])
            players[seat] = {**players[seat], "name": NOBODY}
            game.players = players
            game.sat_ids = [None if at == seat else one for at, one in enumerate(game.sat_ids)]
            unassign_seat(game, seat)


PERSON_HOOKS = PersonHooks(renamed=renamed, unrated=unrated, forgotten=forgotten)
