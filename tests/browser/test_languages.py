"""A whole game in a language that nobody speaks: every word comes from the catalogue; and those
that people speak, in which all of it fits.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from app.rooms.codes import grouped
from app.texts import LANGUAGES, Texts, texts_in
from tests.browser.conftest import PATIENT, watch
from tests.browser.fitting import misfits_at_all_sizes
from tests.browser.people import Player, Program, play_until
from tests.browser.tour import QUIET, Tour
from tests.serving import serving
from tests.texts import pseudo

RIVAL = "Robin"
PHONE, DESK = (320, 640), (1440, 900)
# All that is read or spoken: text that is shown, and what stands in attributes.
READ = """() => {
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const place = walker.currentNode.parentElement;
    if (!place.closest('script, style, code, kbd, template, noscript, :not(html)[lang]'))
      said.push(walker.currentNode.textContent);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
    for (const one of document.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name));
  said.push(document.title);
  return said;
}"""
# A word of English has a vowel, and every vowel of the catalogue has an accent.
PLAIN_WORD = re.compile(r"(?<![\w’'])[A-Za-z]*[aeiouyAEIOUY][A-Za-z]*(?![\w’'])")
CODE = r"\b[A-Z2-9]{3}-[A-Z2-9]{3}-[A-Z2-9]{3}\b"
LETTERS = 3  # shorter ones are units (min, s) and names of faces


@pytest.fixture(scope="module")
def foreign_site(make_database: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("texts")
    pseudo.write(folder)
    with serving(database_url=make_database(), TERRAHEDRON_TEXTS=str(folder), **PATIENT) as server:
        yield server.address


Comer = Callable[..., Player]


@pytest.fixture
def arrive(chromium: Browser, foreign_site: str) -> Iterator[Comer]:
    """Somebody whose browser asks for a language comes to the site."""
    complaints: list[str] = []
    contexts = []

    def come(lang: str, texts: Texts) -> Player:
        how: dict[str, Any] = {
            "locale": lang,
            "base_url": foreign_site,
            "viewport": {"width": 1440, "height": 900},
        }
        contexts.append(chromium.new_context(reduced_motion="reduce", bypass_csp=True, **how))
        page = contexts[-1].new_page()
        watch(page, complaints)
        return Player(page, texts)

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


def is_my_move_in(number: int, view: dict[str, Any]) -> bool:
    return bool(view["round"] == number and view["due"] == 0)


def untranslated(player: Player, *names: str) -> set[str]:
    """Words on the page that no catalogue has given."""
    named = re.compile("|".join(map(re.escape, names)) + "|" + CODE)
    read = (named.sub("", text) for text in player.page.evaluate(READ))
    return {word for text in read for word in PLAIN_WORD.findall(text) if len(word) >= LETTERS}


def test_every_word_of_a_whole_game_comes_from_the_catalogue_and_fits_much_longer(
    arrive: Comer, foreign_site: str
) -> None:
    foreigner = arrive(pseudo.CODE, pseudo.texts())
    page, found, unfit = foreigner.page, dict[str, set[str]](), list[str]()

    def look(where: str, *names: str) -> None:
        if words := untranslated(foreigner, RIVAL, *names):
            found[where] = words
        unfit.extend(misfits_at_all_sizes(page, where, (PHONE, DESK)))

    for path in ("/", "/rules", "/about", "/games", "/p/0123456789abcdef01234567", "/offline"):
        page.goto(path)
        look(path)
    code, invite = foreigner.make_room()
    look("room", code, grouped(code))
    page.goto(f"/i/{invite}")
    look("invite", code, grouped(code))
    program = Program(foreign_site, RIVAL)
    try:
        program.sit(code, invite)
        page.goto(f"/r/{code}")
        foreigner.start()
        for number in (1, 3, 7, 12):
            play_until(foreigner, [program], code, partial(is_my_move_in, number))
            expect(page.locator(".stop.is-now")).to_contain_text(str(number))
            page.keyboard.press("Shift")
            foreigner.wait_for_move()
            look(f"round {number}")
            page.locator(".tile:not([aria-disabled])").first.click()
            look(f"round {number}, a tile in hand")
            page.keyboard.press("Escape")
        play_until(foreigner, [program], code, lambda view: False)
        foreigner.expect_end()
        look("end")
    finally:
        program.leave()
    assert not found, found
    assert not unfit, "\n".join(unfit)


def test_every_language_fits_a_small_phone(
    open_page: Callable[..., Player], join: Callable[[str], Program], site: str
) -> None:
    found: list[str] = []

    def look(page: Page, where: str, lang: str) -> None:
        found.extend(misfits_at_all_sizes(page, f"{lang} {where}", [PHONE]))

    rivals = [join(name) for name in ("Quiet Heron", "Jo", "Bartholomew Featherstone")]
    Tour(open_page(**QUIET), rivals, site, LANGUAGES, look).walk()
    assert not found, "\n".join(found)


def test_a_change_of_language_at_the_table_loses_nothing(arrive: Comer, foreign_site: str) -> None:
    player, english, foreign = arrive("en", texts_in("en")), texts_in("en"), pseudo.texts()
    page = player.page
    code, invite = player.make_room()
    program = Program(foreign_site, RIVAL)
    try:
        program.sit(code, invite)
        player.start()
        program.play(code)
        player.wait_for_move()
        page.locator(".tile:not([aria-disabled])").first.click()
        page.get_by_role("button", name=english.t("head.talk")).first.click()
        page.get_by_label(english.t("talk.say")).fill("half a lin")
        page.get_by_label(english.t("head.menu")).click()
        page.get_by_label(english.t("common.language")).select_option(pseudo.CODE)
        expect(page.locator("h1")).to_have_text(foreign.t("head.your_move"))
        expect(page.locator("html")).to_have_attribute("lang", pseudo.CODE)
        expect(page.locator(".tile.is-held")).to_have_count(1)
        expect(page.get_by_label(foreign.t("talk.say"))).to_have_value("half a lin")
        expect(page.locator("#keys h2")).to_have_text(foreign.t("table.keys"))
        room = page.locator(".room-name").inner_text()
        assert not untranslated(player, RIVAL, code, room)
        page.reload()
        expect(page.locator("h1")).to_have_text(foreign.t("head.your_move"))
    finally:
        program.leave()


def test_a_change_of_language_on_a_page_keeps_what_was_typed(arrive: Comer) -> None:
    host, guest = arrive("en", texts_in("en")), arrive("en", texts_in("en"))
    _, invite = host.make_room()
    guest.page.goto(f"/i/{invite}?lang=en")
    guest.page.locator("#name").fill("Typed Name")
    guest.page.get_by_label(guest.texts.t("site.menu")).click()
    guest.page.get_by_label(guest.texts.t("common.language")).select_option(pseudo.CODE)
    expect(guest.page.locator("html")).to_have_attribute("lang", pseudo.CODE)
    expect(guest.page.locator("#name")).to_have_value("Typed Name")
    guest.texts = pseudo.texts()
    guest.button("common.sit").click()
    guest.page.wait_for_url("**/r/*")
    expect(guest.page.locator("html")).to_have_attribute("lang", pseudo.CODE)


def addresses_asked_by(page: Page) -> list[str]:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def test_letters_of_another_script_are_loaded_where_they_are_read(open_page: Callable[..., Player]) -> None:
    """The credit to Urtis Šulinskas is on every page that is written in Latin letters."""
    loaded: dict[str, set[str]] = {}
    for lang in ("en", "pl", "ru"):
        page = open_page(locale=lang).page
        asked = addresses_asked_by(page)
        page.goto("/rules")
        page.evaluate("document.fonts.ready.then(() => true)")
        loaded[lang] = set(re.findall(r"onest-([a-z-]+)-wght", " ".join(asked)))
    western = {"latin", "latin-ext"}
    assert loaded == {"en": western, "pl": western, "ru": {"latin", "cyrillic"}}
