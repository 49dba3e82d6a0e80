"""How fast planets are drawn without a graphics card: `scripts/bench page`.

One large and three small planets, all covered and turning, at 1280 by 720 in Chromium's software WebGL; then
the same at rest in full quality; then the cost of building, and what our scripts weigh."""

import os
import statistics
from typing import Any

from playwright.sync_api import Page, sync_playwright

from app.pages.assets import Assets
from app.pages.bundles import Bundles
from app.pages.packing import pack_best
from app.pages.vendor import Vendor
from bench._stage import ROOT, SOFTWARE, open_stage, serving_files

SECONDS = 8
TABLE = "js/pages/table.js"

TURNING = """async (seconds) => {
  const from = stages[0].stats().frames;
  const small = () => stages.slice(1).reduce((sum, stage) => sum + stage.stats().frames, 0);
  const fromSmall = small();
  const times = [];
  const start = performance.now();
  let last = start;
  while (last - start < seconds * 1000) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  const spent = (last - start) / 1000;
  return { times, large: (stages[0].stats().frames - from) / spent, small: (small() - fromSmall) / spent };
}"""

STILL = """async () => {
  for (const stage of stages) stage.spin(false);
  await new Promise((done) => setTimeout(done, 1500));
  const gl = stages[0].canvas.getContext("webgl2");
  const finish = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  finish();
  const start = performance.now();
  const before = stages.map((stage) => stage.stats().frames);
  for (const stage of stages) stage.glow(null);
  const isDone = () => stages.every((stage, i) => stage.stats().rich && stage.stats().frames > before[i] + 1);
  while (!isDone()) await new Promise(requestAnimationFrame);
  finish();
  const spent = performance.now() - start;
  const all = stages.map((stage) => stage.stats());
  const sum = (key) => all.reduce((total, one) => total + one[key], 0);
  return { spent, calls: sum("calls"), triangles: sum("triangles") };
}"""

BUILDING = """async () => {
  const built = [];
  const added = [];
  for (let face = 0; face < 12; face++) {
    const without = areas.slice(0, face * 5) + "....." + areas.slice(face * 5 + 5);
    stages[0].setAreas(".".repeat(60));
    stages[0].setAreas(without);
    built.push(stages[0].stats().built);
    stages[0].setAreas(areas);
    added.push(stages[0].stats().built);
    await new Promise((done) => setTimeout(done, 60));
  }
  return { built, added };
}"""


def kilobytes(bundles: Bundles, *way: str) -> float:
    """A bundle of our scripts as it travels."""
    found = bundles.get(bundles.name(*way))
    assert found
    return len(pack_best(found.script, "br")) / 1024


def say(what: str, figure: str, aim: str) -> None:
    print(f"{what:<44}{figure:>22}   aim {aim}")


def measure(page: Page) -> None:
    turning: dict[str, Any] = page.evaluate(TURNING, SECONDS)
    times = sorted(turning["times"])
    say("frames a second while turning, median", f"{1000 / statistics.median(times):.1f}", ">= 24 (try 30)")
    say("large planet drawn a second, mean", f"{turning['large']:.1f}", ">= 24")
    say("small planets drawn a second, each", f"{turning['small'] / 3:.1f}", "in turn")
    say("frame time, 95th percentile, ms", f"{times[int(len(times) * 0.95)]:.1f}", "-")
    still = page.evaluate(STILL)
    say("all four at rest in full quality, ms", f"{still['spent']:.0f}", "<= 600")
    say("draw calls of all four, shadows included", f"{still['calls']}", "<= 60")
    say("triangles of all four, shadows included", f"{still['triangles']:,}", "<= 250,000")
    cost = page.evaluate(BUILDING)
    say("a planet of eleven tiles built, median ms", f"{statistics.median(cost['built']):.1f}", "<= 60")
    say(
        "a tile added, median (worst) ms",
        f"{statistics.median(cost['added']):.1f} ({max(cost['added']):.1f})",
        "<= 12",
    )


def main() -> None:
    with serving_files() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=SOFTWARE)
        page = open_stage(browser, address, "spin")
        page.wait_for_timeout(2500)
        measure(page)
        browser.close()
    bundles = Assets(ROOT / "static", Vendor({}, ROOT)).bundles
    planets = kilobytes(bundles, "js/planet/mount.js")
    say("our scripts at the table, compressed, KB", f"{kilobytes(bundles, TABLE) + planets:.1f}", "<= 90")
    say("of these for the planets, KB", f"{planets:.1f}", "-")


if __name__ == "__main__":
    main()
