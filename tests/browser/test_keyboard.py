"""A whole game by the keyboard alone: everything has a name, and what happens is told."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

FACE = re.compile(r"^Face \d+, touching \d+, \d+, \d+, \d+ and \d+: ")


def test_a_whole_game_without_a_mouse(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    page = player.page
    for placed in range(11):
        player.wait_for_move()
        place = page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text()
        page.keyboard.press(place)
        focused = page.locator(".net-face:focus")
        expect(focused).to_have_attribute("aria-label", FACE)
        page.keyboard.press("n")
        page.keyboard.press("r")
        page.keyboard.press("Enter")
        expect(page.locator(".log-sign .is-mine")).to_have_count(placed + 1)
        expect(page.locator("#told")).to_contain_text("placed on face")
    player.wait_for_move()
    page.keyboard.press(page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text())
    page.keyboard.press("Enter")
    player.expect_end()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_arrows_walk_the_planet_and_escape_takes_back(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    page = player.page
    player.wait_for_move()
    page.keyboard.press(page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text())
    expect(page.locator(".net-face.is-ghost:focus")).to_have_attribute("data-face", "0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".net-face.is-ghost:focus")).to_have_attribute("data-face", "2")
    expect(page.get_by_role("button", name="Place it")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".tile.is-held")).to_have_count(0)
    expect(page.locator(".net-face.is-free")).to_have_count(12)
