"""What a step of a replay costs beside a step at the table: both draw the same panels.

    scripts/bench replay [--runs 3]

A game of four is looked back at by a slider, step by step as it is dragged, on its own page and at its table,
in turns, on the net. Told is the time of the page's main thread for a step, two frames each, by the browser's
own counters: of that thread alone, so that a busy machine changes it little.
"""

import argparse
import statistics
import subprocess
from collections.abc import Callable
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import FLAT, PATIENT
from tests.browser.people import NONCE, Program, any_move
from tests.serving import serving

SEATS, PLIES, STEPS = 4, 44, 48
PARTS = {"all": "TaskDuration", "script": "ScriptDuration", "style": "RecalcStyleDuration"}
PARTS |= {"layout": "LayoutDuration"}
SCRUB = """async (steps) => {
  const slider = () => document.querySelector(".moment-slider");
  for (let step = 0; step < steps; step++) {
    slider().value = String(step % Number(slider().max));
    slider().dispatchEvent(new Event("input"));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
}"""
LOOK_BACK = "document.querySelectorAll('.log-line')[6].click()"


def played(address: str) -> tuple[str, str, list[Program]]:
    """A game of four programs, nearly over: its id, its room, and who plays."""
    programs = [Program(address, f"Program {seat}") for seat in range(SEATS)]
    room = programs[0].post("/api/rooms", {"seats": SEATS, "nonce": NONCE, "wait": 86400})
    code: str = room["room"]["code"]
    for program in programs[1:]:
        program.sit(code, room["invite"])
    programs[0].post(f"/api/rooms/{code}/start")
    game: str = programs[0].client.get(f"/api/rooms/{code}").json()["game"]["id"]
    by_seat = {program.client.get(f"/api/games/{game}").json()["seat"]: program for program in programs}
    for _ in range(PLIES):
        state = programs[0].client.get(f"/api/games/{game}").json()
        due = state["view"]["due"]
        by_seat[due].post(f"/api/games/{game}/acts", any_move(state | {"seat": due}))
    return game, code, programs


def at_table(page: Page) -> None:
    page.locator(".log-line:not([disabled])").first.wait_for(state="attached")
    page.evaluate(LOOK_BACK)


def cost(browser: Browser, url: str, prepare: Callable[[Page], None]) -> dict[str, float]:
    """Milliseconds of the main thread for a step, the second time, when all of it is warm."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    prepare(page)
    page.locator(".moment-slider").wait_for()
    page.evaluate(SCRUB, STEPS)
    counters = context.new_cdp_session(page)
    counters.send("Performance.enable", {"timeDomain": "threadTicks"})

    def read() -> dict[str, float]:
        return {one["name"]: one["value"] for one in counters.send("Performance.getMetrics")["metrics"]}

    before = read()
    page.evaluate(SCRUB, STEPS)
    after = read()
    context.close()
    return {part: 1000 * (after[name] - before[name]) / STEPS for part, name in PARTS.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    found: dict[str, list[dict[str, float]]] = {"replay": [], "table": []}
    with (
        TemporaryDirectory() as data,
        serving("--data", data, **PATIENT) as server,
        sync_playwright() as play,
    ):
        game, code, programs = played(server.address)
        path = subprocess.run(["scripts/chromium"], check=True, capture_output=True, text=True).stdout.strip()
        browser = play.chromium.launch(executable_path=path or None, args=FLAT)
        for _ in range(runs):
            found["replay"].append(cost(browser, f"{server.address}/g/{game}", lambda _: None))
            found["table"].append(cost(browser, f"{server.address}/r/{code}", at_table))
        browser.close()
        for program in programs:
            program.leave()
    for where, costs in found.items():
        parts = (f"{part} {statistics.median(one[part] for one in costs):.1f}" for part in PARTS)
        print(f"{where}, ms a step: {', '.join(parts)}")
    ratios = [one["all"] / other["all"] for one, other in zip(found["replay"], found["table"], strict=True)]
    print(f"replay to table: {', '.join(f'{ratio:.2f}' for ratio in ratios)}")


if __name__ == "__main__":
    main()
