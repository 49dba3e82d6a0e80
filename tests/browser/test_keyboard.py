"""A whole game by the keyboard alone: everything has a name, and what happens is told."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.hearing import Hearing

FACE = re.compile(r"^Face \d+, touching \d+, \d+, \d+, \d+ and \d+: ")
UNDER = re.compile(r"^Face \d+, under the tile in hand$")
HELD = r"Tile {} over face \d+: .+ towards .+\. (Around it: .+|All faces around it are free)\. .+\.\s*$"


def expect_told(hearing: Hearing, tile: str, told: list[str]) -> None:
    """The tile in hand is told of in one whole message, other than the last time."""
    told.append(hearing.expect(HELD.format(tile)))
    assert told[-1] not in told[-2:-1]


def test_a_whole_game_without_a_mouse(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    page = player.page
    hearing, told = Hearing(page), list[str]()
    for placed in range(11):
        player.wait_for_move()
        if placed == 1:
            page.keyboard.press("n")
            expect(page.locator(".net-face:focus")).to_have_attribute("aria-label", FACE)
            hearing.press("r")
            hearing.expect("No tile is in hand")
            assert page.locator(".worlds").aria_snapshot().count("no animals yet") == 1
        place = page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text()
        hearing.press(place)
        expect(page.locator(".net-face:focus")).to_have_attribute("aria-label", UNDER)
        expect_told(hearing, place, told)
        if placed < 10:
            hearing.press("n")
            expect_told(hearing, place, told)
        hearing.press("Shift+r")
        page.keyboard.press("r")
        page.keyboard.press("r")
        hearing.expect(f"Tile {place} over face")
        hearing.press("Enter")
        expect(page.locator(".log-sign .is-mine")).to_have_count(placed + 1)
        hearing.expect(r"You placed on face \d")
    player.wait_for_move()
    page.keyboard.press(page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text())
    page.keyboard.press("Enter")
    player.expect_end()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_arrows_walk_the_planet_and_escape_takes_back(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    page = player.page
    player.wait_for_move()
    place = page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text()
    expect(page.locator(".tile").nth(int(place) - 1)).to_have_attribute(
        "aria-label", re.compile("clockwise: ")
    )
    hearing, told = Hearing(page), list[str]()
    hearing.press(place)
    expect(page.locator(".net-face.is-ghost:focus")).to_have_attribute("data-face", "0")
    expect_told(hearing, place, told)
    hearing.press("ArrowRight")
    expect(page.locator(".net-face.is-ghost:focus")).to_have_attribute("data-face", "2")
    expect_told(hearing, place, told)
    hearing.press("r")
    expect_told(hearing, place, told)
    expect(page.get_by_role("button", name="Place it")).to_be_visible()
    hearing.press("Escape")
    assert hearing.expect(f"Tile {place} is back").strip() == f"Tile {place} is back."
    expect(page.locator(".tile.is-held")).to_have_count(0)
    expect(page.locator(".net-face.is-free")).to_have_count(12)

    tile = page.locator(".tile").nth(int(place) - 1)
    tile.focus()
    page.keyboard.press("Enter")
    expect(tile).to_have_attribute("aria-pressed", "true")
    net = page.get_by_role("button", name="Net", exact=True)
    if net.count():
        net.focus()
        page.keyboard.press("Enter")  # its own action, and no move
        expect(page.locator(".tile.is-held")).to_have_count(1)
    tile.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".log-sign .is-mine")).to_have_count(1)
    expect(page.locator(".tile:focus")).to_have_count(1)
