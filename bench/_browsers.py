"""Firefox and WebKit, each spoken to in its own way: WebDriver BiDi over a socket, WebDriver over HTTP.

What a bench needs of a page and no more: go somewhere, run a script, tap, click, press a key.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

import httpx
from websockets.sync.client import connect

PATIENCE = 60.0
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowRight": "\ue014"}
WIDE = (1200, 800)


class Page(Protocol):
    """A page in some browser."""

    name: str
    complaints: list[str]

    def goto(self, url: str) -> None: ...

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""

    def press_at(self, x: float, y: float) -> None:
        """A tap."""

    def key(self, name: str) -> None: ...


def tapping(x: float, y: float) -> list[dict[str, Any]]:
    """WebDriver's words for one tap."""
    return [
        {
            "type": "pointer",
            "id": "finger",
            "parameters": {"pointerType": "touch"},
            "actions": [
                {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
                {"type": "pointerDown", "button": 0},
                {"type": "pause", "duration": 60},
                {"type": "pointerUp", "button": 0},
            ],
        }
    ]


def typing(name: str) -> list[dict[str, Any]]:
    """WebDriver's words for one key."""
    value = KEYS.get(name, name)
    actions = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
    return [{"type": "key", "id": "keys", "actions": actions}]


class Firefox:
    """Over WebDriver BiDi, which Firefox speaks itself."""

    name = "Firefox"

    def __init__(self, address: str) -> None:
        self.socket = connect(f"{address}/session", max_size=None)
        self.count = 0
        made = self.command("session.new", capabilities={})
        self.name = f"Firefox {made['capabilities']['browserVersion']}"
        self.command("session.subscribe", events=["log.entryAdded"])
        self.complaints: list[str] = []
        self.context = self.command("browsingContext.getTree")["contexts"][0]["context"]
        self.command(
            "browsingContext.setViewport",
            context=self.context,
            viewport={"width": WIDE[0], "height": WIDE[1]},
        )

    def command(self, method: str, **parameters: Any) -> Any:
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while (heard := json.loads(self.socket.recv(PATIENCE))).get("id") != self.count:
            self._note(heard)
        if heard["type"] == "error":
            raise RuntimeError(f"{method}: {heard['message']}")
        return heard["result"]

    def _note(self, heard: dict[str, Any]) -> None:
        entry = heard.get("params", {})
        if heard.get("method") == "log.entryAdded" and entry["level"] == "error":
            self.complaints.append(str(entry["text"]))

    def goto(self, url: str) -> None:
        self.command("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, script: str) -> Any:
        answer = self.command(
            "script.evaluate",
            expression=f"Promise.resolve({script}).then((value) => JSON.stringify(value ?? null))",
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def press_at(self, x: float, y: float) -> None:
        self.command("input.performActions", context=self.context, actions=tapping(x, y))

    def key(self, name: str) -> None:
        self.command("input.performActions", context=self.context, actions=typing(name))


class WebKit:
    """Over WebDriver's HTTP, which a program of its own speaks. It makes a mouse of every finger, so a tap is
    made in the page: with the events, in the order, that a finger would bring.
    """

    name = "WebKit"

    def __init__(self, address: str, browser: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        made = self._post("/session", {"capabilities": wanted})
        self.name = f"WebKitGTK {made['capabilities']['browserVersion']}"
        self.session = f"/session/{made['sessionId']}"
        self._post(f"{self.session}/window/rect", {"x": 0, "y": 0, "width": WIDE[0], "height": WIDE[1]})
        self.complaints: list[str] = []

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.http.post(path, json=body).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['error']} {answer['message']}")
        return answer

    def goto(self, url: str) -> None:
        self._post(f"{self.session}/url", {"url": url})

    def run(self, script: str) -> Any:
        wrapped = (
            f"const done = arguments[arguments.length - 1]; {LISTEN}"
            f"Promise.resolve({script}).then("
            "(value) => done(JSON.stringify([value ?? null, globalThis.wrong])), "
            "(error) => done(JSON.stringify([null, [String(error)]])))"
        )
        answer, self.complaints = json.loads(
            self._post(f"{self.session}/execute/async", {"script": wrapped, "args": []})
        )
        return answer

    def press_at(self, x: float, y: float) -> None:
        self.run(f"({TAP})({x}, {y})")

    def key(self, name: str) -> None:
        self._post(f"{self.session}/actions", {"actions": typing(name)})


TAP = """async (clientX, clientY) => {
  const target = document.elementFromPoint(clientX, clientY);
  const finger = { pointerType: "touch", pointerId: 7, isPrimary: true, width: 20, height: 20 };
  const about = { bubbles: true, cancelable: true, composed: true, view: window, clientX, clientY };
  const tell = (kind, type, more) => target.dispatchEvent(new kind(type, { ...about, ...more }));
  const down = { ...finger, button: 0, buttons: 1, pressure: 0.5 };
  for (const type of ["pointerover", "pointerdown"]) tell(PointerEvent, type, down);
  await new Promise((done) => setTimeout(done, 60));
  for (const type of ["pointerup", "pointerout"]) tell(PointerEvent, type, { ...finger, button: 0 });
  for (const type of ["mousemove", "mousedown", "mouseup"]) tell(MouseEvent, type, { detail: 1 });
  target.focus?.();
  tell(PointerEvent, "click", { ...finger, detail: 1 });
}"""
LISTEN = """
if (!globalThis.wrong) {
  globalThis.wrong = [];
  addEventListener("error", (event) => wrong.push(event.message));
  addEventListener("unhandledrejection", (event) => wrong.push(String(event.reason)));
}
"""


@contextlib.contextmanager
def running(
    command: list[str], folder: Path, environment: dict[str, str], *, keep: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A program with a home of its own, ended with all it started."""
    clean = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"} | environment
    process = subprocess.Popen(
        command,
        env=clean,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        pass_fds=() if keep is None else (keep,),
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextlib.contextmanager
def display(folder: Path) -> Iterator[dict[str, str]]:
    """A display that nobody sees, and the words by which programs find it."""
    # It picks a free number and writes it down; a headless browser would have no WebGL.
    read, write = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(write),
        "-screen",
        "0",
        f"{WIDE[0]}x{WIDE[1]}x24",
        "-nolisten",
        "tcp",
    ]
    with running(command, folder, {}, keep=write):
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        yield {"DISPLAY": f":{number}", "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}


@contextlib.contextmanager
def firefox(program: str, folder: Path, shown: dict[str, str]) -> Iterator[Firefox]:
    (folder / "user.js").write_text('user_pref("webgl.force-enabled", true);\n', encoding="ascii")
    command = [program, "--remote-debugging-port", "0", "--profile", str(folder), "--no-remote"]
    with running(command, folder, shown) as process:
        assert process.stdout
        for line in process.stdout:
            found = re.search(r"ws://[\d.]+:\d+", line)
            if found:
                Thread(target=process.stdout.read, daemon=True).start()  # a full pipe would hold it up
                yield Firefox(found[0])
                return
        raise RuntimeError("Firefox did not start")


@contextlib.contextmanager
def webkit(driver: str, browser: str, folder: Path, shown: dict[str, str]) -> Iterator[WebKit]:
    port = free_port()
    # As root its sandbox cannot be had, and it shows our own pages alone.
    environment = {**shown, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
    with running([driver, f"--port={port}"], folder, environment) as process:
        assert process.stdout
        Thread(target=process.stdout.read, daemon=True).start()
        until = time.monotonic() + PATIENCE
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/status")
                break
            except httpx.TransportError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)
        yield WebKit(f"http://127.0.0.1:{port}", browser)
