"""Whether thinking bots hold anybody up: 50 games with bots, and people playing beside. `scripts/bench bots`

One server process as people start it, with its usual human moment; each game one person and three bots: the
gentlest, the one that plays for whoever is away, and the strongest. The event loop's lag is the server's own
(`/metrics`), the time from a move to its ack is measured from outside, by the programs that play.

    scripts/bench bots                       the whole, in about half a minute
    scripts/bench bots --games 10 --seconds 5   a quick look
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics

from app.bots.levels import LADDER
from app.games.bot_pool import CARETAKER
from bench._with_bots import is_met, room_with_bots
from tests.faults.history import History
from tests.faults.player import Player, make_room, sign_in
from tests.faults.processes import AppProcess, asking

LEVELS = (LADDER[0].name, CARETAKER, LADDER[-1].name)
BESIDE = 10  # games of two people
WARMING = 3.0  # seconds until the thinkers have started and everybody sits
AIM_LAG, AIM_ACK = 0.020, 0.150
BUCKET = re.compile(r'terrahedron_loop_lag_seconds_bucket\{le="([^"]+)"\} (\S+)')


async def lags(url: str) -> dict[float, float]:
    """How many looks at the loop found it at most so late."""
    async with asking() as http:
        text = (await http.get(f"{url}/metrics")).text
    return {float(bound): float(count) for bound, count in BUCKET.findall(text)}


def lag_at(before: dict[float, float], after: dict[float, float], part: float) -> float:
    """The bound below which this part of the looks lies."""
    total = after[float("inf")] - before[float("inf")]
    return next(bound for bound in after if after[bound] - before[bound] >= part * total)


async def measure(app: AppProcess, games: int, seconds: float) -> bool:
    history, beside = History(), History()
    rooms = [await room_with_bots(app.url, await sign_in(app.url, "Somebody"), LEVELS) for _ in range(games)]
    players = [
        Player([app.url], room, room.people[0], history, random.Random(n)) for n, room in enumerate(rooms)
    ]
    for number in range(BESIDE):
        room = await make_room([app.url], 2)
        players += [Player([app.url], room, person, beside, random.Random(number)) for person in room.people]
    for player in players:
        player.pause = 0.5
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(WARMING)
    first, bots, people = await lags(app.url), len(history.acts), len(beside.acts)
    moves = sum(player.witness.seq or 0 for player in players[:games])
    await asyncio.sleep(seconds)
    last = await lags(app.url)
    moves = sum(player.witness.seq or 0 for player in players[:games]) - moves
    under_way = sum(not player.is_done for player in players[:games])
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    print(f"{games} games with bots, {under_way} under way to the end, {moves / seconds:.0f} moves/s in them")
    worst = 0.0
    for name, acts in (("beside bots", history.acts[bots:]), ("at other tables", beside.acts[people:])):
        waits = sorted(act.acked - act.asked for act in acts if act.acked is not None)
        cuts = statistics.quantiles(waits, n=100)
        worst = max(worst, cuts[98])
        print(
            f"act -> ack of people {name}: {len(waits)} moves, "
            f"50 / 95 / 99 % in {1000 * cuts[49]:.1f} / {1000 * cuts[94]:.1f} / {1000 * cuts[98]:.1f} ms"
        )
    lag = lag_at(first, last, 0.99)
    shown = " / ".join(f"{1000 * lag_at(first, last, part):.0f}" for part in (0.5, 0.95, 0.99))
    print(f"lag of the event loop: 50 / 95 / 99 % within {shown} ms")
    return lag <= AIM_LAG and worst <= AIM_ACK


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0)
    chosen = parser.parse_args()
    aims = f"aims ({1000 * AIM_LAG:.0f} ms, {1000 * AIM_ACK:.0f} ms)"
    return 0 if is_met(aims, lambda app: measure(app, chosen.games, chosen.seconds)) else 1


if __name__ == "__main__":
    raise SystemExit(main())
