"""Somebody drops out of a running game, or leaves it: what the others see and decide, and how one is back."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENT
from tests.browser.hearing import Hearing
from tests.browser.people import Player, Program
from tests.browser.test_table_states import SMALL
from tests.browser.wire import Wire
from tests.databases import execute, in_own_loop
from tests.serving import serving

# As high as it would be if three were missing.
HEIGHT_OF_THREE = """() => {
  const banner = document.querySelector(".absence");
  const more = [0, 1].map(() => banner.appendChild(banner.lastElementChild.cloneNode(true)));
  const { height } = banner.getBoundingClientRect();
  for (const line of more) line.remove();
  return height;
}"""


@pytest.fixture(scope="module")
def database(make_database: Any) -> str:
    return str(make_database())


@pytest.fixture(scope="module")
def site(database: str) -> Iterator[str]:
    """A server that tells at once who is away."""
    with serving(database_url=database, **{**PATIENT, "TERRAHEDRON_GRACE_SECONDS": "0.2"}) as server:
        yield server.address


@pytest.fixture
def wire(site: str) -> Iterator[Wire]:
    wire = Wire(site)
    yield wire
    wire.close()


def three_minutes_pass(database: str) -> None:
    """By the clock that counts, which is the database's: whoever went and the turn are three minutes older.
    (A game's beginning is not: it stands for its log.) Servers count on by themselves from what they have
    read, so each room is marked as changed and read again.
    """
    older = "turn_started_at = turn_started_at - interval '3 min'"
    in_own_loop(execute(database, "UPDATE presence SET gone_at = gone_at - interval '3 min'"))
    in_own_loop(execute(database, f"UPDATE games SET {older}, due_at = now() WHERE state = 'running'"))
    in_own_loop(execute(database, "UPDATE rooms SET version = version + 1"))


def test_a_line_cut_for_three_minutes_costs_nothing(
    open_page: Callable[..., Player], wire: Wire, database: str
) -> None:
    lost, other = open_page(base_url=wire.address), open_page()
    _, invite = lost.make_room()
    other.sit_by_link(invite)
    lost.page.locator("#seat-1[data-presence='here']").wait_for()
    lost.start()
    other.expect_table()
    if not wait_for_either(lost, other):
        other.place()
    lost.wait_for_move()
    lost.page.evaluate("globalThis.sameDocument = true")

    lost.page.context.set_offline(True)
    wire.cut()
    expect(other.page.locator(".world[data-presence='away'] .world-status")).to_contain_text(
        re.compile(r"away \d:\d\d")
    )
    expect(other.page.locator("h1")).to_contain_text("is away")
    three_minutes_pass(database)
    other.wait_for_move()  # the caretaker has played, twice where the lost one opens the next round
    expect(other.page.locator(".world .world-status")).to_contain_text(re.compile(r"away [3-9]:"))
    lines = other.page.locator(".log-line", has_text="The caretaker placed")
    helped = lines.count()
    assert helped in (1, 2)

    wire.mend()
    lost.page.context.set_offline(False)
    tiles = "one tile" if helped == 1 else f"{helped} tiles"
    expect(lost.page.locator(".toast")).to_contain_text(
        f"Welcome back. The caretaker played {tiles} for you."
    )
    assert lost.page.evaluate("globalThis.sameDocument")
    expect(other.page.locator(".world[data-presence='here']")).to_have_count(1)
    while not wait_for_either(lost, other):
        other.place()
    covered = lost.covered
    lost.place()
    expect(lost.page.locator(".net-face.is-free")).to_have_count(12 - covered - 1)
    expect(other.page.locator(".log-line").first).not_to_contain_text("caretaker")
    expect(lines).to_have_count(helped)


def wait_for_either(one: Player, other: Player) -> bool:
    """Whether it is the first one's move, once both know whose it is."""
    mine = one.page.locator("h1", has_text="Your move")
    theirs = one.page.locator("h1", has_text="is choosing")
    expect(mine.or_(theirs)).to_be_visible()
    if mine.is_visible():
        return True
    other.wait_for_move()
    return False


def test_who_leaves_can_come_back_until_the_others_let_a_bot_play_on(
    open_page: Callable[..., Player], join: Callable[[str], Program]
) -> None:
    leaver, other, program = open_page(), open_page(phone=True), join("Robin Program")
    code, invite = leaver.make_room()
    other.sit_by_link(invite)
    program.sit(code, invite)
    leaver.start()
    other.expect_table()
    program.play(code)
    name = leaver.page.evaluate(f"fetch('/api/rooms/{code}').then(r => r.json()).then(r => r.you.name)")

    hearing = Hearing(other.page)
    leave(leaver)
    banner = other.page.locator(".absence")
    expect(banner).to_contain_text(f"{name} has been away for ")
    hearing.expect(" is away")
    leaver.page.goto(f"/r/{code}")
    leaver.page.get_by_role("button", name="Come back").click()
    expect(leaver.page.locator(".absence")).to_have_count(0)
    expect(banner).to_have_count(0)

    leave(leaver)
    expect(banner.locator("summary")).to_be_visible()
    assert other.page.evaluate(HEIGHT_OF_THREE) <= 150
    choice = banner.locator("summary")
    choice.focus()
    other.page.keyboard.press("Enter")
    assert other.violations() == []
    assert other.overflow() <= 0
    assert other.page.evaluate(SMALL) == []
    other.page.keyboard.press("Tab")
    other.page.keyboard.press("Enter")
    expect(banner).to_contain_text("Sapling plays on for")
    expect(banner).to_contain_text("once Robin Program agrees")
    banner.get_by_role("button", name="Take it back").click()
    expect(choice).to_be_visible()

    program.post(f"/api/rooms/{code}/takeover", {"seat": 0, "level": "grove"})
    expect(banner).to_contain_text("Robin Program would let Grove play on")
    hearing.expect("Robin Program would let Grove play on")
    assert other.violations() == []
    banner.get_by_role("button", name="Agree").click()
    expect(banner).to_have_count(0)
    expect(other.page.locator(".log-text", has_text=f"Grove plays on for {name}")).to_have_count(1)

    leaver.page.goto(f"/r/{code}")
    expect(leaver.page.locator(".absence")).to_contain_text("Grove plays on for you, and you watch")
    assert leaver.violations() == []


def leave(player: Player) -> None:
    player.page.get_by_label("Menu").click()
    player.page.get_by_role("button", name="Leave the game").click()
    player.page.locator("#sure-dialog").get_by_role("button", name="Leave").click()
    player.page.wait_for_url("**/")
