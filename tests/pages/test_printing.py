"""Sheets to print of a finished game; of a running one there are none."""

import pytest

from tests.guests import Guest
from tests.pages.conftest import Parsed, Read
from tests.pages.test_game_page import play


async def test_planets_of_a_finished_game_can_be_printed(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom])
    page = Parsed((await read(f"/g/{game}")).text)
    assert [form["action"] for form in page.all("form") if "sheet" in str(form.get("action"))] == [
        f"/g/{game}/sheet"
    ]
    plain = await read(f"/g/{game}/sheet?seat=1&paper=letter&look=relief&kind=pdf")
    assert plain.status_code == 200
    assert plain.headers["content-type"] == "application/pdf"
    assert plain.headers["content-disposition"] == "inline; filename=planet-2-letter.pdf"
    drawing = await read(f"/g/{game}/sheet?seat=core&kind=svg")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert drawing.text.startswith("<svg ")
    assert (await read(f"/g/{game}/sheet?seat=2")).status_code == 404


@pytest.mark.parametrize("wish", ["seat=4", "seat=-1", "paper=a0", "look=x", "kind=exe", "more=1"])
async def test_sheets_that_there_are_not_are_refused(read: Read, maya: Guest, tom: Guest, wish: str) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom], moves=3)
    assert (await read(f"/g/{game}/sheet?{wish}")).status_code in (400, 404, 422)


async def test_running_game_has_no_sheets(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom], moves=3)
    assert (await read(f"/g/{game}/sheet?seat=0")).status_code == 404
    assert f"/g/{game}/sheet" not in (await read(f"/g/{game}")).text
