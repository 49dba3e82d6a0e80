"""Analyses over REST: after the end only, within limits, and without a name in them."""

import asyncio

import pytest

from tests.pages.test_game_page import play


@pytest.fixture
def settings(settings):
    return settings.model_copy(update={"analyses_per_hour": 1})


async def played(host, other, moves=24):
    room = await host.make_room(seats=2)
    await room.seat(other)
    return await play(room, [host, other], moves)


async def test_analyses_of_a_running_game_are_refused_to_everybody(maya, tom, ida):
    game = await played(maya, tom, moves=9)
    for who in (maya, tom, ida):
        for answer in (
            await who.ask("GET", f"/games/{game}/analysis"),
            await who.ask("POST", f"/games/{game}/analysis", {"pass": "deep"}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "not_over")


async def test_analyses_are_there_for_everybody_name_nobody_and_have_limits(maya, tom, ida, client):
    game, other = await played(maya, tom), await played(tom, ida)
    asked = await maya.post(f"/games/{game}/analysis", {"pass": "deep"})
    assert asked["deep"]["state"] in ("waiting", "working")
    refused = await maya.ask("POST", f"/games/{other}/analysis", {"pass": "deep"})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    assert (await maya.get(f"/games/{other}/analysis"))["deep"]["state"] == "none"
    assert (await maya.post(f"/games/{game}/analysis", {"pass": "deep"}))["deep"]["state"] != "none"
    path = f"/api/games/{game}/analysis"
    while (told := (await client.get(path)).json())["first"]["state"] != "done":
        await asyncio.sleep(0.05)
    assert told["plies"] == 24 == len(told["analysis"]["plies"])
    record = await maya.get(f"/games/{game}/record")
    assert told["analysis"]["scores"] == [score["total"] for score in record["scores"]]
    text = (await client.get(path)).text
    assert not any(name in text for name in (maya.name, tom.name, maya.id, tom.id))


@pytest.mark.parametrize("body", [{}, {"pass": "deeper"}, {"pass": "deep", "more": 1}])
async def test_analyses_have_two_passes_and_no_other(maya, body):
    answer = await maya.ask("POST", "/games/00000000-0000-0000-0000-000000000000/analysis", body)
    assert answer.status_code == 422


async def test_analyses_can_be_switched_off(maya, tom, app):
    game = await played(maya, tom)
    app.state.settings = app.state.settings.model_copy(update={"analyses_per_hour": 0})
    assert (await maya.ask("GET", f"/games/{game}/analysis")).status_code == 404
