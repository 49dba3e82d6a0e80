"""Hints: the best moves for whoever is due, where the table allows them; all hear that somebody asked."""

import asyncio
import random
from contextlib import AsyncExitStack

import pytest

from app.bots.hints import hints
from tests.live.served import at_table, legal, seated_room, serve, sign_in
from tests.live.test_absence import change, until_presence


@pytest.fixture
async def site(quick):
    async with serve(quick.model_copy(update={"bot_think_seconds": 0.0})) as site:
        yield site


async def ask(room, seat):
    return await room.people[seat].ask("POST", f"/rooms/{room.code}/hints", {})


async def agree(room, seat, is_yes=True):
    return await room.people[seat].post(f"/rooms/{room.code}/hints/agreement", {"agree": is_yes})


async def hint_rows(site, game):
    rows = await change(
        site, "SELECT seat FROM events WHERE game_id = $1 AND body ? 'hint' ORDER BY seq", game
    )
    return [row["seat"] for row in rows]


async def in_game_order(room):
    """The people by the seats of the game: chance has seated them."""
    people = {}
    for person in room.people:
        people[(await person.get(f"/rooms/{room.code}"))["you"]["seat"]] = person
    room.people = [people[seat] for seat in sorted(people)]


async def test_a_hint_is_told_to_who_asks_and_that_it_was_asked_for_to_all(site):
    room = await seated_room(site, 2)
    await in_game_order(room)
    async with AsyncExitStack() as stack:
        watcher = await stack.enter_async_context(at_table(site, room.code))
        due = watcher.view["due"]
        given = (await ask(room, due)).json()
        view = (await room.people[due].get(f"/games/{watcher.game}"))["view"]
        told = await watcher.hear("event", seq=1)
        assert told["event"] == {"kind": "seat", "seat": due, "bot": None, "hint": True}
        assert told["action_id"] is None
        assert "due_at" not in told
    assert given == {"game": watcher.game, "moves": 0, "best": hints(view, due)}
    assert 1 <= len(given["best"]) <= 3


async def test_a_hint_stands_once_in_the_log_however_often_it_is_asked_for(site):
    room = await seated_room(site, 2)
    await in_game_order(room)
    async with at_table(site, room.code) as watcher:
        due, chance = watcher.view["due"], random.Random(1)
        answers = [each.json() for each in await asyncio.gather(*(ask(room, due) for _ in range(5)))]
        assert all(answer == answers[0] for answer in answers)
        assert await hint_rows(site, watcher.game) == [due]
        async with at_table(site, room.code, room.people[due]) as client:
            assert (await client.act(legal(watcher.view, chance)))["type"] == "ack"
        assert (await ask(room, 1 - due)).json()["moves"] == 1
        record = await room.people[0].get(f"/games/{watcher.game}/record")
        assert record["hints"] == [0, 1]


async def test_a_hint_changes_no_deadline(site):
    room = await seated_room(site, 2, clock=60)
    await in_game_order(room)
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(at_table(site, room.code, each)) for each in room.people]
        for seat in (0, 1):
            await until_presence(players[0], seat, "here")
        watcher = players[0]
        due = watcher.view["due"]
        sql = "SELECT head, due_at, due_kind, turn_started_at FROM games WHERE id = $1"
        (before,) = await change(site, sql, watcher.game)
        assert (await ask(room, due)).status_code == 200
        (after,) = await change(site, sql, watcher.game)
    assert (before["head"], after["head"]) == (0, 1)
    assert before["turn_started_at"] == after["turn_started_at"]
    assert (before["due_kind"], after["due_kind"]) == ("clock", "clock")
    assert abs((before["due_at"] - after["due_at"]).total_seconds()) < 0.5  # set by the same turn


async def test_a_hint_is_refused_to_whoever_is_not_due_and_changes_nothing(site):
    room = await seated_room(site, 2)
    await in_game_order(room)
    async with at_table(site, room.code) as watcher:
        refused = await ask(room, 1 - watcher.view["due"])
        assert (refused.status_code, refused.json()["code"]) == (409, "not_your_turn")
        stranger = await sign_in(site)
        refused = await stranger.ask("POST", f"/rooms/{room.code}/hints", {})
        assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")
        assert await hint_rows(site, watcher.game) == []


async def test_no_hints_where_the_host_has_switched_them_off_or_nobody_plays(site):
    room = await seated_room(site, 2, hints=False)
    assert (await room.view())["hints"] is None
    for seat in (0, 1):
        assert (await ask(room, seat)).json()["code"] == "hints_off"
    refused = await room.people[0].ask("POST", f"/rooms/{room.code}/hints/agreement", {"agree": True})
    assert refused.json()["code"] == "hints_off"
    waiting = await seated_room(site, 2, start=False)
    assert (await waiting.view())["hints"] is None
    assert (await ask(waiting, 0)).json()["code"] == "hints_off"


async def test_in_a_public_room_all_who_play_must_agree_and_one_no_ends_it(site):
    room = await seated_room(site, 2, public=True)
    await in_game_order(room)
    async with at_table(site, room.code) as watcher:
        due = watcher.view["due"]
        assert (await room.view())["hints"] == {"agreed": [], "awaited": [0, 1]}
        refused = (await ask(room, due)).json()
        assert (refused["code"], refused["details"]) == ("hints_awaited", {"seats": [0, 1]})
        assert (await agree(room, due))["hints"] == {"agreed": [due], "awaited": [1 - due]}
        assert (await ask(room, due)).json()["details"] == {"seats": [1 - due]}
        await watcher.until(lambda m: m["type"] == "room" and m["room"]["hints"]["agreed"] == [due])
        assert (await agree(room, 1 - due))["hints"] == {"agreed": [0, 1], "awaited": []}
        assert len((await ask(room, due)).json()["best"]) > 0
        assert (await agree(room, 1 - due, is_yes=False))["hints"] == {"agreed": [], "awaited": [0, 1]}
        assert (await ask(room, due)).json()["code"] == "hints_awaited"
        stranger = await sign_in(site)
        refused = await stranger.ask("POST", f"/rooms/{room.code}/hints/agreement", {"agree": True})
        assert refused.json()["code"] == "not_seated"
        assert await hint_rows(site, watcher.game) == [due]


async def test_hints_are_known_again_after_a_restart_and_in_the_record(site, quick):
    room = await seated_room(site, 2)
    await in_game_order(room)
    async with at_table(site, room.code) as watcher:
        due = watcher.view["due"]
        await ask(room, due)
        game = watcher.game
    async with serve(quick) as other:
        again = await room.people[due].ask("POST", f"/rooms/{room.code}/hints", {}, other)
        assert again.status_code == 200
        assert await hint_rows(other, game) == [due]
        events = (await room.people[due].get(f"/games/{game}?since=0", other))["events"]
        assert [event["event"].get("hint") for event in events] == [True]
        assert (await room.people[1].get(f"/games/{game}/record", other))["hints"] == [0]
