"""The pages in a real browser, with real people: found, shared, sat down in, seen live, read by everyone."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from app.texts import texts_in
from tests.browser.conftest import FLAGS, Launch
from tests.browser.people import AXE, NONCE, Program
from tests.browser.wire import Wire

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
WORDS = (
    "/",
    "/rules",
    "/about",
    "/games",
    "/games/numbers",
    "/offline",
    "/nowhere",
    "/i/nowhere",
    "/p/0123456789abcdef01234567",
)
SHIFTS = """() => new Promise((resolve) => {
  let sum = 0;
  const add = (list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; };
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 600);
})"""
HAS_ARIAL = """new FontFace("any", 'local("Arial"), local("Liberation Sans")').load()
  .then(() => true, () => false)"""
SHOWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# A greeting goes by itself: it is enough that it was there.
GREETED = """() => new MutationObserver(() => {
  if (document.querySelector(".hello")?.checkVisibility()) document.body.dataset.greeted = "";
}).observe(document.querySelector("#seats"), { subtree: true, childList: true })"""
BYTES = """() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""


@dataclass
class Person:
    """Somebody with a browser of their own."""

    page: Page
    address: str

    def make_room(self) -> tuple[str, str]:
        """One press on the front page; the room's code and its invite link."""
        self.page.goto(self.address)
        self.page.get_by_role("button", name="Make a room").click()
        self.page.wait_for_url("**/r/*")
        code = self.page.url.rsplit("/", 1)[1]
        return code, f"{self.address}/i/{self.page.evaluate(f'localStorage.getItem(`invite:{code}`)')}"

    def sit_down(self, link: str, name: str | None = None) -> None:
        self.page.goto(link)
        if name:
            self.page.get_by_label("You will be called").fill(name)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_url("**/r/*")


@pytest.fixture
def somebody(chromium: Browser, site: str) -> Iterator[Callable[..., Person]]:
    """Brings people; none may meet an error in the console, or be refused by the page's own policy."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(**how: Any) -> Person:
        contexts.append(chromium.new_context(**{"reduced_motion": "reduce", **DESK, **how}))
        page = contexts[-1].new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda line: complain(line.type, f"{page.url}: {line.text}"))
        return Person(page, site)

    def complain(kind: str, text: str) -> None:
        is_page_of_ours = "status of 404" in text or "status of 403" in text
        if kind == "error" and not is_page_of_ours and "net::ERR" not in text:
            complaints.append(text)

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run().then((result) => result.violations)")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


def test_two_people_meet_and_begin(somebody: Callable[..., Person]) -> None:
    host, guest = somebody(permissions=["clipboard-read", "clipboard-write"]), somebody(**PHONE)
    code, link = host.make_room()
    host.page.get_by_role("button", name="Copy link").click()
    assert host.page.evaluate("navigator.clipboard.readText()") == link
    expect(host.page.get_by_role("img", name="QR code of the invite link")).to_be_visible()
    guest.sit_down(link, "Jonas")
    for one in (host, guest):
        expect(one.page.locator("#seats")).to_contain_text("Jonas")
        expect(one.page.locator("#seats")).to_contain_text("Two are here")
    expect(guest.page.get_by_role("button", name=re.compile("^Start"))).to_have_count(0)
    host.page.get_by_role("button", name="Start with two").click()
    for one in (host, guest):
        one.page.wait_for_selector(".table-root")
        assert one.page.url.endswith(f"/r/{code}")


def test_options_waves_and_words_are_seen_at_once(somebody: Callable[..., Person]) -> None:
    host, guest = somebody(), somebody()
    _, link = host.make_room()
    guest.sit_down(link)
    host.page.get_by_label("Clock").select_option("120")
    expect(guest.page.locator("#option-rows")).to_contain_text("Relaxed, 2 min a move")
    host.page.get_by_label("Mystery animals").check()
    expect(guest.page.locator("#option-rows")).to_contain_text("Mystery animals")
    host.page.evaluate(GREETED)
    guest.page.get_by_role("button", name="Hello").click()
    host.page.wait_for_selector("[data-greeted]", state="attached")
    expect(host.page.locator("#announcer")).to_contain_text("Hello")
    guest.page.get_by_placeholder("Say something").fill("Back in two, kettle")
    guest.page.keyboard.press("Enter")
    expect(host.page.locator(".speech")).to_have_text("Back in two, kettle")
    expect(guest.page.get_by_placeholder("Say something")).to_have_value("")


def test_name_changes_and_seats_are_left(somebody: Callable[..., Person]) -> None:
    host, guest = somebody(), somebody()
    _, link = host.make_room()
    guest.sit_down(link, "Tern")
    guest.page.get_by_role("button", name="Change my name").click()
    guest.page.get_by_role("textbox", name="Your name").fill("Arctic Tern")
    guest.page.get_by_role("button", name="Save").click()
    expect(host.page.locator("#seats")).to_contain_text("Arctic Tern")
    host.page.get_by_role("button", name="Ask Arctic Tern to leave").click()
    host.page.get_by_role("button", name="Take the seat").click()
    expect(host.page.locator("#seats")).not_to_contain_text("Arctic Tern")
    expect_sent_away(guest.page)


def expect_sent_away(page: Page) -> None:
    """At once one sentence and one way out, and nothing that would fail."""
    expect(page.get_by_role("heading", level=1)).to_have_text("The host has given your seat to others")
    expect(page.locator("main").locator("a, button")).to_have_text(["To the start"])
    assert violations(page) == []


def test_who_is_sent_away_from_a_running_game_reads_so(
    somebody: Callable[..., Person], join: Callable[[str], Program]
) -> None:
    host, guest = join("Robin Program"), somebody(**PHONE)
    made = host.post("/api/rooms", {"nonce": NONCE})
    guest.sit_down(made["invite_url"])
    room = f"/api/rooms/{made['room']['code']}"
    host.post(f"{room}/start")
    expect(guest.page.locator(".tile").first).to_be_visible()
    host.post(f"{room}/kick", {"seat": 1})
    expect_sent_away(guest.page)


def test_game_with_bots_is_chosen_and_the_choice_is_remembered(somebody: Callable[..., Person]) -> None:
    person = somebody(**NARROW)
    page = person.page
    page.goto(f"{person.address}/rules")
    page.get_by_role("link", name="Try it").click()
    expect(page.get_by_role("radio", name="My first game")).to_be_focused()
    assert violations(page) == []
    weakest = page.locator("[name=game]:checked").get_attribute("data-level")
    page.keyboard.press("Enter")
    assert table_with_bots(page) == (["beginner"], [weakest, weakest])

    page.goto(person.address)
    page.get_by_role("button", name="Play with bots").click()
    page.get_by_role("radio", name="As I like it").check()
    page.get_by_label("Opponents").select_option("1")
    strongest = page.get_by_label("How strong").locator("option").last.get_attribute("value")
    page.get_by_label("How strong").select_option(strongest)
    page.get_by_label("Mystery animals").check()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
    assert page.locator("#bots-dialog").evaluate("(dialog) => dialog.scrollWidth - dialog.clientWidth") == 0
    assert violations(page) == []
    page.get_by_role("button", name="Play", exact=True).click()
    assert table_with_bots(page) == (["mystery"], [strongest])

    page.goto(person.address)
    page.get_by_role("button", name="Play with bots").click()
    expect(page.get_by_role("radio", name="As I like it")).to_be_checked()
    expect(page.get_by_label("Opponents")).to_have_value("1")
    expect(page.get_by_label("How strong")).to_have_value(str(strongest))
    expect(page.get_by_label("Mystery animals")).to_be_checked()


def table_with_bots(page: Page) -> tuple[list[str], list[str]]:
    """What is played at the table that has just been opened: its variants, and the levels of its bots."""
    page.wait_for_url("**/r/*")
    room = page.evaluate("fetch(location.pathname.replace('/r/', '/api/rooms/')).then((r) => r.json())")
    return room["options"]["variants"], [seat["bot"] for seat in room["seats"] if seat["bot"]]


def test_new_link_ends_the_old_one(somebody: Callable[..., Person]) -> None:
    host, guest = somebody(), somebody()
    code, old = host.make_room()
    host.page.get_by_role("button", name="New link").click()
    host.page.get_by_role("dialog").get_by_role("button", name="New link").click()
    expect(host.page.locator("#toasts")).to_contain_text("Here is a new link")
    guest.page.goto(old)
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("This link was taken back")
    guest.sit_down(f"{host.address}/i/{host.page.evaluate(f'localStorage.getItem(`invite:{code}`)')}")
    expect(host.page.locator("#seats")).to_contain_text("Two are here")


def test_seat_pass_brings_the_seat_to_another_device(somebody: Callable[..., Person]) -> None:
    desk, phone = somebody(), somebody(**PHONE)
    code, _ = desk.make_room()
    desk.page.goto(f"{desk.address}/games")
    desk.page.get_by_role("button", name="Make a seat pass").click()
    phone.page.goto(desk.page.get_by_label("The link").input_value())
    phone.page.get_by_role("button", name="Go on here").click()
    phone.page.wait_for_url("**/games")
    phone.page.goto(f"{phone.address}/r/{code}")
    expect(phone.page.locator("[data-seat='0'][data-you]")).to_be_visible()


def test_room_is_made_and_left_by_keyboard_alone(somebody: Callable[..., Person]) -> None:
    person = somebody()
    page = person.page
    page.goto(person.address, wait_until="domcontentloaded")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("To the page itself")
    page.keyboard.press("Enter")
    press_until(page, "Make a room")
    page.keyboard.press("Enter")
    page.wait_for_url("**/r/*")
    page.wait_for_selector("#seats")
    press_until(page, "Leave the room")
    page.keyboard.press("Enter")
    press_until(page, "Leave")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/$"))


def press_until(page: Page, text: str) -> None:
    """Goes on with Tab until the focus is on `text`."""
    for _ in range(60):
        if page.locator(":focus").count() and page.locator(":focus").inner_text().strip() == text:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the focus never reached {text}")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("shape", [DESK, PHONE], ids=["desk", "phone"])
def test_pages_can_be_used_by_everyone(
    somebody: Callable[..., Person], shape: dict[str, Any], theme: str
) -> None:
    person = somebody(color_scheme=theme, **shape)
    for path in WORDS:
        person.page.goto(person.address + path)
        assert violations(person.page) == [], path
    _, link = person.make_room()
    assert violations(person.page) == []
    stranger = somebody(color_scheme=theme, **shape)
    stranger.page.goto(link)
    assert violations(stranger.page) == []


def test_pages_fit_a_narrow_phone(somebody: Callable[..., Person]) -> None:
    person = somebody(**NARROW)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for path in WORDS:
        person.page.goto(person.address + path)
        assert person.page.evaluate(wide) == 0, path
    code, link = person.make_room()
    assert person.page.evaluate(wide) == 0
    small = """() => [...document.querySelectorAll("a.button, button, select, [role=switch]")]
      .filter((one) => one.checkVisibility() && !one.closest("label"))
      .filter((one) => one.getBoundingClientRect().height < 43.5)
      .map((one) => one.outerHTML.slice(0, 100))"""
    assert [one for one in person.page.evaluate(small) if "tab" not in one] == []
    guest = somebody(**NARROW)
    guest.sit_down(link, "W" * 24)
    expect(person.page.get_by_role("button", name="Start with two")).to_be_in_viewport(ratio=1)
    for path in (f"/r/{code}", "/games"):
        for one in (person, guest):
            one.page.goto(one.address + path)
            assert one.page.evaluate(wide) == 0, path


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_invited_see_where_to_sit_down(somebody: Callable[..., Person], lang: str) -> None:
    _, link = somebody().make_room()
    page = somebody(**PHONE, locale=lang).page
    page.goto(link)
    for width, height in ((360, 640), (390, 844), (568, 320), (844, 390), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".sit-form [type=submit]")).to_be_in_viewport(ratio=1)


def test_way_on_is_in_sight_on_a_phone_on_its_side(somebody: Callable[..., Person]) -> None:
    host, guest = (somebody(**{**PHONE, "viewport": {"width": 844, "height": 390}}) for _ in range(2))
    host.page.goto(host.address)
    expect(host.page.get_by_role("button", name="Make a room")).to_be_in_viewport(ratio=1)
    _, link = host.make_room()
    guest.sit_down(link, "W" * 24)
    expect(host.page.get_by_role("button", name="Start with two")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_page_stands_still_and_travels_light(somebody: Callable[..., Person], path: str) -> None:
    person = somebody()
    person.page.goto(person.address + path, wait_until="load")
    assert person.page.evaluate(SHIFTS) <= 0.02
    assert person.page.evaluate(BYTES) <= 300_000


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_page_stands_still_when_its_letters_come_late(somebody: Callable[..., Person], path: str) -> None:
    page = (person := somebody()).page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/*.woff2", hold)
    page.goto(person.address + path, wait_until="domcontentloaded")
    page.evaluate(SHOWN)
    if not page.evaluate(HAS_ARIAL):
        pytest.skip("neither Arial nor Liberation Sans is here")
    assert held
    for route in held:
        route.continue_()
    page.unroute("**/*.woff2", hold)
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate(SHIFTS) <= 0.01


@pytest.mark.parametrize(
    ("path", "after"), [("/", b'<p class="lead">'), ("/p", b"</h1>"), ("/nowhere", b"</h1>")]
)
def test_page_stands_still_when_half_of_it_comes_late(
    somebody: Callable[..., Person], path: str, after: bytes
) -> None:
    wire = Wire((person := somebody(**PHONE, extra_http_headers={"Accept-Encoding": "identity"})).address)
    wire.stops_after = after
    person.page.goto(wire.address + path, wait_until="load")
    assert wire.has_stopped
    assert person.page.evaluate(SHIFTS) <= 0.01
    wire.close()


def test_theme_is_remembered(somebody: Callable[..., Person]) -> None:
    person = somebody(color_scheme="light")
    person.page.goto(person.address)
    person.page.get_by_label("Menu").click()
    person.page.get_by_role("button", name="Night").click()
    expect(person.page.locator("html")).to_have_attribute("data-theme", "night")
    person.page.goto(f"{person.address}/rules")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "night")


def test_without_a_line_there_is_still_a_page(somebody: Callable[..., Person]) -> None:
    person = somebody(reduced_motion="no-preference")
    person.page.goto(person.address)
    person.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    person.page.wait_for_function("navigator.serviceWorker.controller !== null")
    person.page.context.set_offline(True)
    person.page.goto(f"{person.address}/rules")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("No connection")
    person.page.context.set_offline(False)
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Rules")


KEPT_IN = """async (lang) => {
  while ((await caches.match('/offline'))?.headers.get('Content-Language') !== lang)
    await new Promise((soon) => setTimeout(soon, 20));
}"""
UPDATED = """async () => {
  const found = await (await navigator.serviceWorker.ready).update();
  return Boolean(found.installing ?? found.waiting);
}"""


def test_the_page_without_a_line_follows_the_language(somebody: Callable[..., Person]) -> None:
    """And the worker stays the one it was."""
    person = somebody(bypass_csp=True)
    page, texts = person.page, texts_in("ru")
    page.goto(person.address)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.context.add_cookies([{"name": "language", "value": "ru", "url": person.address}])
    page.goto(f"{person.address}/about")
    page.evaluate(KEPT_IN, "ru")
    assert page.evaluate(UPDATED) is False
    page.context.set_offline(True)
    page.goto(f"{person.address}/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text(texts.t("pages.offline"))


def test_planet_wakes_when_somebody_reaches_for_it(launch: Launch, site: str) -> None:
    drawing = launch(args=FLAGS)
    page = drawing.new_page(reduced_motion="reduce", base_url=site)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    expect(page.locator(".hero-planet img")).to_be_visible()
    page.mouse.move(300, 300)
    assert page.locator(".hero-planet canvas").count() == 0
    page.locator(".hero-planet").hover()
    expect(page.locator(".hero-planet[data-shown] canvas")).to_be_visible()
    drawing.close()
