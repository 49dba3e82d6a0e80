"""The first game: a deal that all know, in a room of its own and nowhere else."""

from pathlib import Path

from app.games.first_game import COMMITMENT, NONCE, SEED
from app.rules.deal import deal_from_seed
from app.rules.record import deal_from_json
from tests.guests import refused
from tests.rooms.test_starting import end_game, only_game


async def test_it_has_begun_against_two_saplings_with_the_person_first(app, maya):
    room = await maya.post("/first-game")
    assert (room["state"], room["game"]["state"], room["game"]["guided"]) == ("playing", "running", True)
    assert [seat["bot"] for seat in room["seats"]] == [None, "sapling", "sapling"]
    assert (room["you"]["seat"], room["options"]["variants"]) == (0, ["beginner"])
    game = await only_game(app)
    deal = deal_from_seed(SEED, [NONCE, "", ""], ["beginner"])
    assert deal == deal_from_json(game.deal, 3)
    assert deal.first == 0
    assert [column[0][1] for column in deal.animals[:3]] == ["+", "-", "#"]


async def test_whoever_has_one_under_way_goes_on_with_it(app, maya, tom):
    room = await maya.post("/first-game")
    assert (await maya.post("/first-game"))["code"] == room["code"]
    assert (await tom.post("/first-game"))["code"] != room["code"]


async def test_nobody_else_comes_in(maya, tom):
    room = await maya.post("/first-game")
    refused(await tom.ask("POST", f"/rooms/{room['code']}/sit", {"nonce": NONCE}), 403, "invite_needed")


async def test_the_next_game_in_that_room_is_dealt_by_chance(app, maya):
    room = await maya.post("/first-game")
    await end_game(app)
    again = await maya.post(f"/rooms/{room['code']}/again")
    assert (again["game"]["number"], again["game"]["guided"]) == (2, False)
    assert again["game"]["commitment"] != COMMITMENT


async def test_no_room_of_ones_own_is_dealt_the_known_seed_by_its_nonce(app, maya, tom):
    room = await maya.make_room(sits=False, seats=2, variants=["beginner"])
    await maya.post(f"{room.path}/sit", {"nonce": NONCE})
    assert room.view["game"]["guided"] is False
    assert (await only_game(app)).seed != SEED


def test_the_record_page_names_the_commitment():
    assert COMMITMENT in Path("docs/record.md").read_text(encoding="utf-8")
