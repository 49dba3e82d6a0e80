"""Whoever was sent away gets and says no word more; and sockets count wrong codes as requests do."""

import asyncio

import pytest
import websockets

from app.rooms.codes import LETTERS
from tests.live.served import PATIENCE, at_table, checked, seated_room, serve
from tests.live.test_absence import change

HELLO = {"type": "hello", "v": 1, "tab": "0e2f9d5e-5a8f-4d2e-9d0e-0e2f9d5e5a8f", "game": None}
HELLO |= {"last_seq": None, "epoch": None}


async def test_new_socket_of_somebody_sent_away_is_told_so_and_hears_nothing(site):
    room = await seated_room(site, 3)
    host, away = room.people[0], room.people[2]
    async with at_table(site, room.code, host) as client:
        await client.send(type="say", text="between us")
        await client.hear("said")
        await host.post(f"/rooms/{room.code}/kick", {"seat": 2})
        async with at_table(site, room.code, away, hello=False) as again:
            assert await again.closed() == 4403
            assert again.told == []
        since = len(client.told)
        for path, body in (("talk", {"text": "me again"}), ("reactions", {"reaction": "wow"})):
            answer = await away.ask("POST", f"/rooms/{room.code}/{path}", body)
            assert (answer.status_code, answer.json()["code"]) == (403, "kicked")
        await host.post(f"/rooms/{room.code}/talk", {"text": "the last word"})
        await client.hear("said", since=since, text="the last word")
        assert [m["name"] for m in client.told[since:] if m["type"] in ("said", "reacted")] == ["Person 0"]


async def test_somebody_sent_away_is_not_waited_for(settings):
    """Others are given time to come back, in which they are shown as still there."""
    async with serve(settings.model_copy(update={"grace_seconds": 3600.0})) as site:
        room = await seated_room(site, 3)
        async with at_table(site, room.code, room.people[0]) as host:
            async with at_table(site, room.code, room.people[2]) as away:
                since = len(host.told)
                await room.people[0].post(f"/rooms/{room.code}/kick", {"seat": 2})
                assert await away.closed() == 4403
            shown = await host.until(
                lambda m: m["type"] == "room" and m["room"]["watchers"]["count"] == 1, since
            )
            since = host.told.index(shown)
            await host.until(lambda m: m["type"] == "room" and m["room"]["watchers"]["count"] == 0, since)


async def test_somebody_sent_away_while_they_come_in_is_not_welcomed(site, monkeypatch):
    """They passed the door before, and the table has learned of it before they sat down."""
    room = await seated_room(site, 3)
    async with at_table(site, room.code, room.people[0]):
        (table,) = site.app.state.tables.open_tables.values()
        refresh, may_go_on, is_waiting = table.refresh, asyncio.Event(), asyncio.Event()

        async def refresh_later():
            is_waiting.set()
            await may_go_on.wait()
            await refresh()

        monkeypatch.setattr(table, "refresh", refresh_later)
        async with at_table(site, room.code, room.people[2], hello=False) as late:
            await late.send(**HELLO)
            await is_waiting.wait()
            await room.people[0].post(f"/rooms/{room.code}/kick", {"seat": 2})
            async with asyncio.timeout(PATIENCE):
                while not table.facts.kicked:
                    await asyncio.sleep(0.01)
            may_go_on.set()
            assert await late.closed() == 4403
            assert late.told == []


async def test_word_of_somebody_sent_away_is_not_kept_before_their_socket_is_closed(site, unheard):
    room = await seated_room(site, 3)
    async with at_table(site, room.code, room.people[2]) as client:
        await room.people[0].post(f"/rooms/{room.code}/kick", {"seat": 2})
        await client.send(type="say", text="still here")
        assert await client.closed() == 4403
    assert await change(site, "SELECT text FROM talk") == []


async def test_sign_of_somebody_sent_away_reaches_nobody_before_their_socket_is_closed(site, unheard):
    room = await seated_room(site, 3)
    fleeting = []
    unheard.setattr("app.live.tables.Tables.send_fleeting", lambda *told, **_: fleeting.append(told))
    async with at_table(site, room.code, room.people[2]) as client:
        await client.send(type="react", reaction="hello")
        await client.send(type="react", reaction="nice")
        await room.people[1].post(f"/rooms/{room.code}/reactions", {"reaction": "wow"})
        await until_heard(fleeting, 3)
        await room.people[0].post(f"/rooms/{room.code}/kick", {"seat": 2})
        await client.send(type="react", reaction="oops")
        assert await client.closed() == 4403
    assert len(fleeting) == 3


async def until_heard(told, count):
    async with asyncio.timeout(PATIENCE):
        while len(told) < count:
            await asyncio.sleep(0.01)


@pytest.fixture
def unheard(monkeypatch):
    """The table has not heard yet whom the host has sent away, as that of another process may not have."""
    monkeypatch.setattr("app.live.tables.Tables.on_hint", lambda *_: None)
    monkeypatch.setattr("app.live.tables.Tables.sweep", lambda _self: asyncio.sleep(0))
    return monkeypatch


@pytest.mark.usefixtures("standing_clock")
async def test_handshakes_with_wrong_codes_are_counted_with_all_other_guesses(quick):
    async with serve(quick) as site:
        room = await seated_room(site)
        checked(await site.http.get(f"{site.url}/api/rooms/{room.code}"))
        codes = []
        for letter in LETTERS[:24]:
            async with websockets.connect(f"{site.ws}/ws/rooms/22222222{letter}") as socket:
                await socket.wait_closed()
                codes.append(socket.close_code)
        assert codes == [4404] * 20 + [4429] * 4
        assert (await site.http.get(f"{site.url}/api/rooms/222222222")).status_code == 429
        async with at_table(site, room.code):  # opened from here before
            pass
        async with at_table(site, room.code, room.people[0]):
            pass
