"""Reading what strangers wrote: a small cursor that knows where in a document it stands.

Whatever does not fit is refused with a sentence that says where.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn
from unicodedata import category

from .errors import MalformedDocument


@dataclass(frozen=True, slots=True)
class Reader:
    """A value somewhere in a document, with its path and the error to raise about it."""

    value: object
    path: str
    error: type[MalformedDocument]

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
                name in required or name in optional,
                f"has a field {json.dumps(str(name)[:40], ensure_ascii=False)} that nobody knows",
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
