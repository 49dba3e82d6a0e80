"""Invites and rooms as people see them before, during and after a game."""

import httpx
import pytest

from app.texts import t
from tests.guests import BROWSER, NONCE, Guest, join
from tests.pages.conftest import Parsed, Read


async def test_invite_says_who_invites_and_offers_the_seat(read: Read, maya: Guest) -> None:
    room = await maya.make_room(clock=120, variants=["mystery"])
    page = Parsed((await read(f"/i/{room.invite}")).text)
    assert "Maya saved you a seat" in page.words
    assert "Mystery animals" in page.words
    assert page.all("form", data_api=f"POST /api/rooms/{room.code}/sit", data_invite=room.invite)
    assert page.all("meta", property="og:title")[0]["content"] == "Maya saved you a seat"
    assert page.all("meta", name="robots")[0]["content"] == "noindex"


async def test_invite_has_a_name_ready(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room()
    stranger = Parsed((await read(f"/i/{room.invite}")).text).all("input", id="name")[0]
    known = Parsed((await read(f"/i/{room.invite}", tom)).text).all("input", id="name")[0]
    assert stranger["value"]
    assert known["value"] == "Tom"


async def test_opening_an_invite_sits_nobody_down(read: Read, maya: Guest) -> None:
    room = await maya.make_room()
    before = await room.look()
    for _ in range(3):
        assert "set-cookie" not in (await read(f"/i/{room.invite}")).headers
    after = await room.look()
    assert (before["version"], before["seats"]) == (after["version"], after["seats"])


async def test_invite_to_a_full_room_offers_to_watch(
    read: Read, client: httpx.AsyncClient, maya: Guest, tom: Guest
) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    page = Parsed((await read(f"/i/{room.invite}")).text)
    assert t("invite.full") in page.words
    assert page.all("a", href=f"/r/{room.code}")
    assert not page.all("form")


async def test_invite_to_a_running_game_offers_to_watch(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room()
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    page = Parsed((await read(f"/i/{room.invite}")).text)
    assert t("invite.started") in page.words
    back = Parsed((await read(f"/i/{room.invite}", tom)).text)
    assert t("invite.mine") in back.words


async def test_invite_that_was_taken_back_offers_a_room_of_ones_own(read: Read, maya: Guest) -> None:
    room = await maya.make_room()
    assert (await maya.ask("DELETE", f"{room.path}/invite")).status_code == 204
    response = await read(f"/i/{room.invite}")
    assert response.status_code == 404
    page = Parsed(response.text)
    assert t("invite.revoked") in page.words
    assert page.all("form", data_api="POST /api/rooms")
    assert (await read("/i/nonsense")).status_code == 404


async def test_room_shows_its_seats_and_lets_only_the_host_decide(
    read: Read, maya: Guest, tom: Guest
) -> None:
    room = await maya.make_room()
    await room.seat(tom)
    host = Parsed((await read(f"/r/{room.code}", maya)).text)
    guest = Parsed((await read(f"/r/{room.code}", tom)).text)
    assert t("room.start_with_two") in host.words
    assert host.all("form", class_="rows") or host.all("select", name="clock")
    assert not guest.all("select")
    assert t("room.wait_for_host", host="Maya") in guest.words
    assert len(guest.all("li", data_presence="empty")) == 2


async def test_room_alone_cannot_start(read: Read, maya: Guest) -> None:
    room = await maya.make_room()
    page = Parsed((await read(f"/r/{room.code}", maya)).text)
    start = next(button for button in page.all("button") if "data-start" in button)
    assert "disabled" in start
    assert t("room.start_needs") in page.words


async def test_room_never_tells_its_invite(read: Read, maya: Guest) -> None:
    room = await maya.make_room()
    assert room.invite not in (await read(f"/r/{room.code}", maya)).text


async def test_stranger_may_watch_but_not_sit_in_a_private_room(read: Read, maya: Guest) -> None:
    room = await maya.make_room()
    page = Parsed((await read(f"/r/{room.code}")).text)
    assert t("room.watching") in page.words
    assert not [b for b in page.all("button") if "data-sit" in b and "data-needs-invite" not in b]


@pytest.mark.parametrize("part", ["seats", "options"])
async def test_fragment_is_the_same_as_on_the_page(read: Read, maya: Guest, part: str) -> None:
    room = await maya.make_room()
    whole = (await read(f"/r/{room.code}", maya)).text
    fragment = (await read(f"/r/{room.code}/{part}", maya)).text
    assert "<html" not in fragment
    assert fragment.strip() in whole


async def test_name_with_markup_stays_a_name(read: Read, client: httpx.AsyncClient) -> None:
    host = await join(client, "<b>Bo</b>")
    room = await host.make_room()
    for path in (f"/r/{room.code}", f"/i/{room.invite}"):
        assert "<b>Bo" not in (await read(path)).text


async def test_codes_are_read_generously(read: Read, maya: Guest) -> None:
    room = await maya.make_room()
    assert (await read(f"/r/{room.code.lower()}")).status_code == 200


async def test_browser_sits_down_by_the_invite_page(
    read: Read, client: httpx.AsyncClient, maya: Guest
) -> None:
    room = await maya.make_room()
    body = {"nonce": NONCE, "invite": room.invite}
    sat = await client.post(f"/api/rooms/{room.code}/sit", json=body, headers=BROWSER)
    assert sat.status_code == 200
    assert t("invite.mine") in Parsed((await read(f"/i/{room.invite}")).text).words


async def test_qr_code_is_drawn_for_our_own_links_only(client: httpx.AsyncClient, maya: Guest) -> None:
    room = await maya.make_room()
    drawn = await client.post(
        "/parts/qr", json={"url": f"http://testserver/i/{room.invite}"}, headers=BROWSER
    )
    assert drawn.json()["svg"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "style" not in drawn.json()["svg"]
    foreign = await client.post("/parts/qr", json={"url": "https://elsewhere.example/i/x"}, headers=BROWSER)
    assert foreign.status_code == 422


async def test_another_name_differs_now_and_then(client: httpx.AsyncClient) -> None:
    names = {(await client.get("/parts/name")).json()["name"] for _ in range(8)}
    assert len(names) > 1


@pytest.mark.parametrize("path", ["/", "/parts/rooms"])
async def test_running_public_games_are_there_to_watch_and_private_ones_never(
    read: Read, maya: Guest, tom: Guest, path: str
) -> None:
    public, private = await maya.make_room(public=True), await tom.make_room()
    assert not Parsed((await read(path)).text).all("li", id=f"game-{public.code}")
    for room, guest in ((public, tom), (private, maya)):
        await room.seat(guest)
        await room.host.post(f"{room.path}/start")
    page = Parsed((await read(path)).text)
    assert "Round 1 of 12" in page.words
    assert page.all("a", href=f"/r/{public.code}", aria_label=f"Watch: {public.view['name']}")
    assert not page.all("li", id=f"room-{public.code}")
    assert private.code not in (await read(path)).text
