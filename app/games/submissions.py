"""What is submitted to a game's log, and the answers it can get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from app.games.entries import Entry


@dataclass(frozen=True, slots=True)
class Ack:
    seq: int
    dup: bool = False


@dataclass(frozen=True, slots=True)
class Nack:
    code: str
    head: int
    details: dict[str, Any] = field(default_factory=dict)


Answer = Ack | Nack


def _ignore(_answer: Answer) -> None:
    """What the table itself does needs no answer."""


@dataclass(slots=True, eq=False)
class Submission:
    """An entry that somebody asks to have appended to a log. `base` is the last seq they had seen; None for
    what the table itself does (it looks at the head).
    """

    entry: Entry
    base: int | None
    reply: Callable[[Answer], None] = _ignore
    tries: int = 0
