"""Several tables at a glance: my planet in each, as it stands."""

import random
import re
from uuid import uuid4

import pytest

from app.pages.little_nets import HEIGHT, WIDTH, little_net
from tests.guests import Guest
from tests.pages.conftest import HTML

POINT = re.compile(r"(-?\d+\.\d) (-?\d+\.\d)")


@pytest.mark.parametrize("areas", ["." * 60, "OFDMG" + "." * 55, "OFDMG" * 12])
def test_net_shows_every_area_once_within_its_frame(areas: str) -> None:
    drawn = little_net(areas)
    assert drawn.count("M") - drawn.count('"M"') == 60 - areas.count(".") + areas.count(".") // 5
    assert set(re.findall('data-habitat="(.)"', drawn)) == set(areas) - {"."}
    for x, y in POINT.findall(drawn):
        assert 0 <= float(x) <= WIDTH
        assert 0 <= float(y) <= HEIGHT


def net_on(page: str) -> str:
    return "".join(re.findall(r'<svg class="little-net".*?</svg>', page))


async def test_home_shows_my_planet_as_it_stands(maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2, starts="host", clock=86400)
    await room.seat(tom)
    headers = {**HTML, "Authorization": f"Bearer {maya.token}"}
    before = (await maya.client.get("/", headers=headers)).text
    assert not net_on(before)  # nothing is dealt yet
    await maya.post(f"{room.path}/start")
    game = (await room.look())["game"]["id"]
    view = (await maya.get(f"/games/{game}"))["view"]
    tile = random.Random(1).choice(view["display"])
    act = {"action_id": str(uuid4()), "base": 0, "tile": tile, "face": 0, "turn": 0}
    await maya.post(f"/games/{game}/acts", act)
    page = (await maya.client.get("/", headers=headers)).text
    assert set(re.findall('data-habitat="(.)"', net_on(page))) == set(view["tiles"][tile])
