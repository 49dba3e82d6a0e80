"""Serves the repository and opens the planets' own page in Chromium, drawn in software as on a machine
without a graphics card. For the benchmark and for the tests of the planet, which need no server of ours."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parent.parent
SOFTWARE = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-background-networking",
]
PAGE = b"""<!doctype html><html lang="en"><title>Planets</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/static/css/planet.css">
<style>body { margin: 0; background: #090d20 } div { position: absolute }
#large { width: 960px; height: 720px } #small0, #small1, #small2 { left: 1000px; width: 220px; height: 220px }
#small0 { top: 10px } #small1 { top: 245px } #small2 { top: 480px }</style>
<script type="importmap">{"imports": {"three": "/node_modules/three/build/three.module.js"}}</script>
<div id="large"></div><div id="small0"></div><div id="small1"></div><div id="small2"></div>
<script type="module" src="/bench/_stage.js"></script></html>"""


class _Files(SimpleHTTPRequestHandler):
    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return "text/javascript" if str(path).endswith(".js") else super().guess_type(path)

    def do_GET(self) -> None:
        if urlsplit(self.path).path == "/":
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(PAGE)
        else:
            super().do_GET()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Silence: what fails is told by the browser."""


@contextmanager
def serving_files() -> Iterator[str]:
    """The address of a server of the repository's files, on a free port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def open_stage(browser: Browser, address: str, query: str = "", *, still: bool = False) -> Page:
    """The planets' page, ready; `still` is a person who asked for less motion."""
    page = browser.new_page(
        viewport={"width": 1280, "height": 720}, reduced_motion="reduce" if still else "no-preference"
    )
    page.set_default_timeout(60_000)
    page.goto(f"{address}?{query}")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.wait_for_function("stages[0].stats().frames > 0")
    return page
