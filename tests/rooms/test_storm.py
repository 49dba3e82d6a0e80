"""Everybody does everything at once at the same tables: no deadlock, no error of ours, nobody sits twice."""

import asyncio
import random

from tests.guests import NONCE, Guest, RoomOf, join

ACTIONS = {
    "sit": {"nonce": NONCE},
    "leave": None,
    "kick": {"seat": 1},
    "start": None,
    "again": None,
    "nonce": {"nonce": NONCE},
    "invite": None,
}


async def wander(guest: Guest, rooms: list[RoomOf], chance: random.Random, answers: list[int]) -> None:
    """One guest's evening."""
    for step in range(20):
        room, action = chance.choice(rooms), chance.choice(list(ACTIONS))
        answers.append((await guest.ask("POST", f"{room.path}/{action}", ACTIONS[action])).status_code)
        if step % 5 == 0:
            answers.append((await guest.ask("PATCH", "/people/me", {"name": f"N{step}"})).status_code)
    if chance.random() < 0.5:
        answers.append((await guest.ask("DELETE", "/people/me")).status_code)


async def test_storm_at_three_tables_breaks_nothing(client):
    chance, answers = random.Random(7), []
    hosts = [await join(client) for _ in range(3)]
    rooms = [await host.make_room(public=True, seats=3) for host in hosts]
    crowd = [*hosts, *[await join(client) for _ in range(5)]]
    watcher = await join(client)
    await asyncio.gather(*(wander(guest, rooms, chance, answers) for guest in crowd))
    assert max(answers) < 500
    assert {200, 403, 409} <= set(answers)
    for room in rooms:
        view = await room.look(watcher)
        names = [seat["name"] for seat in view["seats"] if seat["name"] not in (None, "Someone")]
        assert len(names) == len(set(names)) <= 3
        assert sum(seat["host"] for seat in view["seats"]) <= 1
