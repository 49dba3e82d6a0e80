"""Looks at every place in every language at three sizes: lists what does not fit, takes a picture of each.

    scripts/bench languages                     all nine, on the net
    scripts/bench languages --globe             with planets drawn in software: three times as long
    scripts/bench languages --lang de --lang ru --pictures /tmp/seen

Programs play a game of four against somebody who looks. Exits with 1 if anything is cut, crowded or covered.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from app.texts import LANGUAGES
from tests.browser.conftest import FLAGS, FLAT, PATIENT
from tests.browser.fitting import misfits_at_all_sizes
from tests.browser.people import Player, Program
from tests.browser.tour import QUIET, SIZES, Look, Tour
from tests.serving import serving

WANTS_PLANETS = "localStorage.setItem('board', '\"planet\"')"
# Programs have no page open, and who is missing would be told on every picture.
NOBODY_AWAY = {"TERRAHEDRON_GRACE_SECONDS": "3600"}
NAMES = ("Quiet Heron", "Jo", "Bartholomew Featherstone")


def looking(folder: Path, found: list[str]) -> Look:
    """Keeps what does not fit, and a picture of each size."""

    def look(page: Page, where: str, lang: str) -> None:
        for width, height in SIZES:
            for misfit in misfits_at_all_sizes(page, f"{lang} {where}", [(width, height)]):
                print(misfit, flush=True)
                found.append(misfit)
            name = f"{where.replace(', ', '-').replace(' ', '-')}-{width}-{lang}.png"
            page.screenshot(path=folder / name, full_page=True)

    return look


def with_planets(page: Page) -> Callable[[], None]:
    """Asks for planets, since without a graphics card the net comes first; waits until they are there."""
    page.add_init_script(WANTS_PLANETS)
    return lambda: expect(page.locator(".globe-space[data-shown] canvas")).to_be_visible()


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench languages")
    parser.add_argument("--lang", action="append", choices=LANGUAGES, help="only this one; more than once")
    parser.add_argument("--globe", action="store_true", help="draw the planets, too")
    parser.add_argument("--pictures", type=Path, default=None, help="folder for them")
    options = parser.parse_args()
    folder = options.pictures or Path(tempfile.mkdtemp(prefix="terrahedron-languages-"))
    folder.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    with (
        tempfile.TemporaryDirectory() as data,
        serving("--data", data, **PATIENT, **NOBODY_AWAY) as server,
        sync_playwright() as playwright,
    ):
        path, flags = os.environ.get("CHROMIUM") or None, FLAGS if options.globe else FLAT
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        player = Player(browser.new_context(base_url=server.address, **QUIET).new_page())
        rivals = [Program(server.address, name) for name in NAMES]
        tour = Tour(player, rivals, server.address, options.lang or LANGUAGES, looking(folder, found))
        if options.globe:
            tour.on_table = with_planets(player.page)
        tour.walk()
        browser.close()
    print(f"{len(found)} things do not fit." if found else "All of it fits.")
    print(f"Pictures: {folder}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
