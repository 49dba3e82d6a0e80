"""The feed of somebody's moves: at an address of its own, for whoever has it, as long as they want."""

import asyncio
from datetime import UTC, datetime
from uuid import UUID
from xml.etree import ElementTree as ET

import pytest
from fastapi import FastAPI

from app.pages.feeds import ATOM
from tests.databases import execute
from tests.guests import Guest, refused

NAMES = {"atom": ATOM}


@pytest.fixture
async def due(maya: Guest, tom: Guest) -> dict[str, object]:
    """A game of Maya and Tom with days for a move, in which it is Maya's."""
    room = await maya.make_room(seats=2, clock=86400, starts="host")
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    async with asyncio.timeout(20):
        while (await room.look())["game"]["due_at"][:10] <= datetime.now(UTC).isoformat()[:10]:
            await asyncio.sleep(0.05)  # until whoever keeps the time has looked at the new game
    return {"code": room.code, "name": room.view["name"], "game": (await room.look())["game"]["id"]}


def path_of(address: str) -> str:
    return address.removeprefix("http://testserver")


async def read(guest: Guest) -> tuple[str, str]:
    made = await guest.post("/people/me/feed")
    return path_of(made["atom"]), path_of(made["json_feed"])


async def test_feed_says_which_table_waits_for_whom(maya: Guest, tom: Guest, due: dict[str, object]) -> None:
    atom, plain = await read(maya)
    answer = await maya.client.get(atom)
    assert answer.headers["content-type"] == "application/atom+xml"
    assert answer.headers["cache-control"] == "private, no-store"
    feed = ET.fromstring(answer.text)
    (entry,) = feed.findall("atom:entry", NAMES)
    (link,) = entry.findall("atom:link", NAMES)
    assert link.attrib["href"] == f"http://testserver/r/{due['code']}"
    assert entry.findtext("atom:title", "", NAMES) == f"Your move · {due['name']}"
    assert entry.findtext("atom:summary", "", NAMES) == "A day a move · 24 hours left"
    (item,) = (await maya.client.get(plain)).json()["items"]
    assert (item["id"], item["url"][-6:]) == (entry.findtext("atom:id", "", NAMES), str(due["code"])[-6:])
    _, his = await read(tom)
    assert (await tom.client.get(his)).json()["items"] == []


async def test_feed_names_nobody_and_no_game(maya: Guest, tom: Guest, due: dict[str, object]) -> None:
    for path in await read(maya):
        text = (await maya.client.get(path)).text
        assert not [word for word in (maya.name, tom.name, maya.id, tom.id, due["game"]) if str(word) in text]


async def test_address_is_void_once_there_is_another_or_none(maya: Guest, due: dict[str, object]) -> None:
    first, _ = await read(maya)
    second, plain = await read(maya)
    assert (await maya.client.get(first)).status_code == 404
    assert (await maya.client.get(second)).status_code == 200
    assert (await maya.ask("DELETE", "/people/me/feed")).status_code == 204
    assert (await maya.client.get(second)).status_code == 404
    assert (await maya.client.get(plain)).status_code == 404


async def test_wrong_addresses_are_counted_and_other_forms_are_none(
    maya: Guest, standing_clock: None
) -> None:
    atom, _ = await read(maya)
    assert (await maya.client.get(atom.replace(".atom", ".rss"))).status_code in (404, 422)
    statuses = {(await maya.client.get(f"/feed/{'x' * n}.json")).status_code for n in range(1, 40)}
    assert statuses == {404, 429}


async def test_feed_of_somebody_forgotten_is_gone(maya: Guest, due: dict[str, object]) -> None:
    atom, _ = await read(maya)
    await maya.ask("DELETE", "/people/me")
    assert (await maya.client.get(atom)).status_code == 404


async def test_feed_needs_somebody(client: object, maya: Guest) -> None:
    refused(await maya.client.post("/api/people/me/feed", json={}), 401, "not_signed_in")


async def test_waiting_tables_are_told_the_longest_first(
    maya: Guest, due: dict[str, object], app: FastAPI
) -> None:
    other = await maya.make_room(seats=2, starts="host")
    await maya.post(f"{other.path}/bot", {"seat": 1, "level": "sapling"})
    await maya.post(f"{other.path}/start")
    older = f"UPDATE games SET turn_started_at = now() - interval '1 h' WHERE id = '{UUID(str(due['game']))}'"
    await execute(app.state.database.url, older)
    headers = {"Authorization": f"Bearer {maya.token}"}
    told = (await maya.client.get("/parts/waiting", headers=headers)).json()
    assert told["count"] == 2
    assert [one["room"] for one in told["tables"]] == [due["code"], other.code]
    assert (await maya.client.get("/parts/waiting")).json() == {"count": 0, "tables": []}
