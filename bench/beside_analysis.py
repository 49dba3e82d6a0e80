"""Whether analyses hold up those who play: `scripts/bench beside_analysis`.

One server process as people start it. Rooms of four programs play at an even pace, over sockets; how long it
takes from a move to its acknowledgement is measured with no analysis under way and with ten deep ones asked
for, in turns. Before that, games are played to their end one by one, and it is told how long it took from the
last move until the page had the first look.

    scripts/bench beside_analysis            two turns of each, about two minutes
    scripts/bench beside_analysis --rooms 20 --turns 4
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from statistics import median, quantiles
from typing import Any

import asyncpg

from app.games.store import dsn
from bench._with_bots import is_met
from tests.faults.history import History
from tests.faults.player import A_DAY, Player, Room, make_room
from tests.faults.processes import AppProcess, asking

ASKED = 10  # deep analyses
LOOKS = 5  # first looks that are timed
SEATS = 4
PAUSE = 0.25  # seconds that whoever is due takes, on average
AIM = 1.5  # times the p99 without analyses
FIRST_LOOK = 2.0  # seconds
UNLIMITED = {"TERRAHEDRON_ANALYSES_PER_HOUR": "100000"}


class Timed(Player):
    """A player who notes how long each acknowledgement took."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.waits: list[float] = []

    def _answered(self, message: dict[str, Any]) -> None:
        if message["type"] == "ack" and self.pending and message["action_id"] == self.pending.action_id:
            self.waits.append(asyncio.get_running_loop().time() - self.said_at)
        super()._answered(message)


async def played(url: str, room: Room, pause: float) -> list[float]:
    """A room's game to its end; what each acknowledgement took."""
    history = History()
    players = [Timed([url], room, one, history, random.Random(n)) for n, one in enumerate(room.people)]
    for player in players:
        player.pause = pause
    await asyncio.gather(*(player.play() for player in players))
    return [wait for player in players for wait in player.waits]


async def played_to_the_end(url: str, rooms: int) -> list[Room]:
    made = [await make_room([url], SEATS, wait=A_DAY) for _ in range(rooms)]
    await asyncio.gather(*(played(url, room, 0.0) for room in made))
    return made


async def first_look(url: str, game: str) -> float:
    """Seconds until the page of a game that has just ended shows its curve."""
    began = time.perf_counter()
    async with asking(url) as http:
        while "<polyline" not in (await http.get(f"/parts/g/{game}/analysis")).text:
            await asyncio.sleep(0.05)
    return time.perf_counter() - began


async def turn(url: str, rooms: int) -> list[float]:
    """All rooms play a game at the same time."""
    made = [await make_room([url], SEATS, wait=A_DAY) for _ in range(rooms)]
    waits = await asyncio.gather(*(played(url, room, PAUSE) for room in made))
    return [wait for each in waits for wait in each]


async def ask_for_deep(url: str, ended: list[Room]) -> None:
    for room in ended:
        await room.people[0].post(url, f"/games/{room.game}/analysis", {"pass": "deep"})


async def drop_deep(app: AppProcess) -> tuple[int, int]:
    """How many were made, and how many were still to do; none is left."""
    connection = await asyncpg.connect(dsn(app.environment["DATABASE_URL"]))
    rows = await connection.fetch("DELETE FROM analyses WHERE pass = 'deep' RETURNING state")
    await connection.close()
    made = sum(row["state"] == "done" for row in rows)
    return made, len(rows) - made


def line(name: str, waits: list[float]) -> str:
    return f"{name}: {len(waits)} moves, p50 {1000 * median(waits):.1f} ms, p99 {1000 * p99(waits):.1f} ms"


def p99(waits: list[float]) -> float:
    return quantiles(waits, n=100)[98]


async def measure(app: AppProcess, rooms: int, turns: int) -> bool:
    ended = await played_to_the_end(app.url, ASKED)
    await asyncio.gather(*(first_look(app.url, room.game) for room in ended))
    looks = []
    for _ in range(LOOKS):
        (room,) = await played_to_the_end(app.url, 1)
        looks.append(await first_look(app.url, room.game))
    print(f"first look: median {median(looks):.2f} s, longest {max(looks):.2f} s", flush=True)
    waits: dict[bool, list[float]] = {False: [], True: []}
    for number in range(2 * turns):
        is_beside = number % 2 == 1
        if is_beside:
            await ask_for_deep(app.url, ended)
        some = await turn(app.url, rooms)
        waits[is_beside] += some
        made, left = await drop_deep(app)
        says = f"{ASKED} deep analyses asked for, {made} made, {left} left" if is_beside else "no analysis"
        print(line(says, some), flush=True)
    ratio = p99(waits[True]) / p99(waits[False])
    halves = median(waits[True]) / median(waits[False])
    print(f"with analyses p50 {halves:.2f} times, p99 {ratio:.2f} times as long", flush=True)
    return ratio <= AIM and max(looks) <= FIRST_LOOK


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, default=10)
    parser.add_argument("--turns", type=int, default=2, help="of each kind")
    options = parser.parse_args()
    aim = f"a first look within {FIRST_LOOK:.0f} s, and p99 beside ten deep ones within {AIM} times"
    measured = is_met(aim, lambda app: measure(app, options.rooms, options.turns), **UNLIMITED)
    raise SystemExit(not measured)


if __name__ == "__main__":
    main()
