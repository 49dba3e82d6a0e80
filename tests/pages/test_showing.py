"""A finished planet to show: its page, its portrait, and nothing of either before the end."""

import json
from uuid import uuid4

import pytest

from app.sheets.portrait import portrait
from app.texts import t
from tests.guests import Guest
from tests.pages.conftest import Parsed, Read
from tests.pages.test_game_page import play
from tests.sheets.test_portrait import pixels


async def test_planet_stands_on_a_page_of_its_own(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom])
    record = await maya.get(f"/games/{game}/record")
    view = (await maya.get(f"/games/{game}"))["view"]
    for seat, score in enumerate(record["scores"]):
        response = await read(f"/g/{game}/planet/{seat}")
        page = Parsed(response.text)
        name = record["players"][seat]["name"]
        assert t("show.title", name=name) in page.words
        assert t("counted.points", count=score["total"]) in page.words
        stage = page.all("figure")[0]
        assert (stage["data-areas"], stage["data-seat"]) == (view["planets"][seat], str(seat))
        discs = [one for one in page.all("span") if one.get("class") == "animal"]
        assert len(discs) == score["animals"]
        preview = page.all("meta", property="og:image")[0]["content"]
        assert preview == f"http://testserver/g/{game}/planet/{seat}.png"
        assert page.all("meta", name="robots")[0]["content"] == "noindex"
        words = json.loads(page.all("a", download=f"{t('show.title', name=name)}.png")[0]["data-keep"] or "")
        assert [line.rsplit("(", 1)[1].rstrip(")") for line in words["lines"]] == [
            str(one["total"]) for one in record["scores"]
        ]


async def test_portrait_is_of_this_planet_with_its_animals(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom])
    record = await maya.get(f"/games/{game}/record")
    planets = (await maya.get(f"/games/{game}"))["view"]["planets"]
    winner = record["winners"][0]
    response = await read(f"/g/{game}/planet/{winner}.png")
    assert response.headers["content-type"] == "image/png"
    assert "max-age" in response.headers["cache-control"]
    animals = [award["animal"] for award in record["awards"] if award["seat"] == winner]
    assert response.content == portrait(planets[winner], animals, record["scores"][winner]["total"])
    assert len(pixels(response.content)) == 630
    page = Parsed((await read(f"/g/{game}")).text)
    preview = page.all("meta", property="og:image")[0]["content"]
    assert preview == f"http://testserver/g/{game}/planet/{winner}.png"
    assert page.all("a", href=f"/g/{game}/planet/{1 - winner}")


async def test_running_game_has_no_planet_to_show(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom], moves=5)
    for end in ("", ".png"):
        assert (await read(f"/g/{game}/planet/0{end}", maya)).status_code == 404
    page = await read(f"/g/{game}", maya)
    assert f"/g/{game}/planet" not in page.text


@pytest.mark.parametrize(("seat", "status"), [("2", 404), ("4", 422), ("-1", 422), ("x", 422)])
async def test_planets_that_there_are_not_are_refused(
    read: Read, maya: Guest, tom: Guest, seat: str, status: int
) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom])
    for end in ("", ".png"):
        assert (await read(f"/g/{game}/planet/{seat}{end}")).status_code == status
        assert (await read(f"/g/{uuid4()}/planet/0{end}")).status_code == 404


async def test_forgotten_person_is_gone_from_the_planet(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom])
    assert "Tom" in (await read(f"/g/{game}/planet/0")).text + (await read(f"/g/{game}/planet/1")).text
    await tom.ask("DELETE", "/people/me")
    for seat in (0, 1):
        assert "Tom" not in (await read(f"/g/{game}/planet/{seat}")).text
