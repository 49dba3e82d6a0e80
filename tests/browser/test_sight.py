"""A page that nobody sees any more says so over its line, and again when it is seen."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket

from tests.browser.people import Player, Program

# As when another tab comes to the front; a headless browser has none behind.
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  const state = { value: hidden ? 'hidden' : 'visible', configurable: true };
  Object.defineProperty(document, 'visibilityState', state);
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def said_by(page: Page) -> list[dict[str, Any]]:
    """What the page says over its line from now on."""
    said: list[dict[str, Any]] = []

    def listen(line: WebSocket) -> None:
        line.on("framesent", lambda frame: said.append(json.loads(frame)))

    page.on("websocket", listen)
    return said


def test_page_that_is_hidden_says_so_and_nobody_at_the_table_is_told(
    open_page: Callable[..., Player], duel: Callable[..., tuple[Player, Program, str]]
) -> None:
    player, _, code = duel(plays=False)
    other = open_page(beside=player)
    said = said_by(other.page)
    other.page.goto(f"/r/{code}")
    other.expect_table()
    for hidden in (True, True, False):
        other.page.evaluate(HIDE, hidden)
        other.page.wait_for_timeout(200)
    sights = [one["visible"] for one in said if one["type"] == "sight"]
    assert sights == [False, True]
    assert other.page.locator(".head").is_visible()  # the line is as it was
