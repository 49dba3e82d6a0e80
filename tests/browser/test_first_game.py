"""The first game, played to its end as the page proposes it: by keyboard and ear, by mouse, and by touch."""

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from app.games.first_game import COMMITMENT
from app.rules.record import verify
from app.texts import read_catalogue, texts_in
from tests.browser.hearing import Hearing
from tests.browser.people import Player

TOUCH = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
WORDS_A_MINUTE = 200
QUICKLY = 20  # seconds from the front page to the first tile laid, for somebody who reads at that pace
STEPS = ("take", "turn", "place", "grow", "meet", "region")
TAUGHT = {*STEPS, "bots", "animal", "touching", "not_touching", "most", "race", "try", "tie", "free", "end"}
PATIENCE = 150
QUIET = 2.0  # seconds in which nothing is said and nothing changes, before somebody goes on alone
BRISK = 0.2  # the same, for whoever knows it all
GLANCE = 60  # milliseconds between two looks, which leaves the machine to what is looked at
# What a hint must not cover: what it points at, and whatever can be pressed.
COVERED = """() => {
  const hint = document.querySelector('.guide[data-placed="true"] .hint');
  if (!hint) return [];
  const over = hint.getBoundingClientRect();
  const kinds = 'button, a[href], summary, .guide-ring, .tiles, .action-pill';
  // What would be seen where it stands.
  hint.style.visibility = 'hidden';
  const covered = [...document.querySelectorAll(kinds)].filter((thing) => {
    if (thing.closest('.hint') || !thing.checkVisibility()) return false;
    const box = thing.getBoundingClientRect();
    const [left, right] = [Math.max(over.left, box.left), Math.min(over.right, box.right)];
    const [top, bottom] = [Math.max(over.top, box.top), Math.min(over.bottom, box.bottom)];
    if (right - left <= 1 || bottom - top <= 1) return false;
    const there = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
    return thing.matches('.guide-ring') || there.some((one) => thing.contains(one));
  });
  hint.style.visibility = '';
  return covered.map((thing) => thing.outerHTML.slice(0, 90));
}"""


# What somebody sees at one glance.
LOOK = f"""() => {{
  const one = (selector) => document.querySelector(selector);
  const middle = (box) => box && [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return {{
    hint: one('.guide[data-hint]:has(.hint)')?.dataset.hint ?? null,
    text: one('.hint p')?.firstChild.textContent,
    named: one('.hint .key')?.textContent,
    ringed: middle(one('.guide-ring')?.getBoundingClientRect()),
    covered: ({COVERED})(),
    counting: Boolean(one('.end[data-done="false"], .ceremony')),
    held: Boolean(one('.action-pill .place.accent:not(.is-sending)')),
    due: document.title.startsWith('\u25cf'),
  }};
}}"""


class Learner(Player):
    """Somebody who has never played and does what the hints say, by keys, mouse or finger."""

    def __init__(self, page: Page, lang: str, hand: str) -> None:
        super().__init__(page, texts_in(lang))
        self.hearing = Hearing(page, from_the_start=True)
        self.hand = hand
        self.seen: dict[str, str] = {}
        self.quiet_since = time.monotonic()
        self.last_look: dict[str, Any] = {}

    def begin(self) -> None:
        self.page.goto("/")
        self.page.locator(".first-game button").click()
        self.page.wait_for_url("**/r/*")
        self.expect_table()
        expect(self.page.locator('.guide[data-hint="take"] .hint')).to_be_visible()

    @property
    def game(self) -> str:
        path = self.page.url.split("/r/")[1]
        return str(self.page.request.get(f"/api/rooms/{path}").json()["game"]["id"])

    @property
    def is_done(self) -> bool:
        return "end" in self.seen

    def go_on(self) -> None:
        """One thing more, if there is anything to be done or read."""
        now = self.page.evaluate(LOOK)
        key = now["hint"]
        if now != self.last_look:
            self.last_look, self.quiet_since = now, time.monotonic()
        if key is None:
            self.play_on(now)
            return
        if key not in self.seen:
            assert now["covered"] == [], (key, now["covered"])
            self.seen[key] = now["text"].strip()
        if key in STEPS:
            self.follow(now)
        else:
            self.page.evaluate("document.querySelector('.hint-close')?.click()")

    def play_on(self, now: dict[str, Any]) -> None:
        """Nothing is said: whoever has waited a moment plays as they like."""
        if now["counting"]:
            self.page.keyboard.press("Shift")
        elif time.monotonic() - self.quiet_since < (BRISK if "free" in self.seen else QUIET):
            return
        elif now["held"]:
            self.place_it()
        elif now["due"]:
            self.press(self.page.locator(".tile:not([aria-disabled])").first, "1")

    def follow(self, now: dict[str, Any]) -> None:
        """Press what the ring is round, or the key that the hint names."""
        key, named = now["hint"], now["named"]
        if self.hand == "keys":
            self.page.keyboard.press(named if len(named) > 1 else named.lower())
        elif now["ringed"] is None:
            return
        elif self.hand == "finger":
            self.page.touchscreen.tap(*now["ringed"])
        else:
            self.page.mouse.click(*now["ringed"])
        if key != "meet":  # it may take more than one turn
            expect(self.page.locator(f'.guide[data-hint="{key}"] .hint')).to_have_count(0)

    def place_it(self) -> None:
        self.press(self.page.locator(".action-pill .place.accent"), "Enter")
        expect(self.page.locator(".tile.is-held")).to_have_count(0)

    def press(self, thing: Locator, key: str) -> None:
        if self.hand == "keys":
            tile = thing.locator(".tile-key")
            self.page.keyboard.press(tile.inner_text() if tile.count() else key)
        elif self.hand == "finger":
            thing.tap()
        else:
            thing.click()


def test_the_first_game_is_played_to_its_end_in_three_languages(open_page: Callable[..., Player]) -> None:
    """All three at once, since bots take their time."""
    learners = [
        Learner(open_page(locale="en-GB").page, "en", "keys"),
        Learner(open_page(locale="pl-PL").page, "pl", "mouse"),
        Learner(open_page(locale="ru-RU", **TOUCH).page, "ru", "finger"),
    ]
    for learner in learners:
        learner.begin()
    late = time.monotonic() + PATIENCE
    while not all(learner.is_done for learner in learners):
        assert time.monotonic() < late, [list(learner.seen) for learner in learners]
        for learner in learners:
            if not learner.is_done:
                learner.go_on()
        learners[0].page.wait_for_timeout(GLANCE)

    for learner in learners:
        assert learner.seen.keys() >= TAUGHT, learner.texts.lang
        for key, text in learner.seen.items():
            assert text.startswith(known_words(learner.texts.lang, key)), text
        record = learner.page.request.get(f"/api/games/{learner.game}/record").json()
        assert (record["commitment"], record["variants"]) == (COMMITMENT, ["beginner"])
        assert verify(record) == []
        expect(learner.page.locator(".proof")).to_contain_text(learner.texts.t("guide.known"))
    expect_all_was_said(learners[0])


def known_words(lang: str, key: str) -> str:
    """How a hint begins in this language."""
    texts = read_catalogue(lang)
    return (texts.get(f"guide.{key}") or texts[f"guide.{key}_other"]).split("{")[0]


def expect_all_was_said(learner: Learner) -> None:
    """Whoever listens hears each hint, what it points at, and the key that does it."""
    heard = {key: learner.hearing.expect(re.escape(text)) for key, text in learner.seen.items()}
    assert re.search(r"Tile \d, clockwise: .+ Key \d\.", heard["take"])
    assert "Turn the tile right. Key R." in heard["turn"]
    assert "Condor" in heard["animal"]


def test_somebody_who_reads_it_all_lays_the_first_tile_soon(open_page: Callable[..., Player]) -> None:
    learner = Learner(open_page().page, "en", "mouse")
    began = time.monotonic()
    learner.page.goto("/")
    read(learner.page, learner.page.locator(".first-game button").inner_text())
    learner.page.locator(".first-game button").click()
    for key in STEPS[:3]:
        expect(learner.page.locator(f'.guide[data-hint="{key}"] .hint')).to_be_visible()
        read(learner.page, learner.page.locator(".hint p").inner_text())
        learner.follow(learner.page.evaluate(LOOK))
    expect(learner.page.locator(".log-sign .is-mine")).to_have_count(1)
    spent = time.monotonic() - began
    print(f"from the front page to the first tile: {spent:.1f} s")
    assert spent <= QUICKLY


def read(page: Page, text: str) -> None:
    page.wait_for_timeout(60_000 * len(text.split()) / WORDS_A_MINUTE)


def test_it_can_be_left_and_goes_on_elsewhere(open_page: Callable[..., Player]) -> None:
    """Hints can be switched off and on; another way is welcome; what was said does not come again."""
    learner = Learner(open_page().page, "en", "mouse")
    learner.begin()
    page = learner.page
    page.locator("summary[aria-label=Menu]").click()
    page.get_by_role("button", name="No more hints").click()
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_have_count(0)
    page.reload()
    expect(page.locator(".tile").first).to_be_visible()
    page.locator("summary[aria-label=Menu]").click()
    page.get_by_role("button", name="Show hints").click()
    page.keyboard.press("Escape")
    ringed = page.locator('.guide[data-hint="take"] .hint')
    expect(ringed).to_be_visible()
    page.locator(".tile").first.click()
    page.locator(".action-pill .place.accent").click()
    expect(page.locator('.guide[data-hint="own_way"] .hint')).to_be_visible()
    page.evaluate("localStorage.clear()")
    page.goto("/")
    page.get_by_role("link", name="Back to my seat").click()
    expect(page.locator('.guide[data-hint="bots"] .hint, .guide[data-hint="grow"] .hint')).to_be_visible()


def test_an_invite_offers_it_and_it_leads_back_there(open_page: Callable[..., Player]) -> None:
    host, guest = open_page(), open_page()
    _, invite = host.make_room()
    guest.page.goto(f"/i/{invite}")
    guest.page.locator(".first-game button").click()
    guest.page.wait_for_url("**/r/*")
    code = guest.page.url.rsplit("/", 1)[-1]
    assert guest.page.evaluate("(code) => localStorage.getItem(`back:${code}`)", code) == f"/i/{invite}"
    guest.page.goto("/")
    expect(guest.page.locator(".first-game")).to_have_count(0)
