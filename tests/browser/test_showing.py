"""A finished planet to show: drawn, turned by keys, and kept as a picture, with WebGL or without."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import misfits_at_all_sizes
from tests.browser.people import Player
from tests.browser.test_replay import PLIES, played

LONG = "W" * 24
TURNED = "before => String(document.querySelector('canvas').stage.attitude()) !== before"


@pytest.fixture(scope="module")
def game(site: str) -> Iterator[str]:
    found, programs = played(site, PLIES)
    yield found
    for program in programs:
        program.leave()


def planet_of(page: Page, game: str) -> None:
    """The planet of the one with the long name."""
    page.goto(f"/g/{game}/planet/0")
    if page.get_by_role("heading", level=1).get_by_text(LONG).count() == 0:
        page.goto(f"/g/{game}/planet/1")


def kept(page: Page) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("link", name="Keep a picture").click()
    assert download.value.suggested_filename == f"The planet of {LONG}.png"
    return Path(download.value.path()).read_bytes()


def test_planet_without_a_globe_is_its_portrait_and_fits_everywhere(
    open_page: Callable[..., Player], game: str
) -> None:
    player = open_page()
    player.page.add_init_script("delete window.WebGL2RenderingContext")
    planet_of(player.page, game)
    expect(player.page.get_by_role("img", name=f"The planet of {LONG}")).to_be_visible()
    assert kept(player.page)[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
    assert misfits_at_all_sizes(player.page, "planet", names=[LONG]) == []
    assert player.violations() == []


def test_globe_is_turned_by_keys_and_kept_as_a_large_picture(
    open_page: Callable[..., Player], game: str
) -> None:
    page = open_page().page
    planet_of(page, game)
    expect(page.locator(".showing-stage[data-shown]")).to_be_visible(timeout=30_000)
    before = page.evaluate("String(document.querySelector('canvas').stage.attitude())")
    page.locator("canvas").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(TURNED, arg=before)
    assert kept(page)[16:24] == (2048).to_bytes(4, "big") * 2
