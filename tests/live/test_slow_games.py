"""Games with days for a move: nobody has to be there, time is as the room wants it, and a seat may rest."""

import asyncio
import random
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from app.games.pauses import REST, moment_after
from tests.live.served import PATIENCE, at_table, legal, seated_room
from tests.live.test_absence import change, due_of, until_settled

DAY = 86_400
A_DAY_LATER = (
    "UPDATE games SET turn_started_at = turn_started_at - interval '{0}', due_at = due_at - interval '{0}'"
)


async def later(site, span):
    await change(site, A_DAY_LATER.format(span))


async def until_head(site, game, head):
    async with asyncio.timeout(PATIENCE):
        while (await change(site, "SELECT head FROM games WHERE id = $1", UUID(game)))[0][0] < head:
            await asyncio.sleep(0.05)


async def move(site, room, game):
    """Whoever is due moves by one request, and is gone again."""
    state = await room.people[0].get(f"/games/{game}")
    sitters = (await change(site, "SELECT person_ids FROM games WHERE id = $1", UUID(game)))[0][0]
    due = sitters[state["view"]["due"]]
    person = next(one for one in room.people if one.id == str(due))
    view = (await person.get(f"/games/{game}"))["view"]
    tile, face, turn = legal(view, random.Random(state["head"]))
    act = {"action_id": str(uuid4()), "base": state["head"], "tile": tile, "face": face, "turn": turn}
    await person.post(f"/games/{game}/acts", act)
    return person


async def test_four_people_play_a_week_without_an_open_tab(site):
    room = await seated_room(site, seats=4, clock=DAY)
    game = await room.game()
    for _day in range(7):
        head = (await room.people[0].get(f"/games/{game}"))["head"]
        await move(site, room, game)
        await later(site, "20 hours")  # nobody is there, and there is time
        await move(site, room, game)
        await change(site, "UPDATE presence SET gone_at = now() - interval '20 hours'")
        await later(site, "23 hours")
        assert (await room.people[0].get(f"/games/{game}"))["head"] == head + 2
        await later(site, "2 hours")  # one of them has let their day go by
        await until_head(site, game, head + 3)
    state = await room.people[0].get(f"/games/{game}?since=0")
    assert [one["event"]["by"] for one in state["events"]] == ["person", "person", "caretaker"] * 7
    view = await room.view()
    assert view["state"] == "playing"
    assert abs(datetime.fromisoformat(view["game"]["due_at"]) - datetime.now(UTC) - timedelta(days=1)) < (
        timedelta(minutes=1)
    )


async def test_seat_that_rests_has_its_time_stand_still_and_all_hear_of_it(site):
    room = await seated_room(site, clock=DAY, starts="host")
    game, host = await room.game(), room.people[0]
    async with at_table(site, room.code, room.people[1]) as other:
        mine = (await host.get(f"/rooms/{room.code}"))["you"]
        assert mine["rests"] == 2
        await until_settled(site, UUID(game), "clock")
        before = await due_of(site, UUID(game))
        rested = await host.post(f"/games/{game}/rest")
        assert rested["left"] == 1
        event = await other.hear("event", seq=1)
        assert event["event"] == {"kind": "seat", "seat": mine["seat"], "bot": None, "rest": True}
        shown = await other.until(
            lambda m: m["type"] == "room" and m["room"]["seats"][mine["seat"]]["resting_until"]
        )
        assert shown["room"]["seats"][mine["seat"]]["resting_until"][:19] == rested["until"][:19]
    assert abs(await due_of(site, UUID(game)) - before - REST) < timedelta(seconds=2)
    await change(
        site, "UPDATE games SET due_at = now() WHERE id = $1", UUID(game)
    )  # as an older process had it
    await until_settled(site, UUID(game), "clock")
    async with asyncio.timeout(PATIENCE):
        while abs(await due_of(site, UUID(game)) - before - REST) > timedelta(seconds=2):
            await asyncio.sleep(0.05)
    assert (await move(site, room, game)) is host  # who rests may move


async def test_seat_rests_twice_and_never_while_it_rests(site, quick):
    room = await seated_room(site, clock=3 * DAY)
    game, host = await room.game(), room.people[0]
    answers = await asyncio.gather(*(host.ask("POST", f"/games/{game}/rest", {}) for _ in range(5)))
    assert (await host.get(f"/games/{game}"))["head"] == 1
    assert {answer.status_code for answer in answers} <= {200, 409}
    refused = await host.ask("POST", f"/games/{game}/rest", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_rest")
    live_game = site.app.state.registry.cache[UUID(game)]
    (rests,) = live_game.fold.rests.values()
    rests[0] -= REST  # three days later
    assert (await host.post(f"/games/{game}/rest"))["left"] == 0
    rests[1] -= REST
    assert (await host.ask("POST", f"/games/{game}/rest", {})).json()["code"] == "no_rest"
    assert (await host.get(f"/games/{game}"))["head"] == 2


@pytest.mark.parametrize("clock", [None, 120])
async def test_nobody_rests_where_a_move_is_one_of_minutes(site, clock):
    room = await seated_room(site, clock=clock)
    game = await room.game()
    refused = await room.people[0].ask("POST", f"/games/{game}/rest", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_rest")
    view = await room.people[0].get(f"/rooms/{room.code}")
    assert (view["game"]["head"], view["you"]["rests"]) == (0, 0)
    stranger = (await site.http.post(f"{site.url}/api/people", json={})).json()["token"]
    headers = {"Authorization": f"Bearer {stranger}"}
    asked = await site.http.post(f"{site.url}/api/games/{game}/rest", headers=headers)
    assert asked.json()["code"] == "not_seated"


async def test_nights_of_the_room_do_not_count(site):
    room = await seated_room(site, start=False, clock=DAY)
    host = room.people[0]
    refused = await host.ask("PATCH", f"/rooms/{room.code}/options", {"nights": "Mars/Olympus"})
    assert refused.status_code == 422
    assert (await room.view())["options"]["nights"] is None
    assert (
        await host.ask("PATCH", f"/rooms/{room.code}/options", {"nights": "Asia/Tokyo"})
    ).status_code == 200
    await host.post(f"/rooms/{room.code}/start")
    game = await room.game()
    await until_settled(site, UUID(game), "clock")
    expected = moment_after(datetime.now(UTC), DAY, (), "Asia/Tokyo")
    assert abs(await due_of(site, UUID(game)) - expected) < timedelta(minutes=1)
