"""Every place of the product, seen in one language after the other: for whether all of it fits."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from playwright.sync_api import Page, expect

from app.texts import texts_in
from tests.browser.people import Player, Program, play_until

# A small phone; a window of 1280 at 200 %; a desk.
SIZES = ((320, 640), (640, 400), (1440, 900))
# With each language comes another service worker, whose files would be fetched between two looks.
QUIET: dict[str, Any] = {"service_workers": "block", "bypass_csp": True, "reduced_motion": "reduce"}
PASS = """() => fetch('/api/people/me/pass', { method: 'POST' })
  .then((made) => made.json()).then(({ url }) => new URL(url).pathname)"""
# What a place looks like is told to this: the page, where it is, in which language.
Look = Callable[[Page, str, str], None]


def is_first_in(number: int, view: dict[str, Any]) -> bool:
    return bool(view["round"] == number and view["due"] == 0)


@dataclass
class Tour:
    """A game of somebody with a browser against programs, shown in each language at every moment."""

    player: Player
    rivals: Sequence[Program]
    site: str
    languages: Sequence[str]
    look: Look
    on_table: Callable[[], None] = lambda: None  # prepares a table that was just opened
    code: str = ""

    def each(self, path: str, page: Page | None = None) -> Iterator[str]:
        """The same page in one language after the other."""
        page = page or self.player.page
        for lang in self.languages:
            page.context.add_cookies([{"name": "language", "value": lang, "url": self.site}])
            self.player.texts = texts_in(lang)
            page.goto(path)
            expect(page.locator("html")).to_have_attribute("lang", lang)
            page.evaluate("document.fonts.ready.then(() => true)")
            yield lang

    def walk(self) -> None:
        """From the front page to what is left of the game."""
        page = self.player.page
        for lang in self.each("/"):
            self.look(page, "home", lang)
            page.locator("[data-choose-bots]").click()
            self.look(page, "home, which game", lang)
        self.code, invite = self.player.make_room()
        self.walk_the_invite(invite)
        for rival in self.rivals[:-1]:
            rival.sit(self.code, invite)
        for lang in self.each(f"/r/{self.code}"):
            page.locator("#more-options").evaluate("more => { more.open = true; }")
            self.look(page, "room", lang)
        self.rivals[-1].sit(self.code, invite)
        page.reload()
        self.player.start()
        for number in (1, 7):
            play_until(self.player, list(self.rivals), self.code, partial(is_first_in, number))
            self.walk_the_table(number)
        play_until(self.player, list(self.rivals), self.code, lambda _: False)
        self.walk_the_end()

    def walk_the_invite(self, invite: str) -> None:
        browser = self.player.page.context.browser
        assert browser
        visitor = browser.new_context(base_url=self.site, **QUIET)
        page = visitor.new_page()
        for lang in self.each(f"/i/{invite}", page):
            self.look(page, "invite", lang)
        visitor.close()

    def walk_the_table(self, number: int) -> None:
        """As it is, with a tile in hand, with an animal's card and the menu open."""
        page, at = self.player.page, f"round {number}"
        for lang in self.each(f"/r/{self.code}"):
            self.player.expect_table()
            page.keyboard.press("Shift")  # the last awards are over
            expect(page.locator(".ceremony")).to_have_count(0)
            self.on_table()
            self.look(page, at, lang)
            page.locator(".tile:not([aria-disabled])").first.click()
            expect(page.locator(".tile.is-held")).to_have_count(1)
            self.look(page, f"{at}, a tile in hand", lang)
            page.keyboard.press("Escape")
            page.locator(".opens-card").first.evaluate("card => card.click()")
            expect(page.locator(".animal-card[role=dialog]")).to_be_visible()
            self.look(page, f"{at}, a card", lang)
            page.keyboard.press("Escape")
            page.locator(".table-menu > summary").click()
            self.look(page, f"{at}, the menu", lang)

    def walk_the_end(self) -> None:
        page = self.player.page
        game = self.rivals[0].client.get(f"/api/rooms/{self.code}").json()["game"]["id"]
        for lang in self.each(f"/r/{self.code}"):
            self.player.expect_end()
            self.look(page, "the end", lang)
        others = {"about": "/about", "offline": "/offline", "pass": "/p/0123456789abcdef01234567"}
        others |= {"a pass to paste": "/p", "app": page.evaluate(PASS) + "/install"}
        places = {"game": f"/g/{game}", "my games": "/games", "rules": "/rules", **others}
        for where, path in places.items():
            for lang in self.each(path):
                self.look(page, where, lang)
