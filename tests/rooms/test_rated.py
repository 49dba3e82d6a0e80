"""Rated rooms: for those who asked, all alike, and found in one press."""

import asyncio
from uuid import UUID

import pytest

from app.games.entries import Entry
from app.rooms.options import rated_options
from tests.databases import execute
from tests.games.rated import play
from tests.guests import NONCE, answered, join, refused

YES = {"plays": True, "shown": True}


@pytest.fixture
async def asked(maya, tom, ida):
    for guest in (maya, tom, ida):
        await answer(guest, YES)
    return maya, tom, ida


async def answer(guest, wish):
    return answered(await guest.ask("PUT", "/people/me/rating", wish))


async def seek(guest, seats=2):
    return await guest.post("/rated-games", {"seats": seats, "nonce": NONCE})


async def test_rated_games_are_for_those_who_asked(maya, tom):
    wish = {"seats": 2, "nonce": NONCE}
    refused(await maya.ask("POST", "/rated-games", wish), 409, "rated_unasked")
    name = (await maya.get("/people/me/kept"))["person"]["given_name"]
    told = {"plays": True, "shown": False, "name": name, "ratings": []}
    assert await answer(maya, {"plays": True}) == told
    room = await seek(maya)
    refused(await tom.ask("POST", f"/rooms/{room['code']}/sit", {"nonce": NONCE}), 409, "rated_unasked")
    await answer(tom, YES)
    await tom.post(f"/rooms/{room['code']}/sit", {"nonce": NONCE})
    assert await answer(tom, {"plays": False, "shown": True}) == {
        **(await tom.get("/people/me/rating")), "plays": False, "shown": False,
    }  # fmt: skip
    refused(await maya.ask("POST", f"/rooms/{room['code']}/start"), 409, "rated_not_full")


async def test_rated_room_is_found_by_the_next_and_begins_once_it_is_full(asked):
    maya, tom, ida = asked
    room = await seek(maya, 3)
    assert (await seek(maya, 3))["code"] == room["code"]  # pressed twice
    assert (await seek(tom, 2))["code"] != room["code"]
    assert (await seek(tom, 3))["code"] == room["code"]
    refused(await tom.ask("POST", f"/rooms/{room['code']}/start"), 409, "rated_not_full")
    assert (await seek(ida, 3))["code"] == room["code"]
    started = await ida.post(f"/rooms/{room['code']}/start")  # not the host
    assert started["state"] == "playing"
    assert (await seek(tom, 3))["code"] == room["code"]  # back to a running one
    assert started["options"] == rated_options(3).model_dump()


async def test_who_wants_no_more_rated_games_gets_up_where_one_has_not_begun(asked):
    maya, tom, ida = asked
    waiting, other = await seek(maya), await maya.make_room(seats=2, public=True)
    await seek(tom)
    await answer(maya, {"plays": False, "shown": False})
    left = await tom.get(f"/rooms/{waiting['code']}")
    assert [seat["name"] for seat in left["seats"]].count(None) == 1
    assert left["you"]["host"]
    assert (await other.look(maya))["you"]["seat"] == 0  # of no concern
    assert (await seek(ida))["code"] == waiting["code"]
    running = await tom.post(f"/rooms/{waiting['code']}/start")
    await answer(ida, {"plays": False, "shown": False})
    seats = (await tom.get(f"/rooms/{waiting['code']}"))["seats"]
    assert [seat["name"] for seat in seats] == [seat["name"] for seat in running["seats"]]


async def test_rated_room_that_its_last_one_leaves_by_wanting_none_waits_for_nobody(asked):
    maya, tom, _ = asked
    room = await seek(maya)
    await answer(maya, {"plays": False, "shown": False})
    assert (await seek(tom))["code"] != room["code"]


async def test_rated_seekers_at_one_moment_find_each_other(client):
    guests = [await join(client) for _ in range(6)]
    for guest in guests:
        await answer(guest, YES)
    rooms = await asyncio.gather(*(seek(guest) for guest in guests))
    codes = [room["code"] for room in rooms]
    assert sorted(codes.count(code) for code in set(codes)) == [2, 2, 2]


async def test_rated_room_of_somebody_far_better_is_left_to_others(asked, database_url):
    maya, tom, ida = asked
    rating = "INSERT INTO ratings (person_id, seats, mean, spread, games) VALUES ('{}', 2, {}, 2, 30)"
    await execute(database_url, rating.format(maya.id, 40))
    await execute(database_url, rating.format(ida.id, 36))
    far = await seek(maya)
    near = await seek(tom)
    assert far["code"] != near["code"]
    assert (await seek(ida))["code"] == far["code"]


async def test_rated_room_whose_people_are_gone_is_not_joined(asked, database_url):
    maya, tom, _ = asked
    room = await seek(maya)
    await execute(database_url, "UPDATE rooms SET touched_at = now() - interval '1 minute'")
    assert (await seek(tom))["code"] != room["code"]


async def test_rated_room_is_as_all_of_them(asked):
    maya, tom, ida = asked
    path = f"/rooms/{(await seek(maya))['code']}"
    for change in ({"clock": 30}, {"hints": True}, {"public": False}, {"seats": 3}):
        refused(await maya.ask("PATCH", f"{path}/options", change), 409, "rated_fixed")
    refused(await maya.ask("POST", f"{path}/bot", {"seat": 1, "level": "grove"}), 409, "rated_fixed")
    assert (await seek(tom))["code"] == path.rsplit("/", 1)[1]
    await tom.post(f"{path}/start")
    refused(await maya.ask("POST", f"{path}/kick", {"seat": 1}), 409, "rated_fixed")
    plain = await ida.make_room()
    refused(await ida.ask("PATCH", f"{plain.path}/options", {"rated": True}), 409, "rated_fixed")
    for wish in ({"rated": True, "clock": 30}, {"rated": True}):
        refused(await ida.ask("POST", "/rooms", wish), 422, "malformed")


async def test_rating_of_a_game_is_told_after_its_end_to_those_who_sat_there(asked):
    maya, tom, _ = asked
    path = f"/rooms/{(await seek(maya))['code']}"
    await seek(tom)
    game = (await maya.post(f"{path}/start"))["game"]["id"]
    for guest in asked:
        refused(await guest.ask("GET", f"/games/{game}/rating"), 409, "not_over")
    unknown = "00000000-0000-4000-8000-000000000000"
    refused(await maya.ask("GET", f"/games/{unknown}/rating"), 404, "not_found")


async def finished(app, *guests, played_for=()):
    """A rated game of these, played to its end; the caretaker makes all but some's first so many moves."""
    path = f"/rooms/{(await seek(guests[0], len(guests)))['code']}"
    for guest in guests[1:]:
        await seek(guest, len(guests))
    game = (await guests[0].post(f"{path}/start"))["game"]["id"]
    await play(app.state.registry, UUID(game), played_for=played_for)
    return game


async def seats_of(guest, game):
    return (await guest.get(f"/games/{game}/ratings"))["seats"]


async def test_ratings_of_a_game_are_told_of_those_who_are_shown_and_of_oneself(asked, app, client):
    maya, tom, ida = asked
    await answer(tom, {"plays": True, "shown": False})
    game = await finished(app, maya, tom)
    told = {guest.id: [one["rating"] for one in await seats_of(guest, game)] for guest in asked}
    own = {guest.id: await guest.get(f"/games/{game}/rating") for guest in (maya, tom)}
    assert told[maya.id] == [own[maya.id], None]
    assert told[tom.id] == [own[maya.id], own[tom.id]]
    assert told[ida.id] == [own[maya.id], None]
    nameless = answered(await client.get(f"/api/games/{game}/ratings"))["seats"]
    assert [one["rating"] for one in nameless] == told[ida.id]
    assert [(one["left"], one["finished"]) for one in nameless] == [(False, True)] * 2
    assert sum(rating["change"] for rating in told[tom.id]) == pytest.approx(0)
    await answer(maya, {"plays": True, "shown": False})  # from now on
    assert [one["rating"] for one in await seats_of(ida, game)] == [None, None]
    await answer(maya, YES)
    answered(await maya.ask("DELETE", "/people/me"))
    assert [one["rating"] for one in await seats_of(tom, game)] == [None, own[tom.id]]


async def test_ratings_of_a_game_say_whose_moves_the_caretaker_made(asked, app):
    game = await finished(app, *asked, played_for={1: 8, 2: 11})
    left = [(one["left"], one["finished"]) for one in await seats_of(asked[0], game)]
    assert left == [(False, True), (True, False), (False, False)]
    changes = [one["rating"]["change"] for one in await seats_of(asked[0], game)]
    assert changes[1] < 0
    assert changes[2] <= 0


async def test_ratings_of_a_game_wait_for_its_end_and_are_none_where_nothing_counts(asked, app):
    maya, tom, ida = asked
    path = f"/rooms/{(await seek(maya))['code']}"
    await seek(tom)
    game = (await maya.post(f"{path}/start"))["game"]["id"]
    for guest in asked:
        refused(await guest.ask("GET", f"/games/{game}/ratings"), 409, "not_over")
    for unknown in ("00000000-0000-4000-8000-000000000000", maya.id):
        refused(await ida.ask("GET", f"/games/{unknown}/ratings"), 404, "not_found")
    refused(await ida.ask("GET", "/games/x/ratings"), 422, "malformed")
    registry = app.state.registry
    await registry.submit(await registry.get(UUID(game)), Entry("abandoned", None, "table:1"), None)
    assert await seats_of(ida, game) == []


@pytest.mark.parametrize("body", [{}, {"plays": "yes"}, {"plays": True, "more": 1}])
async def test_rating_wish_is_read_strictly(maya, body):
    refused(await maya.ask("PUT", "/people/me/rating", body), 422, "malformed")


@pytest.mark.parametrize("seats", [1, 5, "2", 2.0])
async def test_rated_seats_are_two_to_four(maya, seats):
    refused(await maya.ask("POST", "/rated-games", {"seats": seats, "nonce": NONCE}), 422, "malformed")
