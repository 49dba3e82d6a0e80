"""The world of a day in a browser: begun from the front page, played on, compared; on a phone and by keys."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from playwright.sync_api import Page, expect

from app.bots.daily import RULE, candidate, key_of, seal_of
from app.daily.worlds import line_record
from app.games.store import dsn
from app.rules.deal import commitment
from tests.browser.conftest import PATIENT, PHONE, watch
from tests.browser.fitting import misfits
from tests.browser.people import AXE, Program
from tests.databases import in_own_loop
from tests.serving import serving

SECRET = bytes(32)
WIDE_NAME = "W" * 24
WORLD_SQL = """
INSERT INTO daily_worlds (day, rule, key, seal, number, seed, commitment, drawn_at, line)
VALUES ($1, $2, $3, $4, 0, $5, $6, now(), $7::text::jsonb)
"""
END_SQL = """
UPDATE games SET state = 'over', due_at = NULL, ended_at = now(), result = $1::text::jsonb
WHERE daily IS NOT NULL AND state = 'running'
"""


BOTS_DUE_SQL = """
SELECT count(*) FROM games WHERE daily IS NOT NULL AND state = 'running' AND due_kind IN ('begin', 'bot')
"""


async def run(database: str, *statements: tuple[Any, ...]) -> None:
    connection = await asyncpg.connect(dsn(database))
    for statement, *values in statements:
        await connection.execute(statement, *values)
    await connection.close()


def worlds(ahead: int, behind: int) -> list[tuple[Any, ...]]:
    """So many days, each with a world, today's with Gaia's game too, so that the server draws none."""
    today = datetime.now(UTC).date()
    rows = []
    for number in range(-behind, ahead + 1):
        day = today + timedelta(days=number)
        key = key_of(SECRET, day)
        seed = candidate(key, 0)
        line = json.dumps(line_record(seed, day, 0.001)) if not number else "{}" if number > 0 else None
        rows.append((WORLD_SQL, day, RULE, key, seal_of(key), seed, commitment(seed), line))
    return rows


@pytest.fixture(scope="module")
def database(make_database: Any) -> str:
    made: str = make_database()
    in_own_loop(run(made, *worlds(3, 2)))
    return made


@pytest.fixture(scope="module")
def daily_site(database: str) -> Iterator[str]:
    with serving(database_url=database, **PATIENT, TERRAHEDRON_DAILY="true") as server:
        yield server.address


def faults(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate("axe.run().then(({ violations }) => violations.map((one) => one.id))")
    return found


async def my_turn(database: str) -> None:
    """Wait until no bot is to move: what is in the database then stays there."""
    connection = await asyncpg.connect(dsn(database))
    while await connection.fetchval(BOTS_DUE_SQL):
        await asyncio.sleep(0.1)
    await connection.close()


def end_my_game(database: str, points: int) -> None:
    in_own_loop(my_turn(database))
    scores = [{"seat": seat, "total": points if seat == 0 else 9} for seat in range(4)]
    in_own_loop(run(database, (END_SQL, json.dumps({"scores": scores, "winners": [0]}))))


def test_day_on_a_phone_from_the_front_page_to_the_line_to_hand_on(chromium, daily_site, database):
    complaints: list[str] = []
    context = chromium.new_context(
        base_url=daily_site, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
    )  # fmt: skip
    page = context.new_page()
    watch(page, complaints)
    page.goto("/")
    page.locator(".today-world").get_by_role("link", name="Play today’s world").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("World of")
    assert misfits(page) == []
    page.get_by_role("button", name="Play today’s world").tap()
    page.wait_for_url("**/r/*")
    expect(page.locator("#table, .table, main").first).to_be_visible()
    table = page.url
    page.goto("/daily")
    page.get_by_role("link", name="Go on").tap()
    page.wait_for_url(table)
    end_my_game(database, 31)
    page.goto("/daily")
    expect(page.locator(".daily-points")).to_have_text("31 points")
    expect(page.locator(".daily-bar.is-mine")).to_have_count(1)
    assert misfits(page) == []
    assert faults(page) == []
    page.get_by_label("Name of the circle").fill(WIDE_NAME)
    page.get_by_role("button", name="Make a circle").tap()
    expect(page.locator(".daily-circle .row")).to_contain_text("31 points")
    assert misfits(page, [WIDE_NAME]) == []
    page.get_by_role("button", name="Watch it").tap()
    page.wait_for_url("**/replay")
    expect(page.locator("[data-shown]")).to_be_visible()
    context.close()
    assert complaints == []


def press(page: Page, name: str) -> None:
    """By the Tab key until the focus is there, then Enter."""
    for _ in range(80):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.querySelector(':is(a, button, summary):focus')?.textContent ?? ''")
        if name in focused:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way to {name!r} by the keyboard")


def take_out_of_a_circle(page: Page, address: str) -> None:
    """Made, somebody in it, and taken out again: asked first, then there is another link."""
    page.get_by_label("Name of the circle").fill("Two")
    page.keyboard.press("Enter")
    link = page.locator(".daily-circle [data-copy]").get_attribute("data-copy") or ""
    guest = Program(address, WIDE_NAME)
    guest.post(f"/api/circles/{link.rsplit('/', 1)[1]}/join")
    page.reload()
    page.get_by_role("button", name=f"Take out: {WIDE_NAME}").press("Enter")
    asked = page.get_by_role("dialog", name=f"Take {WIDE_NAME} out of this circle?")
    expect(asked).to_be_visible()
    assert misfits(page, [WIDE_NAME]) == []
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".daily-circle .row")).to_have_count(2)
    page.get_by_role("button", name=f"Take out: {WIDE_NAME}").press("Enter")
    asked.get_by_role("button", name="Take out").press("Enter")
    expect(page.locator(".daily-circle .row")).to_have_count(1)
    expect(page.locator("h2#circles")).to_be_focused()
    expect(page.locator(".toast")).to_contain_text("The circle has a new link")
    assert page.locator(".daily-circle [data-copy]").get_attribute("data-copy") != link
    guest.leave()


def test_day_by_keyboard_alone(chromium, daily_site, database):
    complaints: list[str] = []
    size = {"width": 1024, "height": 768}
    context = chromium.new_context(base_url=daily_site, viewport=size, reduced_motion="reduce")
    page = context.new_page()
    watch(page, complaints)
    page.goto("/daily")
    assert faults(page) == []
    press(page, "Play today’s world")
    page.wait_for_url("**/r/*")
    end_my_game(database, 22)
    page.goto("/daily")
    press(page, "As a table")
    expect(page.locator(".daily-table .is-mine th")).to_contain_text("you")
    toggle = page.get_by_role("switch")
    toggle.focus()
    with page.expect_response("**/name"):
        page.keyboard.press("Space")
    page.reload()
    expect(toggle).to_be_checked()
    take_out_of_a_circle(page, daily_site)
    press(page, "Play it freely, uncounted")
    page.wait_for_url("**/r/*")
    closed = (datetime.now(UTC).date() - timedelta(days=2)).isoformat()
    page.goto(f"/daily/{closed}")
    expect(page.locator(".fair pre")).to_contain_text(f"daily verify {closed} --key")
    assert misfits(page) == []
    context.close()
    assert complaints == []
