"""The operator: behind a token, reads what a watcher may, does something about somebody, leaves a trail."""

import asyncio
import re
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.main import create_app
from tests.databases import execute
from tests.guests import BROWSER, NONCE, ORIGIN, join, refused
from tests.people.test_forgetting import rows, whole_database

TOKEN = "a-token-of-a-test-32-characters!"
KEY = {"Authorization": f"Bearer {TOKEN}"}
SPAM = {"reason": "spam", "hours": "24"}


@pytest.fixture
def settings(settings, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("Casino\n\n", "utf-8")
    return settings.model_copy(update={"admin_token": TOKEN, "flag_words": words})


async def does(client, path, fields=None, headers=KEY):
    """What an operator does by a form; it is known in this process at once."""
    answer = await client.post(f"/admin{path}", data=fields or {}, headers=headers)
    await client._transport.app.state.measures.refresh()
    return answer


async def reads(client, path="", **headers):
    answer = await client.get(f"/admin{path}", headers={**KEY, **headers})
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_without_a_token_there_is_no_such_page(settings):
    app = create_app(settings.model_copy(update={"admin_token": None}))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN) as client,
    ):
        for path in ("", "/lists/rooms", "/people/" + str(uuid4())):
            refused(await client.get(f"/admin{path}", headers=KEY), 404, "not_found")
        refused(await client.post("/admin", data={"token": TOKEN}), 404, "not_found")


async def test_operator_signs_in_and_is_let_in_by_a_mark(client):
    page = (await client.get("/admin")).text
    assert 'name="token"' in page
    assert "Overview" not in page
    refused(await client.get("/admin/lists/rooms"), 403, "not_allowed")
    answer = await client.post("/admin", data={"token": TOKEN}, headers=BROWSER)
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin")
    cookie = answer.headers["set-cookie"]
    assert TOKEN not in cookie
    assert all(part in cookie for part in ("HttpOnly", "SameSite=strict", "Path=/admin"))
    assert "Overview" in (await client.get("/admin")).text
    until, mark = client.cookies["terrahedron_admin"].split(".")
    client.cookies.clear()
    for forged in (f"{int(until) + 1}.{mark}", f"1.{mark}", f"{until}.{'0' * 64}", "x", f"²{until}.{mark}"):
        answer = await client.get(
            "/admin/lists/rooms", headers={"Cookie": f"terrahedron_admin={forged}".encode()}
        )
        assert answer.status_code == 403, forged


async def test_foreign_page_cannot_act_for_the_operator(client, tom):
    await client.post("/admin", data={"token": TOKEN}, headers=BROWSER)
    foreign = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    refused(
        await client.post(f"/admin/people/{tom.id}/bar", data=SPAM, headers=foreign), 403, "foreign_origin"
    )


@pytest.mark.usefixtures("standing_clock")
async def test_wrong_tokens_have_an_end(client, monkeypatch):
    monkeypatch.setattr("app.limits.REFUSAL_SECONDS", 0.0)
    answers = [(await client.post("/admin", data={"token": f"wrong {n}"})).status_code for n in range(6)]
    assert answers == [403] * 6
    refused(await client.post("/admin", data={"token": TOKEN}), 429, "too_many")
    refused(await client.get("/admin/lists/rooms", headers=KEY), 429, "too_many")


async def test_silenced_person_is_told_why_in_their_language(app, client, maya, tom):
    room = await maya.make_room()
    await room.seat(tom)
    assert (await does(client, f"/people/{tom.id}/silence", SPAM)).status_code == 303
    headers = {"Authorization": f"Bearer {tom.token}", "Accept-Language": "de"}
    answer = await client.post(f"/api{room.path}/talk", json={"text": "hi"}, headers=headers)
    refused(answer, 403, "silenced")
    assert answer.json()["message"].endswith("stummgeschaltet. Grund: Spam.")
    assert (answer.json()["details"]["reason"], bool(answer.json()["details"]["until"])) == ("spam", True)
    refused(await tom.ask("POST", f"{room.path}/reactions", {"reaction": "wow"}), 403, "silenced")
    page = (await client.get("/", headers={"Authorization": f"Bearer {tom.token}"})).text
    assert "You cannot say anything at any table. Reason: Spam." in page
    assert "Reason:" not in (await client.get("/", headers={"Authorization": f"Bearer {maya.token}"})).text
    (measure,) = await rows(app, "SELECT id FROM measures")
    assert f"/admin/measures/{measure[0]}/lift" in await reads(client, "/lists/measures")
    await does(client, f"/measures/{measure[0]}/lift")
    await tom.post(f"{room.path}/talk", {"text": "hi"})
    refused(await does(client, f"/measures/{measure[0]}/lift"), 409, "conflict")
    assert [row[0] for row in await rows(app, "SELECT deed FROM trail ORDER BY id")] == ["silence", "lift"]


async def test_barred_person_enters_nothing_and_may_be_forgotten(app, client, maya, tom):
    room = await maya.make_room()
    await room.seat(tom)
    await does(client, f"/people/{tom.id}/bar", {"reason": "insult"})
    for method, path, body in (
        ("POST", "/rooms", {}), ("GET", room.path, None), ("POST", f"{room.path}/leave", {}),
        ("PATCH", "/people/me", {"name": "X"}), ("GET", f"/invites/{room.invite}", None),
    ):  # fmt: skip
        refused(await tom.ask(method, path, body), 403, "barred")
    page = await client.get(
        f"/r/{room.code}", headers={"Authorization": f"Bearer {tom.token}", "Accept": "text/html"}
    )
    assert (page.status_code, "Reason: Insults or threats." in page.text) == (403, True)
    assert (await tom.ask("DELETE", "/people/me")).status_code == 204
    assert await rows(app, "SELECT 1 FROM measures") == []
    assert "'Tom'" not in await whole_database(app)
    await room.look(maya)


async def test_barred_network_makes_nobody_new(app, client, maya):
    await does(client, "/networks", {"reason": "spam", "network": "127.0.0.0/24", "hours": "1"})
    refused(await client.post("/api/people", json={}), 403, "barred")
    refused(await maya.ask("POST", "/rooms", {}), 403, "barred")
    assert (await client.get("/")).status_code == 200
    (measure,) = await rows(app, "SELECT id FROM measures")
    await does(client, f"/measures/{measure[0]}/lift")
    await join(client)
    await does(client, "/networks", {"reason": "spam", "network": "2001:db8::1/48"})
    bar_of = app.state.measures.bar_of
    assert bar_of(None, "2001:db8:0:7::/64") is not None
    assert bar_of(None, "2001:db8:1::/64") is None
    assert bar_of(None, "not an address") is None


@pytest.mark.parametrize(
    "fields",
    [
        {"network": "0.0.0.0/0"}, {"network": "::/0"}, {"network": "home"}, {"network": ""}, {"hours": "0"},
        {"hours": "-1"}, {"hours": "²"}, {"hours": "9999999"}, {"reason": "dislike"}, {"reason": ""},
    ],
)  # fmt: skip
async def test_malformed_wish_changes_nothing(app, client, fields):
    answer = await does(
        client, "/networks", {"network": "203.0.113.9", "reason": "spam", "hours": "1"} | fields
    )
    refused(answer, 422, "malformed")
    assert await rows(app, "SELECT 1 FROM measures") == await rows(app, "SELECT 1 FROM trail") == []


async def test_renamed_person_bears_another_name_everywhere(app, client, maya, tom):
    rooms = [await maya.make_room(), await maya.make_room(public=True)]
    for room in rooms:
        await room.seat(tom)
    await does(client, f"/people/{tom.id}/rename", {"reason": "name"})
    me = await tom.get("/people/me")
    assert me["name"] != "Tom"
    for room in rooms:  # with a number where somebody there bears it already
        assert (await room.names())[1].removesuffix(" 2") == me["name"]
    page = (await client.get("/", headers={"Authorization": f"Bearer {tom.token}"})).text
    assert "You were given another name. Reason: An offensive name." in page


async def test_closed_room_ends_its_game_by_its_log(app, client, maya, tom, ida):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    view = await maya.post(f"{room.path}/start")
    game = view["game"]["id"]
    await does(client, f"/rooms/{room.code}/close", {"reason": "spoils"})
    state = await maya.get(f"/games/{game}")
    assert state["head"] == 1
    assert (await maya.get(f"/games/{game}?since=0"))["events"][0]["event"]["kind"] == "abandoned"
    assert await rows(app, "SELECT state, ended_at IS NULL, due_at FROM games") == [
        ("abandoned", False, None)
    ]
    refused(await tom.ask("POST", f"{room.path}/talk", {"text": "hi"}), 404, "not_found")
    page = (await client.get("/", headers={"Authorization": f"Bearer {maya.token}"})).text
    assert "A room in which you were was closed. Reason: Spoils the game." in page
    refused(await does(client, f"/rooms/{room.code}/close", {"reason": "spoils"}), 409, "room_closed")


async def test_operator_reads_what_a_watcher_may_and_flags_words(app, client, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await tom.post(f"{room.path}/talk", {"text": "best CASINO <b>here</b>"})
    await maya.post(f"{room.path}/reports", {"seat": 1, "reason": "spam"})
    view = await maya.post(f"{room.path}/start")
    game = view["game"]["id"]
    for name in ("overview", "rooms", "games", "stuck", "reports", "people", "measures", "trail"):
        assert name.capitalize() in await reads(client, f"/lists/{name}")
    (report,) = (await rows(app, "SELECT id FROM reports"))[0]
    for path in (f"/rooms/{room.code}", f"/people/{tom.id}", f"/reports/{report}"):
        page = await reads(client, path)
        assert "⚑" in page
        assert "best CASINO &lt;b&gt;here&lt;/b&gt;" in page
    pages = [
        await reads(client, path) for path in ("", "/lists/games", f"/games/{game}", f"/rooms/{room.code}")
    ]
    (secret,) = await rows(app, "SELECT encode(seed, 'hex'), deal ->> 'objectives', nonces::text FROM games")
    assert not any(part in page for page in pages for part in secret)
    assert not any(one in page for page in pages for one in (maya.token, room.invite))
    await does(client, f"/reports/{report}/settle")
    assert await rows(app, "SELECT settled_at IS NOT NULL FROM reports") == [(True,)]
    for path in ("/rooms/222222222", f"/people/{uuid4()}", "/reports/999", f"/games/{uuid4()}", "/lists/x"):
        refused(await client.get(f"/admin{path}", headers=KEY), 404, "not_found")


async def test_overview_counts_what_is_open_and_what_is_late(app, client, maya, tom, database_url):
    await app.state.tables.timekeeper.stop()  # nobody makes the move that is due
    playing, closed, _ = [await maya.make_room(seats=2) for _ in range(3)]
    await playing.seat(tom)
    view = await maya.post(f"{playing.path}/start")
    await does(client, f"/rooms/{closed.code}/close", {"reason": "spoils"})
    await maya.post(f"{playing.path}/talk", {"text": "Hello"})

    async def told():
        page = (await reads(client)).split("</table>")[0]
        heads = re.findall(r'<th scope="col">(.*?)</th>', page)
        return dict(zip(heads, re.findall(r'<td dir="auto">.*?(\d+)', page, re.DOTALL), strict=True))

    now = {"rooms": "2", "games running": "1", "stuck": "0", "people this hour": "2", "lines this hour": "1"}
    assert await told() == {**now, "open reports": "0"}
    assert view["game"]["id"] not in await reads(client, "/lists/stuck")
    await execute(database_url, "UPDATE games SET due_at = now() - interval '1 min'")
    await execute(database_url, "UPDATE people SET seen_at = now() - interval '2 h'")
    await execute(database_url, "UPDATE talk SET at = now() - interval '2 h'")
    late = {**now, "stuck": "1", "people this hour": "0", "lines this hour": "0", "open reports": "0"}
    assert await told() == late
    assert view["game"]["id"] in await reads(client, "/lists/stuck")


async def test_operator_is_asked_for_hours_only_where_something_ends_by_itself(client, maya, tom):
    room = await maya.make_room()
    assert 'name="hours"' not in await reads(client, f"/rooms/{room.code}")
    page = await reads(client, f"/people/{tom.id}")
    asking = re.findall(r'<form .*? action="[^"]*/(\w+)">(.*?)</form>', page, re.DOTALL)
    hours = {deed: 'name="hours"' in form for deed, form in asking}
    assert hours == {"rename": False, "silence": True, "bar": True}


@pytest.mark.parametrize("change", ["UPDATE trail SET deed = 'x'", "DELETE FROM trail", "TRUNCATE trail"])
async def test_trail_cannot_be_changed(app, client, tom, change):
    await does(client, f"/people/{tom.id}/silence", SPAM)
    with pytest.raises(DBAPIError, match="never changed"):
        async with app.state.database.transaction() as db:
            await db.execute(text(change))
    ((deed, person, reason),) = await rows(app, "SELECT deed, person_id::text, reason FROM trail")
    assert (deed, person, reason) == ("silence", tom.id, "spam")
    assert "Tom" not in str(await rows(app, "SELECT row_to_json(trail)::text FROM trail"))


async def test_measures_end_by_themselves(app, client, tom):
    await does(client, f"/people/{tom.id}/bar", SPAM)
    refused(await tom.ask("POST", "/rooms", {"nonce": NONCE}), 403, "barred")
    async with app.state.database.transaction() as db:
        await db.execute(text("UPDATE measures SET until = now() + interval '0.05 s'"))
    await app.state.measures.refresh()
    await asyncio.sleep(0.06)
    await tom.post("/rooms", {"nonce": NONCE})
