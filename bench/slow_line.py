"""How soon somebody plays on a slow line: `scripts/bench slow_line [--runs 3] [--files]`

A phone's line of 400 kbit/s that answers after 400 ms (Chromium's "slow 3G"; `--speed`, `--delay`), and a
browser that has nothing of us yet. First the table's own link, as after a change of device: from there to a
table whose tiles can be laid, and to the first globe. Then the invite: it is read for five seconds, and the
same is timed from the press on "Sit down". `--files` lists what came when. The server has packed its files
before (one visit that does not count).
"""

import argparse
import os
import statistics
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.conftest import FLAGS, PATIENT
from tests.browser.people import NONCE, Program
from tests.serving import serving

READING_MS = 5000
AIMS = {"link to table": 4.0, "link to globe": 12.0, "press to table": 4.0, "press to globe": 12.0}
NOTES = """
addEventListener("click", () => sessionStorage.setItem("began", Date.now()), { capture: true });
const note = (name, selector) => {
  if (!document.querySelector(selector)) return requestAnimationFrame(() => note(name, selector));
  document.documentElement.dataset[name] = Date.now();
};
note("table", "h1.is-mine ~ *, .table:has(h1.is-mine) .tile:not([aria-disabled])");
note("globe", ".globe-space[data-shown]");
"""
BEGAN = "Number(sessionStorage.getItem('began') ?? performance.timeOrigin)"
SECONDS = f"(name) => (document.documentElement.dataset[name] - {BEGAN}) / 1000"
FILES = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map((entry) => [entry.startTime, entry.responseStart, entry.responseEnd, entry.transferSize, entry.name])
  .sort((a, b) => a[0] - b[0])"""


class Line:
    """A slow line to a real server."""

    def __init__(self, browser: Browser, address: str, options: argparse.Namespace) -> None:
        self.browser, self.address, self.options = browser, address, options

    def page(self, context: BrowserContext, *, is_slow: bool = True) -> Page:
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.add_init_script(NOTES)
        if is_slow:
            pace = self.options.speed * 1000 / 8
            line = {"offline": False, "latency": self.options.delay}
            line |= {"downloadThroughput": pace, "uploadThroughput": pace}
            context.new_cdp_session(page).send("Network.emulateNetworkConditions", line)
        return page

    def from_link(self, *, is_slow: bool = True) -> dict[str, float]:
        """Somebody who sits already opens the table's link."""
        host, made = self.room()
        code, context = made["room"]["code"], self.stranger()
        sit = {"invite": made["invite"], "nonce": NONCE}
        answer = context.request.post(f"/api/rooms/{code}/sit", data=sit, headers={"Origin": self.address})
        assert answer.ok, answer.text()
        host.post(f"/api/rooms/{code}/start")
        host.play(code)
        page = self.page(context, is_slow=is_slow)
        page.goto(f"/r/{code}", wait_until="commit")
        return self.seen("link", page, host)

    def from_invite(self) -> dict[str, float]:
        """A friend reads the invite and sits down; the game begins at once."""
        host, made = self.room()
        page = self.page(self.stranger())
        page.goto(f"/i/{made['invite']}", wait_until="commit")
        button = page.get_by_role("button", name="Sit down")
        button.wait_for()
        page.wait_for_timeout(READING_MS)
        button.click(no_wait_after=True)
        page.wait_for_url(f"**/r/{made['room']['code']}", wait_until="commit")
        host.post(f"/api/rooms/{made['room']['code']}/start")
        host.play(made["room"]["code"])
        return self.seen("press", page, host)

    def stranger(self) -> BrowserContext:
        # Chromium does not slow down what a service worker fetches.
        return self.browser.new_context(base_url=self.address, service_workers="block")

    def room(self) -> tuple[Program, Any]:
        host = Program(self.address, "Robin Host")
        return host, host.post("/api/rooms", {"seats": 2, "starts": "host", "nonce": NONCE})

    def seen(self, since: str, page: Page, host: Program) -> dict[str, float]:
        page.locator("html[data-table][data-globe]").wait_for(state="attached")
        times = {f"{since} to {name}": page.evaluate(SECONDS, name) for name in ("table", "globe")}
        if self.options.files:
            for start, first, end, size, name in page.evaluate(FILES):
                print(
                    f"{start:7.0f}{first:7.0f}{end:7.0f}{size / 1024:8.1f} KB  {name.split('/', 3)[3][-60:]}"
                )
            print(times)
        page.context.close()
        host.leave()
        return times


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--speed", type=float, default=400, help="kbit/s")
    parser.add_argument("--delay", type=float, default=400, help="ms")
    options = parser.parse_args()
    with (
        TemporaryDirectory() as data,
        serving("--data", data, **PATIENT) as server,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None, args=FLAGS)
        line = Line(browser, server.address, options)
        line.from_link(is_slow=False)
        visits = [line.from_link() | line.from_invite() for _ in range(options.runs)]
        browser.close()
    for name, aim in AIMS.items():
        values = sorted(visit[name] for visit in visits)
        print(f"{name}: median {statistics.median(values):.2f} s, worst {values[-1]:.2f} (aim {aim:g})")


if __name__ == "__main__":
    main()
