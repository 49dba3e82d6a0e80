"""Games for the tests, put into the database as a room's start would do it, but with a seed of the test's
choice.
"""

import random
from dataclasses import dataclass
from uuid import UUID, uuid4

import asyncpg
import orjson

from app.games.store import dsn
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


async def deal_game(
    url: str,
    players: int = 2,
    *,
    seed: bytes = SEED,
    variants=(),
    clock: int | None = None,
    wait: int = 60,
    bots: dict[int, str] | None = None,
    deal: dict[str, object] | None = None,
) -> Dealt:
    """A game that has just begun. `deal` overrides what the seed deals."""
    bots = bots or {}
    nonces = ["" if seat in bots else f"nonce-of-seat-{seat}-xxxx" for seat in range(players)]
    dealt = deal_from_seed(seed, nonces, variants)
    people = [None if seat in bots else uuid4() for seat in range(players)]
    room, game = uuid4(), uuid4()
    code = "".join(random.choice("23456789ABCDEFGHJKMNPQRSTVWXYZ") for _ in range(5))
    connection = await asyncpg.connect(dsn(url))
    try:
        for seat, person in enumerate(people):
            if person is not None:
                await connection.execute(
                    "INSERT INTO people (id, name) VALUES ($1, $2)", person, f"Seat {seat}"
                )
        options = {
            "seats": players,
            "variants": list(variants),
            "public": False,
            "clock": clock,
            "starts": "chance",
            "talk": True,
            "races": True,
            "wait": wait,
        }
        await connection.execute(
            "INSERT INTO rooms (id, code, name, host_id, options, state, game_id) "
            "VALUES ($1, $2, 'Test Bay', $3, $4::text::jsonb, 'playing', $5)",
            room,
            code,
            next(p for p in people if p),
            orjson.dumps(options).decode(),
            game,
        )
        for seat, person in enumerate(people):
            await connection.execute(
                "INSERT INTO seats (room_id, seat, person_id, bot, name, nonce) "
                "VALUES ($1, $2, $3, $4, $5, $6)",
                room,
                seat,
                person,
                bots.get(seat),
                f"Seat {seat}",
                nonces[seat],
            )
        await connection.execute(
            "INSERT INTO games (id, room_id, number, rules_version, component_set, seed, commitment, players,"
            " person_ids, nonces, variants, deal, clock, wait, state, started_at, turn_started_at,"
            " due_at, due_kind)"
            " VALUES ($1, $2, 1, 1, $3::text::jsonb, $4, $5, $6::text::jsonb, $7, $8::text::jsonb,"
            " $9::text::jsonb, $10::text::jsonb, $11, $12, 'running', now(), now(), now(), 'begin')",
            game,
            room,
            orjson.dumps(base_set().to_json()).decode(),
            seed,
            commitment(seed),
            orjson.dumps([{"name": f"Seat {s}", "bot": bots.get(s)} for s in range(players)]).decode(),
            people,
            orjson.dumps(nonces).decode(),
            orjson.dumps(list(variants)).decode(),
            orjson.dumps(deal or dealt.to_json()).decode(),
            clock,
            wait,
        )
    finally:
        await connection.close()
    return Dealt(game, room, code, people, new_game(base_set(), dealt))


def some_legal(state: State, chance: random.Random) -> Placement:
    return chance.choice(list(state.legal_placements()))
