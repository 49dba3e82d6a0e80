"""Our own static files under one version, and every vendored one, packed once and cached for long.

The version is a hash over all files and stands in the path (`/static/v-1a2b3c4d5e/js/pages/table.js`), so
modules find each other by relative paths, a page never mixes two releases, and a browser never asks twice.
All is read when the process starts: what comes into the folder later (a new release) is the next process's.
The address of another version is not found. The same files answer without a version too
(`/static/js/pages/table.js`), with an ETag instead of a long life.

A page's modules travel as one file (`/static/v-1a2b3c4d5e/whole/pages.table.js`, app/pages/bundles.py).

Text travels as Brotli where the browser takes it (over https and from this machine), else as gzip. A file is
packed when it is first asked for, and kept so: quickly for whoever asked, later as small as it gets.
"""

import asyncio
import hashlib
import mimetypes
import posixpath
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from app.pages import bundles, packing
from app.pages.bundles import Bundles
from app.pages.packing import as_sent, coding_for, light_styles, pack
from app.pages.vendor import Vendor

STYLES = (
    "reset",
    "tokens",
    "base",
    "parts",
    "people",
    "fields",
    "overlays",
    "pages",
    "pages-first",
    "pages-room",
    "pages-room-talk",
    "pages-room-side",
    "pages-words",
    "pages-game",
    "pages-numbers",
    "pages-ladder",
    "pages-show",
    "planet",
    "forced-colours",
)
TABLE_STYLES = (
    "table-layout",
    "table-head",
    "moment",
    "table-board",
    "table-net",
    "table-tiles",
    "table-cards",
    "table-track",
    "table-races",
    "table-objective",
    "table-worlds",
    "table-log",
    "table-end",
    "table-ceremony",
    "table-guide",
    "table-hint",
)
OPERATOR_STYLES = ("operator",)
RULES_STYLES = ("rules-page", "rules-contents", "rules-planets", "rules-print")
REPLAY_STYLES = (
    "table-board",
    "table-net",
    "table-tiles",
    "table-cards",
    "table-track",
    "table-races",
    "table-objective",
    "table-worlds",
    "table-log",
    "moment",
    "replay",
)
BUNDLES = {
    "css/app.css": STYLES,
    "css/table.css": TABLE_STYLES,
    "css/replay.css": REPLAY_STYLES,
    "css/rules.css": RULES_STYLES,
    "css/operator.css": OPERATOR_STYLES,
}
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PRIVATE = "private, no-store"
TYPES = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
TYPES |= {".webmanifest": "application/manifest+json", ".webp": "image/webp"}
TEXT = {".js", ".json", ".map", ".css", ".svg", ".webmanifest", ".txt"}
WHOLE = "whole/"  # a page's modules as one file
FONT = "@fontsource-variable/onest/files/onest-{}-wght-normal.woff2"
MORE_THAN_A_NAME = 0.01  # of all letters
FONT_RANGES = {
    "cyrillic-ext": "U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F",
    "cyrillic": "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116",
    "latin-ext": "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,"
    "U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    "latin": "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,"
    "U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: its bytes, what it is, and whether it is worth packing."""

    content: bytes
    media_type: str
    etag: str
    is_text: bool


def letters_of(ranges: str) -> set[int]:
    """`U+0100-02BA,U+2113` -> every letter in it."""
    ends = [part.removeprefix("U+").partition("-") for part in ranges.split(",")]
    return {letter for first, _, last in ends for letter in range(int(first, 16), int(last or first, 16) + 1)}


def scripts_of(words: str) -> list[str]:
    """The scripts of more than a few letters of a text."""
    letters = [ord(letter) for letter in words if letter.isalpha()]
    counted = {
        script: sum(map(letters_of(ranges).__contains__, letters)) for script, ranges in FONT_RANGES.items()
    }
    return [script for script, count in counted.items() if count > MORE_THAN_A_NAME * len(letters)]


def is_module(name: str) -> bool:
    return name.startswith("js/") and name.endswith(".js")


def make_asset(content: bytes, suffix: str) -> Asset:
    media_type = TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
    return Asset(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:20]}"', suffix in TEXT)


class Assets:
    """Addresses for templates, answers for requests."""

    def __init__(self, root: Path, vendor: Vendor) -> None:
        self.vendor = vendor
        paths = sorted(path for path in root.rglob("*") if path.is_file())
        self.files = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
        self._made: dict[str, Asset] = {}  # by path, and the vendored ones by address
        scripts = {name: as_sent(content).decode() for name, content in self.files.items() if is_module(name)}
        self.bundles = Bundles(scripts)
        named = [name.encode() + content for name, content in self.files.items()]
        # Which sheets make a bundle, what a script is sent without, how modules become one.
        how_sent = [Path(made_by).read_bytes() for made_by in (__file__, bundles.__file__, packing.__file__)]
        self.version = hashlib.sha256(b"\0".join([*named, vendor.base.encode(), *how_sent])).hexdigest()[:10]

    def url(self, path: str) -> str:
        return f"/static/v-{self.version}/{path}"

    def whole(self, entry: str) -> str:
        """Address of a page's module with all that it imports of ours."""
        return self.url(WHOLE + self.bundles.name(entry))

    def next_pages(self, look: str) -> list[str]:
        """What the pages need that follow on this one: a room on its invite, the table on the room."""
        table = [self.url("css/table.css"), self.whole("js/pages/table.js")]
        planets = [self.whole("js/planet/mount.js"), *map(self.vendor.url, self.vendor.three)]
        if look == "room":
            return [*table, *planets]
        room = [self.vendor.url("htmx.org/dist/htmx.min.js"), self.whole("js/pages/room.js")]
        return [*room, *table, *planets] if look == "invite" else []

    def styles(self, bundle: str) -> bytes:
        """All sheets of a bundle as one file: one request instead of ten, and nothing to build."""
        sheets = [self.files[f"css/{name}.css"].decode() for name in BUNDLES[bundle]]
        return light_styles(
            "\n".join([*sheets, self.fonts()] if bundle == "css/app.css" else sheets).encode()
        )

    def fonts(self) -> str:
        return "\n".join(
            '@font-face{font-family:"Onest Variable";font-weight:100 900;font-display:swap;'
            f'src:url("{self.vendor.url(FONT.format(script))}") format("woff2");unicode-range:{ranges}}}'
            for script, ranges in FONT_RANGES.items()
        )

    def fonts_for(self, words: str) -> list[str]:
        """The font files that these words need at once; the others come with the first letter of theirs."""
        return [self.vendor.url(FONT.format(script)) for script in scripts_of(words)]

    def _own(self, path: str) -> Asset | None:
        """One of our files, as it travels."""
        if path not in self._made and (content := self._content(path)) is not None:
            self._made[path] = make_asset(content, posixpath.splitext(path)[1])
        return self._made.get(path)

    def _content(self, path: str) -> bytes | None:
        if path.startswith(WHOLE):
            return self.bundles.content(path.removeprefix(WHOLE))
        if path in BUNDLES:
            return self.styles(path)
        content = self.files.get(path)
        return as_sent(content) if content is not None and path.endswith(".js") else content

    async def own(self, request: Request, path: str) -> Response | None:
        """Answer `/static/PATH`; None when there is no such file in this version."""
        version, _, rest = path.partition("/")
        if not version.startswith("v-"):
            return await self._answer(request, self._own(path), ASK_AGAIN)
        return await self._answer(
            request, self._own(rest) if version == f"v-{self.version}" else None, FOREVER
        )

    async def vendored(self, request: Request, address: str) -> Response | None:
        """Answer `/vendor/ADDRESS`, for listed files only, as long as they are what the list says."""
        if address not in self._made:
            content = await asyncio.to_thread(self.vendor.content, address)
            if content is None:
                return None
            self._made[address] = make_asset(content, posixpath.splitext(address)[1])
        return await self._answer(request, self._made[address], FOREVER)

    async def _answer(self, request: Request, asset: Asset | None, life: str) -> Response | None:
        return await asyncio.to_thread(respond, request, asset, life) if asset else None


def respond(request: Request, asset: Asset, life: str) -> Response:
    headers = {"Cache-Control": life, "ETag": asset.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers=headers)
    coding = coding_for(request) if asset.is_text else None
    if coding is None:
        return Response(asset.content, headers=headers, media_type=asset.media_type)
    headers["Content-Encoding"] = coding
    return Response(pack(asset.content, coding), headers=headers, media_type=asset.media_type)
