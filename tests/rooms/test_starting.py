"""From everyone's nonce to a deal that can be checked, and once more with everybody."""

import hashlib

import pytest
from sqlalchemy import select

from app.games.models import Game
from app.rooms import repository, views
from app.rooms.locked_room import find_room
from app.rooms.models import Room
from app.rooms.seat_order import Sitter, rotated
from app.rules.deal import deal_from_seed
from app.rules.forks import Seal
from app.rules.record import Player, Record, deal_from_json, verify
from tests.guests import refused


async def only_game(app, number: int = 1) -> Game:
    async with app.state.database.sessions() as db:
        game: Game = (await db.scalars(select(Game).where(Game.number == number))).one()
        return game


async def end_game(app, winners=(0,)) -> None:
    async with app.state.database.transaction() as db:
        game = (await db.scalars(select(Game).where(Game.state == "running"))).one()
        game.state, game.due_at, game.result = "over", None, {"winners": list(winners), "scores": []}


async def test_start_deals_from_the_seed_that_was_promised(app, maya, tom):
    room = await maya.make_room(seats=2, variants=["mystery"], clock=60, wait=600)
    promised = room.view["game"]["commitment"]
    await room.seat(tom)
    view = await maya.post(f"{room.path}/start")
    game = await only_game(app)
    assert (view["state"], view["game"]["state"]) == ("playing", "running")
    assert hashlib.sha256(game.seed).hexdigest() == promised == view["game"]["commitment"]
    assert (game.clock, game.wait, game.variants) == (60, 600, ["mystery"])
    deal = deal_from_seed(game.seed, game.nonces or [], game.variants)
    assert deal == deal_from_json(game.deal, 2)
    assert [str(person) for person in game.person_ids] == [maya.id, tom.id]


async def test_game_looked_at_before_the_start_is_seen_to_have_begun(maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = f"/games/{room.view['game']['id']}"
    assert (await tom.get(game))["view"] is None
    await maya.post(f"{room.path}/start")
    seen = await tom.get(game)
    assert (seen["seat"], seen["view"]["round"]) == ((await room.look(tom))["you"]["seat"], 1)


async def test_room_is_shown_in_the_moment_its_game_begins(app, maya, tom):
    """What the session has read before it began may not meet what is read after."""
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    async with app.state.database.sessions() as db:
        found = await db.get_one(Room, (await find_room(db, room.code)).id)
        game = await repository.game_of(db, found)
        await maya.post(f"{room.path}/start")
        seen = await views.room_view(db, found.id)
    assert (game.state, found.state) == ("dealt", "open")
    assert (seen.state, seen.game.state, [past.state for past in seen.games]) == (
        "playing",
        "running",
        ["running"],
    )


async def test_start_needs_two_and_everyones_nonce(maya, tom):
    room = await maya.make_room(sits=False, seats=3)
    refused(await maya.ask("POST", f"{room.path}/start"), 409, "too_few")
    await room.seat(tom)
    refused(await maya.ask("POST", f"{room.path}/start"), 409, "too_few")
    await room.seat(maya)
    await maya.post(f"{room.path}/start")
    refused(await maya.ask("POST", f"{room.path}/start"), 409, "not_open")


async def test_start_leaves_empty_seats_out(app, maya, tom):
    room = await maya.make_room(seats=4)
    await room.seat(tom, 3)
    view = await maya.post(f"{room.path}/start")
    assert [seat["name"] for seat in view["seats"]] == ["Maya", "Tom", None, None]
    assert (await room.look(tom))["you"]["seat"] == 1
    assert len((await only_game(app)).person_ids) == 2


async def test_start_seals_who_may_sit(maya, tom, ida):
    room = await maya.make_room(seats=3, public=True)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    refused(await ida.ask("POST", f"{room.path}/sit", {"nonce": "0" * 16}), 409, "not_open")
    refused(await tom.ask("POST", f"{room.path}/nonce", {"nonce": "0" * 16}), 409, "not_open")


@pytest.mark.parametrize("round_", range(4))
async def test_host_begins_where_the_host_is_to_begin(app, maya, tom, ida, round_):
    """Whatever the seed says, and with a bot at the table: the circle turns, the record verifies."""
    room = await tom.make_room(seats=4, starts="host")
    await room.seat(ida)
    await tom.post(f"{room.path}/bot", {"seat": 2, "level": "grove"})
    await room.seat(maya, 3)
    await tom.post(f"{room.path}/start")
    game = await only_game(app)
    deal = deal_from_json(game.deal, 4)
    names = await room.names()
    assert names[deal.first] == "Tom"
    turned = names[deal.first :] + names[: deal.first]
    assert turned == ["Tom", "Ida", "Grove", "Maya"]
    assert deal == deal_from_seed(game.seed, game.nonces or [])
    assert [player["name"] for player in game.players or []] == names
    assert verify(record_from(game)) == []


def record_from(game: Game) -> dict[str, object]:
    """The record of a game that has just begun."""
    from app.rules.game import new_game
    from app.rules.parts import parse_set

    players = [Player(player["name"], player["bot"]) for player in game.players or []]
    state = new_game(parse_set(game.component_set), deal_from_json(game.deal, len(players)))
    return Record(tuple(players), state, Seal.of(game.seed, game.nonces or [])).to_json()


@pytest.mark.parametrize("count", [2, 3, 4])
def test_circle_keeps_its_order_whoever_begins(count):
    circle = [Sitter(None, None, name, None) for name in "abcd"[:count]]
    for starter in range(count):
        for first in range(count):
            turned = rotated(circle, starter, first)
            assert turned[first] == circle[starter]
            assert {(turned[i].name, turned[(i + 1) % count].name) for i in range(count)} == {
                (circle[i].name, circle[(i + 1) % count].name) for i in range(count)
            }


async def test_leaving_a_running_game_keeps_the_seat_for_coming_back(app, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    view = await maya.post(f"{room.path}/leave")
    assert [seat["name"] for seat in view["seats"]] == ["Maya", "Tom"]
    assert [seat["host"] for seat in view["seats"]] == [False, True]
    assert (await room.seat(maya))["you"] == {
        "seat": 0, "host": False, "name": "Maya", "person": maya.id, "former": None, "rests": 0,
        "hushed": False, "chats": 0, "chats_off": 0, "known": True,
    }  # fmt: skip
    assert str((await only_game(app)).person_ids[0]) == maya.id


async def test_kick_in_a_running_game_takes_the_seat_away(app, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    view = await maya.post(f"{room.path}/kick", {"seat": 1})
    assert (view["seats"][1]["name"], view["seats"][1]["presence"]) == ("Tom", "caretaker")
    game = await only_game(app)
    assert game.person_ids[1] is None
    assert str(game.sat_ids[1]) == tom.id
    refused(await tom.ask("GET", room.path), 403, "kicked")
    refused(
        await tom.ask("POST", f"{room.path}/sit", {"nonce": "0" * 16, "invite": room.invite}), 403, "kicked"
    )


async def test_rematch_keeps_everybody_and_asks_for_new_nonces(app, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    first = (await maya.post(f"{room.path}/start"))["game"]
    refused(await tom.ask("POST", f"{room.path}/again"), 409, "game_running")
    await end_game(app, winners=[1])
    assert (await room.look())["state"] == "over"
    view = await tom.post(f"{room.path}/again")
    assert (view["state"], view["game"]["number"], view["game"]["state"]) == ("open", 2, "dealt")
    assert view["game"]["commitment"] != first["commitment"]
    assert [(seat["name"], seat["sealed"]) for seat in view["seats"]] == [("Maya", False), ("Tom", False)]
    refused(await maya.ask("POST", f"{room.path}/start"), 409, "not_sealed")
    for guest in (maya, tom):
        await guest.post(f"{room.path}/nonce", {"nonce": f"{guest.name}-0123456789abcdef"})
    view = await maya.post(f"{room.path}/start")
    assert [game["state"] for game in view["games"]] == ["over", "running"]
    assert (view["games"][0]["winners"], view["games"][0]["players"]) == ([1], ["Maya", "Tom"])


async def test_rematch_wished_for_by_two_at_once_is_one(app, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    await end_game(app)
    first, second = await maya.post(f"{room.path}/again"), await tom.post(f"{room.path}/again")
    assert first["game"]["id"] == second["game"]["id"]
    assert first["version"] == second["version"]


async def test_rematch_frees_the_seats_of_those_who_left(app, maya, tom, ida):
    room = await maya.make_room(seats=3)
    await room.seat(tom)
    await room.seat(ida)
    await maya.post(f"{room.path}/start")
    await maya.post(f"{room.path}/kick", {"seat": 2})
    await maya.post(f"{room.path}/leave")
    await end_game(app)
    view = await tom.post(f"{room.path}/again")
    assert [seat["name"] for seat in view["seats"]] == [None, "Tom", None]
    assert view["you"]["host"]
