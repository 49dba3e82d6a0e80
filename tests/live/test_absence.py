"""Somebody away: told calmly, played for by the caretaker, back at any moment; clocks in database time."""

import asyncio
import random
from collections import Counter
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import asyncpg

from app.games.store import dsn
from tests.live.served import NONCE, PATIENCE, at_table, legal, seated_room, serve, sign_in

HALF = timedelta(seconds=50)


async def change(site, statement, *values):
    connection = await asyncpg.connect(dsn(site.app.state.database.url))
    try:
        return await connection.fetch(statement, *values)
    finally:
        await connection.close()


async def due_of(site, game):
    return (await change(site, "SELECT due_at FROM games WHERE id = $1", game))[0][0]


def presence(client):
    return [m["room"]["seats"] for m in client.told if m["type"] == "room"][-1]


async def until_presence(client, seat, wanted):
    await client.until(lambda m: m["type"] == "room" and m["room"]["seats"][seat]["presence"] == wanted)


async def test_absence_of_a_moment_is_not_told(quick):
    async with serve(quick.model_copy(update={"grace_seconds": 3600.0})) as site:
        room = await seated_room(site)
        async with at_table(site, room.code, room.people[0]) as one:
            async with at_table(site, room.code, room.people[1]):
                await until_presence(one, 1, "here")
                since = len(one.told)
            (table,) = site.app.state.tables.open_tables.values()
            async with asyncio.timeout(PATIENCE):
                while not table.leaving:  # the server has seen them go, and waits
                    await asyncio.sleep(0.01)
            async with at_table(site, room.code, room.people[1]) as back:
                assert not table.leaving
                await back.send(type="react", reaction="hello")
                await one.hear("reacted", since=since)
                rooms = [m for m in one.told[since:] if m["type"] == "room"]
                assert all(m["room"]["seats"][1]["presence"] == "here" for m in rooms)


async def test_absence_is_told_after_the_grace(site):
    room = await seated_room(site)
    async with at_table(site, room.code, room.people[0]) as one:
        async with at_table(site, room.code, room.people[1]):
            await until_presence(one, 1, "here")
        since = len(one.told)
        await one.until(lambda m: m["type"] == "room" and m["room"]["seats"][1]["presence"] == "away", since)


async def test_clock_that_ran_out_has_the_caretaker_move(site):
    room = await seated_room(site, clock=30)
    async with at_table(site, room.code, room.people[0]) as one, at_table(site, room.code, room.people[1]):
        await until_settled(site, one.game, "clock")
        await change(
            site, "UPDATE games SET turn_started_at = now() - interval '31 s' WHERE id = $1", one.game
        )
        await until_moved(site, one.game)
        event = await one.hear("event", seq=1)
        assert event["event"]["by"] == "caretaker"
        assert event["action_id"] is None


async def test_clock_of_the_next_player_is_told_with_each_move(site):
    room = await seated_room(site, clock=30)
    async with (
        at_table(site, room.code, room.people[0]) as one,
        at_table(site, room.code, room.people[1]) as two,
    ):
        for client in (one, two):
            for seat in (0, 1):
                await until_presence(client, seat, "here")
        mover, other = (one, two) if one.view["due"] == 0 else (two, one)
        await change(site, "UPDATE games SET due_at = now() + interval '9 s' WHERE id = $1", one.game)
        since = len(other.told)
        assert (await mover.act(legal(mover.view, random.Random(2))))["type"] == "ack"
        event = await other.hear("event", since=since)
        due = (await change(site, "SELECT due_at FROM games WHERE id = $1", one.game))[0][0]
        shown = datetime.fromisoformat(event["due_at"])
        assert abs((shown - due).total_seconds()) < 0.002  # not what was left of the move before


async def test_caretaker_plays_for_somebody_away_longer_than_the_room_waits(site):
    room = await seated_room(site)
    first = (await room.view())["game"]
    view = (await site.http.get(f"{site.url}/api/games/{first['id']}")).json()["view"]
    here = room.people[1 - view["due"]]
    async with at_table(site, room.code, here) as client:
        await change(
            site,
            "UPDATE games SET started_at = now() - interval '2 min', "
            "turn_started_at = now() - interval '2 min' WHERE id = $1",
            first["id"],
        )  # fmt: skip
        await until_moved(site, first["id"])
        event = await client.hear("event", seq=1)
        assert (event["event"]["seat"], event["event"]["by"]) == (view["due"], "caretaker")


async def test_somebody_not_waited_for_any_more_is_shown_so_though_nobody_moves(site):
    """It is the host's turn; the other one has been away for all but a moment of the room's patience."""
    room = await seated_room(site, starts="host", wait=60)
    async with at_table(site, room.code, room.people[0]) as one:
        async with at_table(site, room.code, room.people[1]) as other:
            seat = other.told[0]["seat"]  # chance decides where the host sits, who begins
            await until_presence(one, seat, "here")
        await until_presence(one, seat, "away")
        await change(site, "UPDATE games SET started_at = now() - interval '2 min' WHERE id = $1", one.game)
        await change(
            site,
            "UPDATE presence SET gone_at = now() - interval '58 s' WHERE key = $1",
            UUID(room.people[1].id),
        )
        (table,) = site.app.state.tables.open_tables.values()
        table.update_soon()
        await until_presence(one, seat, "caretaker")
        assert table.live_game.fold.head == 0


async def test_deserted_game_is_abandoned_after_its_time(site):
    room = await seated_room(site)
    game = await room.game()
    await until_settled(site, game, "abandon")
    await change(
        site,
        "UPDATE games SET started_at = now() - interval '30 d', turn_started_at = now() - interval '30 d', "
        "due_at = now() WHERE id = $1",
        game,
    )
    async with asyncio.timeout(PATIENCE):
        while (await room.people[0].get(f"/rooms/{room.code}"))["state"] != "over":
            await asyncio.sleep(0.1)
    record = await room.people[0].get(f"/games/{game}/record")
    assert record["ended"] == "abandoned"
    assert (await room.people[0].get(f"/games/{game}/proof"))["seed"] is not None


async def test_first_to_come_is_told_the_clock_that_runs_from_then_on(site):
    """Not the long time after which a deserted game would have ended."""
    room = await seated_room(site, clock=30)
    await until_settled(site, await room.game(), "abandon")
    async with at_table(site, room.code, room.people[0]) as one:
        told = await one.until(lambda m: m["type"] == "room" and m["room"]["seats"][0]["presence"] == "here")
        shown = told["room"]["game"]
        left = datetime.fromisoformat(shown["due_at"]) - datetime.fromisoformat(shown["now"])
        assert left <= timedelta(seconds=30)


async def test_outage_gives_its_time_back(site):
    room = await seated_room(site, clock=60)
    async with at_table(site, room.code, room.people[0]) as here, at_table(site, room.code, room.people[1]):
        game = await room.game()
        async with asyncio.timeout(PATIENCE):  # a new server gives back the time it was not there, once
            while (await change(site, "SELECT now() - at < interval '3 s' FROM pulse"))[0][0] is not True:
                await asyncio.sleep(0.05)
        await until_presence(here, 0, "here")
        await until_presence(here, 1, "here")
        await until_settled(site, game, "clock")
        before = await due_of(site, game)
        await change(site, "UPDATE pulse SET at = now() - interval '100 s'")
        async with asyncio.timeout(PATIENCE):
            while (after := await due_of(site, game)) < before + HALF:
                await asyncio.sleep(0.1)
        assert 95 < (after - before).total_seconds() < 190


async def test_whoever_asks_over_rest_is_there_and_not_played_for(site):
    """Away from the start for longer than the room waits; asks once; and is away again when that is old."""
    room = await seated_room(site)
    game = await room.game()
    due = (await site.http.get(f"{site.url}/api/games/{game}")).json()["view"]["due"]
    async with at_table(site, room.code, room.people[1 - due]) as other:
        await room.people[due].get(f"/games/{game}")
        await until_presence(other, due, "here")
        await change(
            site,
            "UPDATE games SET started_at = now() - interval '2 min', due_at = now(), due_kind = 'away', "
            "turn_started_at = now() - interval '2 min' WHERE id = $1",
            game,
        )
        await until_settled(site, game, None)
        assert (await room.people[due].get(f"/games/{game}"))["head"] == 0
        await change(site, "UPDATE pulse SET since = now() - interval '1 h'")
        await change(
            site, "UPDATE presence SET seen_at = now() - interval '90 s' WHERE key = $1", room.people[due].id
        )
        assert (await other.hear("event", seq=1))["event"]["by"] == "caretaker"


async def until_settled(site, game, kind):
    """The clock knows who is there, and that this (or nothing) is what will happen by itself."""
    async with asyncio.timeout(PATIENCE):
        while (await change(site, "SELECT due_kind FROM games WHERE id = $1", game))[0][0] != kind:
            await asyncio.sleep(0.05)


async def until_moved(site, game):
    """The clock looks at the game, again if it was just about to write down what it saw before."""
    async with asyncio.timeout(PATIENCE):
        while (await change(site, "SELECT head FROM games WHERE id = $1", game))[0][0] == 0:
            await site.app.state.tables.timekeeper.update_deadline_of(UUID(game))
            await asyncio.sleep(0.05)


async def test_program_without_a_socket_plays_a_whole_game_against_a_bot(site):
    host = await sign_in(site)
    room = (await host.post("/rooms", {"seats": 2, "nonce": NONCE}))["room"]
    await host.post(f"/rooms/{room['code']}/bot", {"seat": 1, "level": "sapling"})
    await host.post(f"/rooms/{room['code']}/start")
    game, chance = (await host.get(f"/rooms/{room['code']}"))["game"]["id"], random.Random(8)
    async with asyncio.timeout(60):
        while not (seen := await host.get(f"/games/{game}"))["view"]["over"]:
            if seen["view"]["due"] == 0:
                placement = dict(zip(("tile", "face", "turn"), legal(seen["view"], chance), strict=True))
                act = {"action_id": str(uuid4()), "base": seen["head"], **placement}
                await host.post(f"/games/{game}/acts", act)
            await asyncio.sleep(0.02)
    rows = await change(site, "SELECT seat, body ->> 'by' AS by FROM events WHERE game_id = $1", game)
    assert Counter(tuple(row) for row in rows) == {(0, "person"): 12, (1, "bot"): 12}
