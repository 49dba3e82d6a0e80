"""One entry of a game's log. The same frozen object is made from what a socket, a request or the table itself
asks for, becomes the row in the database, and stands in the game in memory once that row is there.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import orjson

from app.games.deadlines import Due
from app.rules.planet import Placement

By = Literal["person", "caretaker", "bot"]
Kind = Literal["move", "seat", "abandoned"]


PAST = "fork:"  # begins the action ids of the moves that a fork has from the game that it goes on from


class Entry(NamedTuple):
    """What was done: a move, a seat that a bot takes over or whose player asks for a hint or rests, or the
    end of a game that everybody has left.
    """

    kind: Kind
    seat: int | None
    action_id: str
    placement: Placement | None = None  # of a move
    by: By | None = None  # who made the move
    bot: str | None = None  # who takes the seat over
    is_hint: bool = False  # nobody does: the player of the seat has asked for a hint
    is_rest: bool = False  # nobody does: the seat rests, see pauses.py
    is_planned: bool = False  # its player had said beforehand that it is to be made, see plans.py

    @property
    def is_by_person(self) -> bool:
        return self.by == "person"

    @property
    def shown_id(self) -> str | None:
        """The action id that everybody is sent: a person's own (their other tabs know the move by it), and
        none of the table's, nor of what a fork has from another game.
        """
        is_own = self.is_by_person and not self.is_planned and not self.action_id.startswith(PAST)
        return self.action_id if is_own else None

    @property
    def body(self) -> str:
        """As the row has it, in JSON."""
        if self.placement is not None:
            tile, face, turn = self.placement
            planned = ',"planned":true' if self.is_planned else ""
            return f'{{"tile":{tile},"face":{face},"turn":{turn},"by":"{self.by}"{planned}}}'
        if self.is_hint or self.is_rest:
            return '{"hint":true}' if self.is_hint else '{"rest":true}'
        return orjson.dumps({} if self.bot is None else {"bot": self.bot}).decode()

    def is_same_move(self, other: Entry) -> bool:
        """Whether two entries under one action id ask for the same move."""
        return self.kind == other.kind == "move" and self.placement == other.placement


def move_entry(seat: int, action_id: str, placement: Placement, by: By) -> Entry:
    return Entry("move", seat, action_id, placement, by)


def planned_entry(seat: int, seq: int, placement: Placement) -> Entry:
    """A move that its player has planned, to stand at `seq`: the table makes it, under its own name for that
    entry.
    """
    return Entry("move", seat, table_id(seq), placement, "person", is_planned=True)


def hint_entry(seat: int, moves: int) -> Entry:
    """The seat that is due after so many moves asks for a hint: once a move, however often it asks."""
    return Entry("seat", seat, f"hint:{moves}", is_hint=True)


def rest_entry(seat: int, number: int) -> Entry:
    """A seat rests, for the so-manieth time: once, however often that is sent."""
    return Entry("seat", seat, f"rest:{number}", is_rest=True)


def entry_from_row(seat: int | None, action_id: str, kind: Kind, body: str) -> Entry:
    """The entry that a row of `events` stands for."""
    fields: dict[str, Any] = orjson.loads(body)
    if kind == "move":
        placement = Placement(fields["tile"], fields["face"], fields["turn"])
        return Entry(kind, seat, action_id, placement, fields["by"], is_planned="planned" in fields)
    return Entry(
        kind, seat, action_id, bot=fields.get("bot"), is_hint="hint" in fields, is_rest="rest" in fields
    )


def table_id(seq: int) -> str:
    """The action id of what the table itself enters at `seq`: the same in every process, so that two
    processes which act at once make one entry. A client's ids are UUIDs and nothing else, so no client can
    take it in advance.
    """
    return f"table:{seq}"


class LoggedEntry(NamedTuple):
    """An entry that stands in the log, and the message that tells it to everybody (the same for every
    audience).
    """

    seq: int
    entry: Entry
    at: str
    mark: str
    text: bytes
    due: Due  # when somebody else has to act for whoever is next, as it was when this was committed or read

    @property
    def live_text(self) -> bytes:
        """The message as it is sent right after the commit: with the deadline that holds from now on. What
        is sent again later does not have it, since the deadline may be another by then.
        """
        if self.due.at is None:
            return self.text[:-1] + b',"due_at":null}'
        return self.text[:-1] + f',"due_at":"{timestamp(self.due.at)}"}}'.encode()


@lru_cache(maxsize=8)  # the entries of one commit share their time
def timestamp(at: datetime) -> str:
    """A time as every message writes it: UTC, milliseconds."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def optional_timestamp(at: datetime | None) -> str | None:
    return None if at is None else timestamp(at)
