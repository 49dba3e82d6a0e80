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
    assert texts_in("pt").t("counted.points", count=0) == "0 pontos"
    assert texts_in("pt").t("counted.points", count=1) == "1 ponto"


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


def test_counted_noun_goes_by_its_own_number() -> None:
    polish = texts_in("pl")
    told = {"habitat": Noun("habitats.F"), "areas": Noun("counted.areas", 12)}
    assert polish.t("objective.told", count=2, points=Noun("counted.points", 3), **told) == (
        "Twoje tajne środowisko: las, 12 pól. Jeszcze 2 pola do 3 punktów."
    )
    assert polish.t("objective.told", count=5, points=Noun("counted.points", 1), **told).endswith(
        "Jeszcze 5 pól do 1 punktu."
    )


def test_list_is_told_as_people_tell_it_each_noun_in_its_form() -> None:
    nouns = [Noun("habitats.D"), Noun("habitats.M"), Noun("habitats.G")]
    assert texts_in("pl").t("net.touches", list=nouns) == "styka się z pustynią, górami i lodowcem"
    assert texts_in("en").t("net.touches", list=nouns[:1]) == "touches desert"
    assert texts_in("en").list([]) == ""
    assert texts_in("en").list(["Maya", "عمر 7", 3]) == "Maya, \u2068عمر 7\u2069 and 3"


@pytest.mark.parametrize(
    ("lang", "names", "told"),
    [
        ("es", ["Ana", "Ida"], "Ana e Ida"),
        ("es", ["Ana", "Hilario"], "Ana e Hilario"),
        ("es", ["Ida", "Hiedra"], "Ida y Hiedra"),
        ("es", ["Ida", "Eva", "Íñigo"], "Ida, Eva e Íñigo"),
        ("it", ["Ida", "Elena"], "Ida ed Elena"),
        ("it", ["Elena", "Ida"], "Elena e Ida"),
    ],
)
def test_and_goes_by_the_word_behind_it(lang: str, names: list[str], told: str) -> None:
    assert texts_in(lang).list(names) == told


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


# Nouns that may stand in a gap. A language may have forms of them, which its sentences ask for (`D_with`).
NOUNS = {
    "animal": "animals.",
    "habitat": "habitats.",
    "other": "habitats.",
    "there": "habitats.",
    "list": "habitats.",
    "bot": "bots.",
    "seat": "names.",
    "areas": "counted.areas",
    "least": "counted.areas",
    "points": "counted.points",
}
PLURAL = re.compile(r"_(zero|one|two|few|many|other)$")
# What only some languages have: groups of words that agree, and another "and" before some beginnings.
EXTRAS = re.compile(r"^(friendly\.(adjectives|creatures)_[bc]|common\.list_and_\w{1,3})$")
WORDS = read_catalogue(ENGLISH)


def plain(key: str) -> str:
    """The key without a plural form, if it has one."""
    return PLURAL.sub("", key) if PLURAL.sub("_other", key) in WORDS else key


KNOWN = sorted({plain(key) for key in WORDS}, key=len)


def base(key: str) -> str:
    """The key as English has it: without plural form or form of a noun."""
    if key in WORDS or not key.startswith(tuple(NOUNS.values())):
        return plain(key)
    return max((known for known in KNOWN if key.startswith(f"{known}_")), key=len, default=key)


def gaps(text: str) -> set[str]:
    return {gap[0].lower() + gap[1:] for gap, _ in GAP.findall(text)}


def test_french_signs_stay_with_the_word_before_them() -> None:
    """A line that begins with a question mark is none: the space before it does not break."""
    texts = read_catalogue("fr")
    assert not [key for key, text in texts.items() if re.search(r" [;:!?»]|« ", text)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_the_same_texts(lang: str) -> None:
    other = read_catalogue(lang)
    assert {base(key) for key in WORDS} == {base(key) for key in other if not EXTRAS.match(key)}
    assert not [key for key, text in other.items() if not text.strip()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_fill_the_gaps_that_english_has(lang: str) -> None:
    for key, text in read_catalogue(lang).items():
        like = "common.list_and" if key.startswith("common.list_and_") else base(key)
        known = gaps(WORDS.get(f"{like}_other") or WORDS.get(like, ""))
        assert gaps(text) <= known, key
        assert gaps(text) >= known - {"count"}, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_every_plural_form(lang: str) -> None:
    forms = {*texts_in(lang)._locale.plural_form.rules, "other"}
    found: dict[str, set[str]] = {}
    for key in read_catalogue(lang):
        if PLURAL.search(key) and base(key) not in WORDS:
            found.setdefault(PLURAL.sub("", key), set()).add(key.rsplit("_", 1)[1])
    assert {key: forms ^ has for key, has in found.items() if has != forms} == {}


def missing_forms(texts: dict[str, str]) -> set[str]:
    """Forms of nouns that a sentence asks for, and that not every noun has which may stand in its gap."""
    asked = {(gap[0].lower() + gap[1:], form) for text in texts.values() for gap, form in GAP.findall(text)}
    return {
        f"{known}_{form}"
        for gap, form in asked
        if form
        for known in KNOWN
        if known.startswith(NOUNS.get(gap, "?")) and not known.endswith("_says")
        if not {f"{known}_{form}", f"{known}_{form}_other"} & texts.keys()
    } | {f"{{{gap}.{form}}}" for gap, form in asked if form and gap not in NOUNS}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_every_form_of_a_noun_that_a_sentence_asks_for(lang: str) -> None:
    assert missing_forms(read_catalogue(lang)) == set()


def test_a_form_that_other_nouns_have_is_missed_where_it_is_asked_for() -> None:
    texts = {**WORDS, **{f"habitats.{letter}_with": "lasem" for letter in "OFDMG"}}
    assert missing_forms({**texts, "net.touches": "z {list.with}"}) == set()
    assert "animals.fox_with" in missing_forms({**texts, "log.chose": "z {animal.with}"})
    assert missing_forms({**texts, "head.then": "{name.with}"}) == {"{name.with}"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_of_a_noun_is_asked_for(lang: str) -> None:
    texts = read_catalogue(lang)
    asked = {
        (NOUNS.get(gap[0].lower() + gap[1:]), form)
        for text in texts.values()
        for gap, form in GAP.findall(text)
    }
    spare = [
        key
        for key in texts
        if not EXTRAS.match(key) and key not in WORDS and base(key) != PLURAL.sub("", key)
        if not any(
            prefix and key.startswith(prefix) and PLURAL.sub("", key).endswith(f"_{form}")
            for prefix, form in asked
        )
    ]
    assert spare == []


def test_catalogue_files_are_sorted_into_sections() -> None:
    for path in FOLDER.glob("*.json"):
        assert all(isinstance(section, dict) for section in json.loads(path.read_text()).values()), path.name


def test_address_changes_with_the_texts() -> None:
    first, second = Texts("en"), Texts("en")
    second._texts = {**second._texts, "errors.unknown": "Something else."}
    assert first.address != second.address
