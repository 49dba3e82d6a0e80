"""How soon somebody plays, and how light the table is, by the browser's own counters.

    scripts/bench table [--runs 5]

From the press on "Sit down" to "Your move" on the screen, in a fresh browser against a real server and
database, with globes drawn in software; then, with all in its cache, from the table's first paint to the
first planet; what moved on the page without being asked to (layout shift); a what-if for all races; and
every byte that the table takes in a browser that knows nothing yet, planets included and three.js apart.
"""

import argparse
import statistics
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import FLAGS, PATIENT
from tests.browser.people import NONCE, Program
from tests.serving import serving

BUDGETS = {
    "ms to your move": 2000,
    "ms from paint to planet": 1500,
    "layout shift": 0.02,
    "what-if ms": 4,
    "KB without three.js": 300,
    "KB of our scripts": 90,
    "KB with three.js": 1000,
}
NOTES = """
addEventListener("click", () => sessionStorage.setItem("pressed", Date.now()), { capture: true });
globalThis.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
const note = (name, selector) => {
  if (!document.querySelector(selector)) return requestAnimationFrame(() => note(name, selector));
  const seen = () => { document.documentElement.dataset[name] = Date.now(); };
  requestAnimationFrame(() => requestAnimationFrame(seen));
};
note("move", "h1.is-mine");
note("planet", ".globe-space[data-shown]");
"""
PRESS_TO_MOVE = "document.documentElement.dataset.move - sessionStorage.getItem('pressed')"
PAINT_TO_PLANET = """document.documentElement.dataset.planet - performance.timeOrigin
  - performance.getEntriesByName('first-contentful-paint')[0].startTime"""
SIZES = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map((entry) => [entry.name, entry.encodedBodySize])"""
WHAT_IF = """async () => {
  const base = document.querySelector('script[type=module]').src.replace('whole/pages.table.js', 'js/');
  const { whatIf } = await import(base + 'rules/races.js');
  const game = await (await fetch(`/api/rooms/${location.pathname.split('/').pop()}`)).json();
  const { view } = await (await fetch(`/api/games/${game.game.id}`)).json();
  const asked = () => {
    const times = [];
    for (let face = 0; face < 12; face++) for (let turn = 0; turn < 5; turn++) {
      const start = performance.now();
      whatIf(view, 0, { tile: view.display[0], face, turn });
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b).at(-4);
  };
  asked(); // this copy of the module is new; the page's own was asked before
  return asked();
}"""


def one_visit(browser: Browser, address: str) -> dict[str, float]:
    """A friend follows the link and sits down, the host starts and moves; then it is the friend's move."""
    host = Program(address, "Robin Host")
    made = host.post("/api/rooms", {"seats": 2, "starts": "host", "nonce": NONCE})
    code = made["room"]["code"]
    page = browser.new_context(base_url=address).new_page()
    page.add_init_script(NOTES)
    page.goto(f"/i/{made['invite']}")
    page.get_by_role("button", name="Sit down").click(no_wait_after=True)
    page.wait_for_url(f"**/r/{code}", wait_until="commit")
    host.post(f"/api/rooms/{code}/start")
    host.play(code)
    page.locator("html[data-move][data-planet]").wait_for()
    result = {"ms to your move": page.evaluate(PRESS_TO_MOVE), "layout shift": page.evaluate("shift")}
    page.reload()
    page.locator("html[data-planet]").wait_for()
    result["ms from paint to planet"] = page.evaluate(PAINT_TO_PLANET)
    result["what-if ms"] = page.evaluate(WHAT_IF)
    result |= weight(browser, page)
    page.context.close()
    host.leave()
    return result


def weight(browser: Browser, page: Page) -> dict[str, float]:
    """What the table takes in a browser that has nothing of it, watching until the planet is there."""
    # A service worker would fetch in its stead, and its answers are counted unpacked.
    stranger = browser.new_context(service_workers="block").new_page()
    stranger.goto(page.url)
    stranger.locator(".globe-space[data-shown]").wait_for()
    sizes: list[Any] = stranger.evaluate(SIZES)
    stranger.context.close()
    three = sum(size for name, size in sizes if "/three@" in name)
    # What a page asks for later, at rest, has its way there in its name (app/pages/bundles.py).
    ours = [(name, size) for name, size in sizes if name.endswith(".js") and "/static/" in name]
    scripts = sum(size for name, size in ours if "~" not in name)
    whole = sum(size for _, size in sizes)
    return {
        "KB without three.js": (whole - three) / 1024,
        "KB of our scripts": scripts / 1024,
        "KB with three.js": whole / 1024,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with (
        TemporaryDirectory() as data,
        serving("--data", data, **PATIENT) as server,
        sync_playwright() as play,
    ):
        path = subprocess.run(["scripts/chromium"], check=True, capture_output=True, text=True).stdout.strip()
        browser = play.chromium.launch(executable_path=path or None, args=FLAGS)
        visits = [one_visit(browser, server.address) for _ in range(runs)]
        browser.close()
    is_kept = True
    for name, budget in BUDGETS.items():
        values = sorted(visit[name] for visit in visits)
        median = statistics.median(values)
        is_kept = is_kept and median <= budget
        print(f"{name}: median {median:.3g}, worst {values[-1]:.3g} (budget {budget})")
    sys.exit(0 if is_kept else 1)


if __name__ == "__main__":
    main()
