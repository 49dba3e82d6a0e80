"""Being somebody on one device or several, and nobody any more."""

import asyncio
from uuid import uuid4

import asyncpg
import httpx
import pytest
from sqlalchemy import text

from app.games.store import dsn
from tests.databases import execute
from tests.guests import BROWSER, NONCE, Guest, answered, refused, serving


def cookies_of(app) -> httpx.AsyncClient:
    """Another browser."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://testserver", headers=BROWSER
    )


async def pass_of(guest: Guest) -> str:
    return str((await guest.post("/people/me/pass"))["url"]).rsplit("/p/", 1)[1]


async def test_browser_becomes_somebody_by_its_first_room(app):
    async with cookies_of(app) as browser:
        refused(await browser.get("/api/people/me"), 401, "not_signed_in")
        room = answered(await browser.post("/api/rooms", json={"nonce": NONCE}))["room"]
        me = answered(await browser.get("/api/people/me"))
        assert room["seats"][0]["name"] == me["name"]
        assert room["you"]["person"] == me["id"]


async def test_browser_becomes_somebody_by_sitting_down(app, maya):
    room = await maya.make_room(public=True)
    async with cookies_of(app) as browser:
        view = answered(await browser.post(f"/api{room.path}/sit", json={"nonce": NONCE}))
        assert view["you"]["seat"] == 1
        again = answered(await browser.get(f"/api{room.path}"))
        assert again["you"] == view["you"]


async def test_browser_refused_becomes_nobody(app, maya):
    room = await maya.make_room()
    async with cookies_of(app) as browser:
        answer = await browser.post(f"/api{room.path}/sit", json={"nonce": NONCE})
        refused(answer, 403, "invite_needed")
        assert "Set-Cookie" not in answer.headers
        async with app.state.database.sessions() as db:
            assert (await db.execute(text("SELECT count(*) FROM people"))).scalar_one() == 1


async def test_tokens_are_stored_as_hashes(app, maya):
    seat_pass = await pass_of(maya)
    room = await maya.make_room()
    async with app.state.database.sessions() as db:
        stored = ""
        for table in ("people", "sessions", "seat_passes", "rooms", "seats"):
            rows = await db.execute(
                text(f"SELECT encode(row_to_json({table})::text::bytea, 'escape') FROM {table}")
            )
            stored += "".join(row[0] for row in rows)
    assert maya.id in stored
    for secret in (maya.token, seat_pass, room.invite):
        assert secret not in stored


async def test_kinds_of_tokens_are_not_mixed_up(app, client, maya):
    async with cookies_of(app) as browser:
        answered(await browser.post("/api/rooms", json={}))
        token = browser.cookies["terrahedron"]
    async with cookies_of(app) as browser:
        answered(await browser.get("/api/people/me", headers={"Cookie": f"terrahedron={token}"}))
        answer = await browser.get("/api/people/me", headers={"Cookie": f"terrahedron={maya.token}"})
        refused(answer, 401, "not_signed_in")
    headers = {"Authorization": f"Bearer {token}"}
    refused(await client.get("/api/people/me", headers=headers), 401, "not_signed_in")


async def test_wrong_tokens_are_nobody(client):
    for token in ("", " ", "x" * 43, "x" * 10_000, "Ω"):
        headers = {"Authorization": f"Bearer {token}".encode()}
        answer = await client.get("/api/people/me", headers=headers)
        refused(answer, 401, "not_signed_in")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    refused(await client.get("/api/people/me", headers={"Cookie": b"terrahedron=\xff"}), 401, "not_signed_in")


async def test_session_that_is_ended_opens_nothing(client, maya):
    token = answered(await client.post("/api/pass", json={"pass": await pass_of(maya)}))["token"]
    other = Guest(client, maya.id, maya.name, token)
    sessions = await maya.get("/people/me/sessions")
    assert [session["current"] for session in sessions].count(True) == 1
    theirs = next(session["id"] for session in sessions if not session["current"])
    answered(await maya.ask("DELETE", f"/people/me/sessions/{theirs}"))
    refused(await other.ask("GET", "/people/me"), 401, "not_signed_in")
    refused(await maya.ask("DELETE", f"/people/me/sessions/{theirs}"), 404, "not_found")
    assert len(await maya.get("/people/me/sessions")) == 1


async def test_session_of_somebody_else_is_as_unknown_as_any(maya, tom):
    theirs = (await tom.get("/people/me/sessions"))[0]["id"]
    answers = [
        await maya.ask("DELETE", f"/people/me/sessions/{name}") for name in (theirs, uuid4(), "none", "%00")
    ]
    assert {answer.content for answer in answers} == {answers[0].content}
    refused(answers[0], 404, "not_found")
    assert await tom.get("/people/me")


async def test_only_here_ends_all_others(client, maya):
    others = [
        answered(await client.post("/api/pass", json={"pass": await pass_of(maya)}))["token"]
        for _ in range(2)
    ]
    assert await maya.post("/people/me/sessions/revoke-others") == {"revoked": 2}
    for token in others:
        refused(await Guest(client, maya.id, "", token).ask("GET", "/people/me"), 401, "not_signed_in")
    assert await maya.get("/people/me")


async def test_session_is_named_after_its_device(app, maya):
    async with cookies_of(app) as browser:
        agent = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142 Mobile Safari/537.36"
        seat_pass = await pass_of(maya)
        answered(await browser.post("/api/pass", json={"pass": seat_pass}, headers={"User-Agent": agent}))
        labels = {session["label"] for session in await maya.get("/people/me/sessions")}
    assert labels == {"Chrome, Android", "Program"}


async def test_pass_brings_the_seat_to_another_browser(app, maya):
    room = await maya.make_room()
    async with cookies_of(app) as phone:
        signed = answered(await phone.post("/api/pass", json={"pass": await pass_of(maya)}))
        assert (signed["id"], signed["token"]) == (maya.id, None)
        view = answered(await phone.get(f"/api{room.path}"))
        assert view["you"] == (await room.look(maya))["you"]


async def test_pass_works_once(client, maya):
    seat_pass = await pass_of(maya)
    answered(await client.post("/api/pass", json={"pass": seat_pass}))
    refused(await client.post("/api/pass", json={"pass": seat_pass}), 410, "pass_gone")


async def test_newer_pass_voids_the_older_and_nobody_elses(client, maya, tom):
    old, other = await pass_of(maya), await pass_of(tom)
    newer = await pass_of(maya)
    refused(await client.post("/api/pass", json={"pass": old}), 410, "pass_gone")
    for seat_pass, guest in ((newer, maya), (other, tom)):
        signed = answered(await client.post("/api/pass", json={"pass": seat_pass}))
        assert signed["id"] == guest.id


async def test_whoever_asks_is_seen_and_nobody_else(client, maya, tom, database_url):
    for table in ("people", "sessions"):
        await execute(database_url, f"UPDATE {table} SET seen_at = now() - interval '1 hour'")
    await maya.make_room()
    connection = await asyncpg.connect(dsn(database_url))
    try:
        for statement in (
            "SELECT id FROM people WHERE seen_at > now() - interval '1 min'",
            "SELECT person_id FROM sessions WHERE seen_at > now() - interval '1 min'",
        ):
            assert [str(row[0]) for row in await connection.fetch(statement)] == [maya.id]
    finally:
        await connection.close()


async def test_sockets_hear_of_whoever_is_forgotten_renamed_or_signed_out(app, maya, tom):
    told = []

    class Announcer:
        async def room_changed(self, room_id):
            pass

        async def person_changed(self, person_id):
            told.append(str(person_id))

    app.state.database.announcer = Announcer()
    answered(await maya.ask("PATCH", "/people/me", {"name": "Mia"}))
    assert told == [maya.id]
    answered(await tom.ask("DELETE", "/people/me"))
    assert told == [maya.id, tom.id]
    (session,) = await maya.get("/people/me/sessions")
    answered(await maya.ask("DELETE", f"/people/me/sessions/{session['id']}"))
    assert told == [maya.id, tom.id, maya.id]


async def test_pass_raced_for_has_one_winner(client, maya):
    seat_pass = await pass_of(maya)
    answers = await asyncio.gather(*(client.post("/api/pass", json={"pass": seat_pass}) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [410] * 19
    assert len(await maya.get("/people/me/sessions")) == 2


async def test_passes_gone_in_any_way_are_alike(client, maya, database_url):
    old = await pass_of(maya)
    newer = await pass_of(maya)
    await execute(database_url, "UPDATE seat_passes SET expires_at = now() - interval '1 second'")
    answers = [await client.post("/api/pass", json={"pass": one}) for one in (old, newer, "x" * 32)]
    assert {(answer.status_code, answer.content) for answer in answers} == {(410, answers[0].content)}


async def test_pass_lasts_ten_minutes_of_database_time(app, maya):
    await pass_of(maya)
    async with app.state.database.sessions() as db:
        query = text("SELECT extract(epoch FROM expires_at - created_at) FROM seat_passes")
        assert (await db.execute(query)).scalar_one() == 600


async def test_pass_signs_out_whoever_the_browser_was(app, maya):
    async with cookies_of(app) as browser:
        answered(await browser.post("/api/rooms", json={}))
        before = {"Cookie": f"terrahedron={browser.cookies['terrahedron']}"}
        async with cookies_of(app) as thief:
            answered(await thief.get("/api/people/me", headers=before))
            answered(await browser.post("/api/pass", json={"pass": await pass_of(maya)}))
            assert answered(await browser.get("/api/people/me"))["id"] == maya.id
            refused(await thief.get("/api/people/me", headers=before), 401, "not_signed_in")


@pytest.mark.usefixtures("standing_clock")
async def test_passes_cannot_be_guessed_for_long(settings):
    async with serving(settings) as guesser:
        statuses = [
            (await guesser.post("/api/pass", json={"pass": f"{number:032}"})).status_code
            for number in range(22)
        ]
    assert statuses == [410] * 20 + [429] * 2
