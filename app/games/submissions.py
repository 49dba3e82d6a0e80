"""What is submitted to a game's log, and the answers it can get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from app.games.log import By, Kind, body_of
from app.rules.planet import Placement


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
    """An entry that somebody asks to have appended to the log. `base` is the last seq they had seen; None for
    what the table itself does (it looks at the head).
    """

    seat: int | None
    action_id: str
    base: int | None
    body: dict[str, Any]
    kind: Kind = "move"
    reply: Callable[[Answer], None] = _ignore
    tries: int = 0

    @property
    def by(self) -> By:
        by: By = self.body["by"]
        return by

    @property
    def is_by_person(self) -> bool:
        return self.kind == "move" and self.by == "person"


def table_id(seq: int) -> str:
    """The action id of what the table itself enters at `seq`: the same in every process, so that two
    processes which act at once make one entry. A client's ids are UUIDs and nothing else, so no client can
    take it in advance.
    """
    return f"table:{seq}"


def move(seat: int, action_id: str, base: int | None, placement: Placement, by: By) -> Submission:
    return Submission(seat, action_id, base, body_of(placement, by))
