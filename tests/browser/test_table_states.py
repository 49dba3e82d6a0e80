"""The table in all its states: nothing axe can find, nothing wider than the window, nothing hard to touch."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

SMALL = """() => [...document.querySelectorAll('button, a[href], summary, input')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.unseen, dialog, .menu-list'))
  .filter((e) => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) < 43.5)
  .filter((e) => !['::before', '::after'].some((part) => getComputedStyle(e, part).position === 'absolute'))
  .map((e) => e.className + ' ' + e.textContent.trim().slice(0, 20))"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_barriers_on_a_desk(duel: Callable[..., Any], scheme: str) -> None:
    player, _, _ = duel(color_scheme=scheme)
    page = player.page
    player.wait_for_move()
    player.place()
    player.wait_for_move()
    assert player.violations() == []
    page.keyboard.press(page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text())
    assert player.violations() == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Talk").first.click()
    page.locator("#say-text").fill("Good luck")
    page.keyboard.press("Enter")
    expect(page.locator(".talk-line")).to_contain_text("Good luck")
    assert player.violations() == []
    page.locator(".world").first.click()
    expect(page.get_by_role("button", name="Back to my planet")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    assert player.violations() == []
    assert player.overflow() <= 0


OUT_OF_SIGHT = """() => ['.tile.is-held', '.place', '.switcher'].filter((name) => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
})"""


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (844, 390), (568, 320)])
def test_a_phone_holds_it_all(duel: Callable[..., Any], size: tuple[int, int]) -> None:
    player, _, _ = duel(phone=True, viewport={"width": size[0], "height": size[1]})
    page = player.page
    player.wait_for_move()
    player.place(turns=1)
    player.wait_for_move()
    assert player.overflow() <= 0
    assert page.evaluate(SMALL) == []
    assert player.violations() == []
    page.locator(".tile:not([aria-disabled])").first.tap()
    expect(page.locator(".place")).to_be_visible()
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.locator(".board").bounding_box()["height"] >= 150
    page.get_by_role("button", name="Show races, track and log").click()
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator(".log-line").first).to_be_visible()
    assert player.overflow() <= 0
    assert player.violations() == []


def test_what_would_be_is_shown_and_can_be_taken_back(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    page = player.page
    player.wait_for_move()
    expect(page.locator(".if-chip")).to_have_count(0)
    page.keyboard.press(page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text())
    expect(page.locator(".if-chip")).to_be_visible()
    expect(page.locator(".race[data-tone]").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".race[data-tone]")).to_have_count(0)


def test_enter_places_what_was_picked_and_turned_with_the_mouse(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    page = player.page
    player.wait_for_move()
    page.locator(".tile:not([aria-disabled])").first.click()
    page.get_by_role("button", name="Turn the tile right").click()
    page.keyboard.press("Enter")
    expect(page.locator(".tile-taker.is-mine").or_(page.get_by_text("You placed"))).not_to_have_count(0)
