"""Making a room, finding it, and changing how it plays."""

import re

import pytest
from sqlalchemy import text

from app.rooms.codes import grouped, new_code, normalised
from tests.guests import NONCE, refused

USUAL = {
    "seats": 4,
    "variants": [],
    "public": False,
    "clock": None,
    "starts": "chance",
    "talk": True,
    "races": True,
    "wait": 60,
    "rated": False,
    "nights": None,
    "free": False,
    "hints": True,
}


async def test_room_begins_with_usual_options_and_a_commitment(maya):
    view = (await maya.make_room(sits=False)).view
    assert view["options"] == USUAL
    assert (view["state"], view["version"], view["game"]["number"]) == ("open", 1, 1)
    assert re.fullmatch("[0-9a-f]{64}", view["game"]["commitment"])
    assert [seat["presence"] for seat in view["seats"]] == ["empty"] * 4
    assert view["you"] == {
        "seat": None, "host": True, "name": "Maya", "person": maya.id, "former": None, "rests": 0,
        "hushed": False, "chats": 0, "chats_off": 0, "known": False,
    }  # fmt: skip


async def test_room_keeps_the_options_it_was_made_with(maya):
    wish = {
        "seats": 2, "variants": ["mystery", "beginner"], "public": True, "clock": 86400, "starts": "host",
        "talk": False, "races": False, "wait": 600, "nights": "Asia/Tokyo", "free": True,
        "hints": False,
    }  # fmt: skip
    view = (await maya.make_room(**wish)).view
    assert view["options"] == {**wish, "variants": ["beginner", "mystery"], "rated": False}
    assert len(view["seats"]) == 2


async def test_room_is_seen_by_strangers_without_a_you(client, maya):
    room = await maya.make_room()
    stranger = (await client.get(f"/api{room.path}")).json()
    own = await room.look()
    assert stranger["you"] is None
    assert {**own, "you": None, "game": None} == {**stranger, "game": None}
    assert (await client.get(f"/api/rooms/{room.code.lower()}")).json()["code"] == room.code


async def test_list_shows_public_rooms_that_wait(client, maya, tom):
    public = await maya.make_room(public=True, free=True, seats=2)
    await maya.make_room()
    running = await tom.make_room(public=True, seats=2)
    await running.seat(maya)
    await tom.post(f"{running.path}/start")
    (card,) = (await client.get("/api/rooms")).json()
    assert (card["code"], card["host"], card["sitting"], card["free"]) == (public.code, "Maya", ["Maya"], 1)


async def test_options_change_only_what_is_named(maya):
    room = await maya.make_room(seats=3, clock=30, talk=False)
    view = (await maya.ask("PATCH", f"{room.path}/options", {"variants": ["mystery"], "clock": None})).json()
    assert view["options"] == {**USUAL, "seats": 3, "talk": False, "variants": ["mystery"]}
    assert view["version"] == 2
    assert view["seats"][0]["sealed"]


async def test_options_add_and_take_seats_but_not_from_under_anybody(maya, tom):
    room = await maya.make_room(seats=4)
    await room.seat(tom, 3)
    refused(await maya.ask("PATCH", f"{room.path}/options", {"seats": 2}), 409, "seat_taken")
    assert (await room.look())["options"]["seats"] == 4
    await room.seat(tom, 1)
    await maya.ask("PATCH", f"{room.path}/options", {"seats": 2})
    assert await room.names() == ["Maya", "Tom"]
    await maya.ask("PATCH", f"{room.path}/options", {"seats": 3})
    assert await room.names() == ["Maya", "Tom", None]


async def test_options_are_the_hosts_and_end_with_the_start(maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    refused(await tom.ask("PATCH", f"{room.path}/options", {"clock": 30}), 403, "not_host")
    await maya.post(f"{room.path}/start")
    refused(await maya.ask("PATCH", f"{room.path}/options", {"clock": 30}), 409, "not_open")


HOSTS_ALONE = [
    ("PATCH", "/options", {"talk": False}),
    ("POST", "/invite", None),
    ("DELETE", "/invite", None),
    ("POST", "/kick", {"seat": 0}),
    ("POST", "/bot", {"seat": 2, "level": None}),
    ("POST", "/start", None),
]


@pytest.mark.parametrize(("method", "action", "body"), HOSTS_ALONE)
async def test_what_is_the_hosts_is_nobody_elses(client, maya, tom, ida, method, action, body):
    room = await maya.make_room(seats=3)
    await room.seat(tom)
    for guest in (tom, ida):
        refused(await guest.ask(method, f"{room.path}{action}", body), 403, "not_host")
    stranger = await client.request(method, f"/api{room.path}{action}", **({"json": body} if body else {}))
    refused(stranger, 401, "not_signed_in")
    assert (await room.look())["version"] == 2


@pytest.mark.parametrize("action", ["nonce", "leave", "again"])
async def test_what_is_the_seated_peoples_is_nobody_elses(maya, tom, action):
    room = await maya.make_room()
    body = {"nonce": NONCE} if action == "nonce" else None
    refused(await tom.ask("POST", f"{room.path}/{action}", body), 403, "not_seated")


async def test_every_change_is_announced_once_and_after_the_commit(app, maya, tom):
    heard = []

    class Listening:
        async def room_changed(self, room_id):
            heard.append((await room.look())["version"])

        async def person_changed(self, person_id):
            pass

    room = await maya.make_room()
    app.state.database.announcer = Listening()
    await room.seat(tom)
    refused(await tom.ask("POST", f"{room.path}/start"), 403, "not_host")
    await tom.post(f"{room.path}/leave")
    assert heard == [2, 3]


def test_code_is_read_as_people_type_it():
    assert {normalised(typed) for typed in ("k7pqm2wt9", "K7P-QM2-WT9", " k7p qm2 wt9")} == {"K7PQM2WT9"}
    assert normalised("k7pqm") == "K7PQM"  # of a room made before codes grew
    for other in ("K7PQ", "K7PQMM", "K7PQ0", "K7PQI", "K7PQ\n", "K7PQM\n", "ſ7PQM", "", "٣٣٣٣٣", "-" * 9):
        assert normalised(other) is None


def test_code_is_shown_in_groups_that_are_read_again():
    code = new_code()
    assert len(grouped(code).split("-")) == 3
    assert normalised(grouped(code)) == code
    assert grouped("K7PQM") == "K7PQM"


async def test_room_keeps_an_option_that_only_a_newer_version_knows(app, client, maya):
    """During an update both serve side by side: the room opens, and a change here loses nothing of it."""
    room = await maya.make_room()
    async with app.state.database.transaction() as db:
        await db.execute(text("""UPDATE rooms SET options = options || '{"moons": 3}'"""))
    assert "moons" not in (await room.look())["options"]
    assert (await maya.ask("PATCH", f"{room.path}/options", {"races": False})).status_code == 200
    assert (await client.get(f"/r/{room.code}")).status_code == 200
    async with app.state.database.sessions() as db:
        kept = (await db.execute(text("SELECT options FROM rooms"))).scalar_one()
    assert (kept["moons"], kept["races"]) == (3, False)
    refused(await maya.ask("PATCH", f"{room.path}/options", {"moons": 4}), 422, "malformed")


async def test_public_rooms_are_listed_the_liveliest_first(client, maya, tom):
    quiet, lively, newest = [await maya.make_room(public=True) for _ in range(3)]
    await lively.seat(tom)
    listed = (await client.get("/api/rooms")).json()
    assert [card["code"] for card in listed] == [lively.code, newest.code, quiet.code]


async def test_a_line_has_at_most_240_characters(maya):
    room = await maya.make_room()
    longest = "ü" * 240
    assert (await maya.ask("POST", f"{room.path}/talk", {"text": longest})).status_code == 204
    assert (await maya.ask("POST", f"{room.path}/talk", {"text": f"{longest}!"})).status_code == 422
