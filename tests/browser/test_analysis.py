"""What might have been: the graph, the table, and costly choices tried again, on a phone and by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Joined, Seated
from tests.browser.fitting import misfits
from tests.browser.people import NONCE, Player

PATIENCE = 120_000  # ms until a first look is made, in a process of the lowest priority


@pytest.fixture
def finished(join: Joined) -> str:
    """A game of two programs that take whatever comes, played to its end."""
    one, other = join("W" * 24), join("Robin Program")
    room = one.post("/api/rooms", {"seats": 2, "nonce": NONCE})
    code = room["room"]["code"]
    other.sit(code, room["invite"])
    game = str(one.post(f"/api/rooms/{code}/start")["game"]["id"])
    for program in (one, other):
        program.play(code)
    for program in (one, other):
        assert program.thread
        program.thread.join()
    return game


def opened(open_page: Seated, game: str, *, phone: bool) -> Player:
    player = open_page(phone=phone)
    player.page.goto(f"/g/{game}")
    expect(player.page.locator(".graph")).to_be_visible(timeout=PATIENCE)
    return player


@pytest.mark.parametrize("phone", [False, True])
def test_analysis_shows_where_it_turned_and_lets_one_try_again(
    open_page: Seated, finished: str, phone: bool
) -> None:
    player = opened(open_page, finished, phone=phone)
    page = player.page
    assert page.locator(".graph-strip").count() == 25
    assert player.overflow() <= 0
    assert [one for one in misfits(page) if "analysis" in str(one) or "graph" in str(one)] == []
    page.locator("[data-try]").first.click()
    panel = page.locator(".trial")
    expect(panel).to_contain_text("What would you do?")
    panel.locator(".tile:not([aria-disabled])").first.focus()
    page.keyboard.press("Enter")
    player.button("action.place").focus()
    page.keyboard.press("Enter")
    expect(panel.locator(".trial-says [role=status]")).to_have_text(re.compile("best"))
    if player.button("trial.show").count():
        player.button("trial.show").click()
    expect(player.button("trial.show")).to_have_count(0)
    assert player.violations() == []
    player.button("trial.leave").click()
    expect(panel).to_have_count(0)


def test_analysis_leads_into_the_replay_and_can_be_read_as_a_table(open_page: Seated, finished: str) -> None:
    player = opened(open_page, finished, phone=False)
    page = player.page
    page.evaluate("document.body.dataset.stayed = 'here'")
    page.locator("[data-strip='7']").click()
    expect(page.locator(".moment-text")).to_contain_text("Round 4")
    at = page.locator("[data-strip='7']").get_attribute("data-at") or ""
    expect(page.locator(".graph-now")).to_have_attribute("x1", at)
    assert page.locator("body").get_attribute("data-stayed") == "here"
    page.locator(".all-plies > summary").focus()
    page.keyboard.press("Enter")
    rows = page.locator(".all-plies tbody tr")
    expect(rows).to_have_count(24)
    rows.nth(2).locator("a").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".moment-text")).to_contain_text("Round 2")
