"""Errors as people see them."""

import httpx
import pytest
from fastapi import FastAPI

from app.config import Settings
from app.errors import Gone, NotAllowed, TooMany, Unavailable
from app.main import create_app
from app.texts import t
from tests.guests import Guest
from tests.pages.conftest import HTML, Parsed, Read


async def test_unknown_page_is_a_page(read: Read) -> None:
    response = await read("/nowhere")
    page = Parsed(response.text)
    assert response.status_code == 404
    assert t("pages.404") in page.words
    assert page.all("a", href="/")
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"


async def test_unknown_room_is_a_page_for_people_and_json_for_programs(read: Read, maya: Guest) -> None:
    assert t("pages.404") in (await read("/r/22222")).text
    asked = await maya.ask("GET", "/rooms/22222")
    assert (asked.status_code, asked.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("error", "status"),
    [(Gone(), 410), (TooMany(retry_after=7), 429), (Unavailable(), 503), (ValueError(), 500)],
)
async def test_error_keeps_its_status_and_says_what_to_do(
    app: FastAPI, read: Read, error: Exception, status: int
) -> None:
    async def fail() -> None:
        raise error

    app.router.add_api_route("/fails", fail, include_in_schema=False)
    response = await read("/fails")
    assert response.status_code == status
    assert t(f"pages.{status}") in Parsed(response.text).words
    if status == 429:
        assert response.headers["retry-after"] == "7"


async def test_error_is_told_by_its_code_where_there_are_words_for_it(app: FastAPI, read: Read) -> None:
    async def refuse(code: str) -> None:
        raise NotAllowed(code)

    app.router.add_api_route("/refuses/{code}", refuse, include_in_schema=False)
    assert t("pages.kicked") in Parsed((await read("/refuses/kicked")).text).words
    assert t("pages.403") in Parsed((await read("/refuses/not_host")).text).words


@pytest.mark.usefixtures("standing_clock")
async def test_too_many_requests_are_told_on_a_page(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"requests_per_minute": 1}))
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver", headers=HTML) as asking:
        first, second = [await asking.get("/robots.txt") for _ in range(2)]
    assert (first.status_code, second.status_code) == (200, 429)
    assert t("pages.429") in Parsed(second.text).words


async def test_fragment_and_head_get_no_page(read: Read, client: httpx.AsyncClient) -> None:
    fragment = await read("/r/22222/seats", **{"HX-Request": "true"})
    assert fragment.headers["content-type"] == "application/json"
    head = await client.head("/nowhere", headers={"Accept": "text/html"})
    assert (head.status_code, head.content) in ((404, b""), (405, b""))
