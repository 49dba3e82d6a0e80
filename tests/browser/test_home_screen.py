"""An iPhone: pushes need an app on the home screen, which has cookies of its own. The seats come along."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.fitting import misfits_at_all_sizes
from tests.browser.people import Player, Program
from tests.browser.test_plans import joined, move

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)
# As Safari has it: a page in a tab knows no notifications, an app does.
SAFARI = "Object.defineProperty(navigator, 'standalone', { value: false }); delete window.Notification;"
APP = "Object.defineProperty(navigator, 'standalone', { value: true });"
MANIFEST = """() => fetch(document.querySelector('link[rel=manifest]').href, { credentials: 'omit' })
  .then((answer) => answer.json())"""
CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(url);
  return found;
}"""


def iphone(open_page: Callable[..., Player], kind: str) -> Page:
    page = open_page(phone=True, user_agent=IPHONE).page
    page.add_init_script(kind)
    return page


def seated(open_page: Callable[..., Player], site: str) -> tuple[Page, Program, str]:
    """Somebody in Safari who has made their first move where a move may take days, and reads how."""
    page = iphone(open_page, SAFARI)
    player = Player(page)
    host, code, game = joined(site, player, "Robin")
    move(host, game, 0)
    player.wait_for_move()
    player.place()
    expect(page.locator(".absence")).to_contain_text("once the table lies on the home screen")
    page.get_by_role("button", name="Show me how").tap()
    page.wait_for_url(re.compile(r"/p/[\w-]+/install\?room="))
    return page, host, code


def test_app_sits_where_its_owner_sat_in_safari(open_page: Callable[..., Player], site: str) -> None:
    page, host, code = seated(open_page, site)
    assert page.locator("ol.steps > li").count() == 3
    assert Player(page).violations() == []
    assert misfits_at_all_sizes(page, "install") == []
    start = page.evaluate(MANIFEST)["start_url"]

    app = iphone(open_page, APP)
    app.goto(start)
    app.wait_for_url(f"**/r/{code}")
    expect(app.locator(".table[data-seated]")).to_be_visible()
    app.locator(".table-menu > summary").tap()
    expect(app.get_by_role("button", name="Tell me when it is my move")).to_be_visible()
    app.goto(start)  # as on every later day
    app.wait_for_url(re.compile(r":\d+/$"))
    expect(app.get_by_role("alert")).to_have_count(0)
    app.evaluate("navigator.serviceWorker.ready.then(() => null)")
    assert [url for url in app.evaluate(CACHED) if "/p/" in url] == []

    page.get_by_role("link", name="To the table").click()
    expect(page.locator(".table[data-seated]")).to_be_visible()  # Safari's seat is still theirs
    host.leave()


def test_used_pass_leaves_one_way_by_pasting_another(open_page: Callable[..., Player], site: str) -> None:
    page, host, code = seated(open_page, site)
    start = page.evaluate(MANIFEST)["start_url"]
    first, late = iphone(open_page, APP), iphone(open_page, APP)
    first.goto(start)
    first.wait_for_url(f"**/r/{code}")
    late.goto(start)
    expect(late.get_by_role("alert")).to_contain_text("used up or too old")
    assert misfits_at_all_sizes(late, "home") == []
    assert Player(late).violations() == []
    late.get_by_role("link", name="Take your seat on this device").click()
    page.goto("/games")
    page.get_by_role("button", name="Make a seat pass").click()
    late.get_by_label("The link").fill(page.get_by_label("The link").input_value())
    late.keyboard.press("Enter")
    late.wait_for_url("**/games")
    late.goto(f"/r/{code}")
    expect(late.locator(".table[data-seated]")).to_be_visible()
    host.leave()


def test_app_that_read_no_manifest_starts_as_well(open_page: Callable[..., Player], site: str) -> None:
    page, host, code = seated(open_page, site)
    app = iphone(open_page, APP)
    app.goto(page.url)
    app.wait_for_url(f"**/r/{code}")
    expect(app.locator(".table[data-seated]")).to_be_visible()
    host.leave()


def test_in_a_tab_nobody_becomes_somebody_without_a_press(
    open_page: Callable[..., Player], site: str
) -> None:
    page, host, code = seated(open_page, site)
    tab: Any = iphone(open_page, SAFARI)
    tab.goto(page.evaluate(MANIFEST)["start_url"])
    tab.wait_for_load_state("networkidle")
    assert "/start" in tab.url
    tab.get_by_role("button", name="Go on here").tap()
    tab.wait_for_url(f"**/r/{code}")
    host.leave()


def test_no_other_browser_hears_of_home_screens(open_page: Callable[..., Player], site: str) -> None:
    player = open_page(phone=True, notified=True)
    page = player.page
    host, _, game = joined(site, player, "Robin")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    move(host, game, 0)
    player.wait_for_move()
    player.place()
    expect(page.locator(".absence")).to_contain_text("Shall this browser tell you")
    assert page.locator("link[rel=manifest]").get_attribute("href") == "/manifest.webmanifest"
    assert [url for url in asked if "pass" in url] == []
    host.leave()
