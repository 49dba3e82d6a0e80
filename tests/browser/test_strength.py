"""After a game against bots: another with gentler ones, or stronger, at one press."""

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import Player, any_move


def test_after_a_game_the_bots_can_be_a_bit_harder(open_page: Callable[..., Player]) -> None:
    player = open_page()
    page = player.page
    code, _ = player.make_room()
    for seat, level in ((1, "sapling"), (2, "pangaea")):
        player.ask(f"/api/rooms/{code}/bot", seat=seat, level=level)
    player.start()
    play_to_the_end(player, code)
    player.expect_end()
    harder = page.get_by_role("button", name="A bit harder")
    expect(harder).to_be_visible()
    expect(page.get_by_role("button", name="A bit easier")).to_have_count(0)  # none is gentler than Sapling
    harder.click()
    expect(page.locator(".seat-card .name", has_text="Shrub")).to_be_visible()
    assert bots_of(page, code) == [None, "shrub", "pangaea", None]
    player.start()


def test_easier_and_harder_come_back_to_the_same(open_page: Callable[..., Player]) -> None:
    player = open_page()
    page = player.page
    code, _ = player.make_room()
    player.ask(f"/api/rooms/{code}/bot", seat=1, level="hedge")
    for name, level, shown in (("A bit easier", "shrub", "Shrub"), ("A bit harder", "hedge", "Hedge")):
        player.start()
        play_to_the_end(player, code)
        player.expect_end()
        page.get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".seat-card .name", has_text=shown)).to_be_visible()
        assert bots_of(page, code)[1] == level


def bots_of(page: Page, code: str) -> list[str | None]:
    return [seat["bot"] for seat in page.request.get(f"/api/rooms/{code}").json()["seats"]]


def play_to_the_end(player: Player, code: str) -> None:
    read = player.page.request.get
    game = read(f"/api/rooms/{code}").json()["game"]["id"]
    while not (state := read(f"/api/games/{game}").json())["view"]["over"]:
        if state["view"]["due"] == state["seat"]:
            player.ask(f"/api/games/{game}/acts", **any_move(state))
        else:
            time.sleep(0.05)
