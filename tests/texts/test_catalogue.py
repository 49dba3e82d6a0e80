"""The catalogue itself: what is looked up how, and in which language."""

import json
import re

import pytest

from app.texts import (
    ENGLISH,
    FOLDER,
    GAP,
    LANGUAGES,
    Noun,
    Texts,
    capital,
    choose_language,
    read_catalogue,
    t,
    texts_in,
)


def test_text_fills_its_gaps() -> None:
    assert t("room.kick_sure", name="Tom") == "Take the seat from Tom?"


def test_unknown_key_is_shown_as_it_is() -> None:
    assert t("no.such.text") == "no.such.text"


@pytest.mark.parametrize(("count", "text"), [(1, "1 seat"), (2, "2 seats"), (1000, "1,000 seats")])
def test_plural_follows_the_count(count: int, text: str) -> None:
    assert t("options.seats_count", count=count) == text


def test_plural_forms_are_those_of_the_country() -> None:
    assert texts_in("pt").t("game.points", count=0) == "0 pontos"
    assert texts_in("pt").t("game.points", count=1) == "1 ponto"


def test_text_with_a_count_may_have_no_plural_forms() -> None:
    assert t("home.seats_label", taken=2, count=4) == "2 of 4 seats taken"


def test_words_from_the_right_keep_to_themselves() -> None:
    assert texts_in("en").t("invite.heading", host="عمر 7") == "\u2068عمر 7\u2069 saved you a seat"


def test_rich_text_escapes_arguments_and_keeps_its_own_marks() -> None:
    text = texts_in("en").rich("home.waiting", room="<b>Bay*", round=3)
    assert text == "<strong>&lt;b&gt;Bay*</strong>, round 3"


def test_capital_leaves_the_other_nouns_of_german_as_they_are() -> None:
    assert capital("ohne Uhr") == "Ohne Uhr"


def test_noun_is_told_in_the_form_that_the_sentence_asks_for() -> None:
    texts = Texts("en")
    texts._texts = {"near": "Ein Wald {place.at}. {Place}.", "place": "wüste", "place_at": "an einer Wüste"}
    assert texts.t("near", place=Noun("place")) == "Ein Wald an einer Wüste. Wüste."
    assert texts.rich("near", place="<b>") == "Ein Wald &lt;b&gt;. &lt;b&gt;."


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


# Sections of nouns: a language may have forms of them, which its sentences ask for (`D_with`).
NOUNS = ("habitats", "animals", "bots", "names")
PLURAL = re.compile(r"_(zero|one|two|few|many|other)$")
GROUPS = re.compile(r"^friendly\.(adjectives|creatures)_[bc]$")
WORDS = read_catalogue(ENGLISH)


def is_plural(key: str) -> bool:
    return bool(PLURAL.search(key)) and PLURAL.sub("_other", key) in WORDS


def base(key: str) -> str:
    """The key as English has it: without plural form or form of a noun."""
    if is_plural(key):
        return PLURAL.sub("", key)
    if key in WORDS or not key.startswith(NOUNS):
        return key
    return max((known for known in WORDS if key.startswith(f"{known}_")), key=len, default=key)


def gaps(text: str) -> set[str]:
    return {gap[0].lower() + gap[1:] for gap, _ in GAP.findall(text)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_the_same_texts(lang: str) -> None:
    other = read_catalogue(lang)
    assert {base(key) for key in WORDS} == {base(key) for key in other if not GROUPS.match(key)}
    assert not [key for key, text in other.items() if not text.strip()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_fill_the_gaps_that_english_has(lang: str) -> None:
    for key, text in read_catalogue(lang).items():
        known = gaps(WORDS.get(f"{base(key)}_other") or WORDS.get(base(key), ""))
        assert gaps(text) <= known, key
        assert gaps(text) >= known - {"count"}, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_every_plural_form(lang: str) -> None:
    forms = {*texts_in(lang)._locale.plural_form.rules, "other"}
    found: dict[str, set[str]] = {}
    for key in filter(is_plural, read_catalogue(lang)):
        found.setdefault(base(key), set()).add(key.rsplit("_", 1)[1])
    assert {key: forms ^ has for key, has in found.items() if has != forms} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_every_form_of_a_noun_that_a_sentence_asks_for(lang: str) -> None:
    texts = read_catalogue(lang)
    families = [[key for key in WORDS if key.split(".")[0] == section] for section in NOUNS]
    for key, text in texts.items():
        for _, form in GAP.findall(text):
            has_form = [all(f"{noun}_{form}" in texts for noun in family) for family in families]
            assert not form or any(has_form), f"{key} asks for {form}"


def test_catalogue_files_are_sorted_into_sections() -> None:
    for path in FOLDER.glob("*.json"):
        assert all(isinstance(section, dict) for section in json.loads(path.read_text()).values()), path.name


def test_address_changes_with_the_texts() -> None:
    first, second = Texts("en"), Texts("en")
    second._texts = {**second._texts, "errors.unknown": "Something else."}
    assert first.address != second.address
