"""JSON as strictly as strangers' texts should be read: one meaning for every text, or none.

Python's own reader takes NaN, doubled keys, lone surrogates and endless nesting. All of these are refused
here, for records, requests and sockets alike, before anything else looks at them.
"""

import json
import re
from typing import NoReturn

from .errors import MalformedJson

LONGEST_DOCUMENT = 1_000_000
DEEPEST = 16
MOST_DIGITS = 18  # fits a 64-bit integer with room to spare
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
BRACKET = re.compile(r"[\[\]{}]")

# Why a text was refused, for programs and for people. The first two are no JSON at all.
SYNTAX, NOT_UTF8 = "syntax", "not_utf8"
SENTENCES = {
    NOT_UTF8: "The document is not UTF-8.",
    "too_long": f"The document is longer than {LONGEST_DOCUMENT} characters.",
    "too_deep": "The document is nested too deeply.",
    "not_finite": "A number is not finite.",
    "number_too_large": f"A number has more than {MOST_DIGITS} digits.",
    "doubled_key": "A key stands twice in the same object.",
    "nul": "A text holds a NUL.",
    "lone_surrogate": "A text holds half a character.",
}


def parse_json(body: bytes | str) -> object:
    """The value of `body`. Raises `MalformedJson`, and nothing else, whatever is in it."""
    if len(body) > LONGEST_DOCUMENT:
        refuse("too_long")
    text = decode(body) if isinstance(body, bytes) else body
    check_depth(text)
    try:
        value: object = DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise MalformedJson(f"The document is not JSON: {error}.", why=SYNTAX) from None
    check_strings(value)
    return value


def refuse(why: str) -> NoReturn:
    raise MalformedJson(SENTENCES[why], why=why)


def decode(body: bytes) -> str:
    """UTF-8 without a byte order mark; nothing else counts as JSON here."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        refuse(NOT_UTF8)


def check_depth(text: str) -> None:
    """Refuse nesting that would cost stack.

    Most texts have too few brackets to be deep and are let through unread; those within strings do not nest.
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for bracket in BRACKET.findall(STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            refuse("too_deep")


def refuse_constant(_: str) -> NoReturn:
    """NaN and Infinity are not JSON."""
    refuse("not_finite")


def parse_int(digits: str) -> int:
    """A whole number that any database column and any browser can hold."""
    if len(digits.lstrip("-")) > MOST_DIGITS:
        refuse("number_too_large")
    return int(digits)


def parse_float(digits: str) -> float:
    """A finite number; `1e999` is none."""
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        refuse("not_finite")
    return value


def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object's members, each name once; and the only place that sees every string of an object."""
    members = dict(pairs)
    if len(members) != len(pairs):
        refuse("doubled_key")
    for key, value in pairs:
        check_text(key)
        check_strings(value)
    return members


def check_strings(value: object) -> None:
    """Strings directly in an object's member, or in a list there (objects within look after themselves)."""
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, list):
        for entry in value:
            check_strings(entry)


def check_text(text: str) -> None:
    """Neither NUL nor half a character is text that can be kept or shown; nobody means to send one."""
    if "\x00" in text:
        refuse("nul")
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        refuse("lone_surrogate")


DECODER = json.JSONDecoder(
    parse_constant=refuse_constant,
    parse_int=parse_int,
    parse_float=parse_float,
    object_pairs_hook=unique_keys,
)
