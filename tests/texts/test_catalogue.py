"""The catalogue itself: what is looked up how, and in which language."""

import json
import re

import pytest

from app.texts import ENGLISH, FOLDER, LANGUAGES, Texts, choose_language, read_catalogue, t, texts_in

ARGUMENTS = re.compile(r"\{(\w+)\}")


def test_text_fills_its_gaps() -> None:
    assert t("room.kick_sure", name="Tom") == "Take the seat from Tom?"


def test_unknown_key_is_shown_as_it_is() -> None:
    assert t("no.such.text") == "no.such.text"


@pytest.mark.parametrize(("count", "text"), [(1, "1 seat"), (2, "2 seats"), (1000, "1,000 seats")])
def test_plural_follows_the_count(count: int, text: str) -> None:
    assert t("options.seats_count", count=count) == text


def test_rich_text_escapes_arguments_and_keeps_its_own_marks() -> None:
    text = texts_in("en").rich("home.waiting", room="<b>Bay*", round=3)
    assert text == "<strong>&lt;b&gt;Bay*</strong>, round 3"


@pytest.mark.parametrize(
    ("wanted", "accept", "lang"),
    [
        ("en", "", "en"),
        ("xx", "en-GB,en;q=0.9", "en"),
        (None, "tlh;q=0.9,*", "en"),
        (None, "en;q=huge", "en"),
    ],
)
def test_language_is_the_chosen_or_the_first_we_have(wanted: str | None, accept: str, lang: str) -> None:
    assert choose_language(wanted, accept) == lang


def test_browser_gets_the_texts_scripts_ask_for_and_no_pages() -> None:
    delivered = json.loads(texts_in("en").for_browser)
    assert delivered["lang"] == "en"
    assert "errors.unknown" in delivered["texts"]
    assert not any(key.startswith("rules.") for key in delivered["texts"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_the_same_texts_with_the_same_gaps(lang: str) -> None:
    english, other = read_catalogue(ENGLISH), read_catalogue(lang)
    forms = re.compile(r"_(zero|one|two|few|many|other)$")
    assert {forms.sub("", key) for key in english} == {forms.sub("", key) for key in other}
    for key, text in other.items():
        known = english.get(key) or english[forms.sub("_other", key)]
        assert set(ARGUMENTS.findall(text)) <= set(ARGUMENTS.findall(known)), key


def test_catalogue_files_are_sorted_into_sections() -> None:
    for path in FOLDER.glob("*.json"):
        assert all(isinstance(section, dict) for section in json.loads(path.read_text()).values()), path.name


def test_address_changes_with_the_texts() -> None:
    first, second = Texts("en"), Texts("en")
    second._texts = {**second._texts, "errors.unknown": "Something else."}
    assert first.address != second.address
