"""The rules page in a real browser: searched, turned, printed, without scripts, at every width."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.pages.rulebook import IDS
from app.texts import LANGUAGES, texts_in
from tests.browser.conftest import FLAGS, Launch, Seated
from tests.browser.fitting import misfits, misfits_at_all_sizes
from tests.browser.people import AXE

EN = texts_in("en")
VIOLATIONS = "axe.run().then((r) => r.violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 90)}`))"


@pytest.fixture
def page(open_page: Seated) -> Page:
    return open_rules(open_page().page)


def open_rules(page: Page) -> Page:
    """The page with its scripts: the last thing they do is to make planets turn."""
    page.goto("/rules")
    page.wait_for_selector("[data-figure='tiers'] svg[tabindex]", state="attached")
    return page


def seen_parts(page: Page) -> list[str]:
    return [part for part in IDS if page.locator(f"#{part}").is_visible()]


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(VIOLATIONS)
    return found


# --- search and contents ------------------------------------------------------------------------------------


def test_rules_are_searched_by_keyboard_alone(page: Page) -> None:
    page.keyboard.press("/")
    field = page.get_by_label(EN.t("rules.search"))
    expect(field).to_be_focused()
    page.keyboard.type("Réindeer")
    expect(page.locator("#found")).to_have_text(EN.t("search.found", count=1, what="Réindeer"))
    assert seen_parts(page) == ["not-touching"]
    expect(page.locator("mark")).to_have_text(["reindeer"])
    assert page.locator(".contents a:visible").count() == 1
    expect(page.locator(".chapter > h2:visible")).to_have_text([EN.t("rules.part_animals")])
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    assert seen_parts(page) == list(IDS)
    assert page.locator("mark").count() == 0


def test_search_without_a_result_says_one_way_out(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("submarine")
    expect(page.locator("#found")).to_contain_text(EN.t("search.none", what="submarine"))
    assert seen_parts(page) == []
    assert violations(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert seen_parts(page) == list(IDS)
    expect(page.locator("#found")).to_be_empty()


def test_link_to_a_part_that_the_search_hides_shows_it(page: Page) -> None:
    page.locator("#finder").fill("caretaker")
    expect(page.locator("#tie")).to_be_hidden()
    page.evaluate("location.hash = '#tie'")
    expect(page.locator("#tie")).to_be_in_viewport()
    expect(page.locator("#finder")).to_have_value("")


def test_contents_mark_the_part_that_is_read(page: Page) -> None:
    for part in ("region", "tie", "mystery"):
        page.locator(f".contents a[href='#{part}']").click()
        expect(page.locator(".contents [aria-current]")).to_have_attribute("href", f"#{part}")
        expect(page.locator(f"#{part} :is(h2, h3)")).to_be_in_viewport()


def test_contents_of_a_phone_close_when_a_part_is_chosen(open_page: Seated) -> None:
    page = open_rules(open_page(phone=True).page)
    contents = page.get_by_role("navigation", name=EN.t("rules.contents"))
    expect(contents).to_be_hidden()
    page.get_by_role("button", name=EN.t("rules.contents")).click()
    expect(contents).to_be_visible()
    assert violations(page) == []
    contents.get_by_role("link", name=EN.t("rules.last_round")).click()
    expect(contents).to_be_hidden()
    expect(page.locator("#last-round h3")).to_be_in_viewport()


# --- planets ------------------------------------------------------------------------------------------------


def test_planet_turns_by_keys_and_by_hand_and_goes_home(page: Page) -> None:
    planet = page.locator("#area svg.little-planet")
    planet.scroll_into_view_if_needed()
    still = planet.inner_html()
    planet.focus()
    page.keyboard.press("ArrowRight")
    expect(planet).not_to_have_js_property("innerHTML", still)
    turned = planet.inner_html()
    box = planet.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(planet).not_to_have_js_property("innerHTML", turned)
    page.keyboard.press("Home")
    expect(planet).to_have_js_property("innerHTML", still)


def test_nothing_is_drawn_while_nothing_changes(page: Page) -> None:
    watched = """() => new Promise((resolve) => {
      let changes = 0;
      const watch = new MutationObserver((list) => { changes += list.length; });
      watch.observe(document.querySelector('.rulebook-body'), { subtree: true, childList: true });
      setTimeout(() => resolve(changes), 800);
    })"""
    assert page.evaluate(watched) == 0


def test_figure_goes_on_at_a_press_and_is_told(page: Page) -> None:
    figure = page.locator("[data-figure='last_round']")
    for number in (1, 2, 3, 1):
        expect(figure.locator(".frame-says:visible")).to_have_text(EN.t(f"rules.see_last_round_{number}"))
        figure.get_by_role("button", name=EN.t(f"rules.see_last_round_{number}_do")).press("Enter")
    expect(page.locator("#told")).to_contain_text(EN.t("rules.see_last_round_2"))


def test_planet_stays_as_it_is_held_when_a_tile_is_turned(page: Page) -> None:
    first, second = page.locator("#touching svg.little-planet").all()
    before = second.inner_html()
    first.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(100)
    page.locator("#touching [data-next]").click()
    expect(second).to_be_visible()
    expect(second).not_to_have_js_property("innerHTML", before)


@pytest.fixture
def drawing(launch: Launch, site: str) -> Iterator[BrowserContext]:
    """A browser that draws WebGL, if slowly."""
    browser = launch(args=FLAGS)
    yield browser.new_context(base_url=site, reduced_motion="reduce")
    browser.close()


def test_planet_in_relief_comes_to_the_hand_and_is_one_for_the_page(drawing: BrowserContext) -> None:
    page = drawing.new_page()
    page.add_init_script("sessionStorage.setItem('graphics', 'card')")
    open_rules(page)
    assert page.locator("canvas").count() == 0
    page.locator("#area svg.little-planet").press("ArrowRight")
    expect(page.locator("#area .is-relief canvas.is-drawn")).to_be_visible()
    page.locator("#edge svg.little-planet").press("ArrowRight")
    expect(page.locator("#edge .is-relief canvas")).to_be_visible()
    assert page.locator("canvas").count() == 1
    expect(page.locator("#area .is-relief")).to_have_count(0)
    page.evaluate(
        "document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"
    )
    expect(page.locator("canvas")).to_have_count(0)
    expect(page.locator("#edge svg.little-planet path").first).to_be_visible()


def test_planet_in_relief_stays_away_without_a_graphics_card(drawing: BrowserContext) -> None:
    page = open_rules(drawing.new_page())
    page.locator("#area svg.little-planet").press("ArrowRight")
    page.wait_for_timeout(500)
    assert page.locator("canvas").count() == 0


# --- on paper, without scripts, everywhere ------------------------------------------------------------------


def test_without_scripts_everything_is_there(chromium: Browser, site: str) -> None:
    context = chromium.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto("/rules")
    assert seen_parts(page) == list(IDS)
    frames = page.locator(".frame").all()
    assert len(frames) > 20
    assert all(frame.is_visible() for frame in frames)
    assert page.locator(".needs-script:visible").count() == 0
    context.close()


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_paper_shows_words_and_stills_and_nothing_to_press(page: Page, size: str) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(".frame:visible").count() == page.locator(".frame").count()
    assert page.locator(":is(button, input, nav, .top):visible").count() == 0
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert page.evaluate("getComputedStyle(document.querySelector('.rulebook-body')).columnCount") == "2"
    chromium_pages = page.pdf(format=size).count(b"/Type /Page\n")
    assert 3 <= chromium_pages <= 7


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_rules_can_be_read_by_everyone(open_page: Seated, width: int, theme: str) -> None:
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=theme).page
    page.goto("/rules")
    assert violations(page) == []


def test_rules_fit_every_width(page: Page) -> None:
    assert misfits_at_all_sizes(page, "rules") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_fit_320_in_every_language(open_page: Seated, lang: str) -> None:
    page = open_page(viewport={"width": 320, "height": 640}).page
    page.goto(f"/rules?lang={lang}")
    assert misfits(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.locator(".contents-button").click()
    assert page.locator("#contents").evaluate("(sheet) => sheet.scrollWidth - sheet.clientWidth") == 0
