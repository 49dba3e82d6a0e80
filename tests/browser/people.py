"""People and programs at a table: somebody with a browser, and a player that only knows the API."""

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from playwright.sync_api import Locator, Page, expect

from app.texts import Texts, texts_in

NONCE = "a-nonce-of-a-test"
AXE = Path("node_modules/axe-core/axe.min.js")
MOVE = """async ([game, act]) => {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(act);
  const answer = await fetch(`/api/games/${game}/acts`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}"""


class Program:
    """Plays by the API alone, as fast as it is its turn."""

    def __init__(self, address: str, name: str) -> None:
        self.client = httpx.Client(base_url=address, timeout=60)
        made = self.client.post("/api/people", json={"name": name}).raise_for_status().json()
        self.client.headers["Authorization"] = f"Bearer {made['token']}"
        self.stopped = threading.Event()
        self.thread: threading.Thread | None = None

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self.client.post(path, json=body or {})
        assert answer.is_success, answer.text
        return answer.json()

    def sit(self, code: str, invite: str) -> None:
        self.post(f"/api/rooms/{code}/sit", {"invite": invite, "nonce": NONCE})

    def play(self, code: str) -> None:
        """Make every move that is due, in the background, until the game is over."""
        self.thread = threading.Thread(target=self._play, args=(code,), daemon=True)
        self.thread.start()

    def _play(self, code: str) -> None:
        game = self.client.get(f"/api/rooms/{code}").json()["game"]["id"]
        while not self.stopped.wait(0.03):
            answer = self.client.get(f"/api/games/{game}")
            assert answer.is_success, answer.text
            state = answer.json()
            if state["view"]["over"]:
                return
            if state["view"]["due"] == state["seat"]:
                self.client.post(f"/api/games/{game}/acts", json=any_move(state))

    def leave(self) -> None:
        self.stopped.set()
        if self.thread:
            self.thread.join()
        self.client.close()


def any_move(state: dict[str, Any]) -> dict[str, Any]:
    view = state["view"]
    tiles = [tile for tile, seat in zip(view["display"], view["taken"], strict=True) if seat is None]
    faces = [face for face in range(12) if view["planets"][state["seat"]][5 * face] == "."]
    move = {"tile": random.choice(tiles), "face": random.choice(faces), "turn": random.randrange(5)}
    return {"action_id": str(uuid4()), "base": state["head"], **move}


@dataclass
class Player:
    """Somebody at a table with a browser, which speaks the language of `texts`."""

    page: Page
    texts: Texts = field(default_factory=lambda: texts_in("en"))

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=self.texts.t(key), exact=True)

    def make_room(self) -> tuple[str, str]:
        """From the front page to a room of one's own, at one press: its code and its invite link."""
        self.page.goto("/")
        self.button("common.make_room").first.click()
        self.page.wait_for_url("**/r/*")
        code = self.page.url.rsplit("/", 1)[-1]
        return code, self.page.evaluate("(code) => localStorage.getItem(`invite:${code}`)", code)

    def ask(self, path: str, **body: Any) -> Any:
        """What a script of the page might ask, without a page."""
        answer = self.page.request.post(path, data=body, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.ok, answer.text()
        return answer.json()

    def begin_with(self, program: Program) -> str:
        """At the table of a game that has just begun, with no other page before it: the room's code."""
        made = self.ask("/api/rooms", nonce=NONCE)
        code: str = made["room"]["code"]
        program.sit(code, made["invite"])
        self.ask(f"/api/rooms/{code}/start")
        self.page.goto(f"/r/{code}")
        self.expect_table()
        return code

    def sit_by_link(self, invite: str) -> None:
        self.page.goto(f"/i/{invite}")
        self.button("common.sit").click()
        self.page.wait_for_url("**/r/*")

    def start(self) -> None:
        self.page.locator("[data-start]:enabled").click()
        self.expect_table()

    def expect_table(self) -> None:
        expect(self.page.locator("svg.net, .globe-space").first).to_be_attached()

    def is_due(self) -> bool:
        return self.page.locator("h1", has_text=self.texts.t("head.your_move")).is_visible()

    def wait_for_move(self) -> None:
        expect(self.page.locator("h1")).to_have_text(self.texts.t("head.your_move"), timeout=60_000)

    @property
    def covered(self) -> int:
        """How many faces of the planet in front are covered."""
        return 12 - self.page.locator(".net-face.is-free").count()

    def place(self, *, turns: int = 0) -> None:
        """Pick the first open tile, lay it on the first free face it does not hover over, and place it."""
        self.page.locator(".tile:not([aria-disabled])").first.click()
        expect(self.page.locator(".net-face.is-ghost")).to_have_count(1)
        if self.page.locator(".net-face.is-free").count():  # in the last round it hovers over the last one
            self.page.locator(".net-face.is-free").first.click(force=True)
        for _ in range(turns):
            self.button("action.turn_right").click()
        self.button("action.place").click()
        expect(self.page.locator(".tile.is-held")).to_have_count(0)

    def expect_end(self) -> None:
        expect(self.page.locator("h1")).to_have_text(self.texts.t("head.over"), timeout=60_000)
        self.page.keyboard.press("Shift")  # any key ends the last awards
        expect(self.page.locator(".end")).to_be_visible()
        self.page.keyboard.press("Shift")  # and the count
        expect(self.page.locator(".end[data-done]")).to_be_visible(timeout=60_000)

    def scores(self) -> list[tuple[str, str]]:
        """Names and points, as the end shows them."""
        rows = self.page.locator(".scores tbody tr").all()
        return [(r.locator("th b").inner_text(), r.locator(".score-total").inner_text()) for r in rows]

    def violations(self) -> list[str]:
        """What axe finds wrong with the page as it is now."""
        if not self.page.evaluate("'axe' in globalThis"):
            self.page.evaluate(AXE.read_text())
        found = self.page.evaluate("axe.run().then((result) => result.violations)")
        return [f"{one['id']}: {one['nodes'][0]['target']}" for one in found]

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def play_rounds(player: Player, program: Program, code: str, first: int, last: int) -> None:
    """Rounds of a game, the first tile on the first face, as fast as the server takes it."""
    page = player.page
    game = program.client.get(f"/api/rooms/{code}").json()["game"]["id"]
    for turn in range(2 * first - 2, 2 * last):
        state = program.client.get(f"/api/games/{game}").json()
        view, due = state["view"], state["view"]["due"]
        tile = next(t for t, s in zip(view["display"], view["taken"], strict=True) if s is None)
        face = view["planets"][due].index(".") // 5
        act = {"base": state["head"], "tile": tile, "face": face, "turn": 0}
        if due == state["seat"]:
            program.post(f"/api/games/{game}/acts", {"action_id": f"{game[:-2]}{turn:02}", **act})
        else:
            page.evaluate(MOVE, [game, {"action_id": f"{game[:-2]}{turn:02}", **act}])


def play_until(player: Player, programs: list[Program], code: str, is_done: Callable[[Any], bool]) -> None:
    """Everybody's moves, the browser's too, as fast as the server takes them and always the same."""
    game = programs[0].client.get(f"/api/rooms/{code}").json()["game"]["id"]
    seated = {program.client.get(f"/api/games/{game}").json()["seat"]: program for program in programs}
    while True:
        state = programs[0].client.get(f"/api/games/{game}").json()
        view, due, head = state["view"], state["view"]["due"], state["head"]
        if view["over"] or is_done(view):
            return
        tiles = [t for t, taker in zip(view["display"], view["taken"], strict=True) if taker is None]
        faces = [f for f in range(12) if view["planets"][due][5 * f] == "."]
        act = {"action_id": str(uuid4()), "base": head, "tile": tiles[0]}
        act |= {"face": faces[head % len(faces)], "turn": head % 5}
        if due in seated:
            seated[due].post(f"/api/games/{game}/acts", act)
        else:
            player.page.evaluate(MOVE, [game, act])
