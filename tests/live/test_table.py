"""At the table: welcome, play, drop out and come back, watch; over real sockets."""

import asyncio
import random
from uuid import UUID, uuid4

import asyncpg

from app.games.store import dsn
from tests.live.served import PATIENCE, at_table, legal, seated_room, serve


async def test_hello_is_answered_by_welcome_room_snapshot_live(site):
    room = await seated_room(site)
    async with at_table(site, room.code, room.people[0]) as client:
        assert [m["type"] for m in client.told[:4]] == ["welcome", "room", "snapshot", "live"]
        assert client.welcome["seat"] == 0
        assert client.told[1]["room"]["you"]["host"] is True
        assert client.view["due"] in (0, 1)


async def test_before_the_start_there_is_no_view_and_then_a_snapshot(site):
    room = await seated_room(site, start=False)
    async with at_table(site, room.code, room.people[1]) as client:
        assert [m["type"] for m in client.told[:3]] == ["welcome", "room", "live"]
        assert client.welcome["mode"] == "current"
        await room.people[0].post(f"/rooms/{room.code}/start")
        snapshot = await client.hear("snapshot")
        assert snapshot["seq"] == 0
        assert snapshot["view"]["round"] == 1


async def test_move_is_acked_and_everybody_hears_of_it(site):
    room = await seated_room(site)
    async with (
        at_table(site, room.code, room.people[0]) as one,
        at_table(site, room.code, room.people[1]) as two,
        at_table(site, room.code) as watcher,
    ):
        due = (one, two)[one.view["due"]]
        answer = await due.act(legal(due.view, random.Random(1)))
        assert (answer["type"], answer["seq"], answer["dup"]) == ("ack", 1, False)
        for client in (one, two, watcher):
            event = (await client.hear("event", seq=1))["event"]
            assert (event["kind"], event["by"]) == ("move", "person")
        assert watcher.welcome["role"] == "watcher"
        kinds = [message["type"] for message in due.told]
        assert kinds.index("ack") < kinds.index("event")


async def test_coming_back_replays_what_was_missed(site):
    room = await seated_room(site)
    chance = random.Random(2)
    async with (
        at_table(site, room.code, room.people[0]) as one,
        at_table(site, room.code, room.people[1]) as two,
    ):
        known = {"game": one.game, "epoch": one.welcome["epoch"], "last_seq": 0, "mark": one.mark}
        for count in range(4):
            view = (await room.people[0].get(f"/games/{one.game}"))["view"]
            await (one, two)[view["due"]].act(legal(view, chance), base=count)
    async with at_table(site, room.code, room.people[0], **known) as back:
        assert back.welcome["mode"] == "replay"
        assert [m["seq"] for m in back.told if m["type"] == "event"] == [1, 2, 3, 4]
    last = {**known, "last_seq": 4, "mark": one.mark}
    async with at_table(site, room.code, room.people[0], **last) as current:
        assert current.welcome["mode"] == "current"
    for unknown in ({"last_seq": 9}, {"mark": "0123456789abcdef"}, {"mark": None}):
        async with at_table(site, room.code, room.people[0], **{**last, **unknown}) as other:
            assert other.welcome["mode"] == "snapshot"
            assert (await other.hear("snapshot"))["restored"] is (unknown != {"mark": None})
    async with at_table(site, room.code, room.people[1], **known) as other:
        assert other.welcome["mode"] == "snapshot"


async def test_refusals_have_their_codes(site):
    room = await seated_room(site)
    async with (
        at_table(site, room.code, room.people[0]) as one,
        at_table(site, room.code, room.people[1]) as two,
        at_table(site, room.code) as watcher,
    ):
        due, other = (one, two) if one.view["due"] == 0 else (two, one)
        move = legal(due.view, random.Random(3))
        assert (await other.act(move))["code"] == "not_your_turn"
        assert (await watcher.act(move))["code"] == "not_seated"
        illegal = await due.act((move[0], 77, 0))
        assert (illegal["code"], illegal["details"]["rule"]) == ("illegal", "no_such_face")
        action_id = str(uuid4())
        assert (await due.act(move, action_id=action_id))["type"] == "ack"
        assert (await due.act(move, base=0, action_id=action_id))["dup"] is True
        assert (await due.act((move[0], (move[1] + 1) % 12, 0), base=0, action_id=action_id))[
            "code"
        ] == "aid_conflict"
        assert (await due.act(move, base=0))["code"] == "stale"
        assert (await due.act(move, base=99))["code"] == "stale"
    told = (await site.http.get(f"{site.url}/metrics")).text
    for code, times in (("not_your_turn", 1), ("illegal", 1), ("stale", 2)):
        assert f'terrahedron_refusals_total{{by="socket",code="{code}"}} {times}.0' in told


async def test_rematch_brings_a_new_game_to_everybody_at_the_table(site):
    room = await seated_room(site)
    connection = await asyncpg.connect(dsn(site.app.state.database.url))
    async with at_table(site, room.code, room.people[0]) as one, at_table(site, room.code) as watcher:
        old = one.game
        live_game = await site.app.state.registry.get(UUID(old))
        await connection.execute("UPDATE games SET head = 0, state = 'over' WHERE id = $1", UUID(old))
        await connection.close()
        await room.people[1].post(f"/rooms/{room.code}/again")
        for number, person in enumerate(room.people):
            await person.post(f"/rooms/{room.code}/nonce", {"nonce": f"another-nonce-of-{number}"})
        since = len(watcher.told)
        await room.people[0].post(f"/rooms/{room.code}/start")
        for client in (one, watcher):
            await client.until(lambda m: m["type"] == "snapshot" and m["game"] != old)
        assert watcher.told[since:]
        assert live_game.listeners == [site.app.state.registry]


async def test_looking_around_an_unchanged_table_tells_nobody_anything(quick, monkeypatch):
    monkeypatch.setattr("app.live.tables.SWEEP_EVERY", 1000)  # but when this test does it
    async with serve(quick) as site:
        room = await seated_room(site)
        async with (
            at_table(site, room.code, room.people[0]) as one,
            at_table(site, room.code, room.people[1]),
            at_table(site, room.code),
        ):
            await one.until(lambda m: m["type"] == "room" and m["room"]["watchers"]["count"] == 1)
            tables = site.app.state.tables
            (table,) = tables.open_tables.values()
            async with asyncio.timeout(PATIENCE):
                while tables.registry.tasks or table.update_timer is not None:
                    await asyncio.sleep(0.02)
            await tables.sweep()
            assert table.update_timer is None
