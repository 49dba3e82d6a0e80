"""Whether many games of one person hold up another person's bots: `scripts/bench crowd`.

One server process as people start it. Somebody plays a game against three Gaias, alone first; then beside 30
and 120 games of one other person, at another address, each against three Gaias. Measured is how long their
bots take, from one move to the next as they hear of them; the human moment is part of it.

    scripts/bench crowd                      about two minutes
    scripts/bench crowd --crowds 30 --moves 12
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import time
from statistics import mean, median, quantiles
from typing import Any

from bench._with_bots import is_met, room_with_bots
from tests.faults.history import History
from tests.faults.player import Person, Player, sign_in
from tests.faults.processes import AppProcess, asking

AIM = 1.2  # times what they take when nobody else plays
LEVELS = ("gaia",) * 3
COUNTS = re.compile(r"^terrahedron_(bots_\w+|bot_wait_seconds_(?:sum|count)) (\S+)", re.MULTILINE)


class Watching(Player):
    """A player who notes how long bots take to answer."""

    heard_at = 0.0

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.waits: list[float] = []

    async def _hear(self, message: dict[str, Any], text: str) -> None:
        if message["type"] == "event":
            now = time.perf_counter()
            if message["event"].get("by") == "bot" and self.heard_at:
                self.waits.append(now - self.heard_at)
            self.heard_at = now
        await super()._hear(message, text)


async def somebody(url: str, address: str) -> Person:
    person = await sign_in(url, "Somebody")
    person.headers["X-Forwarded-For"] = address
    return person


async def waits_of(url: str, moves: int) -> list[float]:
    """How long the bots of one person take for so many moves, in as many games as that needs."""
    waits: list[float] = []
    person = await somebody(url, "198.51.100.7")
    while len(waits) < moves:
        room = await room_with_bots(url, person, LEVELS)
        player = Watching([url], room, person, History(), random.Random(len(waits)))
        live_game = asyncio.create_task(player.play())
        while not live_game.done() and len(waits) + len(player.waits) < moves:
            await asyncio.sleep(0.05)
        live_game.cancel()
        await asyncio.gather(live_game, return_exceptions=True)
        waits += player.waits
    return waits


async def crowd_of(url: str, games: int) -> list[asyncio.Task[None]]:
    person, history = await somebody(url, "203.0.113.9"), History()
    rooms = [await room_with_bots(url, person, LEVELS) for _ in range(games)]
    players = [Player([url], room, person, history, random.Random(n)) for n, room in enumerate(rooms)]
    return [asyncio.create_task(player.play()) for player in players]


async def told(app: AppProcess) -> str:
    async with asking() as http:
        counts = dict(COUNTS.findall((await http.get(f"{app.url}/metrics")).text))
    return ", ".join(f"{name} {float(value):g}" for name, value in counts.items())


async def measure(app: AppProcess, crowds: list[int], moves: int) -> bool:
    waits = [await waits_of(app.url, moves)]
    show("alone", waits[0])
    for games in crowds:
        crowd = await crowd_of(app.url, games)
        await asyncio.sleep(3)
        waits.append(await waits_of(app.url, moves))
        show(f"beside {games} games", waits[-1])
        print(f"  {await told(app)}", flush=True)
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
    usual = mean(waits[0])
    print("times alone: " + ", ".join(f"{mean(each) / usual:.2f}" for each in waits[1:]))
    return all(mean(each) <= AIM * usual for each in waits[1:])


def show(when: str, waits: list[float]) -> None:
    print(
        f"{when}: {len(waits)} moves, mean {mean(waits):.2f} s, median {median(waits):.2f} s, "
        f"95 % in {quantiles(waits, n=20)[18]:.2f} s",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--crowds", type=int, nargs="+", default=[30, 120], metavar="GAMES")
    parser.add_argument("--moves", type=int, default=24)
    chosen = parser.parse_args()
    aim = f"aim ({AIM - 1:.0%} longer at most)"
    return 0 if is_met(aim, lambda app: measure(app, chosen.crowds, chosen.moves)) else 1


if __name__ == "__main__":
    raise SystemExit(main())
