"""Trouble that is no crash: readers who do not read, sessions that end, a server that stops, a bus or a
database that is away for a while.
"""

import asyncio
import json
import random
import re
import socket
import time
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from uuid import UUID, uuid4

import asyncpg
import websockets

from app.games.store import dsn
from app.live.tables import HINT_WITHIN, SWEEP_EVERY
from tests.faults.games import play_games, seat_all
from tests.faults.history import History, violations
from tests.faults.player import all_done, legal, make_room
from tests.faults.processes import PATIENCE, Postgres, RedisServer, serving, until
from tests.live.served import at_table

HELLO = {"type": "hello", "v": 1, "tab": str(uuid4()), "game": None, "last_seq": None, "epoch": None}
RUN_OUT = """
UPDATE games SET due_at = now(), turn_started_at = now() - interval '31 s'
WHERE id = ANY($1) AND head = $2 AND due_at > now() + interval '10 s'
"""
PLAYED = """
SELECT count(*) AS moves, count(DISTINCT seq) AS seqs, bool_and(body->>'by' = 'caretaker') AS by
FROM events WHERE game_id = ANY($1) GROUP BY game_id
"""


async def test_slow_reader_is_dropped_and_nobody_waits_for_them(single):
    room = await make_room([single.url], 2)
    async with at_table(single, room.code, room.people[0]) as quick, reading_nothing(single, room) as slow:
        end = time.monotonic() + PATIENCE
        with suppress(websockets.ConnectionClosed):
            await slow.send(json.dumps(HELLO))
            while time.monotonic() < end:
                for _ in range(20):
                    await slow.send(json.dumps({"type": "resync", "from": 9}))  # answered by a snapshot
                since = len(quick.told)
                await quick.send(type="hb", seq=0)
                await quick.hear("hb_ack", since=since)  # however much the other leaves unread
        assert time.monotonic() < end, "somebody who reads nothing is still there"
        await quick.send(type="react", reaction="hello")
        await quick.hear("reacted")


@asynccontextmanager
async def reading_nothing(app, room):
    """A watcher with room for a few kilobytes, who never takes any."""
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", app.port))
        narrow.setblocking(False)
        uri = f"{app.ws}/ws/rooms/{room.code}"
        async with websockets.connect(
            uri, sock=narrow, compression=None, max_queue=1, close_timeout=1, ping_interval=None
        ) as deaf:
            yield deaf


async def test_session_that_is_revoked_is_closed_in_every_process(pair):
    room = await make_room([pair[0].url], 2)
    async with at_table(pair[1], room.code, room.people[1]) as client:
        sessions = await room.people[1].get(pair[0].url, "/people/me/sessions")
        gone = await room.people[1].ask(pair[0].url, "DELETE", f"/people/me/sessions/{sessions[0]['id']}")
        assert gone.status_code == 204
        assert await client.closed() == 4401
    again = await room.people[1].ask(pair[1].url, "GET", "/people/me")
    assert again.status_code == 401


async def test_kicked_person_is_out_in_every_process_and_hears_no_more(pair):
    room = await make_room([pair[0].url], 3)
    async with at_table(pair[1], room.code, room.people[2]) as client:
        await room.people[0].post(pair[0].url, f"/rooms/{room.code}/kick", {"seat": 2})
        assert await client.closed() == 4403
    view = (await room.people[0].get(pair[1].url, f"/games/{room.game}"))["view"]
    body = dict(zip(("tile", "face", "turn"), legal(view, random.Random(1)), strict=True))
    act = {"action_id": str(uuid4()), "base": 0, **body}
    refused = await room.people[2].ask(pair[1].url, "POST", f"/games/{room.game}/acts", act)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")


async def test_drain_says_when_to_come_back_and_loses_nothing(tmp_path, database_url, redis):
    """Both processes are stopped and started in turn, as a new version is brought out."""
    async with serving(tmp_path, database_url, processes=2, redis=redis) as apps:
        history, chance = History(), random.Random(5)
        room = await make_room([app.url for app in apps], 4)
        players = seat_all([app.url for app in apps], room, history, chance)
        for player in players:
            player.pause = 0.1
        live_game = asyncio.create_task(all_done(players, 120))
        for app, moves in zip(apps, (5, 20), strict=True):
            await until(lambda moves=moves: history.acknowledged >= moves, "play goes on")
            assert await app.stop() == 0
            app.launch()
            await app.ready()
        await live_game
        assert await violations(history, database_url) == []
        byes = [bye for player in players for bye in player.byes]
        assert byes
        assert {bye["code"] for bye in byes} == {1012}
        assert {code for player in players for code in player.close_codes} <= {1012, 1013, 1000}
        assert not any(app.accidents() for app in apps)


async def test_bus_that_is_away_costs_time_and_heals_by_itself(pair, pair_redis):
    room = await make_room([app.url for app in pair], 2)
    async with AsyncExitStack() as stack:
        here = [
            await stack.enter_async_context(at_table(app, room.code, person))
            for app, person in zip(pair, room.people, strict=True)
        ]
        pair_redis.end()
        await bus_is(0.0, pair)
        moves = 0
        while not await found_missing(pair):  # the first may be found as the room is read again
            await move(here, room, pair, moves)
            moves += 1
            assert moves < 8, "every move was heard of, and no process says how"
            await asyncio.sleep(2 * HINT_WITHIN)
        assert [await app.status("/readyz") for app in pair] == [200, 200]
        await pair_redis.start()
        await bus_is(1.0, pair)
        before = await found_missing(pair)
        for seq in range(moves, 24):  # some of them while a sweep looks around
            await move(here, room, pair, seq)
            await asyncio.sleep(0.1)
        await asyncio.sleep(SWEEP_EVERY + HINT_WITHIN)
        assert await found_missing(pair) == before


async def bus_is(up, apps):
    async with asyncio.timeout(PATIENCE):
        while [await app.metric("bus_up") for app in apps] != [up, up]:
            await asyncio.sleep(0.05)


async def found_missing(apps):
    return sum([await app.metric("found_missing") for app in apps])


async def move(here, room, apps, seq):
    """Make the next move, until whoever sits at the other process has heard."""
    view = (await room.people[0].get(apps[0].url, f"/games/{room.game}"))["view"]
    await asyncio.gather(*(client.hear("live") for client in here))
    due = view["due"]
    mine = here[due]
    if mine.seq != seq:
        await mine.hear("event", seq=seq)
    assert (await mine.act(legal(view, random.Random(seq)), base=seq))["type"] == "ack"
    await here[1 - due].hear("event", seq=seq + 1)


async def test_hints_lost_and_doubled_change_nothing_that_is_seen(tmp_path, database_url):
    """A bus that forgets every eighth hint and tells the others twice. What is lost costs up to two seconds,
    so two people play; `scripts/bench faults` has four.
    """
    bus = RedisServer(tmp_path, "--lose", "8", "--double")
    await bus.start()
    try:
        async with serving(tmp_path, database_url, processes=2, redis=bus) as apps:
            urls = [app.url for app in apps]
            faults = [fault async for fault in play_games(urls, database_url, 1, random.Random(9), 2)]
            assert faults == []
    finally:
        bus.end()


async def test_database_that_is_away_refuses_moves_and_comes_back(tmp_path):
    postgres = Postgres(tmp_path / "own")
    try:
        async with serving(tmp_path, postgres.url, TERRAHEDRON_MIGRATE="true") as (app,):
            room = await make_room([app.url], 2)
            async with (
                at_table(app, room.code, room.people[0]) as one,
                at_table(app, room.code, room.people[1]) as two,
            ):
                due = (one, two)[one.view["due"]]
                move, action_id = legal(due.view, random.Random(1)), str(uuid4())
                postgres.away()
                answer = await due.act(move, action_id=action_id)
                assert (answer["code"], answer["retry"]) == ("unavailable", True)
                assert await app.status("/healthz") == 200
                await app.not_ready()
                refused = await room.people[0].ask(app.url, "GET", f"/rooms/{room.code}")
                assert (refused.status_code, "retry-after" in refused.headers) == (503, True)
                postgres.back()
                await app.ready()
                answer = await due.persist(move, 0, action_id)
                assert (answer["type"], answer["seq"]) == ("ack", 1)
                for client in (one, two):
                    await client.hear("event", seq=1)
            told = re.findall("the database is (away|back)", app.words())
            assert told == ["away", "back"] * max(len(told) // 2, 1)  # said once, however many ask in vain
            assert "Traceback" not in app.words()
    finally:
        postgres.away()


async def test_timeout_fires_once_however_many_processes_keep_time(pair, pair_database):
    """Every clock runs out at once, again and again, in front of two processes; each turn is played once."""
    rooms = [await make_room([app.url for app in pair], 2, clock=30) for _ in range(4)]
    games = [UUID(room.game) for room in rooms]
    async with AsyncExitStack() as stack:
        for room in rooms:
            for app, person in zip(pair, room.people, strict=True):
                await stack.enter_async_context(at_table(app, room.code, person))
        connection = await asyncpg.connect(dsn(pair_database))
        for head in range(6):
            await heads_are(connection, games, head + 1)
        rows = await connection.fetch(PLAYED, games)
        await connection.close()
        assert [(row["moves"], row["seqs"], row["by"]) for row in rows] == [(6, 6, True)] * len(rooms)


async def heads_are(connection, games, head):
    """Run out, again where somebody was just about to note the time that was left before."""
    end = time.monotonic() + PATIENCE
    while set(await connection.fetch("SELECT head FROM games WHERE id = ANY($1)", games)) != {(head,)}:
        await connection.execute(RUN_OUT, games, head - 1)
        assert time.monotonic() < end, "a clock that ran out moves nobody"
        await asyncio.sleep(0.05)
