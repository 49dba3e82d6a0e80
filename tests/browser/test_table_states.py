"""The table in all its states: nothing axe can find, nothing wider than the window, nothing hard to touch."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import misfits
from tests.browser.people import Player, Program, play_until

SMALL = """() => [...document.querySelectorAll('button, a[href], summary, input')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.unseen, dialog, .log-lines'))
  .filter((e) => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) < 43.5)
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


# What only a colour or a shadow tells apart is the same as what it should differ from.
UNSEEN_IN_FORCED_COLOURS = """() => {
  const look = (name) => {
    const { backgroundColor, outlineStyle, borderTopStyle } = getComputedStyle(document.querySelector(name));
    return [backgroundColor, outlineStyle, borderTopStyle].join();
  };
  const pairs = [
    ['.tile.is-held', '.tile:not(.is-held)'],
    ['.tab[aria-pressed=true]', '.tab[aria-pressed=false]'],
    ['.place', '.board'],
    ['.tiers-now', '.tiers'],
    ['.tiers-would', '.tiers-now'],
    ['.race[data-tone]', '.race:not([data-tone])'],
  ];
  return pairs.filter(([one, other]) => look(one) === look(other));
}"""

OUT_OF_SIGHT = """() => ['.tile.is-held', '.place', '.switcher'].filter((name) => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
})"""


def pull_the_sheet(page: Page, by: int) -> None:
    """By its handle, as a finger does."""
    box = page.locator(".sheet-handle").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + by, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (568, 320)])
def test_a_phone_holds_it_all(duel: Callable[..., Any], size: tuple[int, int]) -> None:
    player, _, _ = duel(phone=True, viewport={"width": size[0], "height": size[1]})
    page = player.page
    player.wait_for_move()
    player.place(turns=1)
    player.wait_for_move()
    assert player.overflow() <= 0
    assert page.evaluate(SMALL) == []
    assert player.violations() == []
    page.locator(".table-menu").evaluate("menu => { menu.open = true; }")
    assert page.evaluate(SMALL) == []  # among them how well planets are drawn
    page.locator(".table-menu").evaluate("menu => { menu.open = false; }")
    page.locator(".tile:not([aria-disabled])").first.tap()
    expect(page.locator(".place")).to_be_visible()
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.locator(".board").bounding_box()["height"] >= (320 if size == (360, 640) else 150)
    pull_the_sheet(page, -120)
    expect(page.locator(".table")).to_have_attribute("data-sheet", "up")
    pull_the_sheet(page, 120)
    expect(page.locator(".table")).to_have_attribute("data-sheet", "down")
    page.get_by_role("button", name="Show races, track and log").click()
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator(".log-line").first).to_be_visible()
    assert player.overflow() <= 0
    assert player.violations() == []
    page.locator(".log-line").last.tap()
    expect(page.locator(".table[data-sheet='down'] .moment")).to_be_visible()
    expect(page.locator(".action").get_by_text("Pick a tile")).to_have_count(0)
    page.locator(".action").get_by_role("button", name="Back to now").tap()
    expect(page.locator(".moment")).to_have_count(0)


def test_the_menu_closes_by_escape_a_press_outside_and_a_choice(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    page = player.page
    player.wait_for_move()
    page.locator(".tile:not([aria-disabled])").first.click()
    menu, button = page.locator(".table-menu[open]"), page.get_by_label("Menu")
    for close in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator(".track").click(),
        lambda: page.get_by_role("button", name="Copy the watch link").click(),
        lambda: page.get_by_role("button", name="Keys").click(),
    ):
        button.click()
        expect(menu).to_have_count(1)
        close()
        expect(menu).to_have_count(0)
        expect(page.locator(".tile.is-held")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).not_to_be_visible()
    expect(button).to_be_focused()
    expect(page.locator(".tile.is-held")).to_have_count(1)


def test_a_seat_pass_at_the_table_takes_the_seat_along(
    open_page: Callable[..., Player], duel: Callable[..., Any]
) -> None:
    player, _, code = duel(phone=True, viewport={"width": 360, "height": 640})
    page = player.page
    page.get_by_label("Menu").tap()
    page.get_by_role("button", name="Go on on another device").tap()
    shown = page.get_by_role("dialog", name="Go on on another device")
    expect(shown.get_by_role("img", name="QR code of the seat pass")).to_be_visible()
    expect(shown).to_contain_text(re.compile(r"It works once, until \d\d:\d\d"))
    assert misfits(page) == []
    assert player.violations() == []
    link = shown.get_by_label("The link")
    link.focus()
    assert link.evaluate("link => link.selectionEnd - link.selectionStart === link.value.length")
    address = link.input_value()
    shown.get_by_role("button", name="Copy link").tap()
    expect(shown.get_by_role("button", name="Copied")).to_be_visible()
    shown.get_by_role("button", name="Close").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    other = open_page()
    other.page.goto(address)
    other.page.get_by_role("button", name="Go on here").click()
    other.page.wait_for_url("**/games")
    other.page.goto(f"/r/{code}")
    expect(other.page.locator(".table[data-seated]")).to_be_visible()


def test_a_tile_that_a_rival_takes_from_my_hand_is_told(
    open_page: Callable[..., Player], join: Callable[[str], Program]
) -> None:
    player, rival = open_page(), join("Robin Program")
    code, invite = player.make_room()
    rival.sit(code, invite)
    player.start()
    play_until(player, [rival], code, lambda view: view["due"] == 1)
    page = player.page
    expect(page.locator("h1")).to_have_text("Program is choosing")
    page.keyboard.press(page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text())
    expect(page.locator(".tile.is-held")).to_have_count(1)
    play_until(player, [rival], code, lambda view: view["due"] == 0)
    expect(page.locator(".toast")).to_have_text("Robin Program took the tile you were trying.")
    expect(page.locator(".tile.is-held")).to_have_count(0)


def test_the_menu_shares_fills_the_screen_and_turns_day_to_night(
    duel: Callable[..., Any], open_page: Callable[..., Player]
) -> None:
    player, _, code = duel(phone=True, color_scheme="light")
    page = player.page
    page.evaluate("() => { navigator.share = async ({ url }) => { document.body.dataset.shared = url; }; }")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Share the watch link").click()
    expect(page.locator("body")).to_have_attribute("data-shared", re.compile(f"/r/{code}$"))
    page.get_by_label("Menu").click()
    for switch in ("Sounds", "Vibrate when it is my move"):  # it says how it is, and stays to be seen
        button = page.get_by_role("button", name=switch)
        expect(button).to_have_attribute("aria-pressed", "false")
        button.tap()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_visible()
    assert misfits(page) == []
    page.keyboard.press("Escape")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Night").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    assert player.violations() == []
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Leave full screen").click()
    page.wait_for_function("!document.fullscreenElement")

    watcher = open_page()
    watcher.make_room()
    name = watcher.page.locator(".name-button").inner_text()
    watcher.page.goto(f"/r/{code}")
    watcher.page.locator(".watching > summary").click()
    expect(watcher.page.locator(".watching > .menu-list")).to_have_text(f"{name} is watching")
    assert watcher.violations() == []
    page.get_by_label("Menu").click()
    expect(page.locator(".table-menu .small-only").first).to_have_text(f"{name} is watching")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")


def test_what_would_be_is_shown_and_can_be_taken_back(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    page = player.page
    player.wait_for_move()
    expect(page.locator(".if-chip")).to_have_count(0)
    page.keyboard.press(page.locator(".tile:not([aria-disabled]) .tile-key").first.inner_text())
    expect(page.locator(".if-chip")).to_be_visible()
    expect(page.locator(".race[data-tone]").first).to_be_attached()
    page.emulate_media(forced_colors="active")
    assert page.evaluate(UNSEEN_IN_FORCED_COLOURS) == []
    page.emulate_media(forced_colors="none")
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
