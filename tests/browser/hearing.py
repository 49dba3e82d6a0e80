"""All that a screen reader is given to say at the table: what is told is soon followed by something else."""

import re
import time

from playwright.sync_api import Page

PATIENCE = 45.0  # seconds
# As soon as the live region is there, which is at once or once the document is.
LISTEN = """(() => {
  globalThis.heard = [];
  const listen = () => {
    const place = document.querySelector("#announced");
    if (place) new MutationObserver(() => heard.push(place.textContent)).observe(place, { childList: true });
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", listen);
  else listen();
})()"""


class Hearing:
    """Listens on a page from now on; `from_the_start` on each page that it goes to, from its first word."""

    def __init__(self, page: Page, *, from_the_start: bool = False) -> None:
        self.page = page
        self.since = 0
        if from_the_start:
            page.add_init_script(LISTEN)
        else:
            page.evaluate(LISTEN)

    def press(self, key: str) -> None:
        """What is asked for next is what was said after this key."""
        self.since = self.page.evaluate("heard.length")
        self.page.keyboard.press(key)

    def expect(self, pattern: str) -> str:
        """The first message that says so."""
        deadline = time.monotonic() + PATIENCE
        while True:
            messages: list[str] = self.page.evaluate("(since) => heard.slice(since)", self.since)
            for message in messages:
                if re.search(pattern, message):
                    return message
            assert time.monotonic() < deadline, f"not heard: {pattern!r}, but {messages}"
            self.page.wait_for_timeout(40)
