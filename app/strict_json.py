"""JSON as strictly as a public server should read it: one meaning for every text, or none.

Python's own reader takes NaN, doubled keys, lone surrogates and endless nesting. All of these are refused
here, for requests and sockets alike, before anything else looks at them.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

MAX_DEPTH = 16
MAX_DIGITS = 18  # fits a 64-bit integer with room to spare
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
BRACKET = re.compile(r"[\[\]{}]")


class MalformedJson(ValueError):
    """Not JSON, or JSON that no honest client sends. `is_syntax` tells the first from the second."""

    def __init__(self, why: str, *, is_syntax: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.is_syntax = is_syntax


def parse(body: bytes | str, max_depth: int = MAX_DEPTH) -> Any:
    """The value of `body`. Raises `MalformedJson`, and nothing else, whatever is in it."""
    text = decode(body) if isinstance(body, bytes) else body
    check_depth(text, max_depth)
    try:
        value = DECODER.decode(text)
    except MalformedJson:
        raise
    except (ValueError, RecursionError):
        raise MalformedJson("syntax", is_syntax=True) from None
    check_strings(value)
    return value


def decode(body: bytes) -> str:
    """UTF-8 without a byte order mark; nothing else counts as JSON here."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise MalformedJson("not_utf8", is_syntax=True) from None


def check_depth(text: str, max_depth: int) -> None:
    """Refuse nesting that would cost stack.

    Most texts have too few brackets to be deep and are let through unread; those within strings do not nest.
    """
    if text.count("[") + text.count("{") <= max_depth:
        return
    depth = 0
    for bracket in BRACKET.findall(STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > max_depth:
            raise MalformedJson("too_deep")


def refuse_constant(_: str) -> NoReturn:
    """NaN and Infinity are not JSON."""
    raise MalformedJson("not_finite")


def parse_int(digits: str) -> int:
    """A whole number that any database column and any browser can hold."""
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise MalformedJson("number_too_large")
    return int(digits)


def parse_float(digits: str) -> float:
    """A finite number; `1e999` is none."""
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise MalformedJson("not_finite")
    return value


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object's members, each name once; and the only place that sees every string of an object."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise MalformedJson("doubled_key")
    for key, value in pairs:
        check_text(key)
        check_strings(value)
    return members


def check_strings(value: Any) -> None:
    """Strings directly in an object's member, or in a list there (objects within look after themselves)."""
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, list):
        for entry in value:
            check_strings(entry)


def check_text(text: str) -> None:
    """PostgreSQL stores neither NUL nor half a character; nobody means to send one."""
    if "\x00" in text:
        raise MalformedJson("nul")
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise MalformedJson("lone_surrogate")


DECODER = json.JSONDecoder(
    parse_constant=refuse_constant,
    parse_int=parse_int,
    parse_float=parse_float,
    object_pairs_hook=unique_keys,
)
