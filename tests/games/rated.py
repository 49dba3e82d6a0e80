"""Rated games for the tests, dealt as people deal them and played to their end, or nearly so."""

import random
from uuid import UUID, uuid4

import asyncpg

from app.config import Settings
from app.database import Database
from app.games.entries import move_entry, table_id
from app.games.store import dsn
from app.ratings import reading
from app.rooms import repository, seating, service
from app.rooms.options import SeatCount, rated_options
from app.rooms.schemas import NewRoom, Sit
from tests.games.dealt import some_legal, somebody

NONCE = "nonce-of-somebody-xx"
SEATS: dict[int, SeatCount] = {2: 2, 3: 3, 4: 4}


async def people(url, count):
    """So many who have asked for rated games."""
    database = Database(url)
    try:
        async with database.transaction() as db:
            found = [await somebody(db, f"Player {number}") for number in range(count)]
            for one in found:
                await reading.wish(db, one.person, True, True)
            return found
    finally:
        await database.close()


async def deal_rated(url, sitters) -> UUID:
    """A rated game of these that has just begun."""
    database = Database(url)
    try:
        async with database.transaction() as db:
            wish = NewRoom.model_validate({**rated_options(SEATS[len(sitters)]).model_dump(), "nonce": NONCE})
            room, _ = await service.create(
                db, sitters[0], wish, "Rated Bay", Settings(database_url=url, open_rooms_per_person=100)
            )
            for sitter in sitters[1:]:
                await seating.sit(db, sitter, room.code, Sit(nonce=NONCE))
            await service.start(db, sitters[0], room.code)
            return (await repository.game_of(db, room)).id
    finally:
        await database.close()


async def play(registry, game, *, but=0, played_for=(), seed=1):
    """To the end, or until so many moves are still to be made; of some seats, `{seat: moves}`, the caretaker
    makes all but their first so many moves.
    """
    live_game, chance = await registry.get(game), random.Random(seed)
    state = live_game.fold.state
    while len(state.moves) < 12 * state.players - but:
        seat, own = state.due, dict(played_for).get(state.due, 12)
        made = sum(1 for move in state.moves if move.seat == seat)
        placement = some_legal(state, chance)
        if made < own:
            answer = await registry.play(live_game, seat, str(uuid4()), live_game.fold.head, placement)
        else:
            entry = move_entry(seat, table_id(live_game.fold.head + 1), placement, "caretaker")
            answer = await registry.submit(live_game, entry, live_game.fold.head)
        assert type(answer).__name__ == "Ack", answer
        state = live_game.fold.state
    return live_game


async def rows(url, statement, *values):
    connection = await asyncpg.connect(dsn(url))
    try:
        return [tuple(row) for row in await connection.fetch(statement, *values)]
    finally:
        await connection.close()
