"""Rules change in the middle of running games: processes are replaced by those of a release that deals by
other rules. A game keeps to its own, at whichever process; a process that does not know them says so.
"""

import asyncio
import random
import sys
from contextlib import asynccontextmanager

import pytest

from app.rules import game as rules_of_games
from app.rules.record import verify
from tests.faults.games import seat_all
from tests.faults.history import History, violations
from tests.faults.next_rules import BOTH, NEXT_RULES, learn_rules
from tests.faults.player import NONCE, all_done, make_room
from tests.faults.processes import serving, until
from tests.live.served import at_table

TOO_NEW = 4425
NEXT_RELEASE = [sys.executable, "-m", "tests.faults.next_rules"]
QUICKLY, SLOWLY = 0.05, 3.0  # seconds over a move


@pytest.fixture
def judge_of_both(monkeypatch):
    """Here, too, games by either can be read."""
    for place in ("app.games.log", "app.rules.record"):
        monkeypatch.setattr(f"{place}.KNOWN_RULES", BOTH)
    monkeypatch.setattr(rules_of_games, "_put_leftovers_away", rules_of_games._put_leftovers_away)
    learn_rules()


async def replaced(app):
    """The process stops as it is told to, and one of the next release takes its port."""
    assert await app.stop() == 0
    app.program = NEXT_RELEASE
    app.launch()
    await app.ready()


@asynccontextmanager
async def playing(rooms, urls, history, chance):
    """Two programs and a watcher a game, who come back by themselves; they play on to the end."""
    players = [player for room in rooms for player in seat_all(urls, room, history, chance)]
    async with asyncio.TaskGroup() as group:
        group.create_task(all_done(players, 240))
        think(players, QUICKLY)
        yield players
        think(players, QUICKLY)


def think(players, seconds):
    """So long over a move, from now on."""
    for player in players:
        player.pause = seconds


async def records_of(rooms, url):
    return [await room.people[0].get(url, f"/games/{room.game}/record") for room in rooms]


async def test_games_go_on_by_their_own_rules_while_processes_learn_others(
    tmp_path, database_url, redis, judge_of_both
):
    chance, history = random.Random(6), History()
    async with serving(tmp_path, database_url, processes=2, redis=redis) as (one, other):
        urls = [one.url, other.url]
        before = [await make_room(urls, 2) for _ in range(2)]
        async with playing(before, urls, history, chance) as players:
            await until(lambda: history.acknowledged >= 6, "games are under way")
            think(players, SLOWLY)
            await replaced(one)
            after = [await make_room([one.url], 2) for _ in range(2)]
            async with playing(after, urls, history, chance) as newcomers:
                told = [player.close_codes for player in newcomers]
                await until(lambda: any(TOO_NEW in codes for codes in told), "the old process says so")
                think(newcomers, SLOWLY)
                await replaced(other)
                assert not any(player.is_done for player in players), "they are still under way"
        assert await violations(history, database_url) == []
        assert history.acknowledged == 24 * len(before + after)
        old, new = await records_of(before, other.url), await records_of(after, other.url)
        wish = {"nonce": NONCE, "moves": 3, "seat": 0, "bots": "sapling"}
        forked = await before[0].people[0].post(one.url, f"/games/{before[0].game}/forks", wish)
        fork = await before[0].people[0].get(one.url, f"/games/{forked['room']['game']['id']}/record")
        assert one.accidents() == other.accidents() == []
    assert all("rules" not in record for record in [*old, fork])  # the first are not named
    assert {record["rules"] for record in new} == {NEXT_RULES}
    assert all(verify(record) == [] for record in old + new)
    assert all(verify({**record, "rules": NEXT_RULES}) for record in old), "the two releases judge alike"


async def test_a_process_that_is_too_old_for_a_game_says_so(tmp_path, database_url, redis):
    async with serving(tmp_path, database_url, processes=2, redis=redis) as (old, new):
        await replaced(new)
        room = await make_room([old.url], 2)
        await all_done(seat_all([old.url], room, History(), random.Random(7), watchers=0))
        async with at_table(old, room.code, room.people[0]) as client:
            await room.people[0].post(new.url, f"/rooms/{room.code}/again")
            assert await client.closed() == TOO_NEW
        begun, waiting = await make_room([new.url], 2), await make_room([new.url], 2, start=False)
        for method, path in (
            ("GET", f"/games/{begun.game}"),
            ("POST", f"/rooms/{begun.code}/talk"),
            ("POST", f"/rooms/{waiting.code}/start"),
        ):
            who = (begun if begun.code in path else waiting).people[0]
            refused = await who.ask(old.url, method, path, {"text": "hello"} if "talk" in path else {})
            assert (refused.status_code, refused.json()["code"]) == (503, "rules_too_new"), path
            assert int(refused.headers["Retry-After"]) > 0
        assert await waiting.people[0].post(new.url, f"/rooms/{waiting.code}/start")
        assert not any(word in old.words() for word in ("Traceback", '"level": "error"'))
