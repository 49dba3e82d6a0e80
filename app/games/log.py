"""A game is its deal and its log. Here a log is turned into a game in memory; `writer.py` appends to it.

A fold is what this process knows of one game, up to `head`: the state after applying every entry, and the
entries. It is compared with the log by the last entry's id and time, since after a restored backup equal
heads need not mean equal logs. Each entry has a mark, a hash of the mark before and of the entry's own id and
time: a client that names the mark of the last entry it saw says with it which log it saw. (How the mark is
made must not change with a release, unless the epoch does.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Literal, NamedTuple, Protocol, cast
from uuid import UUID

import orjson

from app.rules.deal import Seat
from app.rules.errors import MalformedDeal, MalformedSet
from app.rules.game import RULES_VERSION, State, apply_move, new_game
from app.rules.parts import parse_set
from app.rules.planet import Placement
from app.rules.record import Player, deal_from_json
from app.rules.views import move_view

By = Literal["person", "caretaker", "bot"]
Kind = Literal["move", "seat", "abandoned"]
LogEnd = tuple[int, str | None, str | None]  # a log's head, its action id and time; at 0 the time of the deal
Phase = Literal["dealt", "running", "over", "abandoned"]

# Running games finish under the rules they began with. Each version that live games may need is listed here.
PLAYABLE_RULES = {RULES_VERSION}


class LogBroken(Exception):
    """A stored game that its rules cannot replay. Only this game stops; everything else goes on."""


class Entry(NamedTuple):
    """One entry of a log, with the message that tells it to everybody (it is the same for every audience)."""

    seq: int
    seat: int | None
    action_id: str
    kind: Kind
    body: dict[str, Any]
    at: str
    mark: str
    text: bytes

    @property
    def is_by_person(self) -> bool:
        return self.kind == "move" and self.body["by"] == "person"


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of `events`, as the database has it."""

    seq: int
    seat: int | None
    action_id: str
    kind: Kind
    body: dict[str, Any]
    at: datetime


class Logged(Protocol):
    """What becomes an entry: a move that was committed just now, or a row that was read."""

    @property
    def seat(self) -> int | None: ...

    @property
    def action_id(self) -> str: ...

    @property
    def kind(self) -> Kind: ...

    @property
    def body(self) -> dict[str, Any]: ...


@dataclass(slots=True)
class Fold:
    """A game up to `head`. `state` is None until the deal is made."""

    id: UUID
    room_id: UUID
    number: int
    rules_version: int
    phase: Phase
    commitment: str
    seed: bytes
    nonces: tuple[str, ...] | None
    players: tuple[Player, ...]
    people: tuple[UUID | None, ...]
    clock: int | None
    wait: int
    started: str | None  # the time of the deal
    state: State | None
    entries: list[Entry] = field(default_factory=list)
    by_action: dict[int | None, dict[str, Entry]] = field(default_factory=dict)  # by seat and action id
    bots: list[str | None] = field(default_factory=list)

    @property
    def head(self) -> int:
        return len(self.entries)

    @property
    def last_action(self) -> str | None:
        return self.entries[-1].action_id if self.entries else None

    @property
    def last(self) -> LogEnd:
        """Where the log ends."""
        return self.head, self.last_action, self.entries[-1].at if self.entries else self.started

    @property
    def mark(self) -> str | None:
        """What stands for this deal and its whole log; None before the deal is made."""
        return self.mark_at(self.head)

    def mark_at(self, seq: int) -> str | None:
        """What stood for the log when `seq` was its last entry."""
        if 0 < seq <= self.head:
            return self.entries[seq - 1].mark
        return None if seq or self.started is None else mark_of(f"{self.id} {self.started}")

    @property
    def due(self) -> Seat | None:
        """Whose move it is, while the game runs."""
        return self.state.due if self.state is not None and self.phase == "running" else None

    @property
    def is_over(self) -> bool:
        return self.phase in ("over", "abandoned")

    def seat_of(self, person: UUID | None) -> int | None:
        """The seat that this person plays. A seat that a bot has taken over is nobody's."""
        return next((seat for seat, sitter in self.seated() if sitter == person), None)

    def seated(self) -> list[tuple[int, UUID]]:
        """The seats that people play themselves."""
        pairs = zip(self.people, self.bots, strict=True)
        return [
            (seat, person) for seat, (person, bot) in enumerate(pairs) if person is not None and bot is None
        ]

    def known(self, seat: int | None, action_id: str) -> Entry | None:
        """What this seat's action id stands for, if it is in the log."""
        by_action = self.by_action.get(seat)
        return by_action.get(action_id) if by_action is not None else None

    def entries_after(self, after: int) -> list[Entry]:
        return self.entries[after:]

    def append(self, entry: Entry, state: State) -> None:
        """Take over what has been committed."""
        self.entries.append(entry)
        self.state = state
        self.by_action.setdefault(entry.seat, {})[entry.action_id] = entry
        if entry.kind == "seat" and entry.seat is not None:
            self.bots[entry.seat] = entry.body["bot"]
        if entry.kind == "abandoned":
            self.phase = "abandoned"
        elif state.is_over:
            self.phase = "over"


def placement_in(body: dict[str, Any]) -> Placement:
    return Placement(body["tile"], body["face"], body["turn"])


def body_of(placement: Placement, by: By) -> dict[str, Any]:
    return {"tile": placement.tile, "face": placement.face, "turn": placement.turn, "by": by}


@lru_cache(maxsize=1)  # the entries of one commit share their time
def timestamp(at: datetime) -> str:
    """A time as every message writes it: UTC, milliseconds."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def optional_timestamp(at: datetime | None) -> str | None:
    return None if at is None else timestamp(at)


def after_move(state: State, seat: Seat, placement: Placement, by: By) -> tuple[State, bytes]:
    """The next state and the event that tells of it; raises RulesError, and then nothing has happened."""
    after, events = apply_move(state, seat, placement)
    return after, orjson.dumps(move_view(after.moves[-1], events, by))


def other_event(seat: int | None, kind: Kind, body: dict[str, Any]) -> bytes:
    """The event of an entry that is no move."""
    return orjson.dumps(
        {"kind": "seat", "seat": seat, "bot": body["bot"]} if kind == "seat" else {"kind": kind}
    )


def entry_of(fold: Fold, entry: Logged, at: str, event: bytes) -> Entry:
    """The next entry of `fold`, with its `event` message. That is spliced, not encoded again: this is on the
    path of every move.
    """
    seq, shown_id = fold.head + 1, public_action_id(entry.kind, entry.body, entry.action_id)
    shown_id_json = f'"{shown_id}"' if shown_id is not None else "null"
    mark = mark_of(f"{fold.mark} {entry.action_id} {at}")
    text = (
        f'{{"type":"event","game":"{fold.id}","seq":{seq},"action_id":{shown_id_json},"at":"{at}","mark":"{mark}",'
        '"event":'.encode()
        + event
        + b"}"
    )
    return Entry(seq, entry.seat, entry.action_id, entry.kind, entry.body, at, mark, text)


def mark_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def public_action_id(kind: Kind, body: dict[str, Any], action_id: str) -> str | None:
    """The action id that everybody is sent: a person's own (their other tabs know the move by it), and none
    of the table's.
    """
    return action_id if kind == "move" and body["by"] == "person" else None


def entry_after(fold: Fold, row: LogRow) -> tuple[Entry, State]:
    """Replay one row on top of `fold`."""
    state = fold.state
    if state is None or row.seq != fold.head + 1:
        raise LogBroken(f"game {fold.id}: entry {row.seq} does not follow {fold.head}")
    if row.kind == "move":
        state, event = after_move(state, Seat(cast("int", row.seat)), placement_in(row.body), row.body["by"])
    else:
        event = other_event(row.seat, row.kind, row.body)
    return entry_of(fold, row, timestamp(row.at), event), state


def fold_of(game: dict[str, Any], rows: Sequence[LogRow]) -> Fold:
    """The fold of a stored game and its whole log."""
    if game["rules_version"] not in PLAYABLE_RULES:
        raise LogBroken(f"game {game['id']} was begun under rules {game['rules_version']}")
    players = tuple(Player(player["name"], player["bot"]) for player in orjson.loads(game["players"] or "[]"))
    fold = Fold(
        id=game["id"],
        room_id=game["room_id"],
        number=game["number"],
        rules_version=game["rules_version"],
        phase="dealt" if game["state"] == "dealt" else "running",
        commitment=game["commitment"],
        seed=bytes(game["seed"]),
        nonces=_nonces(game["nonces"]),
        players=players,
        people=tuple(game["person_ids"] or ()),
        clock=game["clock"],
        wait=game["wait"],
        started=optional_timestamp(game["started_at"]),
        state=_first_state(game, len(players)),
        bots=[p.bot for p in players],
    )
    for row in rows:
        fold.append(*entry_after(fold, row))
    return fold


def _nonces(stored: str | None) -> tuple[str, ...] | None:
    return None if stored is None else tuple(orjson.loads(stored))


def _first_state(game: dict[str, Any], players: int) -> State | None:
    if game["deal"] is None:
        return None
    try:
        component_set = parse_set(orjson.loads(game["component_set"]))
        return new_game(component_set, deal_from_json(orjson.loads(game["deal"]), players))
    except (MalformedDeal, MalformedSet) as error:
        raise LogBroken(f"game {game['id']}: {error.message}") from error
