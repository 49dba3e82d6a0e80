"""Rated games in two browsers, from the front page to the ladder: one by keys alone, one on a small phone."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENT
from tests.browser.fitting import misfits, misfits_at_all_sizes
from tests.browser.hearing import Hearing
from tests.browser.people import MOVE, Player
from tests.databases import execute, in_own_loop
from tests.serving import serving

# Everybody among strangers has a name as wide as there are.
WIDE = """
CREATE SEQUENCE guests;
CREATE FUNCTION wide() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.given_name = repeat('W', 23) || nextval('guests'); RETURN NEW; END $$;
CREATE TRIGGER wide BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION wide();
"""
NAMES = ["W" * 23 + str(number) for number in range(1, 9)]
STATE = "(game) => fetch(`/api/games/${game}`).then((answer) => answer.json())"
RATING = r"[+−]\d\.\d\s*\d\d\.\d ± \d\.\d"


@pytest.fixture(scope="module")
def database(make_database: Any) -> str:
    made: str = make_database()
    return made


@pytest.fixture(scope="module")
def site(database: str) -> Iterator[str]:
    """A server of its own: nobody else looks for a rated game there."""
    with serving(database_url=database, **PATIENT) as server:
        in_own_loop(execute(database, WIDE))
        yield server.address


def tab_to(page: Page, name: str) -> None:
    """By the Tab key until what is called so has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(name) => document.activeElement?.matches(name)", name):
            return
    raise AssertionError(f"no way to {name!r} by the keyboard")


def play_on(players: list[Player], game: str) -> None:
    """Whoever is due lays the first tile on the first free face, until the end."""
    seats = {player.page.evaluate(STATE, game)["seat"]: player.page for player in players}
    while True:
        state = players[0].page.evaluate(STATE, game)
        view, due = state["view"], state["view"]["due"]
        if view["over"]:
            return
        tile = next(t for t, taker in zip(view["display"], view["taken"], strict=True) if taker is None)
        face = view["planets"][due].index(".") // 5
        act = {"action_id": str(uuid4()), "base": state["head"], "tile": tile, "face": face, "turn": 0}
        seats[due].evaluate(MOVE, [game, act])


def lines_of_ladder(page: Page) -> list[str]:
    page.goto("/ladder")
    return page.locator(".ladder .tallies th .name").all_inner_texts()


def meet_by_keys(player: Player) -> None:
    """Asks for a rated game of two, and to be shown on the ladder."""
    page = player.page
    page.goto("/")
    tab_to(page, "[aria-label='Rated game: For two']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Play rated games?")).to_be_visible()
    assert player.violations() == []
    tab_to(page, "[role=switch]")
    page.keyboard.press("Space")
    tab_to(page, ".button.accent")
    page.keyboard.press("Enter")
    page.wait_for_url("**/r/*")


def meet_by_touch(player: Player, room: str) -> None:
    """The same without being shown, from the ladder; they find who waits already."""
    page = player.page
    page.goto("/ladder")
    page.get_by_role("button", name="Rated game: For two").tap()
    page.get_by_role("button", name="Yes, play rated").tap()
    page.wait_for_url(room)
    assert misfits(page, NAMES) == []


def look_at_the_mark(keys: Page, touch: Page) -> None:
    """What it means is told in focus, until Escape, and by a tap, until the next."""
    says = "A rated game: its result changes the ratings of all who play."
    tip = keys.get_by_role("tooltip")
    expect(keys.get_by_role("button", name="Rated", exact=True)).to_be_visible()
    expect(tip).to_have_count(0)
    tab_to(keys, ".rated-mark > .chip")
    expect(tip).to_contain_text(says)
    assert misfits_at_all_sizes(keys, "the mark", ((1024, 768), (1440, 900)), NAMES) == []
    keys.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    touch.get_by_role("button", name="Rated", exact=True).tap()
    expect(touch.get_by_role("tooltip")).to_contain_text(says)
    assert misfits(touch, NAMES) == []
    touch.get_by_role("button", name="Rated", exact=True).tap()
    expect(touch.get_by_role("tooltip")).to_have_count(0)


def look_at_the_ratings(keys: Page, touch: Page) -> None:
    """Each sees their own, and of the other what is shown."""
    rows, others = keys.locator(".ratings tbody"), touch.locator(".ratings tbody")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="you")).to_have_text(re.compile(RATING + r".*Provisional: 9 more"))
    expect(rows.filter(has_text="not shown")).to_have_count(1)
    expect(others.filter(has_text="you")).to_have_text(re.compile(RATING))
    expect(others.filter(has_text=re.compile("provisional$"))).to_have_text(re.compile(RATING))


def test_two_meet_for_a_rated_game_and_see_what_it_made_of_their_ratings(
    open_page: Callable[..., Player],
) -> None:
    by_keys, by_touch = open_page(), open_page(phone=True, viewport={"width": 360, "height": 740})
    keys, touch = by_keys.page, by_touch.page
    meet_by_keys(by_keys)
    meet_by_touch(by_touch, keys.url)
    tab_to(keys, "[data-start]:enabled")
    keys.keyboard.press("Enter")
    for player in (by_keys, by_touch):
        player.expect_table()
    look_at_the_mark(keys, touch)
    assert by_touch.violations() == []

    hearing = Hearing(keys)
    code = keys.url.rsplit("/", 1)[1]
    game = keys.evaluate("(code) => fetch(`/api/rooms/${code}`).then((a) => a.json())", code)["game"]["id"]
    play_on([by_keys, by_touch], game)
    for player in (by_keys, by_touch):
        player.expect_end()
        assert misfits(player.page, NAMES) == []
        assert player.violations() == []
    hearing.expect(r"[+−]\d\.\d: your rating is now \d\d\.\d ± \d\.\d\.")
    look_at_the_ratings(keys, touch)
    assert lines_of_ladder(keys) == lines_of_ladder(touch) == [NAMES[0]]
    assert misfits(touch, NAMES) == []
    assert by_touch.violations() == []
    keys.goto("/games")
    tab_to(keys, "[name=plays]")
    with keys.expect_response("**/rating"):
        keys.keyboard.press("Space")
    expect(keys.locator("[name=shown]")).to_be_disabled()
    assert lines_of_ladder(touch) == []
    assert by_keys.violations() == []
