"""Reading what strangers wrote: strict JSON, and a small cursor that knows where in a document it stands.

Nothing read here can crash a reader: duplicate keys, NaN, endless digits, deep nesting and half
characters are all refused with a sentence that says where.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn
from unicodedata import category

from .errors import Malformed, MalformedJson

LONGEST_DOCUMENT = 1_000_000
DEEPEST_NESTING = 32


def parse_json(text: str | bytes) -> object:
    """Parse one JSON document, or raise `MalformedJson`."""
    if len(text) > LONGEST_DOCUMENT:
        raise MalformedJson(f"The document is longer than {LONGEST_DOCUMENT} characters.")
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        decoded.encode("utf-8")
        document: object = json.loads(decoded, object_pairs_hook=_unique, parse_constant=_no_constant)
    except MalformedJson:
        raise
    except RecursionError:
        raise MalformedJson("The document is nested too deeply.") from None
    except UnicodeError:
        raise MalformedJson("The document is not UTF-8.") from None
    except ValueError as error:
        raise MalformedJson(f"The document is not JSON: {error}.") from None
    _check_depth_and_text(document, DEEPEST_NESTING)
    return document


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise MalformedJson("A key stands twice in the same object.")
    return found


def _no_constant(name: str) -> NoReturn:
    raise MalformedJson(f"{name} is not a JSON number.")


def _check_depth_and_text(document: object, depth: int) -> None:
    if depth == 0:
        raise MalformedJson("The document is nested too deeply.")
    if isinstance(document, str):
        _check_text(document)
    elif isinstance(document, list):
        for item in document:
            _check_depth_and_text(item, depth - 1)
    elif isinstance(document, dict):
        for key, item in document.items():
            _check_text(key)
            _check_depth_and_text(item, depth - 1)


def _check_text(text: str) -> None:
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise MalformedJson("A text holds half a character or a NUL.")


@dataclass(frozen=True, slots=True)
class Reader:
    """A value somewhere in a document, with its path and the error to raise about it."""

    value: object
    path: str
    error: type[Malformed]

    def refuse(self, complaint: str) -> NoReturn:
        raise self.error(f"{self.path} {complaint}.", path=self.path)

    def require(self, fine: bool, complaint: str) -> None:
        if not fine:
            self.refuse(complaint)

    def fields(self, *required: str, optional: tuple[str, ...] = ()) -> "dict[str, Reader]":
        """The fields of an object: all of `required`, any of `optional`, and no others."""
        if not isinstance(self.value, dict):
            self.refuse("is not an object")
        for name in required:
            self.require(name in self.value, f"lacks the field {name!r}")
        for name in self.value:
            self.require(
                name in required or name in optional, f"has a field {str(name)[:40]!r} that nobody knows"
            )
        return {name: Reader(item, f"{self.path}.{name}", self.error) for name, item in self.value.items()}

    def items(self, exactly: int | None = None, at_most: int | None = None) -> "Iterator[Reader]":
        if not isinstance(self.value, list | tuple):
            self.refuse("is not a list")
        count = len(self.value)
        self.require(exactly is None or count == exactly, f"has {count} entries instead of {exactly}")
        self.require(at_most is None or count <= at_most, f"has {count} entries; {at_most} is the most")
        return (Reader(item, f"{self.path}[{index}]", self.error) for index, item in enumerate(self.value))

    def number(self, least: int, most: int) -> int:
        """A whole number; `true` and 1.0 are none."""
        if type(self.value) is not int:
            self.refuse("is not a whole number")
        self.require(least <= self.value <= most, f"is not between {least} and {most}")
        return self.value

    def text(self, longest: int) -> str:
        if not isinstance(self.value, str):
            self.refuse("is not a text")
        self.require(0 < len(self.value) <= longest, f"is not a text of 1 to {longest} characters")
        self.require(not any(category(letter) == "Cc" for letter in self.value), "holds control characters")
        return self.value
