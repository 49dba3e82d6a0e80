"""Killed in the middle of play: the app, PostgreSQL, both. What was acknowledged is there, nothing is there
twice, and everybody is back without anybody's help.
"""

import asyncio
import json
import random
import subprocess
from collections import Counter
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

from app.embedded.cluster import ROLE, socket_folder
from app.embedded.owner import choose_owner
from app.games.store import LogStore
from app.rules.record import verify
from tests.faults.games import seat_all
from tests.faults.history import History, violations
from tests.faults.player import NONCE, Player, Room, all_done, legal, make_room, sign_in
from tests.faults.processes import PATIENCE, AppProcess, Postgres, serving, until
from tests.live.test_example import player as example_player

PAUSE = 0.05


@asynccontextmanager
async def games_under_way(urls, chance, games=1):
    """Four programs and a watcher a game, playing; at the end of the block they play on to the end."""
    history = History()
    players = []
    for _ in range(games):
        room = await make_room(urls, 4)
        players += seat_all(urls, room, history, chance)
    for player in players:
        player.pause = PAUSE
    live_game = asyncio.create_task(all_done(players, 120))
    yield history, players
    await live_game


async def live_again(players, history):
    """Everybody at a table is told so again, and moves go through."""
    before = history.acknowledged
    await until(lambda: all(player.is_live or player.is_done for player in players), "all are live again")
    await until(lambda: history.acknowledged > before or all(p.is_done for p in players), "moves go on")


async def check(history, database, players, url):
    assert await violations(history, database) == []
    assert history.acknowledged == 48 * len({player.room for player in players})
    for room in {player.room for player in players}:
        assert verify(await room.people[0].get(url, f"/games/{room.game}/record")) == []


async def test_killed_app_loses_no_move_and_players_return(tmp_path, database_url, redis):
    async with serving(tmp_path, database_url, processes=2, redis=redis) as apps:
        urls = [app.url for app in apps]
        async with games_under_way(urls, random.Random(1), 2) as (history, players):
            for number, moves in enumerate((10, 30, 55)):
                await until(lambda moves=moves: history.acknowledged >= moves, "play goes on")
                victim = apps[number % 2]
                await victim.kill()
                victim.launch()
                await live_again(players, history)
        for app in apps:
            await app.ready()
        await check(history, database_url, players, urls[0])
        for app in apps:
            assert app.accidents() == []


async def bots_game(url):
    """A person and two bots, just begun."""
    person = await sign_in(url, "Somebody")
    room = Room(await person.post(url, "/rooms", {"seats": 3, "nonce": NONCE}), [person])
    for seat in (1, 2):
        await person.post(url, f"/rooms/{room.code}/bot", {"seat": seat, "level": "sapling"})
    await person.post(url, f"/rooms/{room.code}/start")
    return room


def thinkers(app):
    """The processes in which this app's bots think."""
    found = subprocess.run(
        ["pgrep", "-P", str(app.process.pid), "-f", "spawn_main"], capture_output=True, text=True, check=False
    )
    return [int(pid) for pid in found.stdout.split()]


def is_there(pid):
    """Whether this process still runs; one that nobody has asked for its end does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


async def test_killed_app_while_twenty_bots_think_leaves_each_move_once(tmp_path, database_url):
    async with serving(tmp_path, database_url, TERRAHEDRON_BOT_THINK_SECONDS="0") as (app,):
        history, chance = History(), random.Random(6)
        rooms = [await bots_game(app.url) for _ in range(10)]
        players = [Player([app.url], room, room.people[0], history, chance) for room in rooms]
        live_game = asyncio.create_task(all_done(players, 300))
        await until(lambda: history.acknowledged >= 20, "play goes on")
        orphans = await until(lambda: thinkers(app), "bots think")
        await app.kill()
        app.launch()
        await until(lambda: not any(map(is_there, orphans)), "those who thought have ended")
        await live_game
        assert await violations(history, database_url) == []
        store = LogStore(database_url)
        for room in rooms:
            rows = await store.fetch("SELECT seat, body ->> 'by' FROM events WHERE game_id = $1", room.game)
            assert Counter(map(tuple, rows)) == {(0, "person"): 12, (1, "bot"): 12, (2, "bot"): 12}
            assert verify(await room.people[0].get(app.url, f"/games/{room.game}/record")) == []
        await store.close()
        assert app.accidents() == []


async def test_killed_postgres_loses_no_move_and_players_return(tmp_path):
    postgres = Postgres(tmp_path / "own")
    try:
        async with serving(tmp_path, postgres.url, TERRAHEDRON_MIGRATE="true") as (app,):
            async with games_under_way([app.url], random.Random(2)) as (history, players):
                for moves in (8, 25):
                    await until(lambda moves=moves: history.acknowledged >= moves, "play goes on")
                    postgres.kill()
                    await live_again(players, history)
            await check(history, postgres.url, players, app.url)
            assert not any("Traceback" in line for line in app.accidents())
    finally:
        postgres.away()


async def test_killed_with_its_own_postgres_comes_back_to_the_same_game(tmp_path):
    """The one-command server: killed, PostgreSQL dies with it; started again, all is there."""
    app = AppProcess(tmp_path, "all", {})
    app.launch()
    try:
        await app.ready()
        async with games_under_way([app.url], random.Random(3)) as (history, players):
            await until(lambda: history.acknowledged >= 15, "play goes on")
            await app.kill()
            app.launch()
            await app.ready()
            await live_again(players, history)
        folder = socket_folder(app.data / "postgres", choose_owner(app.data / "postgres"))
        await check(history, f"postgresql+asyncpg://{ROLE}@/postgres?host={folder}", players, app.url)
    finally:
        if app.is_alive:
            await app.stop()
        await app.end()


async def test_example_player_comes_back_to_a_killed_server_by_itself(tmp_path, database_url):
    """It plays against us, and we choose the moments."""
    record, chance = tmp_path / "record.json", random.Random(4)
    async with serving(tmp_path, database_url) as (app,), asyncio.timeout(3 * PATIENCE):
        example = await example_player(app.url, "--new", "2", "--record", str(record))
        invite = (await example.stdout.readline()).decode().strip().rsplit("/", 1)[1]
        me = await sign_in(app.url, "Somebody")
        room = f"/rooms/{(await me.get(app.url, f'/invites/{invite}'))['code']}"
        await me.post(app.url, f"{room}/sit", {"invite": invite, "nonce": NONCE})
        while (seen := await me.get(app.url, room))["state"] != "playing":
            await asyncio.sleep(0.05)
        game, moves = f"/games/{seen['game']['id']}", 0
        while not (seen := await me.get(app.url, game))["view"]["over"]:
            if seen["view"]["due"] != seen["seat"]:
                await asyncio.sleep(0.02)
                continue
            placement = dict(zip(("tile", "face", "turn"), legal(seen["view"], chance), strict=True))
            act = {"action_id": str(uuid4()), "base": seen["head"], **placement}
            await me.post(app.url, f"{game}/acts", act)
            moves += 1
            if moves in (3, 8):
                await app.kill()
                app.launch()
                await app.ready()
        assert await example.wait() == 0
    assert verify(json.loads(record.read_text())) == []
