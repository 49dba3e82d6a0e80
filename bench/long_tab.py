"""Does a tab grow that should not? `scripts/bench long_tab [--cuts 20] [--sleeps 20]`

A table with globes that stays open, in Chromium without a graphics card. At the same moment of the same game
the line is cut and comes back, again and again, and the tab is put out of sight and back, as a phone does
that sleeps. Before and after, with the garbage collected, the browser counts the page's elements, listeners
and megabytes, and three what it holds on the graphics card. Then everything is left alone, and frames are
counted: none may be drawn. Exits with 1 where something has grown.
"""

import argparse
import os
import sys
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import FLAGS, PATIENT
from tests.browser.people import NONCE, Player, Program
from tests.browser.wire import Wire
from tests.serving import serving

STILL_SECONDS = 10
MOST_MORE = {"Nodes": 20, "JSEventListeners": 4, "MB": 2.0, "geometries": 0, "textures": 0, "canvases": 0}
SETTLED = "stages().length > 1 && stages().every((one) => one.stats().rich)"
NOTES = """
globalThis.stages = () => [...document.querySelectorAll("canvas")].flatMap(({ stage }) => stage ?? []);
"""
HELD = """() => {
  const all = stages().map((stage) => stage.stats());
  const sum = (key) => all.reduce((total, one) => total + one[key], 0);
  const canvases = document.querySelectorAll("canvas").length;
  return { geometries: sum("geometries"), textures: sum("textures"), canvases };
}"""
DRAWN = "stages().reduce((sum, stage) => sum + stage.stats().frames, 0)"
OUT_OF_SIGHT = """(isHidden) => {
  const say = (name, value) => Object.defineProperty(document, name, { value, configurable: true });
  say("hidden", isHidden);
  say("visibilityState", isHidden ? "hidden" : "visible");
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Tab:
    """Somebody's table, and the line that it hangs on."""

    def __init__(self, page: Page, wire: Wire) -> None:
        self.page, self.wire = page, wire
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("Performance.enable")

    def weigh(self) -> dict[str, float]:
        self.page.wait_for_function(SETTLED)
        for _ in range(2):
            self.devtools.send("HeapProfiler.collectGarbage")
            self.page.wait_for_timeout(300)
        told = self.devtools.send("Performance.getMetrics")["metrics"]
        found = {one["name"]: one["value"] for one in told}
        weights: dict[str, float] = {name: found[name] for name in ("Nodes", "JSEventListeners")}
        weights["MB"] = found["JSHeapUsedSize"] / 1e6
        held: dict[str, Any] = self.page.evaluate(HELD)
        return weights | held

    def cut(self) -> None:
        """The line is lost, and comes back as soon as the device says so."""
        self.wire.cut()
        self.page.locator("h1", has_text="Reconnecting").wait_for()
        self.wire.mend()
        self.page.evaluate("dispatchEvent(new Event('online'))")
        self.page.locator("h1.is-mine").wait_for()

    def sleep(self) -> None:
        for is_hidden in (True, False):
            self.page.evaluate(OUT_OF_SIGHT, is_hidden)
            self.page.wait_for_timeout(200)

    def frames_at_rest(self) -> int:
        self.page.wait_for_function(SETTLED)
        self.page.wait_for_timeout(1500)
        before = self.page.evaluate(DRAWN)
        self.page.wait_for_timeout(STILL_SECONDS * 1000)
        drawn: int = self.page.evaluate(DRAWN) - before
        return drawn


def open_table(page: Page, address: str) -> Program:
    """A game against a program, in which it is my move."""
    host = Program(address, "Robin Host")
    made = host.post("/api/rooms", {"seats": 2, "starts": "host", "nonce": NONCE})
    code = made["room"]["code"]
    player = Player(page)
    player.sit_by_link(made["invite"])
    host.post(f"/api/rooms/{code}/start")
    host.play(code)
    page.locator("h1.is-mine").wait_for()
    return host


def measure(tab: Tab, options: argparse.Namespace) -> bool:
    tab.cut()  # so that all has come by now that comes once
    tab.sleep()
    before = tab.weigh()
    for _ in range(options.cuts):
        tab.cut()
    for _ in range(options.sleeps):
        tab.sleep()
    after = tab.weigh()
    for name, most in MOST_MORE.items():
        print(f"{name}: {before[name]:.4g}, then {after[name]:.4g} (may grow by {most})")
    drawn = tab.frames_at_rest()
    print(f"{drawn} frames drawn in {STILL_SECONDS} s in which nothing changed")
    return drawn == 0 and all(after[name] <= before[name] + most for name, most in MOST_MORE.items())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--sleeps", type=int, default=20)
    options = parser.parse_args()
    with (
        TemporaryDirectory() as data,
        serving("--data", data, **PATIENT) as server,
        sync_playwright() as play,
    ):
        wire = Wire(server.address)
        browser = play.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None, args=FLAGS)
        context = browser.new_context(
            base_url=wire.address, viewport={"width": 1024, "height": 768}, bypass_csp=True
        )
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.add_init_script(NOTES)
        host = open_table(page, server.address)
        is_kept = measure(Tab(page, wire), options)
        browser.close()
        host.leave()
        wire.close()
    sys.exit(0 if is_kept else 1)


if __name__ == "__main__":
    main()
