"""The log: one line an event, whatever is in it, and never a secret."""

import asyncio
import io
import json
import logging
from uuid import uuid4

import httpx
import pytest

from app import logs
from tests.guests import BROWSER, NONCE, join

HOSTILE = "line\r\nbreak \x1b[31mred\x1b[0m \u2028 \u202e"


@pytest.fixture
def lines(monkeypatch):
    """Everything logged from here on, as the JSON it is."""
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    logs.configure("DEBUG", "json")

    def read():
        return [json.loads(line) for line in stream.getvalue().splitlines()]

    yield read
    root.handlers[:] = before
    root.setLevel(level)
    logging.getLogger("uvicorn.access").disabled = False
    logging.getLogger("uvicorn.error").setLevel(logging.NOTSET)


def test_log_line_stays_one_line(lines):
    logging.getLogger("app").info("name %s", HOSTILE)
    assert [line["message"] for line in lines()] == [f"name {HOSTILE}"]


def test_log_as_text_shows_no_control_characters():
    record = logging.LogRecord("app", logging.INFO, "", 0, "name %s", (HOSTILE,), None)
    text = logs.TextLines("%(levelname)s %(message)s").format(record)
    assert text.startswith("INFO name line")
    assert text.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer sesame-sesame-sesame",
        "cookie terrahedron=sesame-sesame",
        "cookie __Host-terrahedron=sesame; a=b",
        "GET /i/sesame-sesame HTTP/1.1",
        "GET /p/sesame-sesame",
        "GET /p/sesame-sesame/app.webmanifest",
        "GET /api/invites/sesame-sesame",
        "postgresql+asyncpg://root:sesame@db/terrahedron",
    ],
)
def test_log_hushes_what_looks_like_a_secret(text):
    assert "sesame" not in logs.without_secrets(text)


async def test_log_of_a_whole_visit_holds_no_secret(app, client, lines):
    """Every token, invite, pass, nonce and name of a visit, looked for in every line at the finest level."""
    guest = await join(client, "Canary Name")
    room = await guest.make_room()
    seat_pass = (await guest.post("/people/me/pass"))["url"].rsplit("/", 1)[1]
    await client.get(f"/api/invites/{room.invite}")
    await client.get(f"/api/invites/{room.invite}x")
    await client.get(f"/i/{room.invite}")
    for what in ("", "/install", "/app.webmanifest", "/start"):
        await client.get(f"/p/{seat_pass}{what}")
    await client.post("/api/pass", json={"pass": seat_pass}, headers=BROWSER)
    await client.post("/api/pass", json={"pass": seat_pass}, headers=BROWSER)
    await client.get(f"/p/{seat_pass}/start")
    await client.post("/api/rooms", content=b'{"nonce":"' + NONCE.encode() + b'",}', headers=BROWSER)
    cookie = client.cookies["terrahedron"]
    told = json.dumps(lines())
    assert "answered" in told
    for secret in (guest.token, room.invite, seat_pass, NONCE, cookie, "Canary Name", room.code):
        assert secret not in told


async def test_log_of_an_error_holds_no_values(app, client, lines):
    """An error of the database names its statement, not what was in it."""
    value = str(uuid4())

    @app.get("/api/broken")
    async def broken():
        from sqlalchemy import text

        async with app.state.database.sessions() as db:
            await db.execute(text("SELECT CAST(:value AS integer)"), {"value": value})

    assert (await client.get("/api/broken")).status_code == 500
    told = lines()
    assert any("error" in line for line in told)
    assert value not in json.dumps(told)


async def test_log_line_and_answer_have_the_same_number(client: httpx.AsyncClient, lines):
    answer = await client.get("/api/rooms")
    (line,) = [line for line in lines() if line["logger"] == "app.requests"]
    assert line["request"] == answer.headers["X-Request-ID"]
    assert (line["route"], line["status"], line["method"]) == ("/api/rooms", 200, "GET")


def test_log_has_no_paths_of_the_server_beneath(lines):
    logging.getLogger("uvicorn.access").warning("GET /p/sesame 200")
    logging.getLogger("uvicorn.error").info("connection open")
    logging.getLogger("uvicorn.error").warning("a word of the server's")
    assert [line["message"] for line in lines()] == ["a word of the server's"]


@pytest.mark.parametrize(("error", "is_told"), [(asyncio.CancelledError(), False), (LookupError(), True)])
def test_log_does_not_tell_of_what_the_end_of_the_server_cut_off(lines, error, is_told):
    logging.getLogger("app").error("a request broke", exc_info=error)
    assert bool(lines()) is is_told
