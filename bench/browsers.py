"""Half a game in Firefox and in WebKit, by touch and by keyboard: scripts/bench browsers [NAME]

Six of twelve rounds, planets as globes, against a program: three by touch (in WebKit by events made in the
page: its driver makes a mouse of every finger), three by keyboard. Says how long the planets took to be
drawn, the one in front and the others; exits with 1 where a browser cannot play, or complains.
`scripts/browsers` installs them where it can.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench._browsers import PATIENCE, Page, display, firefox, webkit
from tests.browser.people import Program
from tests.serving import serving

SETTINGS = {"TERRAHEDRON_REQUESTS_PER_MINUTE": "100000", "TERRAHEDRON_CHANGES_PER_MINUTE": "100000"}
ROUNDS = 3  # by touch, and as many by keyboard
DRAWN_BY = 120.0  # seconds; no graphics card draws here
CENTRE = """(() => {{
  const found = [...document.querySelectorAll({selector})].find((one) => one.checkVisibility());
  if (!found) return null;
  found.scrollIntoView({{ block: "nearest" }});
  const box = found.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}})()"""
OPEN_TILE = ".tile:not([aria-disabled])"
DRAWN = "[...document.querySelectorAll({hosts!r})].filter((one) => 'shown' in one.dataset).length"
MINE = "document.querySelectorAll('.log-sign .is-mine').length"
MINI_BROWSERS = ("lib/*/webkit2gtk-4*/MiniBrowser", "libexec/webkit2gtk-4*/MiniBrowser")
MY_MOVE = "document.querySelector('h1')?.textContent === 'Your move'"


class Stuck(Exception):
    """The browser did not do what was waited for."""


def until(page: Page, script: str, seconds: float = PATIENCE) -> Any:
    """Waits for a value that is not nothing."""
    end = time.monotonic() + seconds
    while not (value := page.run(script)):
        if time.monotonic() > end:
            raise Stuck(f"waited {seconds:.0f} s in vain for {script}; {page.complaints}")
        time.sleep(0.1)
    return value


def press(page: Page, selector: str) -> None:
    x, y = until(page, CENTRE.format(selector=repr(selector)))
    page.press_at(x, y)


def by_touch(page: Page) -> None:
    press(page, OPEN_TILE)
    until(page, "document.querySelector('.tile.is-held') !== null")
    press(page, "[aria-label='Turn the tile right']")
    press(page, "button.place")


def by_keyboard(page: Page) -> None:
    page.key(until(page, f"document.querySelector('{OPEN_TILE} .tile-key')?.textContent"))
    until(page, "document.querySelector('.tile.is-held') !== null")
    for key in ("r", "n", "Enter"):
        page.key(key)


def play(page: Page, address: str, program: Program) -> None:
    """From the front page into the middle of a game."""
    page.goto(address)
    page.run("localStorage.setItem('board', '\"planet\"')")
    press(page, "form[data-then=room] button")
    code = until(page, "/[/]r[/](\\w+)$/.exec(location.pathname)?.[1]")
    program.sit(code, until(page, f"localStorage.getItem('invite:{code}')"))
    press(page, "[data-start]:enabled")
    until(page, "document.querySelector('svg.net, .globe-space') !== null")
    began = time.monotonic()
    program.play(code)
    hosts = {"in front": (".globe-space", 1), "others": ("[data-globe]", 1)}
    for name, (host, count) in hosts.items():
        until(page, f"{DRAWN.format(hosts=host)} >= {count}", DRAWN_BY)
        print(f"  {name:8} drawn {time.monotonic() - began:5.1f} s after the start")
    moves: list[tuple[str, Callable[[Page], None]]] = [("touch", by_touch), ("keyboard", by_keyboard)]
    for placed in range(2 * ROUNDS):
        name, move = moves[placed // ROUNDS]
        until(page, MY_MOVE)
        move(page)
        until(page, f"{MINE} === {placed + 1}")
        print(f"  round {placed + 1} by {name}")
    if page.complaints:
        raise Stuck(f"complaints: {page.complaints}")


@contextmanager
def opened(name: str, folder: Path) -> Iterator[Page]:
    """The browser of that name."""
    if not shutil.which("Xvfb"):
        raise Stuck("there is no display to open it on (Debian: apt install xvfb)")
    if name == "firefox":
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if not program:
            raise Stuck("Firefox is not installed (Debian: apt install firefox-esr)")
        with display(folder) as shown, firefox(program, folder, shown) as page:
            yield page
        return
    driver = shutil.which("WebKitWebDriver")
    found = (one for pattern in MINI_BROWSERS for one in Path("/usr").glob(pattern))
    browser = next(map(str, found), None)
    if not (driver and browser):
        raise Stuck("WebKit is not installed (Debian: apt install webkit2gtk-driver)")
    with display(folder) as shown, webkit(driver, browser, folder, shown) as page:
        yield page


def main(*names: str) -> int:
    failed = False
    with tempfile.TemporaryDirectory(prefix="terrahedron-browsers-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        folder.chmod(0o755)
        with serving("--data", str(folder / "games"), **SETTINGS) as server:
            for name in names or ("firefox", "webkit"):
                program = Program(server.address, "Robin Program")
                home = folder / name
                home.mkdir()
                try:
                    with opened(name, home) as page:
                        print(page.name)
                        play(page, server.address, program)
                except Stuck as error:
                    print(f"{name}: {error}")
                    failed = True
                finally:
                    program.leave()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
