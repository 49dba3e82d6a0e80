"""Whether "my games" answer at once to somebody who has played a thousand: `scripts/bench my_games`.

One server process as people start it. A dozen games are played to their end and packed; their rows are
copied, each with a room of its own and a day before the last one, until one person has sat in so many. Then
each page of theirs is asked for in turn.

    scripts/bench my_games                   1,000 games, each page 9 times
    scripts/bench my_games --games 5000 --repeat 5
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import median
from uuid import uuid4

import asyncpg

from app.games.packing import Packer
from app.games.store import LogStore, dsn
from bench._with_bots import is_met
from bench.live import cpu_of, since
from tests.faults.player import A_DAY, NONCE, Person, Room, legal, sign_in
from tests.faults.processes import AppProcess, asking

AIM = 0.3  # seconds
PLAYED = 12
PEOPLE = 4
PATHS = (
    "/games", "/games?page={last}", "/games?who=tom", "/games?who=nobody", "/games?rules=mystery",
    "/games/numbers", "/games/numbers?kind=bots", "/games/with/{pair}", "/", "/api/people/me/games",
)  # fmt: skip
COPY_ROOMS = """
INSERT INTO rooms (id, code, name, options, state, created_at, touched_at)
SELECT gen_random_uuid(), 'COPY' || number, name || ' ' || number, options, 'over', created_at, touched_at
FROM rooms, generate_series(1, $1::int) AS number WHERE id = $2
"""
COPY_GAMES = """
INSERT INTO games (id, room_id, number, rules_version, component_set, seed, commitment, players, person_ids,
    sat_ids, nonces, variants, deal, clock, wait, head, last_action, state, started_at, ended_at, result,
    packed)
SELECT gen_random_uuid(), room.id, 1, rules_version, component_set, seed, commitment, players, person_ids,
    sat_ids, nonces, variants, deal, clock, wait, head, last_action, games.state, started_at,
    ended_at - room.place * interval '1 day', result, packed
FROM (SELECT id, row_number() OVER () AS place FROM rooms WHERE code LIKE 'COPY%') AS room
JOIN (SELECT *, row_number() OVER () AS place FROM games WHERE packed IS NOT NULL) AS games
    ON games.place = room.place % $1 + 1
"""
TOGETHER = """
SELECT id, array_position(sat_ids, $2) - 1 AS seat FROM games WHERE sat_ids @> ARRAY[$1, $2]::uuid[] LIMIT 1
"""


async def play(url: str, people: list[Person], number: int) -> None:
    """One game of some of them, the first of whom always plays, by legal moves."""
    chance = random.Random(number)
    seated = [people[0], *chance.sample(people[1:], 1 + number % (PEOPLE - 1))]
    variants = [[], ["mystery"], ["beginner"]][number % 3]
    wish = {"seats": len(seated), "nonce": NONCE, "wait": A_DAY, "variants": variants}
    room = Room(await seated[0].post(url, "/rooms", wish), seated)
    for person in seated[1:]:
        await person.post(url, f"/rooms/{room.code}/sit", {"invite": room.invite, "nonce": NONCE})
    await seated[0].post(url, f"/rooms/{room.code}/start")
    seats = {(await person.get(url, f"/games/{room.game}"))["seat"]: person for person in seated}
    while not (state := await seated[0].get(url, f"/games/{room.game}"))["view"]["over"]:
        tile, face, turn = legal(state["view"], chance)
        act = {"action_id": str(uuid4()), "base": state["head"], "tile": tile, "face": face, "turn": turn}
        await seats[state["view"]["due"]].post(url, f"/games/{room.game}/acts", act)


async def copy(database: str, count: int) -> None:
    """Pack what was played, and have so many more of it."""
    connection = await asyncpg.connect(dsn(database))
    await connection.execute("UPDATE games SET ended_at = ended_at - interval '2 days'")
    store = LogStore(database)
    await Packer(store).step()
    await store.close()
    room = await connection.fetchval("SELECT id FROM rooms LIMIT 1")
    await connection.execute(COPY_ROOMS, count - PLAYED, room)
    await connection.execute(COPY_GAMES, PLAYED)
    await connection.execute("ANALYZE")
    print(
        await connection.fetchval("SELECT count(*) FROM games WHERE packed IS NOT NULL"), "games, all packed"
    )
    await connection.close()


async def timed(app: AppProcess, person: Person, path: str, repeat: int) -> bool:
    """A page as a browser asks for it; whether its median keeps to the aim."""
    assert app.process is not None
    seconds, used = [], cpu_of([app.process.pid])
    async with asking(app.url, headers=person.headers) as http:
        for _ in range(repeat):
            began = time.perf_counter()
            answer = await http.get(path)
            seconds.append(time.perf_counter() - began)
            assert answer.status_code == 200, (path, answer.status_code)
    middle, own = median(seconds), since(used, cpu_of([app.process.pid])) / repeat
    print(
        f"{path[:40]:40} {1000 * middle:5.0f} ms, slowest {1000 * max(seconds):.0f} ms, of that the server's "
        f"{1000 * own:.0f} ms; {len(answer.content) // 1024} KB",
        flush=True,
    )
    return middle <= AIM


async def measure(app: AppProcess, games: int, repeat: int) -> bool:
    people = [await sign_in(app.url, name) for name in ("Maya Lind", "Tom", "Ida", "Jonas")]
    for number in range(PLAYED):
        await play(app.url, people, number)
    database = app.environment["DATABASE_URL"]
    await copy(database, games)
    pair = await game_with(database, people[0], people[1])
    paths = [path.format(last=games // 50, pair=pair) for path in PATHS]
    kept = [await timed(app, people[0], path, repeat) for path in paths]
    await timed(app, people[0], "/api/people/me/records.jsonl", 1)  # a file, which streams
    return all(kept)


async def game_with(database: str, one: Person, other: Person) -> str:
    """Where all games of two are."""
    connection = await asyncpg.connect(dsn(database))
    row = await connection.fetchrow(TOGETHER, one.id, other.id)
    await connection.close()
    assert row
    return f"{row['id']}/{row['seat']}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=9)
    options = parser.parse_args()
    aim = f"each page within {1000 * AIM:.0f} ms"
    raise SystemExit(not is_met(aim, lambda app: measure(app, options.games, options.repeat)))


if __name__ == "__main__":
    main()
