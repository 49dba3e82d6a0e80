"""The line is lost in the middle of a game: nothing else is."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import Player, Program
from tests.browser.wire import Wire


@pytest.fixture
def wire(site: str) -> Iterator[Wire]:
    wire = Wire(site)
    yield wire
    wire.close()


def test_a_move_made_offline_arrives_once_and_the_page_never_reloads(
    wire: Wire, duel: Callable[..., tuple[Player, Program, str]]
) -> None:
    player, program, code = duel(base_url=wire.address)
    page = player.page
    player.wait_for_move()
    player.place()
    player.wait_for_move()
    page.evaluate("globalThis.sameDocument = true")
    page.locator(".tile:not([aria-disabled])").first.click()
    page.locator(".net-face.is-free").first.click(force=True)

    wire.cut()
    page.get_by_role("button", name="Place it").click()
    expect(page.get_by_text("Sending").first).to_be_visible()
    expect(page.locator("h1")).to_have_text("Reconnecting")
    wire.mend()

    player.wait_for_move()
    expect(page.locator(".tile.is-held")).to_have_count(0)
    assert page.evaluate("globalThis.sameDocument")
    game = program.client.get(f"/api/rooms/{code}").json()["game"]["id"]
    state = program.client.get(f"/api/games/{game}").json()
    assert len(state["view"]["placements"][1 - state["seat"]]) == 2


def test_two_tabs_of_one_person_agree(duel: Callable[..., Any], open_page: Callable[..., Player]) -> None:
    player, _, code = duel()
    other = open_page(beside=player)
    other.page.goto(f"/r/{code}")
    other.expect_table()
    player.wait_for_move()
    player.place()
    player.wait_for_move()
    other.wait_for_move()
    assert other.covered == player.covered == 1


def test_a_reload_comes_back_to_the_same_seat_and_moment(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    player.wait_for_move()
    player.place()
    player.wait_for_move()
    lines = player.page.locator(".log-line").count()
    player.page.reload()
    player.wait_for_move()
    assert player.covered == 1
    expect(player.page.locator(".log-line")).to_have_count(lines)
    player.page.locator(".log-line").last.click()
    expect(player.page.locator(".moment")).to_contain_text("Round 1")
    player.page.locator(".moment").get_by_role("button", name="Back to now").click()
    expect(player.page.locator(".moment")).to_have_count(0)


SIXTEEN_MORE = """(code) => {
  globalThis.more = Array.from({ length: 16 }, () => new WebSocket(`ws://${location.host}/ws/rooms/${code}`));
}"""


def test_a_tab_whose_place_was_taken_takes_it_back_at_one_press(duel: Callable[..., Any]) -> None:
    player, _, code = duel()
    player.wait_for_move()
    player.page.evaluate(SIXTEEN_MORE, code)
    expect(player.page.locator("h1")).to_have_text("Not connected")
    assert player.violations() == []
    player.page.get_by_role("button", name="Use it here").click()
    player.wait_for_move()
    player.place()
    player.wait_for_move()
    expect(player.page.get_by_role("button", name="Use it here")).to_have_count(0)
