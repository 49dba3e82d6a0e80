"""Judges a run by what its clients saw and what the log says, and by nothing else.

Each client is a `Witness`: it keeps every frame, follows the game by itself, and notes what it asked for and
what it was told. Afterwards `violations` reads the tables and names whatever broke one of these promises:

    C1  every acknowledged move is in the log, at the acknowledged seq
    C2  no action is in the log twice
    C3  seqs run from 1 to the head without a gap
    C4  all clients saw the same content for each seq, in order, each seq once
    C5  what was acknowledged before something else was asked stands before it in the log
    C6  what was refused for good is not in the log
    C7  the log folds to what every client ended up seeing
    C8  no client ever went backwards, over reconnects and changes of process too
    C9  nobody's secret is in anything anybody else received
    C10 every tile and every animal exists exactly once
"""

from __future__ import annotations

import itertools
import re
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import asyncpg

from app.games.log import Fold, LogBroken
from app.games.store import LogStore
from app.rules.deal import Seat
from app.rules.views import view as view_of

Message = dict[str, Any]
FOLLOWED = ("round", "due", "over", "display", "taken", "planets")


@dataclass(slots=True)
class Acting:
    """One move somebody asked for, and the answers."""

    game: str
    seat: int
    action_id: str
    base: int
    placement: tuple[int, int, int]
    asked: float
    thought: float = 0.0  # seconds, of one's own will, before it was asked for
    acked: float | None = None
    seqs: list[int] = field(default_factory=list)
    refused: list[Message] = field(default_factory=list)


def as_logged(text: str) -> str:
    """An event as the log has it: without the deadline, which is said only when it happens."""
    return re.sub(r',"due_at":(null|"[^"]*")}$', "}", text)


class Witness:
    """What one client saw of one game. `view` is what it makes of that by itself."""

    def __init__(self, game: str, person: str | None) -> None:
        self.game, self.person = game, person
        self.seat: int | None = None
        self.seq: int | None = None
        self.mark: str | None = None
        self.view: Message | None = None
        self.frames: list[str] = []
        self.seen: dict[int, str] = {}
        self.snapshots = 0
        self.faults: list[str] = []
        self.acts: dict[str, Acting] = {}
        self.ended_at: int | None = None

    def heard(self, message: Message, text: str) -> None:
        self.frames.append(text)
        match message["type"]:
            case "welcome":
                self.seat = message["seat"]
            case "snapshot" if message["game"] == self.game:
                self._snapshot(message)
            case "event" if message["game"] == self.game:
                self._event(message, text)
            case "live" if self.seq is not None and message["seq"] != self.seq:
                self.faults.append(f"C4 live at {message['seq']} after having been told up to {self.seq}")
            case "ack" | "nack":
                self._answer(message)

    def _snapshot(self, message: Message) -> None:
        if self.seq is not None and message["seq"] < self.seq:
            self.faults.append(f"C8 a snapshot took it from {self.seq} back to {message['seq']}")
        self.snapshots += 1
        self.seq, self.mark, self.view = message["seq"], message["mark"], dict(message["view"])
        self._note_end(self.view["over"])

    def _event(self, message: Message, text: str) -> None:
        seq = message["seq"]
        if self.seq is None or seq != self.seq + 1:
            self.faults.append(f"C4 heard {seq} after {self.seq}")
        if seq in self.seen:
            self.faults.append(f"C4 heard {seq} twice")
        self.seq, self.mark, self.seen[seq] = seq, message["mark"], as_logged(text)
        if self.view is not None:
            follow(self.view, message["event"])
            self._note_end(self.view["over"])

    def _note_end(self, over: bool) -> None:
        if over and self.ended_at is None:
            self.ended_at = len(self.frames) - 1

    def _answer(self, message: Message) -> None:
        act = self.acts.get(message["action_id"])
        if act is None:
            return
        if message["type"] == "ack":
            act.seqs.append(message["seq"])
            act.acked = act.acked or time.monotonic()
        else:
            act.refused.append(message)


class History:
    """All witnesses of a run."""

    def __init__(self) -> None:
        self.witnesses: list[Witness] = []
        self.acts: list[Acting] = []

    def invoke(
        self, witness: Witness, seat: int, action_id: str, base: int, placement: tuple[int, int, int]
    ) -> Acting:
        act = Acting(witness.game, seat, action_id, base, placement, time.monotonic())
        witness.acts[action_id] = act
        self.acts.append(act)
        return act

    @property
    def acknowledged(self) -> int:
        return sum(bool(act.seqs) for act in self.acts)


def follow(view: Message, event: Message) -> None:
    """A client's own book-keeping: just enough of the rules to know whose move it is and what is free."""
    if event["kind"] != "move":
        return
    seat, tile, face, turn = (event[name] for name in ("seat", "tile", "face", "turn"))
    areas = list(view["planets"][seat])
    for index, letter in enumerate(view["tiles"][tile]):
        areas[5 * face + (index + turn) % 5] = letter
    view["planets"] = [
        "".join(areas) if other == seat else planet for other, planet in enumerate(view["planets"])
    ]
    view["taken"] = [
        seat if shown == tile else taker for shown, taker in zip(view["display"], view["taken"], strict=True)
    ]
    view["due"] = (seat + 1) % view["players"]
    for step in event["then"]:
        if step["kind"] == "round":
            view.update(round=step["round"], due=step["first"], display=step["display"], taken=[None] * 5)
        elif step["kind"] == "over":
            view.update(over=True, due=None)


async def violations(history: History, url: str, finished: bool = True) -> list[str]:
    """Everything that is wrong with a run, a line each; nothing, if all promises held."""
    store = LogStore(url)
    found: list[str] = []
    try:
        for game in sorted({witness.game for witness in history.witnesses}):
            try:
                fold = await store.load(UUID(game))
            except LogBroken as error:
                found.append(f"C3 {error}")
                continue
            assert fold is not None
            rows = await store.fetch(
                "SELECT seq, seat, action_id FROM events WHERE game_id = $1 ORDER BY seq", fold.id
            )
            heads = await store.heads([fold.id])
            acts = [act for act in history.acts if act.game == game]
            witnesses = [witness for witness in history.witnesses if witness.game == game]
            found += [
                *check_log(fold, rows, heads[fold.id][0]),
                *check_acts(fold, acts),
                *check_order(acts),
                *check_witnesses(fold, witnesses, finished),
                *check_secrets(fold, witnesses),
                *check_conservation(fold),
            ]
    finally:
        await store.close()
    return found


def check_log(fold: Fold, rows: Sequence[asyncpg.Record], head: int) -> Iterable[str]:
    if [row["seq"] for row in rows] != list(range(1, head + 1)):
        yield f"C3 the seqs of {fold.id} are {[row['seq'] for row in rows]} under head {head}"
    for (seat, action_id), times in Counter((row["seat"], row["action_id"]) for row in rows).items():
        if times > 1:
            yield f"C2 {action_id} of seat {seat} stands in the log {times} times"
    if fold.head != head:
        yield f"C7 the log of {fold.id} folds to {fold.head}, its row says {head}"


def check_acts(fold: Fold, acts: Sequence[Acting]) -> Iterable[str]:
    for act in acts:
        logged = fold.known(act.seat, act.action_id)
        seq = logged and logged.seq
        placement = logged.entry.placement if logged is not None else None
        if act.seqs and set(act.seqs) != {seq}:
            yield f"C1 {act.action_id} was acknowledged at {act.seqs} and stands at {seq}"
        if seq is not None and placement is not None and tuple(placement) != act.placement:
            yield f"C1 {act.action_id} stands in the log as {placement}, not {act.placement}"
        for nack in act.refused:
            if not nack["retry"] and nack["code"] != "aid_conflict" and seq is not None:
                yield f"C6 {act.action_id} was refused ({nack['code']}) and stands at {seq}"


def check_order(acts: Sequence[Acting]) -> Iterable[str]:
    done = sorted((act for act in acts if act.acked and act.seqs), key=lambda act: act.acked or 0.0)
    for earlier, later in itertools.combinations(done, 2):
        if (earlier.acked or 0) < later.asked and earlier.seqs[0] >= later.seqs[0]:
            yield f"C5 {earlier.action_id} was acknowledged first and stands after {later.action_id}"


def check_witnesses(fold: Fold, witnesses: Sequence[Witness], finished: bool) -> Iterable[str]:
    logged = {entry.seq: entry.text.decode() for entry in fold.entries}
    for number, witness in enumerate(witnesses):
        name = f"client {number} (seat {witness.seat}) of {fold.id}"
        yield from (f"{fault}: {name}" for fault in witness.faults)
        for seq, text in witness.seen.items():
            if logged.get(seq) != text:
                yield f"C4 {name} saw another entry {seq} than the log has"
        if finished and witness.seq != fold.head:
            yield f"C4 {name} ended at {witness.seq}, the log at {fold.head}"
        if witness.seq == fold.head and witness.view is not None and fold.state is not None:
            truth = view_of(fold.state, None)
            for field_name in FOLLOWED:
                if witness.view[field_name] != truth[field_name]:
                    yield f"C7 {name} sees another {field_name} than the log folds to"


def check_secrets(fold: Fold, witnesses: Sequence[Witness]) -> Iterable[str]:
    """The seed in no frame before the end, in any writing; a snapshot's secrets where they may not be."""
    canaries = [fold.seed.hex()]
    for witness in witnesses:
        before_the_end = witness.frames[: witness.ended_at]
        for text in before_the_end:
            if any(canary in text for canary in canaries) or '"seed"' in text:
                yield f"C9 the seed went to seat {witness.seat}"
            if '"scores":[' in text.replace(" ", "") or '"objectives":[' in text.replace(" ", ""):
                yield f"C9 a score or somebody's objective went to seat {witness.seat} before the end"


def check_conservation(fold: Fold) -> Iterable[str]:
    """The books of the table's parts, from what everybody may see."""
    state = fold.state
    if state is None:
        return
    seen = view_of(state, None)
    assert isinstance(seen["placements"], list)
    laid = [placement[0] for seat in seen["placements"] for placement in seat]
    if len(laid) != len(set(laid)):
        yield f"C10 a tile was laid twice in {fold.id}"
    if not set(laid) <= set(range(50)):
        yield f"C10 a tile was laid in {fold.id} that does not exist"
    cards = [card for column in state.columns for card in column]
    cards += [award.animal for award in state.awards if award.seat is not None]
    dealt = Counter(card for column in state.deal.animals for card in column)
    if Counter(cards) - dealt:
        yield f"C10 an animal of {fold.id} exists twice"
    for seat in range(state.players):
        own = sum(move.seat == Seat(seat) for move in state.moves)
        covered = sum(letter != "." for letter in state.planets[seat].areas)
        if covered != 5 * own:
            yield f"C10 seat {seat} of {fold.id} has laid {own} tiles and covered {covered} areas"
