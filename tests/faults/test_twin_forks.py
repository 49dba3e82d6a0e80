"""Twin worlds of a fork with other tiles, as long as it runs: what comes, what lies face down and the
objectives are as secret as in any game, though the game it goes on from is an open book. The worlds differ
only in what the fork itself keeps hidden.
"""

import asyncio
import random
from uuid import uuid4

import pytest

from tests.faults.player import A_DAY, NONCE, Room, legal, make_room
from tests.faults.processes import serving
from tests.faults.test_twin_worlds import SEATS, check_that_they_are_one, live_through, twin_of

BEGUN = 15  # moves of the parent that stay
OF_THE_PARENT = (
    "/g/{parent}", "/g/{parent}/ply/16", "/api/games/{parent}", "/api/games/{parent}/record",
    "/api/games/{parent}/proof",
)  # fmt: skip


@pytest.fixture
async def forks(tmp_path, make_database, server_url):
    """A running fork, twice, and the game that it goes on from."""
    first = make_database()
    async with serving(tmp_path, first) as (app,):
        parent = await make_room([app.url], SEATS, variants=["mystery"])
        await play_to_the_end(app.url, parent)
        room = await fork(app.url, parent)
        await app.stop()
    async with twin_of(server_url, first, room.game) as second:
        yield room, parent.game, first, second


async def play_to_the_end(url, room):
    chance, seq = random.Random(5), 0
    view = (await room.people[0].get(url, f"/games/{room.game}"))["view"]
    while not view["over"]:
        tile, face, turn = legal(view, chance)
        body = {"action_id": str(uuid4()), "base": seq, "tile": tile, "face": face, "turn": turn}
        seq = (await room.people[view["due"]].post(url, f"/games/{room.game}/acts", body))["seq"]
        view = (await room.people[0].get(url, f"/games/{room.game}"))["view"]


async def fork(url, parent):
    """The same people go on, each with the planet they had."""
    host, *friends = parent.people
    wish = {"nonce": NONCE, "moves": BEGUN, "seat": 0, "coming": "other"}
    room = Room(await host.post(url, f"/games/{parent.game}/forks", wish), parent.people)
    (await host.ask(url, "PATCH", f"/rooms/{room.code}/options", {"wait": A_DAY})).raise_for_status()
    for seat, person in enumerate(friends, start=1):
        body = {"invite": room.invite, "nonce": f"{NONCE}{seat}", "seat": seat}
        await person.post(url, f"/rooms/{room.code}/sit", body)
    await host.post(url, f"/rooms/{room.code}/start")
    return room


async def test_twin_forks_are_one_to_everybody_else(tmp_path, forks):
    room, parent, first, second = forks
    more = [path.format(parent=parent) for path in OF_THE_PARENT]
    one, other = await asyncio.gather(
        live_through(tmp_path / "one", first, room, begun=BEGUN, more=more),
        live_through(tmp_path / "other", second, room, begun=BEGUN, more=more),
    )
    check_that_they_are_one(room, one, other)
