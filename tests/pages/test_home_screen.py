"""An app on a home screen: it is installed with a pass, whose first start takes the seats along."""

import json
import re

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.config import Settings
from app.texts import LANGUAGES, t, texts_in
from tests.databases import execute
from tests.guests import BROWSER, Guest, answered, refused, serving
from tests.pages.conftest import Parsed, Read

CODE = "K7PQM2WT9"
EXPIRED = "UPDATE seat_passes SET expires_at = now() - interval '1 second'"


async def path_of(guest: Guest) -> str:
    """A pass for an app: `/p/TOKEN`."""
    made = await guest.post("/people/me/pass", {"home_screen": True})
    return str(made["url"]).removeprefix("http://testserver")


async def use(client: httpx.AsyncClient, path: str) -> httpx.Response:
    return await client.post("/api/pass", json={"pass": path.removeprefix("/p/")}, headers=BROWSER)


def led_to(answer: httpx.Response) -> str:
    assert answer.status_code == 303
    assert answer.headers["cache-control"] == "private, no-store"
    return answer.headers["location"]


async def test_app_starts_where_its_owner_sat_and_from_then_on_at_home(
    read: Read, client: httpx.AsyncClient, maya: Guest
) -> None:
    path = await path_of(maya)
    how = Parsed((await read(f"{path}/install?room={CODE}", maya)).text)
    (link,) = how.all("link", rel="manifest")
    manifest = await read(str(link["href"]))
    assert manifest.headers["cache-control"] == "private, no-store"
    told = manifest.json()
    assert (told["start_url"], told["scope"], told["id"]) == (f"{path}/start?room={CODE}", "/", "/")
    (form,) = Parsed((await read(told["start_url"])).text).all("form", data_api="POST /api/pass")
    assert (form["data-to"], "data-starts" in form) == (f"/r/{CODE}", True)
    assert answered(await use(client, path))["id"] == maya.id
    assert led_to(await client.get(told["start_url"])) == "/"
    refused(await use(client, path), 410, "pass_gone")


async def test_everybody_elses_manifest_holds_no_pass_and_is_as_before(read: Read, maya: Guest) -> None:
    await path_of(maya)
    for page in ("/", "/games", "/p", await path_of(maya)):
        assert Parsed((await read(page, maya)).text).all("link", rel="manifest", href="/manifest.webmanifest")
    plain = await read("/manifest.webmanifest", maya)
    assert (plain.json()["start_url"], plain.headers["cache-control"]) == ("/", "no-cache")


@pytest.mark.parametrize("how", ["used", "old", "void", "none"])
async def test_pass_that_is_good_no_more_leads_home_with_one_way_out(
    read: Read, client: httpx.AsyncClient, maya: Guest, database_url: str, how: str
) -> None:
    path = await path_of(maya)
    if how == "used":
        answered(await maya.ask("POST", "/pass", {"pass": path.removeprefix("/p/")}))
    elif how == "old":
        await execute(database_url, EXPIRED)
    elif how == "void":
        await maya.post("/people/me/pass")
    else:
        path = "/p/" + "x" * 32
    assert led_to(await read(f"{path}/install", maya)) == f"{path}/start"
    assert led_to(await read(f"{path}/start", maya)) == "/"  # who is somebody needs no seats
    assert led_to(await read(f"{path}/start?room={CODE}")) == "/?pass=gone"
    home = Parsed((await read("/?pass=gone")).text)
    assert t("install.gone") in home.words
    assert len(home.all("a", href="/p")) == 1
    assert t("install.gone") not in Parsed((await read("/?pass=gone", maya)).text).words
    assert t("install.gone") not in Parsed((await read("/")).text).words


async def test_looking_uses_no_pass_up(read: Read, client: httpx.AsyncClient, maya: Guest) -> None:
    path = await path_of(maya)
    for what in ("", "/install", "/app.webmanifest", "/start"):
        for guest in (None, maya):
            assert "set-cookie" not in (await read(path + what, guest)).headers
    assert answered(await use(client, path))["id"] == maya.id


async def test_who_is_somebody_else_already_is_asked(read: Read, maya: Guest, tom: Guest) -> None:
    path = await path_of(maya)
    assert led_to(await read(f"{path}/install", tom)) == f"{path}/start"
    (form,) = Parsed((await read(f"{path}/start", tom)).text).all("form", data_api="POST /api/pass")
    assert "data-starts" not in form
    assert led_to(await read(f"{path}/start?room={CODE}", maya)) == f"/r/{CODE}"


async def test_app_of_somebody_else_becomes_its_new_owners_by_a_press(
    app: FastAPI, maya: Guest, tom: Guest
) -> None:
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver", headers=BROWSER) as phone:
        for guest in (tom, maya):
            path = await path_of(guest)
            assert (await phone.get(f"{path}/start")).status_code == 200
            assert answered(await use(phone, path))["id"] == guest.id
        assert len(await tom.get("/people/me/sessions")) == 1  # signed out there
        assert led_to(await phone.get(f"{path}/start")) == "/"


@pytest.mark.parametrize("room", ["//evil.example", "<script>", "X" * 5000, "..%2F..%2Fgames", "%00"])
async def test_what_is_no_room_leads_home(read: Read, maya: Guest, room: str) -> None:
    path = await path_of(maya)
    manifest = (await read(f"{path}/app.webmanifest?room={room}")).json()
    assert manifest["start_url"] == f"{path}/start"
    assert led_to(await read(f"{path}/start?room={room}", maya)) == "/"


@pytest.mark.parametrize("token", ["%22", "a.b", "x" * 65, "%3Fx", "ü"])
async def test_what_can_be_no_pass_is_refused(read: Read, token: str) -> None:
    for what in ("", "/install", "/app.webmanifest", "/start"):
        assert (await read(f"/p/{token}{what}")).status_code == 422


async def test_pass_for_an_app_lasts_an_hour_of_database_time(app: FastAPI, maya: Guest) -> None:
    await path_of(maya)
    async with app.state.database.sessions() as db:
        query = text("SELECT extract(epoch FROM expires_at - created_at) FROM seat_passes")
        assert (await db.execute(query)).scalar_one() == 3600


@pytest.mark.usefixtures("standing_clock")
async def test_starts_cannot_be_guessed_for_long(settings: Settings) -> None:
    async with serving(settings) as guesser:
        tried = [(await guesser.get(f"/p/{number:032}/start")).status_code for number in range(22)]
    assert tried == [303] * 20 + [429] * 2


async def test_whole_link_is_as_good_as_its_token(client: httpx.AsyncClient, maya: Guest) -> None:
    link = (await maya.post("/people/me/pass"))["url"]
    assert answered(await client.post("/api/pass", json={"pass": f" {link} "}))["id"] == maya.id
    for wrong in ("", "/p/", "https://elsewhere.example/p/", 7, None, f"{link}/install"):
        assert (await client.post("/api/pass", json={"pass": wrong})).status_code == 422


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_three_steps_are_told_in_every_language(read: Read, maya: Guest, lang: str) -> None:
    path = await path_of(maya)
    html = (await read(f"{path}/install?lang={lang}", maya)).text
    steps = re.search(r'<ol class="steps">(.*?)</ol>', html, re.DOTALL)
    assert steps
    assert steps[1].count("<li>") == 3
    texts = texts_in(lang)
    assert Parsed(f"<p>{texts.rich('install.add')}</p>").words in Parsed(html).words
    manifest = (await read(f"{path}/app.webmanifest?lang={lang}")).json()
    assert (manifest["lang"], json.dumps(manifest).count(path)) == (lang, 1)
