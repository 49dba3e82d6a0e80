"""A plan at the table, where a move may take days: made, seen, changed, kept, and played in its turn."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.fitting import misfits
from tests.browser.people import NONCE, Player, Program

DAY = 86_400


def joined(site: str, player: Player, name: str = "W" * 24) -> tuple[Program, str, str]:
    """A slow game whose host begins, and the player sits next."""
    host = Program(site, name)
    made = host.post("/api/rooms", {"seats": 2, "nonce": NONCE, "clock": DAY, "starts": "host"})
    code, game = made["room"]["code"], made["room"]["game"]["id"]
    player.sit_by_link(made["invite"].rsplit("/", 1)[-1])
    host.post(f"/api/rooms/{code}/start")
    player.expect_table()
    return host, code, game


def move(host: Program, game: str, place: int) -> None:
    """The host takes the tile at this place of the display."""
    view = host.client.get(f"/api/games/{game}").json()["view"]
    act = {"action_id": str(uuid4()), "base": 0, "tile": view["display"][place], "face": 0, "turn": 0}
    host.post(f"/api/games/{game}/acts", act)


@pytest.mark.parametrize("phone", [False, True])
def test_plan_is_made_kept_and_played(open_page: Callable[..., Player], site: str, phone: bool) -> None:
    player = open_page(phone=phone)
    host, _, game = joined(site, player)
    page = player.page
    card, tiles = page.locator(".plan-card"), page.locator(".display .tile")
    expect(page.locator(".action-hint")).to_have_text("Pick a tile to plan your move")
    if phone:
        tiles.nth(1).tap()
        page.get_by_role("button", name="Plan it").tap()
    else:
        page.keyboard.press("2")
        page.keyboard.press("Enter")
    expect(card).to_contain_text("If tile 2 is still there")
    expect(page.locator("[data-planned] .net-face.is-ghost")).to_have_count(1)
    for place in (2, 0):
        tiles.nth(place).click()
        page.get_by_role("button", name="Plan it").click()
        expect(card).to_contain_text(f"Else tile {place + 1}")
    assert player.violations() == []
    assert player.overflow() <= 0
    assert misfits(page) == []
    if phone:  # on the smallest as well: all of the plan, and how to withdraw it
        page.set_viewport_size({"width": 360, "height": 640})
        expect(card.locator(".plan-tile")).to_have_count(3)
        for part in (*card.locator(".plan-tile").all(), page.get_by_role("button", name="Withdraw the plan")):
            expect(part).to_be_in_viewport()
        assert misfits(page) == []
    page.get_by_role("button", name="Leave tile 1 out").click()
    expect(card.locator(".plan-tile")).to_have_count(2)
    page.reload()
    page.get_by_role("button", name="Your plan").click()
    expect(card.locator(".plan-tile")).to_have_count(2)
    move(host, game, 1)
    expect(page.locator(".round-chip")).to_have_text("2 of 12")
    expect(page.locator(".net-face.is-free")).to_have_count(11)
    expect(card).to_have_count(0)
    events = host.client.get(f"/api/games/{game}?since=0").json()["events"]
    assert [one["event"].get("planned", False) for one in events] == [False, True]
    host.leave()


def test_plan_is_withdrawn_and_one_that_lapses_is_told(open_page: Callable[..., Player], site: str) -> None:
    player = open_page()
    host, _, game = joined(site, player, "Robin")
    page = player.page
    expect(page.locator(".action-hint")).to_have_text("Pick a tile to plan your move")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Withdraw the plan").click()
    expect(page.locator(".plan-card")).to_have_count(0)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".plan-card")).to_have_count(1)
    move(host, game, 0)
    expect(page.locator(".toast")).to_contain_text("Your plan fits no more")
    expect(page.locator("h1")).to_have_text("Your move")
    player.place()
    expect(page.locator(".net-face.is-free")).to_have_count(11)
    host.leave()
