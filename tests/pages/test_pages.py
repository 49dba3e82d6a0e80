"""The pages around the games, as anybody opens them."""

import json

import httpx
import pytest

from app.texts import LANGUAGES, t
from tests.guests import NONCE, Guest
from tests.pages.conftest import Parsed, Read
from tests.pages.test_game_page import play

PLAIN = ("/", "/rules", "/about", "/games", "/offline", "/p", "/p/0123456789abcdef01234567")


@pytest.mark.parametrize("path", PLAIN)
async def test_page_has_what_every_page_has(read: Read, path: str) -> None:
    response = await read(path)
    page = Parsed(response.text)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["content-encoding"] == "br"
    assert len(page.all("h1")) == 1
    assert [main["id"] for main in page.all("main")] == ["main"]
    assert "Urtis Šulinskas" in page.words
    assert page.all("html", lang="en")
    assert page.all("meta", property="og:title")[0]["content"]
    assert str(page.all("meta", property="og:image")[0]["content"]).startswith("http://testserver/static/")


@pytest.mark.parametrize("path", PLAIN)
async def test_page_runs_no_inline_code(read: Read, path: str) -> None:
    page = Parsed((await read(path)).text)
    inline = [script for script in page.all("script") if "src" not in script]
    assert all(script["type"] == "importmap" for script in inline)
    assert not page.all("style")
    assert not [attributes for _, attributes in page.elements if "style" in attributes]
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]


@pytest.mark.parametrize("path", PLAIN)
async def test_forms_go_nowhere_without_their_script(read: Read, maya: Guest, path: str) -> None:
    forms = Parsed((await read(path, maya)).text).all("form")
    assert all(form["method"] == "dialog" for form in forms)


@pytest.mark.parametrize("path", ["/", "/rules", "/about"])
async def test_page_says_where_it_stands_in_every_language(read: Read, path: str) -> None:
    other = {
        link["hreflang"]: link["href"]
        for link in Parsed((await read(path)).text).all("link", rel="alternate")
    }
    assert set(other) == {"x-default", *LANGUAGES}
    for lang in LANGUAGES:
        assert other[lang] == f"http://testserver{path}?lang={lang}"
        assert Parsed((await read(f"{path}?lang={lang}")).text).all("html", lang=lang)


@pytest.mark.parametrize("lang", ["", "tlh", "../en", "e" * 5000])
async def test_link_in_no_language_of_ours_is_read_as_without(read: Read, lang: str) -> None:
    assert Parsed((await read(f"/?lang={lang}")).text).all("html", lang="en")


async def test_looking_makes_nobody_somebody(read: Read) -> None:
    for path in PLAIN:
        assert "set-cookie" not in (await read(path)).headers


async def test_theme_and_language_follow_the_reader(read: Read) -> None:
    night = Parsed((await read("/", Cookie="theme=night; language=xx")).text)
    assert night.all("html", data_theme="night", lang="en")
    strange = Parsed((await read("/", Cookie='theme="><script>')).text)
    assert "data-theme" not in strange.all("html")[0]


async def test_home_lists_open_public_rooms(read: Read, maya: Guest) -> None:
    public = await maya.make_room(public=True)
    private = await maya.make_room()
    words = (await read("/")).text
    assert public.view["name"] in words
    assert f"/api/rooms/{private.code}/sit" not in words
    assert f"/api/rooms/{public.code}/sit" in (await read("/parts/rooms")).text


async def test_home_without_rooms_says_so(read: Read) -> None:
    assert t("home.no_rooms") in Parsed((await read("/")).text).words


async def test_home_leads_back_to_my_seat(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room()
    assert f'href="/r/{room.code}"' in (await read("/", maya)).text
    assert f'href="/r/{room.code}"' not in (await read("/", tom)).text


async def test_home_says_whose_move_it_is(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(starts="host")
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    mine, other = Parsed((await read("/", maya)).text), Parsed((await read("/", tom)).text)
    assert "Your move in" in mine.words
    assert "Your move in" not in other.words


async def test_my_games_lists_what_i_play(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room()
    await room.seat(tom)
    assert t("mine.none") in Parsed((await read("/games")).text).words
    page = Parsed((await read("/games", maya)).text)
    assert room.view["name"] in page.words
    assert "with Tom" in page.words
    assert t("mine.not_started") in page.words


async def test_who_left_is_not_told_that_it_is_their_move(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(starts="host")
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    await maya.post(f"{room.path}/leave")
    home, games = Parsed((await read("/", maya)).text), Parsed((await read("/games", maya)).text)
    assert "Your move" not in home.words + games.words
    assert f"You left {room.view['name']} . The caretaker plays for you, round 1" in home.words
    assert t("mine.left") in games.words
    assert home.all("a", href=f"/r/{room.code}")
    await maya.post(f"{room.path}/sit", {"nonce": NONCE})
    assert "Your move in" in Parsed((await read("/", maya)).text).words


async def test_history_has_dates_points_and_opponents(
    read: Read, maya: Guest, tom: Guest, ida: Guest
) -> None:
    room = await maya.make_room(seats=3)
    await room.seat(tom)
    await room.seat(ida)
    game = await play(room, [maya, tom, ida])
    await maya.post(f"{room.path}/again")
    record = await maya.get(f"/games/{game}/record")
    totals = {
        player["name"]: s["total"] for player, s in zip(record["players"], record["scores"], strict=True)
    }
    ended = (await room.look())["games"][0]["ended_at"]
    page = Parsed((await read("/games", maya)).text)
    assert t("mine.points", count=totals["Maya"]) in page.words
    best, other = sorted(("Tom", "Ida"), key=lambda name: -totals[name])
    assert f"with {best} ({totals[best]}) and {other} ({totals[other]})" in page.words
    assert [moment["datetime"] for moment in page.all("time")] == [ended.replace("Z", "+00:00")]


async def test_seat_pass_page_uses_nothing_up(read: Read, maya: Guest) -> None:
    made = await maya.post("/people/me/pass")
    path = made["url"].removeprefix("http://testserver")
    for _ in range(2):
        page = Parsed((await read(path)).text)
        assert page.all("form", data_api="POST /api/pass")
    assert (await maya.ask("POST", "/pass", {"pass": path.removeprefix("/p/")})).status_code == 200


async def test_made_files_are_what_they_say(read: Read) -> None:
    manifest = (await read("/manifest.webmanifest")).json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert (await read(icon["src"])).headers["content-type"] == "image/png"
    worker = await read("/sw.js")
    assert worker.text.startswith("self.SHELL = [")
    assert worker.headers["cache-control"] == "no-cache"
    assert "connect-src 'self'" in worker.headers["content-security-policy"]
    assert "Disallow: /i/" in (await read("/robots.txt")).text
    assert (await read("/favicon.ico")).status_code == 200


async def test_worker_is_the_same_in_every_language(client: httpx.AsyncClient) -> None:
    """One that changed with the reader's choice would be replaced between two pages."""
    asked = [await client.get("/sw.js", headers={"Accept-Language": lang}) for lang in ("en", "pl", "ru")]
    assert len({answer.content for answer in asked}) == 1
    words = json.loads(asked[0].text.split("self.WORDS = ")[1].split(";\n")[0])
    assert set(words) == set(LANGUAGES)
    for lang in ("en", "pl", "ru"):
        page = await client.get("/offline", headers={"Accept-Language": lang})
        assert page.headers["content-language"] == lang
        assert all(address in page.text for address in words[lang])
