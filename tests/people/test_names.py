"""What one may be called."""

import pytest
from hypothesis import given, strategies

from app.people.names import MAX_GRAPHEMES, BadName, clean, distinct, graphemes, skeleton
from app.texts import LANGUAGES, texts_in
from tests.guests import join, refused

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
FINE = [
    "Maya", "Zoë", "Nguyễn Thị", "日本語", "한국어", "محمد", "नमस्ते", "Ελένη", "Ольга", "O'Brien-Smith",
    "x", "42", "<b>", "=cmd()",
    "{{7*7}}", "' OR 1=1--", "${jndi:x}", "__proto__", "../../etc", FAMILY, "\U0001f1eb\U0001f1f7",
    "\u2764\ufe0f", "\u2764\ufe0f\u200d\U0001f525", "1\ufe0f\u20e3",
    "\U0001f44d\U0001f3fd" * 24, "A" * 24, "\U0001fae8",
    "\U0001f468\U0001f3fd\u200d" + "\u200d".join(["\U0001f468"] * 7), "Z" + "\u0335" * 4,
]  # fmt: skip
UNSEEN = {
    "nul": "a\x00b", "bell": "a\x07", "escape": "\x1b[31mred", "newline": "a\nb",
    "carriage return": "a\r\nSet-Cookie: x",
    "tab": "a\tb", "line separator": "a\u2028b", "paragraph": "a\u2029b", "override": "a\u202eb",
    "isolate": "a\u2066b",
    "mark": "a\u200fb", "zero width space": "a\u200bb", "non-joiner": "a\u200cb",
    "joiner in a word": "a\u200db", "joiner after a letter": "a\u200d\U0001f468",
    "joiner at the end": "\U0001f468\u200d", "joiner at the start": "\u200d\U0001f468",
    "word joiner": "a\u2060b",
    "byte order mark": "\ufeffa", "soft hyphen": "a\u00adb", "grapheme joiner": "a\u034fb",
    "hangul filler": "\u3164",
    "half filler": "\uffa0", "braille blank": "\u2800", "variation": "a\ufe00",
    "style on a letter": "a\ufe0f",
    "tag": "\U0001f3f4\U000e0067\U000e007f", "private": "\ue000", "unassigned": "\u0378",
    "lone mark": "\u0301", "lone surrogate": "\ud800",
    "replacement": "\ufffd",
}  # fmt: skip


@pytest.mark.parametrize("name", FINE)
def test_name_that_is_fine_stays_as_it_is(name):
    assert clean(name) == name


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN.keys())
def test_name_with_something_unseen_is_refused(name):
    with pytest.raises(BadName) as caught:
        clean(name)
    assert caught.value.details == {"why": "unseen"}


@pytest.mark.parametrize("selector", ["\ufe00", "\ufe0e", "\U000e0100", "\U000e01ef"])
def test_name_with_the_choice_of_another_form_is_refused(selector):
    with pytest.raises(BadName):
        clean(f"葛{selector}城")


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("  Maya  ", "Maya"),
        ("\tMaya\n", "Maya"),
        ("Ana\u00a0 \u3000Maria", "Ana Maria"),
        ("Zoe\u0308", "Zoë"),
        ("A\u030a", "Å"),
        ("Maya" + " " * 496, "Maya"),
    ],
)
def test_name_is_trimmed_and_composed(raw, name):
    assert clean(raw) == name


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u3000", "empty"),
        ("A" * 25, "too_long"),
        ("\U0001f1eb\U0001f1f7" * 25, "too_long"),
        ("A" * 10_000, "too_long"),
        ("Maya" + " " * 497, "too_long"),
        ("Z" + "\u0335" * 5, "too_many_marks"),
        ("\u200d".join(["\U0001f468"] * 9), "too_many_marks"),
    ],
)
def test_name_of_the_wrong_size_is_refused(raw, why):
    with pytest.raises(BadName) as caught:
        clean(raw)
    assert caught.value.details == {"why": why}


@given(strategies.text(max_size=600))
def test_name_is_refused_or_clean_for_good(raw):
    try:
        name = clean(raw)
    except BadName:
        return
    assert clean(name) == name
    assert 1 <= len(list(graphemes(name))) <= 24
    assert "".join(graphemes(name)) == name


@pytest.mark.parametrize(
    ("text", "count"),
    [("abc", 3), (FAMILY, 1), ("\U0001f1eb\U0001f1f7\U0001f1e9\U0001f1ea", 2), ("e\u0301", 1),
    ("1\ufe0f\u20e3", 1), ("각", 1), ("a👍🏽b", 3)],
)  # fmt: skip
def test_graphemes_are_what_people_count(text, count):
    assert len(list(graphemes(text))) == count


@pytest.mark.parametrize(
    ("one", "other"), [("Maya", "мауа"), ("Maya", "MAYA"), ("Zoë", "Zoe"), ("Ida 1", "idal"),
    ("Ａｄａ", "ada"), ("bob", "b0b")]
)  # fmt: skip
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


def test_namesake_gets_the_first_free_number():
    assert distinct("Maya", ["Tom"]) == "Maya"
    assert distinct("Maya", ["Maya", "Maya 2"]) == "Maya 3"
    assert distinct("A" * 24, ["A" * 24]) == "A" * 22 + " 2"


async def test_name_is_checked_wherever_it_comes_in(client):
    refused(await client.post("/api/people", json={"name": "a\u202eb"}), 422, "bad_name")
    assert (await join(client, "x")).name == "x"
    guest = await join(client, "  Maya  ")
    assert guest.name == "Maya"
    refused(await guest.ask("PATCH", "/people/me", {"name": "\u200b"}), 422, "bad_name")
    assert (await guest.get("/people/me"))["name"] == "Maya"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refused_name_is_told_how_long_one_may_be(lang):
    assert str(MAX_GRAPHEMES) in texts_in(lang).t("errors.bad_name")
