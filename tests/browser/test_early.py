"""Whoever is quicker than a page's modules, or whose modules never come: nothing breaks, no word is lost."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Joined, Seated

MODULES = re.compile(r"/static/.*/(js/(?!early\.js)|whole/)")
ROOM = re.compile(r"/r/[A-Z0-9]+$")


class Held:
    """Modules on their way, until they are let through."""

    def __init__(self, page: Page) -> None:
        self.waiting: list[Route] | None = []
        page.route(MODULES, self.meet)

    def meet(self, route: Route) -> None:
        if self.waiting is None:
            route.continue_()
        else:
            self.waiting.append(route)

    def let_through(self) -> None:
        waiting, self.waiting = self.waiting or [], None
        for route in waiting:
            route.continue_()


def cut_off(page: Page, pattern: re.Pattern[str] | str = MODULES) -> None:
    page.route(pattern, lambda route: route.abort())


@pytest.fixture
def invited(join: Joined) -> Callable[[], str]:
    """The path of an invite to a room that waits for somebody."""

    def invite() -> str:
        return f"/i/{join('Robin Host').post('/api/rooms', {'nonce': 'a-nonce-of-a-test'})['invite']}"

    return invite


@pytest.mark.parametrize("path", ["/", "/games"])
def test_press_before_the_modules_makes_one_room_when_they_come(open_page: Seated, path: str) -> None:
    page = open_page().page
    held = Held(page)
    page.goto(path, wait_until="commit")
    button = page.locator("form[data-then=room] button").first
    button.press("Enter")
    button.press("Enter")
    expect(button).to_have_attribute("aria-busy", "true")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    held.let_through()
    page.wait_for_url(ROOM)
    assert len([url for url in asked if url.endswith("/api/rooms")]) == 1


def test_name_typed_before_the_modules_is_the_name_at_the_table(
    open_page: Seated, invited: Callable[[], str]
) -> None:
    page = open_page(phone=True).page
    held = Held(page)
    page.goto(invited(), wait_until="commit")
    page.get_by_label("You will be called").fill("Jonas the Quick")
    page.keyboard.press("Enter")
    held.let_through()
    page.wait_for_url(ROOM)
    expect(page.locator("#seats .seat-card[data-you]")).to_contain_text("Jonas the Quick")


def test_press_and_choice_before_the_modules_are_done_when_they_come(open_page: Seated) -> None:
    player = open_page(service_workers="block")  # what a worker fetches cannot be held up
    code, _ = player.make_room()
    page = open_page(beside=player).page
    held = Held(page)
    page.goto(f"/r/{code}", wait_until="commit")
    page.get_by_label("Clock").select_option("120")
    page.get_by_role("button", name="Change my name").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    held.let_through()
    expect(page.get_by_role("dialog", name="Your name")).to_be_visible()
    expect(player.page.get_by_label("Clock")).to_have_value("120")


def test_modules_that_do_not_come_are_told_of_and_cost_no_word(
    open_page: Seated, invited: Callable[[], str]
) -> None:
    page = open_page().page
    cut_off(page)
    page.goto(invited())
    page.get_by_label("You will be called").fill("Jonas the Patient")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Part of this page did not arrive")
    expect(page.get_by_role("button", name="Sit down")).not_to_have_attribute("aria-busy", "true")
    page.unroute(MODULES)
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_label("You will be called")).to_have_value("Jonas the Patient")
    page.get_by_label("You will be called").press("Enter")
    page.wait_for_url(ROOM)
    expect(page.locator("#seats .seat-card[data-you]")).to_contain_text("Jonas the Patient")


def test_words_that_do_not_come_are_told_of(chromium: Browser, site: str) -> None:
    page = chromium.new_page()
    cut_off(page, "**/texts/*")
    page.goto(site)
    expect(page.get_by_role("alert")).to_contain_text("Part of this page did not arrive")
    page.close()


def test_without_any_script_a_press_goes_nowhere(open_page: Seated, invited: Callable[[], str]) -> None:
    page = open_page().page
    cut_off(page, "**/js/*")
    cut_off(page)
    page.goto(invited())
    address = page.url
    page.get_by_label("You will be called").fill("Jonas the Stoic")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_timeout(300)
    assert page.url == address
    expect(page.get_by_label("You will be called")).to_have_value("Jonas the Stoic")


def test_pages_change_softly_though_their_styles_come_late(chromium: Browser, site: str) -> None:
    page = chromium.new_page(base_url=site, reduced_motion="no-preference", service_workers="block")
    refused: list[str] = []
    page.on("pageerror", lambda error: refused.append(str(error)) if "opt-in" in str(error) else None)

    def late(route: Route) -> None:
        time.sleep(0.05)
        route.continue_()

    page.route("**/css/*", late)
    page.goto("/")
    for path in ["/rules", "/about", "/"] * 3:
        page.evaluate("(path) => location.assign(path)", path)
        page.wait_for_url(f"**{path}")
    page.close()
    assert refused == []
