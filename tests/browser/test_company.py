"""Among strangers, in a browser: a phrase read in two languages, somebody muted and reported, at a table."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from app.texts import texts_in
from tests.browser.fitting import misfits
from tests.browser.people import Player

# The seats are drawn anew, as when somebody comes.
REDRAWN = """() => new Promise((done) => {
  document.addEventListener("htmx:after:swap", () => requestAnimationFrame(done), { once: true });
  document.querySelector("#seats").dispatchEvent(new CustomEvent("room-changed"));
})"""


def test_phrase_is_read_in_two_languages_and_its_speaker_muted_and_reported(
    open_page: Callable[..., Player],
) -> None:
    """In the room by mouse, at the table by touch."""
    host, guest = open_page(), open_page(phone=True, locale="de-DE")
    code, _ = host.make_room()
    page, other = host.page, guest.page
    assert (
        page.evaluate(
            "code => fetch(`/api/rooms/${code}/options`, {method: 'PATCH', body: '{\"public\": true}',"
            " headers: {'Content-Type': 'application/json'}}).then(answer => answer.status)",
            code,
        )
        == 200
    )
    page.reload()
    expect(page.locator("#say")).to_have_count(0)
    other.goto(f"/r/{code}")
    other.locator("body[data-line=live] button[data-sit]").first.tap()
    other.locator("#seat-1[data-you], .seat-card[data-you]").wait_for()
    expect(page.locator(".seat-card[data-presence='here']")).to_have_count(2)  # both can hear now
    page.get_by_role("button", name="Phrases").click()
    wish = page.get_by_role("button", name="Good luck, have fun!")
    expect(wish).to_be_visible()
    assert misfits(page) == []
    wish.click()
    speech = other.locator(".speech", has_text=texts_in("de").t("phrases.good_luck"))
    expect(speech).to_be_visible()
    other.evaluate(REDRAWN)
    expect(speech).to_be_visible()
    host.start()
    for player in (guest, host):
        player.page.locator(".table:not(.is-waiting)").wait_for()
    talk_tab(page)
    page.locator(".phrases-button").click()
    page.get_by_role("button", name="Well played.").click()
    expect(other.locator(".talk-line", has_text=texts_in("de").t("phrases.well_played"))).to_have_count(1)
    report_and_mute(guest)
    page.locator(".phrases-button").click()
    page.get_by_role("button", name="Another game?").click()
    expect(page.locator(".talk-line", has_text="Another game?")).to_have_count(1)
    hush(host)
    expect(other.locator(".talk-line", has_text=texts_in("de").t("phrases.again"))).to_have_count(0)
    assert host.violations() == []


def talk_tab(page: Page) -> None:
    """Where people talk."""
    page.get_by_role("button", name="Talk").or_(page.get_by_role("tab", name="Talk")).first.click()


def report_and_mute(guest: Player) -> None:
    """By touch, in German: nobody else hears of it."""
    page, texts = guest.page, texts_in("de")
    page.locator(".company-button").dispatch_event("click")
    dialog = page.locator(".company-dialog")
    dialog.locator("[data-act=report]").first.tap()
    assert misfits(page) == []
    dialog.locator("[data-act=spoils]").tap()
    expect(dialog.get_by_role("status")).to_have_text(texts.t("company.report_taken"))
    dialog.locator("[data-act=mute]").first.tap()
    expect(dialog.locator("h3")).to_have_text(texts.t("company.muted"))
    assert guest.violations() == []
    assert guest.overflow() <= 0
    dialog.locator("[data-close]").tap()


def hush(host: Player) -> None:
    """The host lets nobody hear somebody, and closes the room to newcomers, by keyboard."""
    page = host.page
    page.locator(".company-button").press("Enter")
    dialog = page.locator(".company-dialog")
    dialog.locator("[data-act=hush]").press("Enter")
    expect(dialog.locator(".chip", has_text="muted for all")).to_have_count(1)
    dialog.locator("[data-act=door]").press("Enter")
    expect(dialog.locator("[data-act=door]")).to_have_text("Let newcomers in")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
