"""What a finished game takes on disk, before and after it is packed: `scripts/bench disk [--games 40]`.

So many games of four are played to the end by random moves through the product's own writer, into a database
of their own; each is by itself in its room, as the worst case. All tables are weighed with their indexes,
after VACUUM, as autovacuum does it now and then. Then the games are made a day old and packed. What packing
frees is filled by the next games, so the same is done over and over again, and in the end it is said how much
the tables have grown by each game in the second half of all times: that is what a game takes in the long run.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from uuid import uuid4

import asyncpg

from app.embedded import EmbeddedPostgres
from app.games.packing import Packer
from app.games.registry import GameRegistry
from app.games.store import dsn
from app.games.submissions import Ack
from app.migrate import upgrade
from tests.games.dealt import deal_game, some_legal

TABLES = ("events", "games", "rooms", "seats", "presence", "people", "sessions")
AT_ONCE = 20


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench disk", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="of each time")
    parser.add_argument("--times", type=int, default=16)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="terrahedron-disk-") as name:
        postgres = EmbeddedPostgres(Path(name) / "postgres")
        try:
            url = postgres.start()
            upgrade(url)
            asyncio.run(measure(url, asked.games, asked.times))
        finally:
            postgres.stop()


async def measure(url: str, games: int, times: int) -> None:
    database = await asyncpg.connect(dsn(url))
    empty = await weights(database)
    registry = GameRegistry(url)
    await registry.open()
    try:
        await play_all(registry, url, games)
        show("played", games, empty, await weights(database))
        print(f"{await hot_share(database):.0%} of the updates of games touched no index")
        weighed = [await pack(database, registry, games)]
        for _ in range(1, times):
            await play_all(registry, url, games)
            weighed.append(await pack(database, registry, games))
        middle = times // 2
        show("packed, in the long run", games * (times - 1 - middle), weighed[middle], weighed[-1])
    finally:
        await registry.close()
        await database.close()


async def pack(database: asyncpg.Connection, registry: GameRegistry, games: int) -> dict[str, int]:
    """Pack all that are there, and weigh what is left."""
    await database.execute("UPDATE games SET ended_at = ended_at - interval '2 days' WHERE packed IS NULL")
    started = time.perf_counter()
    await Packer(registry.store).step()
    print(f"packed in {(time.perf_counter() - started) * 1000 / games:.1f} ms a game")
    assert await database.fetchval("SELECT count(*) FROM events") == 0
    return await weights(database)


async def play_all(registry: GameRegistry, url: str, games: int) -> None:
    gate, chance = asyncio.Semaphore(AT_ONCE), random.Random(1)

    async def one() -> None:
        async with gate:
            live_game = await registry.get((await deal_game(url, 4)).id)
            assert live_game is not None
            while not live_game.fold.is_over:
                state, seat = live_game.fold.state, live_game.fold.due
                assert state is not None
                assert seat is not None
                placement = some_legal(state, chance)
                answer = await registry.play(live_game, seat, str(uuid4()), live_game.fold.head, placement)
                assert isinstance(answer, Ack), answer

    await asyncio.gather(*(one() for _ in range(games)))


async def weights(database: asyncpg.Connection) -> dict[str, int]:
    """Bytes of each table with its indexes."""
    await database.execute("VACUUM")
    return {
        name: await database.fetchval("SELECT pg_total_relation_size($1::regclass)", name) for name in TABLES
    }


async def hot_share(database: asyncpg.Connection) -> float:
    await asyncio.sleep(1.5)  # counts are told now and then
    return float(
        await database.fetchval(
            "SELECT n_tup_hot_upd::float / n_tup_upd FROM pg_stat_user_tables WHERE relname = 'games'"
        )
    )


def show(what: str, games: int, empty: dict[str, int], now: dict[str, int]) -> None:
    parts = {name: (now[name] - empty[name]) / games for name in TABLES}
    of_a_game = parts["events"] + parts["games"]
    said = ", ".join(f"{name} {size:.0f}" for name, size in parts.items())
    print(f"{what}: a game takes {of_a_game:.0f} bytes; by table: {said}")


if __name__ == "__main__":
    main()
