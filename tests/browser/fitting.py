"""Whether everything fits: a finder of text that is cut, crowded or covered, taken through all widths."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from playwright.sync_api import Page

MISFITS = (Path(__file__).parent / "misfits.js").read_text().split("*/", 1)[1]
SIZES = ((320, 640), (360, 640), (390, 844), (844, 390), (1024, 768), (1440, 900), (2560, 1440))
# The next picture shows what the last change of size did to the layout, and what is drawn in measured pixels.
SETTLED = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
)


def misfits(page: Page, names: Sequence[str] = ()) -> list[str]:
    """What of the page does not fit, as it is on the screen now. Words of these names may break."""
    found: list[str] = page.evaluate(MISFITS, list(names))
    return found


def misfits_at_all_sizes(
    page: Page, where: str, sizes: Iterable[tuple[int, int]] = SIZES, names: Sequence[str] = ()
) -> list[str]:
    """The same at every size that people have, each line with the state and the size it was found in."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        found += [f"{where} {width}×{height}: {one}" for one in misfits(page, names)]
    return found
