"""The English rules are easy to read: short sentences, short words, not too many of them."""

import re

from app.pages.rulebook import IDS, STEPS, WORDS, key_of
from app.texts import read_catalogue

GRADE = 7.0  # Flesch-Kincaid: what somebody of about twelve reads without effort
MOST_WORDS = 1100  # what is read of the parts, without figures and buttons
LONGEST_SENTENCE = 24
VOWELS = re.compile(r"[aeiouy]+")


def sentences(text: str) -> list[list[str]]:
    parts = re.split(r"(?<=[.?:;])\s+", text)
    return [words for part in parts if (words := re.findall(r"[A-Za-z0-9’']+", part))]


def syllables(word: str) -> int:
    """As the formula counts them: groups of vowels, an "e" at the end not spoken."""
    low = word.lower()
    count = len(VOWELS.findall(low))
    return max(1, count - (low.endswith("e") and not low.endswith("le") and count > 1))


def grade(text: str) -> float:
    found = sentences(text)
    words = [word for sentence in found for word in sentence]
    spoken = sum(map(syllables, words))
    return 0.39 * len(words) / len(found) + 11.8 * spoken / len(words) - 15.59


def rules_text() -> list[str]:
    """All that is read of the parts, in their order."""
    texts = read_catalogue("en")
    keys = [f"rules.{key_of(part)}_{kind}" for part in IDS for kind in ("says", "also")]
    keys += [f"rules.turn_{step}" for step in range(1, STEPS + 1)] + [
        f"rules.word_{word}" for word, _ in WORDS
    ]
    return [texts[key] for key in keys if key in texts]


def test_formula_tells_easy_from_hard() -> None:
    assert grade("The cat sat on the mat. It was a fat cat.") < 2
    hard = "Notwithstanding considerable organisational difficulties, participants evaluated alternatives."
    assert grade(hard) > 20


def test_rules_are_easy_to_read() -> None:
    assert grade(" ".join(rules_text())) <= GRADE


def test_rules_are_not_long() -> None:
    assert sum(len(words) for text in rules_text() for words in sentences(text)) <= MOST_WORDS
    assert max(len(words) for text in rules_text() for words in sentences(text)) <= LONGEST_SENTENCE
