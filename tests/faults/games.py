"""Whole games by four programs and a watcher, and what is wrong with them afterwards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

from app.rules.record import verify
from tests.faults.history import History, violations
from tests.faults.player import Player, Room, all_done, make_room

SEATS = 4
AT_ONCE = 32  # games under way at the same time


def seat_all(
    urls: list[str], room: Room, history: History, chance: random.Random, watchers: int = 1
) -> list[Player]:
    """A player for every seat, and watchers; each begins at a process by chance."""
    return [
        Player(urls, room, person, history, random.Random(chance.random()))
        for person in [*room.people, *[None] * watchers]
    ]


async def play_game(urls: list[str], history: History, chance: random.Random, seats: int = SEATS) -> Room:
    variants = chance.choice(([], ["mystery"], ["beginner"], ["beginner", "mystery"]))
    room = await make_room(urls, seats, variants=variants)
    await all_done(seat_all(urls, room, history, chance), 600)
    return room


async def play_games(
    urls: list[str], database: str, number: int, chance: random.Random, seats: int = SEATS
) -> AsyncIterator[str]:
    """Plays `number` games to the end; yields what is wrong, and is silent where all is well."""
    history = History()
    gate = asyncio.Semaphore(AT_ONCE)

    async def one() -> Room:
        async with gate:
            return await play_game(urls, history, chance, seats)

    rooms = await asyncio.gather(*(one() for _ in range(number)))
    for room in rooms:
        for url in urls:
            record = await room.people[0].get(url, f"/games/{room.game}/record")
            for fault in verify(record):
                yield f"the record of {room.game} disagrees: {fault}"
    for witness in history.witnesses:
        if witness.snapshots != 1:
            yield f"somebody needed {witness.snapshots} snapshots of {witness.game} though nothing broke"
    for fault in await violations(history, database):
        yield fault
