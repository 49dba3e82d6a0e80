"""The operator in a browser: the way in, a report, a measure, and how whoever it is about is told."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from app.texts import texts_in
from tests.browser.conftest import ADMIN_TOKEN
from tests.browser.people import Player, Program


def test_operator_reads_a_report_and_silences_whom_it_is_about(
    duel: Callable[..., tuple[Player, Program, str]], open_page: Callable[..., Player]
) -> None:
    player, program, code = duel(plays=False, phone=True)
    program.post(f"/api/rooms/{code}/reports", {"seat": seat_of(player, code), "reason": "spoils"})
    operator = open_page()
    page = operator.page
    page.goto("/admin")
    page.get_by_label("Token").fill(ADMIN_TOKEN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Overview")).to_be_visible()
    page.get_by_role("region", name="reports").get_by_role("link").first.click()
    expect(page.get_by_role("cell", name="spoils")).to_be_visible()
    assert operator.overflow() <= 0
    page.get_by_role("region", name="report", exact=True).locator("a[href*='/admin/people/']").first.click()
    silence = page.locator("form", has=page.get_by_role("heading", name="Silence"))
    silence.get_by_label("Reason").select_option("spoils")
    silence.get_by_label("hours").select_option("24")
    silence.get_by_role("button").click()
    expect(page.get_by_role("cell", name="silence")).to_be_visible()
    assert operator.violations() == []
    told(player.page)
    page.set_viewport_size({"width": 360, "height": 740})
    for name in ("people", "trail", "rooms"):
        page.goto(f"/admin/lists/{name}")
        assert operator.overflow() <= 0


def seat_of(player: Player, code: str) -> int:
    """Where the browser's person sits."""
    return int(player.page.evaluate(f"fetch('/api/rooms/{code}').then(a => a.json()).then(r => r.you.seat)"))


def told(page: Page) -> None:
    """Whoever it is about reads the reason, and puts it away by a press."""
    words = texts_in("en")
    says = words.t("notices.silence", reason=words.t("misconduct.spoils"))
    notice = page.locator("dialog.operator-word")
    for _ in range(20):
        page.goto("/games")
        if notice.count():
            break
        page.wait_for_timeout(250)
    expect(notice).to_contain_text(says)
    notice.get_by_role("button").tap()
    expect(notice).to_be_hidden()
