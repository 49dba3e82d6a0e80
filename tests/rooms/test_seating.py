"""Sitting down, getting up, being sent away; and fifty people who want one seat."""

import asyncio

from tests.guests import NONCE, join, refused
from tests.rooms.test_starting import end_game


async def test_sit_takes_the_first_free_seat(maya, tom):
    room = await maya.make_room(seats=3)
    view = await room.seat(tom)
    assert [seat["name"] for seat in view["seats"]] == ["Maya", "Tom", None]
    assert view["you"] == {
        "seat": 1, "host": False, "name": "Tom", "person": tom.id, "former": None, "rests": 0,
        "hushed": False, "chats": 0, "chats_off": 0, "known": False,
    }  # fmt: skip


async def test_sit_twice_changes_nothing(maya, tom):
    room = await maya.make_room()
    first, second = await room.seat(tom), await room.seat(tom)
    assert first["you"]["seat"] == second["you"]["seat"]
    assert first["version"] == second["version"]


async def test_sit_moves_to_a_chosen_seat(maya, tom):
    room = await maya.make_room(seats=3)
    await room.seat(tom)
    assert (await room.seat(tom, 2))["you"]["seat"] == 2
    assert await room.names() == ["Maya", None, "Tom"]


async def test_sit_on_somebody_is_refused(maya, tom):
    room = await maya.make_room(seats=2)
    body = {"nonce": NONCE, "invite": room.invite, "seat": 0}
    refused(await tom.ask("POST", f"{room.path}/sit", body), 409, "seat_taken")


async def test_sit_in_a_full_room_is_refused(maya, tom, ida):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    body = {"nonce": NONCE, "invite": room.invite}
    refused(await ida.ask("POST", f"{room.path}/sit", body), 409, "room_full")


async def test_sit_beyond_the_room_is_refused(maya, tom):
    room = await maya.make_room(seats=2)
    body = {"nonce": NONCE, "invite": room.invite, "seat": 3}
    refused(await tom.ask("POST", f"{room.path}/sit", body), 409, "no_such_seat")


async def test_sit_fifty_at_once_for_one_seat(client, maya):
    room = await maya.make_room(seats=2)
    crowd = [await join(client) for _ in range(50)]
    body = {"nonce": NONCE, "invite": room.invite, "seat": 1}
    answers = await asyncio.gather(*(guest.ask("POST", f"{room.path}/sit", body) for guest in crowd))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 49
    winner = next(guest for guest, answer in zip(crowd, answers, strict=True) if answer.is_success)
    assert await room.names() == ["Maya", winner.name]


async def test_sit_gives_namesakes_a_number(client, maya):
    room = await maya.make_room(seats=3)
    await room.seat(await join(client, "Maya"))
    await room.seat(await join(client, "Мауа"))
    assert await room.names() == ["Maya", "Maya 2", "Мауа 3"]


async def test_leave_frees_the_seat(maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await tom.post(f"{room.path}/leave")
    assert await room.names() == ["Maya", None]
    refused(await tom.ask("POST", f"{room.path}/leave"), 403, "not_seated")


async def test_leave_passes_the_host_on_to_who_sat_longest(maya, tom, ida):
    room = await maya.make_room(seats=3)
    await room.seat(tom, 2)
    await room.seat(ida, 1)
    await maya.post(f"{room.path}/leave")
    assert (await room.look(tom))["you"]["host"]
    assert [seat["host"] for seat in (await room.look())["seats"]] == [False, False, True]


async def test_sit_in_a_room_that_everybody_left_makes_host(maya, tom):
    room = await maya.make_room(public=True)
    await maya.post(f"{room.path}/leave")
    assert (await room.seat(tom))["you"]["host"]


async def test_kick_is_for_good_and_for_the_host_alone(maya, tom, ida):
    room = await maya.make_room()
    await room.seat(tom)
    await room.seat(ida)
    refused(await tom.ask("POST", f"{room.path}/kick", {"seat": 2}), 403, "not_host")
    await maya.post(f"{room.path}/kick", {"seat": 2})
    assert await room.names() == ["Maya", "Tom", None, None]
    body = {"nonce": NONCE, "invite": room.invite}
    refused(await ida.ask("POST", f"{room.path}/sit", body), 403, "kicked")


async def test_kick_refuses_empty_and_own_seats(maya):
    room = await maya.make_room()
    refused(await maya.ask("POST", f"{room.path}/kick", {"seat": 0}), 409, "own_seat")
    refused(await maya.ask("POST", f"{room.path}/kick", {"seat": 1}), 409, "seat_empty")


async def test_bot_takes_and_gives_up_a_seat(maya, tom):
    room = await maya.make_room(seats=3)
    await maya.post(f"{room.path}/bot", {"seat": 1, "level": "grove"})
    view = await maya.post(f"{room.path}/bot", {"seat": 2, "level": "grove"})
    assert [(seat["name"], seat["bot"]) for seat in view["seats"][1:]] == [
        ("Grove", "grove"),
        ("Grove 2", "grove"),
    ]
    refused(await maya.ask("POST", f"{room.path}/bot", {"seat": 2, "level": "hal"}), 422, "malformed")
    refused(await maya.ask("POST", f"{room.path}/bot", {"seat": 0, "level": "grove"}), 409, "seat_taken")
    await maya.post(f"{room.path}/bot", {"seat": 1, "level": None})
    await room.seat(tom, 1)
    assert await room.names() == ["Maya", "Tom", "Grove 2"]


async def test_unseat_frees_the_seat_of_a_friend_who_does_not_come_and_who_may_come_later(
    app, maya, tom, ida
):
    room = await maya.make_room(seats=3)
    await room.seat(tom)
    await room.seat(ida)
    await maya.post(f"{room.path}/start")
    refused(await maya.ask("POST", f"{room.path}/unseat", {"seat": 1}), 409, "not_open")
    await end_game(app)
    await maya.post(f"{room.path}/again")
    for guest in (maya, ida):
        await guest.post(f"{room.path}/nonce", {"nonce": NONCE})
    refused(await maya.ask("POST", f"{room.path}/start"), 409, "not_sealed")
    refused(await ida.ask("POST", f"{room.path}/unseat", {"seat": 1}), 403, "not_host")
    seat = next(seat["seat"] for seat in (await room.look())["seats"] if seat["name"] == "Tom")
    view = await maya.post(f"{room.path}/unseat", {"seat": seat})
    assert [seat["name"] for seat in view["seats"]].count(None) == 1
    again = await tom.post(f"{room.path}/sit", {"nonce": NONCE})  # he has played here: no invite is needed
    assert again["you"]["seat"] == seat
    assert (await maya.post(f"{room.path}/start"))["state"] == "playing"


async def test_unseat_refuses_empty_and_own_seats_and_bots(maya):
    room = await maya.make_room()
    await maya.post(f"{room.path}/bot", {"seat": 2, "level": "grove"})
    refused(await maya.ask("POST", f"{room.path}/unseat", {"seat": 0}), 409, "own_seat")
    for seat in (1, 2):
        refused(await maya.ask("POST", f"{room.path}/unseat", {"seat": seat}), 409, "seat_empty")
