"""Who may be in a room is decided in one place: by every route, whoever was sent away stays outside, and
whoever tries codes out is counted, without locking out those who belong there.
"""

import asyncio
from uuid import UUID

import pytest

from app.main import create_app
from app.pages import endpoints as pages
from app.rooms.codes import LENGTH, LETTERS, OLD_LENGTH
from tests.guests import NONCE, answered, join, refused, serving

UNKNOWN = "22222" + "2222"
TRIES = 20  # misses that one address may have at once


def routes_of_a_room(settings):
    """Every route with a room's code in its path, as method and path."""
    documented = create_app(settings).openapi()["paths"].items()
    found = [(method.upper(), path) for path, methods in documented for method in methods]
    found += [("GET", route.path) for route in (*pages.router.routes, *pages.parts.routes)]
    return sorted((method, path) for method, path in found if "{code}" in path)


def fitting(path, code):
    """The path with a code, and a body that its route would take."""
    bodies = {"sit": {"nonce": NONCE}, "talk": {"text": "hello"}, "reactions": {"reaction": "wow"}}
    bodies |= {"phrases": {"phrase": "yes"}, "hush": {"seat": 0, "hushed": True}, "shut": {"shut": True}}
    bodies |= {"mutes": {"seat": 0}, "reports": {"seat": 0, "reason": "spam"}}
    bodies |= {"nonce": {"nonce": NONCE}, "kick": {"seat": 0}, "options": {}}
    bodies |= {name: {"seat": 0, "level": None} for name in ("bot", "takeover")}
    return path.format(code=code, part="seats", webhook=UUID(int=1)), bodies.get(path.rsplit("/", 1)[-1], {})


async def ask_all(client, settings, code, headers):
    """What every route of a room answers."""
    answers = {}
    for method, path in routes_of_a_room(settings):
        address, body = fitting(path, code)
        json = {} if method == "GET" else {"json": body}
        answers[method, path] = await client.request(method, address, headers=headers, **json)
    return answers


def test_routes_of_a_room_are_found(settings):
    found = {path for _, path in routes_of_a_room(settings)}
    assert {"/api/rooms/{code}", "/api/rooms/{code}/talk", "/r/{code}", "/r/{code}/{part}"} <= found
    assert len(routes_of_a_room(settings)) >= 16


async def test_whoever_was_sent_away_is_refused_by_every_route(settings, client, maya, tom, ida):
    room = await maya.make_room()
    await room.seat(tom)
    await room.seat(ida)
    await maya.post(f"{room.path}/start")
    await maya.post(f"{room.path}/kick", {"seat": 1})
    headers = {"Authorization": f"Bearer {tom.token}"}
    for (method, path), answer in (await ask_all(client, settings, room.code, headers)).items():
        assert (answer.status_code, answer.json()["code"]) == (403, "kicked"), (method, path)
    refused(await tom.ask("GET", f"/invites/{room.invite}"), 403, "kicked")
    answered(await ida.ask("POST", f"{room.path}/talk", {"text": "hello"}))


@pytest.mark.usefixtures("standing_clock")
async def test_every_route_counts_wrong_codes(settings):
    for method, path in routes_of_a_room(settings):
        async with serving(settings) as client:
            guest = await join(client)
            headers = {"Authorization": f"Bearer {guest.token}"}
            address, body = fitting(path, UNKNOWN)
            json = {} if method == "GET" else {"json": body}
            statuses = [
                (await client.request(method, address, headers=headers, **json)).status_code
                for _ in range(TRIES + 2)
            ]
            assert statuses == [404] * TRIES + [429] * 2, (method, path)


@pytest.mark.usefixtures("standing_clock")
async def test_wrong_guesses_of_all_kinds_count_together_and_hide_what_is_right(settings):
    async with (
        serving(settings, rooms_per_hour=100) as client,
        serving(settings, host="192.0.2.9") as elsewhere,
    ):
        host, guest = await join(elsewhere), await join(client)
        room = await host.make_room()
        guesses = [
            ("GET", f"/rooms/{UNKNOWN}", None),
            ("GET", "/invites/wrong", None),
            ("POST", "/pass", {"pass": "x" * 32}),
            ("POST", f"/rooms/{UNKNOWN}/talk", {"text": "hello"}),
        ]
        for method, path, body in guesses * (TRIES // len(guesses)):
            assert (await guest.ask(method, path, body)).status_code in (404, 410)
        for path in (f"/rooms/{UNKNOWN}", room.path):
            answer = await guest.ask("GET", path)
            refused(answer, 429, "too_many")
            assert int(answer.headers["Retry-After"]) > 0
        answered(await host.ask("GET", room.path))  # from elsewhere


@pytest.mark.usefixtures("standing_clock")
async def test_guesses_at_the_same_moment_get_no_more_answers(settings):
    async with serving(settings) as client:
        asked = [client.get(f"/api/rooms/{UNKNOWN}") for _ in range(100)]
        statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
    assert (statuses.count(404), statuses.count(429)) == (TRIES, 100 - TRIES)


@pytest.mark.usefixtures("standing_clock")
async def test_neighbours_guesses_lock_nobody_out_of_what_is_theirs(settings):
    """All of them behind one address; only what nobody there knew of is hidden."""
    async with serving(settings) as client, serving(settings, host="192.0.2.9") as elsewhere:
        host, seated, watcher, stranger = [await join(elsewhere) for _ in range(4)]
        room, opened, hidden = [await host.make_room(seats=3) for _ in range(3)]
        await room.seat(seated)
        answered(await client.get(f"/api{opened.path}"))
        for number in range(TRIES + 5):
            await client.get(f"/api/rooms/{UNKNOWN[:-1]}{LETTERS[number]}")
        for guest in (host, seated, watcher, stranger):
            guest.client = client  # at home from now on
        answered(await host.ask("GET", hidden.path))
        answered(await seated.ask("POST", f"{room.path}/talk", {"text": "hello"}))
        answered(await watcher.ask("GET", opened.path))


@pytest.mark.usefixtures("standing_clock")
async def test_neighbours_guesses_lock_nobody_out_who_was_invited(settings):
    async with serving(settings) as client, serving(settings, host="192.0.2.9") as elsewhere:
        host, friend, other = [await join(elsewhere) for _ in range(3)]
        room, next_room = [await host.make_room() for _ in range(2)]
        for _ in range(TRIES + 5):
            await client.get(f"/api/rooms/{UNKNOWN}")
        friend.client = other.client = client
        refused(await friend.ask("GET", room.path), 429, "too_many")
        wrong = {"nonce": NONCE, "invite": next_room.invite}
        refused(await friend.ask("POST", f"{room.path}/sit", wrong), 429, "too_many")
        answered(await friend.ask("POST", f"{room.path}/sit", {"nonce": NONCE, "invite": room.invite}))
        assert "invite-words" in (await client.get(f"/i/{next_room.invite}")).text
        answered(await other.ask("GET", next_room.path))  # the page has opened it


def test_rooms_cannot_be_found_by_guessing():
    """What `docs/wire.md` reckons: the years until one of all open rooms is found, from one address."""
    rooms, a_minute = 5000, 20
    years = len(LETTERS) ** LENGTH / rooms / a_minute / 60 / 24 / 365
    assert 370 < years < 380
    assert len(LETTERS) ** OLD_LENGTH / rooms / a_minute / 60 < 5  # hours: why codes have grown
