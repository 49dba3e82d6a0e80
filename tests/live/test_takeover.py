"""A bot takes over the seat of somebody who has left: if all who are there agree, for good, and once."""

import asyncio
import random
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from app.rules.record import verify
from tests.live.served import NONCE, at_table, legal, seated_room, serve, sign_in
from tests.live.test_absence import change, presence, until_presence
from tests.live.test_processes import Faulty


@pytest.fixture
async def site(quick):
    async with serve(quick.model_copy(update={"bot_think_seconds": 0.0})) as site:
        yield site


@asynccontextmanager
async def table_without_last(site, seats=3):
    """A game whose last player has left, and the sockets of the others."""
    room = await seated_room(site, seats)
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(at_table(site, room.code, person)) for person in room.people[:-1]
        ]
        await room.people[-1].post(f"/rooms/{room.code}/leave")
        for client in clients:
            for seat in range(seats - 1):
                await until_presence(client, seat, "here")
            await until_presence(client, seats - 1, "caretaker")
        yield room, clients


async def answer(person, room, seat, level, site=None):
    return await person.ask("POST", f"/rooms/{room.code}/takeover", {"seat": seat, "level": level}, site)


async def offer_shown(client, seat, since=0):
    found = await client.until(
        lambda m: m["type"] == "room" and m["room"]["seats"][seat]["offer"] is not None, since
    )
    return found["room"]["seats"][seat]["offer"]


async def taken_over(client):
    return await client.until(lambda m: m["type"] == "event" and m["event"]["kind"] == "seat")


async def entries(site, game):
    return [
        row["seat"]
        for row in await change(site, "SELECT seat FROM events WHERE game_id = $1 AND kind = 'seat'", game)
    ]


async def test_takeover_comes_when_all_who_are_there_agree(site):
    async with table_without_last(site) as (room, (one, other)):
        await one.send(type="takeover", seat=2, level="sapling")
        offer = await offer_shown(other, 2)
        assert offer == {"level": "sapling", "agreed": [0], "awaited": [1]}
        assert await entries(site, one.game) == []
        assert (await answer(room.people[1], room, 2, "sapling")).status_code == 200
        for client in (one, other):
            event = await taken_over(client)
            assert event["event"] == {"kind": "seat", "seat": 2, "bot": "sapling"}
            assert event["action_id"] is None
            shown = await client.until(lambda m: m["type"] == "room" and m["room"]["seats"][2]["bot"])
            seat = shown["room"]["seats"][2]
            assert (seat["name"], seat["presence"], seat["offer"]) == ("Person 2", "here", None)


async def test_takeover_one_alone_decides_and_plays_the_game_to_its_end(site):
    async with table_without_last(site, 2) as (room, (client,)):
        await client.send(type="takeover", seat=1, level="sapling")
        await taken_over(client)
        game, chance, me = client.game, random.Random(4), room.people[0]
        async with asyncio.timeout(30):
            while not (seen := await me.get(f"/games/{game}"))["view"]["over"]:
                if seen["view"]["due"] == 0:
                    await client.act(legal(seen["view"], chance), base=seen["head"])
                await asyncio.sleep(0.01)
        record = await me.get(f"/games/{game}/record")
        assert verify(record) == []
        assert [one[1:] for one in record["takeovers"]] == [[1, "sapling"]]
        assert record["players"][1] == {"name": "Person 1", "bot": None}
        by = await change(site, "SELECT seq, body ->> 'by' AS by FROM events WHERE seat = 1 ORDER BY seq")
        after = [row["by"] for row in by][[row["by"] for row in by].index(None) + 1 :]
        assert set(after) == {"bot"}


async def test_takeover_leaves_its_former_owner_a_watcher_with_a_seat_in_the_next_game(site):
    async with table_without_last(site, 2) as (room, (client,)):
        owner = room.people[1]
        async with at_table(site, room.code, owner) as gone:
            assert gone.welcome["seat"] == 1
            assert gone.view["objective"] is not None
            await client.send(type="takeover", seat=1, level="grove")
            welcome = await gone.until(lambda m: m["type"] == "welcome" and m["role"] == "watcher")
            assert welcome["seat"] is None
            since = gone.told.index(welcome)
            you = (await gone.hear("room", since))["room"]["you"]
            assert (you["seat"], you["former"], you["known"]) == (None, 1, True)
            assert (await gone.hear("snapshot", since))["view"]["objective"] is None
            assert (await gone.act((0, 0, 0)))["code"] == "not_seated"
        assert (await owner.ask("POST", f"/rooms/{room.code}/sit", {"nonce": NONCE})).status_code == 409
        await change(site, "UPDATE games SET state = 'over', ended_at = now() WHERE id = $1", client.game)
        await room.people[0].post(f"/rooms/{room.code}/again")
        seats = (await room.view())["seats"]
        assert (seats[1]["name"], seats[1]["bot"]) == (None, None)
        sat = await owner.post(f"/rooms/{room.code}/sit", {"nonce": NONCE})  # no invite needed
        assert sat["seats"][1]["name"] == "Person 1"


async def test_takeover_offer_ends_with_one_refusal(site):
    async with table_without_last(site) as (_, (one, other)):
        await one.send(type="takeover", seat=2, level="gaia")
        await offer_shown(other, 2)
        since = len(one.told)
        await other.send(type="takeover", seat=2, level=None)
        await one.until(lambda m: m["type"] == "room" and m["room"]["seats"][2]["offer"] is None, since)
        await one.send(type="takeover", seat=2, level="grove")
        assert (await offer_shown(other, 2, len(other.told)))["agreed"] == [0]
        await other.send(type="takeover", seat=2, level="gaia")  # another level is another offer
        assert (await offer_shown(one, 2, len(one.told)))["agreed"] == [1]
        assert await entries(site, one.game) == []


async def test_takeover_offer_ends_when_its_owner_is_back(site):
    async with table_without_last(site) as (room, (one, _)):
        owner = room.people[2]
        await one.send(type="takeover", seat=2, level="gaia")
        await offer_shown(one, 2)
        await owner.post(f"/rooms/{room.code}/sit", {"nonce": NONCE})
        refused = await answer(room.people[1], room, 2, "gaia")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_absent")
        await owner.post(f"/rooms/{room.code}/leave")
        assert (await room.view())["seats"][2]["offer"] is None
        assert await entries(site, one.game) == []


async def test_takeover_offer_is_void_once_somebody_away_has_been_back(site):
    """Away, not left: nobody takes the offer off, it just no longer counts."""
    room = await seated_room(site, 3)
    game = await room.game()
    away_for = "UPDATE presence SET gone_at = now() - make_interval(mins => $2) WHERE key = $1"
    async with at_table(site, room.code, room.people[0]) as one, at_table(site, room.code, room.people[1]):
        async with at_table(site, room.code, room.people[2]):
            await until_presence(one, 2, "here")
        await until_presence(one, 2, "away")
        assert (await answer(room.people[0], room, 2, "grove")).json()["code"] == "not_absent"
        await change(site, "UPDATE games SET started_at = now() - interval '9 min' WHERE id = $1", game)
        await change(site, away_for, room.people[2].id, 5)
        shown = (await answer(room.people[0], room, 2, "grove")).json()["seats"][2]
        assert (shown["presence"], shown["offer"]["awaited"]) == ("caretaker", [1])
        await change(site, "UPDATE seats SET offer = offer || '{\"at\": 0}' WHERE offer IS NOT NULL")
        assert (await room.view())["seats"][2]["offer"] is None  # gone again after it was made
        agreed = await answer(room.people[1], room, 2, "grove")
        assert agreed.json()["seats"][2]["offer"]["agreed"] == [1]


async def test_takeover_does_not_wait_for_whoever_goes_meanwhile(site):
    async with table_without_last(site) as (_, (one, other)):
        await one.send(type="takeover", seat=2, level="sapling")
        await offer_shown(one, 2)
        await other.socket.close()
        await taken_over(one)
        assert presence(one)[1] != "here"


async def test_takeover_is_nobody_elses_business(site):
    async with table_without_last(site) as (room, (one, _)):
        stranger = await sign_in(site)
        asks = (
            (stranger, 2, "grove", 403, "not_seated"),
            (room.people[2], 2, "grove", 403, "not_seated"),  # has left
            (room.people[2], 0, "grove", 403, "not_seated"),
            (room.people[0], 0, "grove", 409, "not_absent"),
            (room.people[0], 1, "grove", 409, "not_absent"),
            (room.people[0], 3, "grove", 409, "no_such_seat"),
            (room.people[0], 2, "oracle", 422, "malformed"),
            (room.people[0], "2", "grove", 422, "malformed"),
        )
        for person, seat, level, status, code in asks:
            refused = await answer(person, room, seat, level)
            assert (refused.status_code, refused.json()["code"]) == (status, code), (seat, level)
        async with at_table(site, room.code, stranger) as watching, at_table(site, room.code) as unknown:
            for client in (watching, unknown):
                await client.send(type="takeover", seat=2, level="grove")
                assert (await client.hear("nack"))["code"] == "not_seated"
        await one.send(type="takeover", seat=1, level="grove")
        assert (await one.hear("nack"))["code"] == "not_absent"
        assert (await room.view())["seats"][2]["offer"] is None
        assert await entries(site, one.game) == []


async def test_takeover_of_a_seat_whose_player_was_sent_away(site):
    room = await seated_room(site, 2)
    async with at_table(site, room.code, room.people[0]) as host:
        await room.people[0].post(f"/rooms/{room.code}/kick", {"seat": 1})
        await host.send(type="takeover", seat=1, level="sapling")
        await taken_over(host)
        assert (await answer(room.people[0], room, 1, "sapling")).json()["code"] == "not_absent"


async def test_whoever_left_is_back_by_simply_moving(quick):
    async with serve(quick.model_copy(update={"bot_think_seconds": 60.0})) as site:
        room = await seated_room(site, 2)
        due = (await room.people[0].get(f"/games/{await room.game()}"))["view"]["due"]
        async with at_table(site, room.code, room.people[due]) as back:
            await room.people[due].post(f"/rooms/{room.code}/leave")
            await until_presence(back, due, "caretaker")
            since = len(back.told)
            assert (await back.act(legal(back.view, random.Random(1))))["type"] == "ack"
            await back.until(
                lambda m: m["type"] == "room" and m["room"]["seats"][due]["presence"] == "here", since
            )


async def insist(client):
    """A move, decided once more if the seat was handed over in the same moment."""
    placement = legal(client.view, random.Random(2))
    answer = await client.act(placement)
    if answer.get("code") != "stale":
        return answer
    await client.hear("event", seq=1)
    return await client.act(placement)


async def test_takeover_agreed_in_two_processes_at_once_is_one_entry(quick, monkeypatch):
    """While a third player moves, and though the bus between the processes loses every hint."""
    monkeypatch.setattr("app.main.bus_for", lambda _url: Faulty("lost"))
    settings = quick.model_copy(update={"bot_think_seconds": 60.0})
    async with serve(settings) as here, serve(settings) as there:
        sites = (here, there)
        room = await seated_room(here, 4)
        game = await room.game()
        due = (await room.people[0].get(f"/games/{game}"))["view"]["due"]
        gone = (due + 1) % 4
        await room.people[gone].post(f"/rooms/{room.code}/leave")
        voters = [seat for seat in range(4) if seat != gone]
        async with AsyncExitStack() as stack:
            clients = {
                seat: await stack.enter_async_context(at_table(sites[seat % 2], room.code, room.people[seat]))
                for seat in voters
            }
            answers = await asyncio.gather(
                *(answer(room.people[seat], room, gone, "grove", site) for seat in voters for site in sites),
                insist(clients[due]),
            )
            assert {one.status_code for one in answers[:-1]} <= {200, 409}  # late ones find it done
            assert answers[-1]["type"] == "ack"
            for client in clients.values():
                await client.hear("event", seq=2)
        rows = await change(here, "SELECT kind FROM events WHERE game_id = $1 ORDER BY seq", game)
        assert sorted(row["kind"] for row in rows) == ["move", "seat"]
