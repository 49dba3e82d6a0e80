"""Invites and rooms as people see them before, during and after a game."""

import httpx
import pytest
from fastapi import FastAPI

from app.pages.rooms import watchers_of
from app.rooms.schemas import WatchersView
from app.texts import t, texts_in
from tests.guests import BROWSER, NONCE, Guest, join
from tests.pages.conftest import Parsed, Read
from tests.rooms.test_starting import end_game


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
    assert not [choice for choice in guest.all("select") if "name" in choice]  # none but the language
    assert t("room.wait_for_host", host="Maya") in guest.words
    assert len(guest.all("li", data_presence="empty")) == 2


async def test_room_alone_cannot_start(read: Read, maya: Guest) -> None:
    room = await maya.make_room()
    page = Parsed((await read(f"/r/{room.code}", maya)).text)
    start = next(button for button in page.all("button") if "data-start" in button)
    assert "disabled" in start
    assert t("room.start_needs") in page.words


async def test_room_says_who_is_away_and_never_that_everyone_is_here_then(
    read: Read, maya: Guest, tom: Guest, ida: Guest
) -> None:
    room = await maya.make_room(seats=4)
    await room.seat(tom)
    await room.seat(ida)
    await maya.post(f"{room.path}/bot", {"seat": 3, "level": "grove"})
    page = Parsed((await read(f"/r/{room.code}", maya)).text)
    assert t("room.full_says") not in page.words
    assert "Tom and Ida are away; you can start all the same" in page.words
    assert t("room.here_two") in page.words  # Maya, who looks, and the bot


async def test_host_does_not_start_before_everybody_has_joined_the_next_game(
    app: FastAPI, read: Read, maya: Guest, tom: Guest
) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    await end_game(app)
    await maya.post(f"{room.path}/again")
    await maya.post(f"{room.path}/nonce", {"nonce": NONCE})
    waiting = Parsed((await read(f"/r/{room.code}", maya)).text)
    assert "Tom has not joined this game yet" in waiting.words
    assert "disabled" in next(button for button in waiting.all("button") if "data-start" in button)
    assert waiting.all("button", data_unseat="1", data_name="Tom")
    assert not Parsed((await read(f"/r/{room.code}", tom)).text).all("button", data_unseat="0")
    await tom.post(f"{room.path}/nonce", {"nonce": NONCE})
    ready = Parsed((await read(f"/r/{room.code}", maya)).text)
    assert "disabled" not in next(button for button in ready.all("button") if "data-start" in button)


async def test_who_cannot_sit_is_pointed_at_no_code(read: Read, maya: Guest) -> None:
    private, public = await maya.make_room(), await maya.make_room(public=True)

    async def shown(path: str, guest: Guest | None = None) -> str:
        parts = Parsed((await read(path, guest)).text).all("div", **{"class": "bring-words"})
        return "".join("bring " if "data-known" in part else "ask " for part in parts if "hidden" not in part)

    assert await shown(f"/r/{private.code}") == "ask "
    assert await shown(f"/r/{private.code}", maya) == "bring "
    assert await shown(f"/r/{public.code}") == "bring "
    card = Parsed((await read(f"/r/{public.code}")).text).all("section", **{"class": "card bring"})[0]
    assert str(card["data-link"]).endswith(f"/r/{public.code}")


@pytest.mark.parametrize(
    ("names", "count", "says"),
    [
        ([], 0, ""),
        ([], 2, "2 watching"),
        (["Tom"], 1, "Tom is watching"),
        (["Ida", "Tom"], 2, "Ida and Tom are watching"),
        (["Ida", "Tom"], 3, "Ida, Tom and 1 more are watching"),
        (["A", "B", "C", "D", "E", "F", "G"], 9, "A, B, C, D, E, F and 3 more are watching"),
    ],
)
def test_watchers_are_named_as_far_as_there_is_room(names: list[str], count: int, says: str) -> None:
    assert watchers_of(texts_in("en"), WatchersView(names=names, count=count)) == says


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


@pytest.mark.parametrize("is_playing", [False, True])
async def test_who_was_sent_away_reads_so_wherever_they_look_and_is_offered_nothing(
    read: Read, maya: Guest, tom: Guest, ida: Guest, is_playing: bool
) -> None:
    room = await maya.make_room(public=True)
    await room.seat(tom)
    await room.seat(ida)
    if is_playing:
        await maya.post(f"{room.path}/start")
    await maya.post(f"{room.path}/kick", {"seat": 1})
    for path in (f"/r/{room.code}", f"/i/{room.invite}"):
        response = await read(path, tom)
        page = Parsed(response.text)
        assert response.status_code == 403
        assert t("pages.kicked") in page.words
        assert t("pages.kicked_says") in page.words
        assert [link["href"] for link in page.all("a", **{"class": "button accent great"})] == ["/"]
        assert not page.all("form")
        assert (await read(path, ida)).status_code == 200
    assert (await read(f"/r/{room.code}/seats", tom)).status_code == 403
    for path in ("/", "/parts/rooms"):
        assert room.code not in (await read(path, tom)).text
        assert room.code in (await read(path)).text


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
