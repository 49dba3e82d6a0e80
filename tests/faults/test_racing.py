"""Two processes on one database: whoever comes first, comes once."""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack
from uuid import uuid4

import asyncpg

from app.games.store import dsn
from tests.faults.player import NONCE, legal, make_room, sign_in
from tests.faults.processes import asking, serving
from tests.live.served import at_table

ROUNDS = 10
CROWD = 50


async def one_value(database, statement, *values):
    connection = await asyncpg.connect(dsn(database))
    try:
        return await connection.fetchval(statement, *values)
    finally:
        await connection.close()


async def test_racing_moves_make_one_a_turn(pair, pair_database):
    """Both people try everything at once in both processes, over REST; one move a turn goes through."""
    urls = [app.url for app in pair]
    room = await make_room(urls, 2)
    chance = random.Random(7)
    for base in range(ROUNDS):
        view = (await room.people[0].get(urls[0], f"/games/{room.game}"))["view"]
        tries = [
            person.ask(url, "POST", f"/games/{room.game}/acts", acting(base, legal(view, chance)))
            for person in room.people
            for url in urls * 2
        ]
        answers = await asyncio.gather(*tries)
        assert [answer.json()["seq"] for answer in answers if answer.status_code == 200] == [base + 1]
        refused = [answer for answer in answers if answer.status_code != 200]
        assert {answer.status_code for answer in refused} == {409}
        assert {answer.json()["code"] for answer in refused} <= {"stale", "not_your_turn"}
    statement = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    assert await one_value(pair_database, statement) == 0


def acting(base, placement, action_id=None):
    tile, face, turn = placement
    return {
        "action_id": action_id or str(uuid4()), "base": base, "tile": tile, "face": face, "turn": turn,
    }  # fmt: skip


async def test_one_action_id_fifty_times_is_one_row_and_fifty_equal_answers(pair, pair_database):
    """Half by sockets, half by REST, half in each process, all at the same moment."""
    urls = [app.url for app in pair]
    room = await make_room(urls, 2)
    view = (await room.people[0].get(urls[0], f"/games/{room.game}"))["view"]
    person = room.people[view["due"]]
    placement, action_id = legal(view, random.Random(1)), str(uuid4())
    async with AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(at_table(pair[n % 2], room.code, person))
            for n in range(CROWD // 2)
        ]
        by_socket = [socket.act(placement, base=0, action_id=action_id) for socket in sockets]
        by_rest = [
            person.post(urls[n % 2], f"/games/{room.game}/acts", acting(0, placement, action_id))
            for n in range(CROWD // 2)
        ]
        answers = await asyncio.gather(*by_socket, *by_rest)
    told = Counter((answer["action_id"], answer["seq"], answer["dup"]) for answer in answers)
    assert told == {(action_id, 1, False): 1, (action_id, 1, True): CROWD - 1}
    rows = await one_value(pair_database, "SELECT count(*) FROM events WHERE game_id::text = $1", room.game)
    assert rows == 1


async def test_fifty_sit_down_at_once_in_two_processes_and_one_sits(pair):
    urls = [app.url for app in pair]
    room = await make_room(urls, 2, start=False)
    await room.people[1].post(urls[1], f"/rooms/{room.code}/leave")
    crowd = await asyncio.gather(*(sign_in(urls[n % 2], f"Guest {n}") for n in range(CROWD)))
    body = {"nonce": NONCE, "invite": room.invite, "seat": 1}
    answers = await asyncio.gather(
        *(guest.ask(urls[n % 2], "POST", f"/rooms/{room.code}/sit", body) for n, guest in enumerate(crowd))
    )
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: CROWD - 1}


async def test_crowd_at_a_process_that_has_just_started_waits_its_turn(tmp_path, single, single_database):
    """Fifty sit down and fifty look, before the process has a connection or has made a page: none is sent
    away, however long the queue for the database is.
    """
    room = await make_room([single.url], 2, start=False)
    crowd = await asyncio.gather(*(sign_in(single.url, f"Guest {n}") for n in range(CROWD)))
    body = {"nonce": NONCE, "invite": room.invite}
    async with serving(tmp_path, single_database) as (fresh,), asking(fresh.url) as http:
        sits = (guest.ask(fresh.url, "POST", f"/rooms/{room.code}/sit", body) for guest in crowd)
        looks = (http.get(f"/r/{room.code}", headers={"Accept": "text/html"}) for _ in range(CROWD))
        answers = await asyncio.gather(*sits, *looks)
        assert Counter(answer.status_code for answer in answers) == {409: CROWD, 200: CROWD}
        assert fresh.accidents() == []
