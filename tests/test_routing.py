"""What reaches a route, and what an error looks like when it comes back."""

import asyncio
import json

import pytest

from tests.guests import NONCE, join, refused

LONG = json.dumps({"name": "x" * 20_000}).encode()


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"", {"Content-Type": "application/json"}, 422, "malformed"),
        (b"{", {"Content-Type": "application/json"}, 400, "bad_json"),
        (b'{"name":"a","name":"b"}', {"Content-Type": "application/json"}, 422, "malformed"),
        (b'{"name":"a\\u0000"}', {"Content-Type": "application/json"}, 422, "malformed"),
        (b'{"name":"a","extra":1}', {"Content-Type": "application/json"}, 422, "malformed"),
        (b'{"name":1}', {"Content-Type": "application/json"}, 422, "malformed"),
        (b'{"name":null}', {"Content-Type": "application/json"}, 422, "malformed"),
        (b'["name"]', {"Content-Type": "application/json"}, 422, "malformed"),
        (b"null", {"Content-Type": "application/json"}, 422, "malformed"),
        (b'{"name":"a"}', {"Content-Type": "text/plain"}, 415, "wrong_media_type"),
        (b'{"name":"a"}', {}, 415, "wrong_media_type"),
        (b'{"name":"a"}', {"Content-Type": "application/merge-patch+json"}, 415, "wrong_media_type"),
        (b'{"name":"a"}', {"Content-Type": "application/json; charset=utf-16"}, 415, "wrong_media_type"),
        (b"name=a", {"Content-Type": "application/x-www-form-urlencoded"}, 415, "wrong_media_type"),
        (b"\x1f\x8b", {"Content-Type": "application/json", "Content-Encoding": "gzip"}, 415, "packed_body"),
        (LONG, {"Content-Type": "application/json"}, 413, "too_large"),
    ],
)
async def test_body_that_is_not_as_it_should_be(client, body, headers, status, code):
    guest = await join(client)
    headers = {"Authorization": f"Bearer {guest.token}", **headers}
    refused(await client.patch("/api/people/me", content=body, headers=headers), status, code)
    assert (await guest.get("/people/me"))["name"] == guest.name


async def test_body_without_a_length_is_cut_off(client):
    async def endless():
        for _ in range(1000):
            yield b" " * 1024

    refused(await client.post("/api/people", content=endless()), 413, "too_large")


async def test_body_where_none_is_expected_is_refused(client):
    guest = await join(client)
    refused(await guest.ask("POST", "/people/me/pass", {"minutes": 1000}), 422, "malformed")
    assert (await guest.ask("POST", "/people/me/pass", {})).status_code == 201


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", True), ("seats", "3"), ("seats", 3.0), ("seats", 5), ("seats", None), ("seats", 10**17),
        ("clock", 31), ("clock", False), ("public", 1), ("public", "yes"), ("starts", "me"), ("wait", 0),
        ("variants", ["beginner", "beginner"]), ("variants", ["expert"]), ("variants", "beginner"),
        ("nonce", "short"),
        ("nonce", "x" * 65), ("nonce", "0123456789abcde\n"), ("nonce", "0123456789abcdef\n"),
        ("nonce", ["0" * 16]),
    ],
)  # fmt: skip
async def test_options_are_taken_literally(client, field, value):
    guest = await join(client)
    answer = await guest.ask("POST", "/rooms", {field: value})
    refused(answer, 422, "malformed")
    assert answer.json()["details"]["fields"][0]["at"].startswith(f"body.{field}")
    assert str(value) not in answer.text or len(str(value)) < 5


@pytest.mark.parametrize(
    "path",
    [
        "/api/rooms/ABCDE",
        "/api/rooms/abcde",
        "/api/rooms/%00",
        "/api/rooms/" + "x" * 5000,
        "/api/rooms/٣٣٣٣٣",
    ],
)
async def test_unknown_rooms_are_all_alike(client, path):
    answer = await client.get(path)
    refused(answer, 404, "not_found")
    assert answer.content == (await client.get("/api/rooms/22222")).content


async def test_wrong_method_and_trailing_slash(client):
    refused(await client.put("/api/rooms"), 405, "wrong_method")
    refused(await client.get("/api/rooms/"), 404, "not_found")
    refused(await client.request("TRACE", "/api/rooms"), 405, "wrong_method")


async def test_head_is_get_without_the_body(client):
    answer = await client.head("/api/rooms")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "application/json"


async def test_unhandled_error_tells_nothing_but_its_number(app, client, caplog):
    @app.get("/api/broken")
    async def broken():
        raise RuntimeError("secret detail")

    answer = await client.get("/api/broken")
    refused(answer, 500, "internal")
    assert "secret" not in answer.text
    assert answer.json()["details"]["request"] == answer.headers["X-Request-ID"]
    assert "secret detail" in caplog.text


async def test_failed_request_leaves_nothing_behind(client):
    """The room would be made and the seat taken, but the answer is an error."""
    guest = await join(client)
    room = await guest.make_room(seats=2)
    before = await room.look()
    refused(await guest.ask("POST", f"{room.path}/start"), 409, "too_few")
    after = await room.look()
    assert after["version"] == before["version"]


async def test_parallel_requests_of_one_person_do_not_mix(client):
    guest = await join(client)
    room = await guest.make_room(seats=4)
    bodies = [{"nonce": NONCE, "seat": seat} for seat in (0, 1, 2, 3) * 3]
    answers = await asyncio.gather(*(guest.ask("POST", f"{room.path}/sit", body) for body in bodies))
    assert {answer.status_code for answer in answers} == {200}
    assert [name for name in await room.names() if name] == [guest.name]
