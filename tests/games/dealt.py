"""Games for the tests, dealt as people deal them: a room, those who sit, a start; but from a seed of ours."""

import random
from dataclasses import dataclass
from uuid import UUID

from app.config import Settings
from app.database import Database
from app.people import service as people
from app.people.service import Identity
from app.rooms import repository, seating, service
from app.rooms.schemas import NewRoom, Sit
from app.rules.deal import commitment, deal_from_seed
from app.rules.game import State, new_game
from app.rules.parts import base_set
from app.rules.planet import Placement

SEED = bytes(range(32))


@dataclass(frozen=True)
class Dealt:
    """A running game, its room, and who sits there."""

    id: UUID
    room: UUID
    code: str
    people: list[UUID | None]
    state: State


async def deal_game(url: str, players: int = 2, clock: int | None = None) -> Dealt:
    """A game that has just begun."""
    nonces = [f"nonce-of-seat-{seat}-xxxx" for seat in range(players)]
    database = Database(url)
    try:
        async with database.transaction() as db:
            sitters = [await somebody(db, f"Seat {seat}") for seat in range(players)]
            wish = NewRoom.model_validate({"seats": players, "nonce": nonces[0], "clock": clock})
            room, invite = await service.create(db, sitters[0], wish, "Test Bay", Settings(database_url=url))
            game = await repository.game_of(db, room)
            game.seed, game.commitment = SEED, commitment(SEED)
            for sitter, nonce in zip(sitters[1:], nonces[1:], strict=True):
                await seating.sit(db, sitter, room.code, Sit(nonce=nonce, invite=invite))
            await service.start(db, sitters[0], room.code)
            dealt = new_game(base_set(), deal_from_seed(SEED, nonces))
            return Dealt(game.id, room.id, room.code, list(game.person_ids), dealt)
    finally:
        await database.close()


async def somebody(db, name: str) -> Identity:
    me, _ = await people.sign_in(db, await people.create(db, name), "program", "test")
    return me


def some_legal(state: State, chance: random.Random) -> Placement:
    return chance.choice(list(state.legal_placements()))
