"""A hint at the table, and a fork from the page of a finished game: by pointer, key and finger."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import NONCE, Player, Program
from tests.browser.test_replay import PLIES, played, slider


@pytest.mark.parametrize("phone", [False, True])
def test_hint_is_asked_for_taken_and_told_to_all(open_page: Callable[..., Player], phone: bool) -> None:
    asker, other = open_page(phone=phone), open_page()
    _, invite = asker.make_room()
    other.sit_by_link(invite)
    asker.page.locator("#seat-1[data-presence='here']").wait_for()
    asker.start()
    other.expect_table()
    due = asker.page.locator("h1", has_text="Your move")
    expect(due.or_(asker.page.locator("h1", has_text="is choosing"))).to_be_visible()
    if not due.is_visible():
        other.wait_for_move()
        other.place()
    asker.wait_for_move()
    ask = asker.page.get_by_role("button", name="Hint", exact=True)
    if phone:
        ask.tap()
    else:
        asker.page.keyboard.press("h")
    card = asker.page.locator(".hint-card")
    expect(card.locator("li").first).not_to_be_empty()
    expect(other.page.locator(".log-line", has_text="hint")).to_have_count(1)
    assert other.page.locator(".hint-card").count() == 0
    assert asker.violations() == []
    assert asker.overflow() <= 0
    asker.page.get_by_role("button", name="Take it").click()
    expect(card).to_have_count(0)
    expect(asker.page.locator(".net-face.is-ghost")).to_have_count(1)
    asker.page.keyboard.press("Enter")
    expect(asker.page.locator(".net-face.is-free")).to_have_count(11)


def test_fork_goes_on_from_the_move_on_show_and_is_marked(
    open_page: Callable[..., Player], site: str
) -> None:
    game, programs = played(site, PLIES)
    player = open_page(phone=True)
    page = player.page
    page.goto(f"/g/{game}/ply/9")
    expect(slider(page)).to_have_value("9")
    expect(page.get_by_label("After move")).to_have_value("9")
    page.get_by_role("button", name="One move later").click()
    expect(page.get_by_label("After move")).to_have_value("10")
    assert player.overflow() <= 0
    against = page.get_by_role("button", name="Against bots")
    against.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/r/"))
    player.expect_table()
    expect(page.get_by_text("Fork", exact=True).first).to_be_attached()
    player.wait_for_move()
    room = page.request.get(f"/api/rooms/{page.url.rsplit('/', 1)[-1]}").json()
    assert page.request.get(f"/api/games/{room['game']['id']}").json()["head"] >= 10
    player.place()
    check_proof_of_a_fork(player, game, programs)
    for program in programs:
        program.leave()


def check_proof_of_a_fork(player: Player, game: str, programs: list[Program]) -> None:
    """One that is over is proved by all its seals, and what its parent tells is named."""
    wish = {"nonce": NONCE, "moves": PLIES - 1, "seat": 0, "coming": "other", "bots": "sapling"}
    room = programs[0].post(f"/api/games/{game}/forks", wish)["room"]
    programs[0].play(room["code"])
    assert programs[0].thread
    programs[0].thread.join()
    player.page.goto(f"/g/{room['game']['id']}#fair")
    expect(player.page.locator(".is-proved")).to_contain_text(f"from move {PLIES - 1} on this game’s own")
    expect(player.page.locator(".is-open")).to_contain_text("it tells the secret habitats")
    assert player.overflow() <= 0
