"""The card of an animal: opened by pointer, press and key wherever it stands, closed as one expects."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.people import play_rounds


def opened(page: Page) -> Any:
    return page.get_by_role("dialog")


def expect_opened_by(page: Page, opener: Any) -> None:
    """The card has the focus, its regions glow, and Escape leads back to what opened it."""
    name = opener.locator(".animal").first.get_attribute("title")
    expect(opened(page).locator("h2")).to_have_text(name)
    expect(opened(page)).to_be_focused()
    expect(opened(page)).to_contain_text("region")
    page.keyboard.press("Escape")
    expect(opened(page)).to_have_count(0)
    expect(opener).to_be_focused()


def test_an_animal_opens_its_card_wherever_it_stands(duel: Callable[..., Any]) -> None:
    player, program, code = duel(plays=False)
    page = player.page
    play_rounds(player, program, code, 1, 6)
    expect(page.locator(".stop.is-now")).to_contain_text("7")
    page.keyboard.press("Shift")  # any key ends the awards

    race = page.locator(".race-animal").first
    race.locator("xpath=..").click()
    expect(page.locator(".card-claim")).to_have_count(2)
    assert player.violations() == []
    expect_opened_by(page, race)
    past, coming = page.locator(".stop.is-past .opens-card").last, page.locator(".stop.is-coming .opens-card")
    past.click()
    expect_opened_by(page, past)
    coming.first.focus()
    page.keyboard.press("ArrowRight")
    expect(coming.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect_opened_by(page, coming.nth(1))
    page.locator(".log-animal").first.click()
    expect_opened_by(page, page.locator(".log-animal").first)
    expect(page.locator(".moment")).to_have_count(0)

    race.click()
    page.locator(".card-claim[aria-pressed='false']").click()
    expect(page.locator(".board")).to_have_attribute("aria-label", "The planet of Robin Program, unfolded")
    page.locator(".board-bar").click(position={"x": 5, "y": 5}, force=True)
    expect(opened(page)).to_have_count(0)
    page.mouse.move(700, 400)
    race.hover()
    expect(page.locator(".animal-card[aria-hidden]")).to_be_visible()
    page.mouse.move(700, 400)
    expect(page.locator(".animal-card")).to_have_count(0)

    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".race-when:visible").first).to_contain_text("round")
    page.locator(".race-animal:visible").first.click()
    expect(opened(page)).to_be_focused()
    card = opened(page).bounding_box()
    assert card
    assert (card["x"], card["width"], card["y"] + card["height"]) == (0, 360, 640)
    expect(page.locator(".sheet")).to_be_hidden()
    assert player.violations() == []
    assert player.overflow() <= 0
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".sheet")).to_be_visible()
    expect(page.locator(".race-animal:visible").first).to_be_focused()
