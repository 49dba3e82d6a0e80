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
from datetime import date, datetime
from hashlib import blake2b
from typing import Any, Literal, NamedTuple, cast
from uuid import UUID

import orjson

from app.games.days import is_closed
from app.games.deadlines import Due
from app.games.entries import By, Entry, LoggedEntry, entry_from_row, optional_timestamp, timestamp
from app.rules.deal import Seat
from app.rules.errors import MalformedDeal, MalformedSet
from app.rules.forks import Fork
from app.rules.game import State, apply_move, new_game
from app.rules.parts import parse_set
from app.rules.record import Player, deal_from_json, fork_from_json
from app.rules.versions import KNOWN_RULES
from app.rules.views import move_view

LogEnd = tuple[int, str | None, str | None]  # a log's head, its action id and time; at 0 the time of the deal
Phase = Literal["dealt", "running", "over", "abandoned"]
# Of a row of `games`: it is one that this process can read. Others are left to whoever can.
IS_READABLE = f"rules_version IN ({', '.join(map(str, sorted(KNOWN_RULES)))})"


class LogBroken(Exception):
    """A stored game that its rules cannot replay. Only this game stops; everything else goes on."""


class RulesUnknown(LogBroken):
    """A game by newer rules than this process has: one of a newer release plays it."""


class LogRow(NamedTuple):
    """A row of `events`; with the game's deadline if it is the last one."""

    seq: int
    entry: Entry
    at: datetime
    due_at: datetime | None
    due_kind: str | None


def log_row(row: Sequence[Any]) -> LogRow:
    """From the columns of the table."""
    seq, seat, action_id, kind, body, at, due_at, due_kind = row
    return LogRow(seq, entry_from_row(seat, action_id, kind, body), at, due_at, due_kind)


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
    nights: str | None  # the time zone whose nights do not count
    started: str | None  # the time of the deal
    state: State | None
    rated: bool = False  # its end changes ratings
    fork: Fork | None = None  # where it goes on from, if from another game
    daily: date | None = None  # whose world it is played on, if a day's
    entries: list[LoggedEntry] = field(default_factory=list)
    by_action: dict[int | None, dict[str, LoggedEntry]] = field(default_factory=dict)  # by seat and action id
    bots: list[str | None] = field(default_factory=list)
    rests: dict[int, list[datetime]] = field(default_factory=dict)  # by seat, when they began
    told_id: str = field(init=False)  # written once: to write a UUID is dear on the path of every move

    def __post_init__(self) -> None:
        self.told_id = str(self.id)

    @property
    def head(self) -> int:
        return len(self.entries)

    @property
    def last_action(self) -> str | None:
        return self.entries[-1].entry.action_id if self.entries else None

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

    @property
    def is_sealed(self) -> bool:
        """Whether others are to play the same deal today: then its seed is told to nobody, and the game to
        nobody but its player.
        """
        return self.daily is not None and not is_closed(self.daily)

    def bots_after(self, entry: Entry) -> list[str | None]:
        """Who plays which seat once `entry` is in the log: a bot, or None for a person."""
        if entry.kind != "seat" or entry.is_rest:
            return self.bots
        return [entry.bot if seat == entry.seat else bot for seat, bot in enumerate(self.bots)]

    def seat_of(self, person: UUID | None) -> int | None:
        """The seat that this person plays. A seat that a bot has taken over is nobody's."""
        return next((seat for seat, sitter in self.seated() if sitter == person), None)

    def seated(self) -> list[tuple[int, UUID]]:
        """The seats that people play themselves."""
        pairs = zip(self.people, self.bots, strict=True)
        return [
            (seat, person) for seat, (person, bot) in enumerate(pairs) if person is not None and bot is None
        ]

    def known(self, seat: int | None, action_id: str) -> LoggedEntry | None:
        """What this seat's action id stands for, if it is in the log."""
        by_action = self.by_action.get(seat)
        return by_action.get(action_id) if by_action is not None else None

    def entries_after(self, after: int) -> list[LoggedEntry]:
        return self.entries[after:]

    def append(self, logged: LoggedEntry, state: State) -> None:
        """Take over what has been committed."""
        entry = logged.entry
        self.entries.append(logged)
        self.state = state
        self.by_action.setdefault(entry.seat, {})[entry.action_id] = logged
        if entry.is_rest and entry.seat is not None:
            self.rests.setdefault(entry.seat, []).append(datetime.fromisoformat(logged.at))
        elif entry.kind == "seat" and entry.seat is not None:
            self.bots[entry.seat] = entry.bot
        if entry.kind == "abandoned":
            self.phase = "abandoned"
        elif state.is_over:
            self.phase = "over"


def applied(state: State, entry: Entry) -> tuple[State, bytes]:
    """The state after `entry`, and the event that tells of it; raises RulesError, and then nothing has
    happened.
    """
    if entry.placement is None:
        return state, orjson.dumps({"kind": entry.kind, **_about_seat(entry)})
    after, events = apply_move(state, Seat(cast("int", entry.seat)), entry.placement)
    shown = move_view(after.moves[-1], events, cast("By", entry.by), is_planned=entry.is_planned)
    return after, orjson.dumps(shown)


def _about_seat(entry: Entry) -> dict[str, Any]:
    """A hint or a rest looks like a seat that its player keeps to whoever does not know of them."""
    if entry.kind != "seat":
        return {}
    more = {"hint": entry.is_hint, "rest": entry.is_rest}
    return {"seat": entry.seat, "bot": entry.bot, **{name: True for name, holds in more.items() if holds}}


def logged_entry(fold: Fold, entry: Entry, at: datetime, event: bytes, due: Due) -> LoggedEntry:
    """The next entry of `fold`, with the message that tells of it. Its `event` is put in as it is, not
    encoded again: this is on the path of every move.
    """
    seq, time, shown_id = fold.head + 1, timestamp(at), entry.shown_id
    told = "null" if shown_id is None else f'"{shown_id}"'
    mark = mark_of(f"{fold.mark} {entry.action_id} {time}")
    text = (
        f'{{"type":"event","game":"{fold.told_id}","seq":{seq},"action_id":{told},"at":"{time}","mark":"{mark}",'
        '"event":'.encode()
        + event
        + b"}"
    )
    return LoggedEntry(seq, entry, time, mark, text, due)


def mark_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def replay(fold: Fold, row: LogRow) -> None:
    """Apply one more row to `fold`."""
    if fold.state is None or row.seq != fold.head + 1:
        raise LogBroken(f"game {fold.id}: entry {row.seq} does not follow {fold.head}")
    state, event = applied(fold.state, row.entry)
    due = Due(None, row.due_kind, row.due_at)
    fold.append(logged_entry(fold, row.entry, row.at, event, due), state)


def fold_of(game: dict[str, Any], rows: Sequence[LogRow]) -> Fold:
    """The fold of a stored game and its whole log."""
    if game["rules_version"] not in KNOWN_RULES:
        raise RulesUnknown(f"game {game['id']} was begun under rules {game['rules_version']}")
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
        nights=game["nights"],
        started=optional_timestamp(game["started_at"]),
        state=_first_state(game, len(players)),
        bots=[p.bot for p in players],
        rated=game["rated"],
        fork=_fork(game, len(players)),
        daily=game["daily"],
    )
    for row in rows:
        replay(fold, row)
    if fold.head < game["head"]:
        raise LogBroken(f"game {game['id']}: entry {game['head']} of its log is lost")
    return fold


def _nonces(stored: str | None) -> tuple[str, ...] | None:
    return None if stored is None else tuple(orjson.loads(stored))


def _fork(game: dict[str, Any], players: int) -> Fork | None:
    if game["fork"] is None or not players:
        return None
    said = {name: value for name, value in orjson.loads(game["fork"]).items() if name != "steps"}
    return fork_from_json(said, players)


def _first_state(game: dict[str, Any], players: int) -> State | None:
    if game["deal"] is None:
        return None
    try:
        component_set = parse_set(orjson.loads(game["component_set"]))
        return new_game(
            component_set, deal_from_json(orjson.loads(game["deal"]), players, game["rules_version"])
        )
    except (MalformedDeal, MalformedSet) as error:
        raise LogBroken(f"game {game['id']}: {error.message}") from error
