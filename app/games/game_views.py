"""What may be seen of a game, and by whom: view, record, proof. Everything secret goes through
`rules.views`.
"""

from __future__ import annotations

import hashlib
from typing import Any, TypedDict

from app.games.log import Fold
from app.rules.deal import Seat
from app.rules.forks import Seal
from app.rules.record import Record, Takeover
from app.rules.views import view

VIEW_FORMAT = 1


class ProofParts(TypedDict):
    """What anyone can check the deal with."""

    game: str
    commitment: str
    seed: str | None
    nonces: list[str] | None


def view_of(fold: Fold, seat: int | None) -> dict[str, Any] | None:
    """The game as this seat (or, None, a watcher) may see it; None before it has begun."""
    if fold.state is None:
        return None
    return view(fold.state, None if seat is None else Seat(seat))


def record_of(fold: Fold, seat: int | None) -> dict[str, Any] | None:
    """The game's record: whole once it is over, before that without what this seat may not know. As long as
    others play the same deal it has no seal: a seed would tell them how the bots think.
    """
    if fold.state is None or fold.nonces is None:
        return None
    seal = None if fold.is_over and fold.is_sealed else Seal(fold.seed, fold.commitment, fold.nonces)
    caretaker = [
        count
        for count, by in enumerate(one.entry.by for one in fold.entries if one.entry.kind == "move")
        if by == "caretaker"
    ]
    ended = "abandoned" if fold.phase == "abandoned" else None
    takeovers, hints = takeovers_of(fold), hints_of(fold)
    record = Record(
        fold.players, fold.state, seal, ended, tuple(caretaker), takeovers, hints, fold.fork, planned_of(fold)
    )
    if fold.phase == "abandoned":
        return record.to_json()
    return record.as_seen_by(None if seat is None else Seat(seat))


def epoch_of(fold: Fold, seat: int | None) -> str:
    """Changes with the game, the audience, the rules, the form of views: never replay across it."""
    text = f"{fold.id}:{fold.state is not None}:{seat}:{fold.rules_version}:{VIEW_FORMAT}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def takeovers_of(fold: Fold) -> tuple[Takeover, ...]:
    """Which seats a bot took over, each with the number of moves made before."""
    found, moves = [], 0
    for entry in (one.entry for one in fold.entries):
        if entry.seat is not None and entry.bot is not None:
            found.append(Takeover(moves, Seat(entry.seat), entry.bot))
        moves += entry.kind == "move"
    return tuple(found)


def hints_of(fold: Fold) -> tuple[int, ...]:
    """Before which moves, by their place among all, somebody asked for a hint."""
    found, moves = [], 0
    for entry in (one.entry for one in fold.entries):
        if entry.is_hint:
            found.append(moves)
        moves += entry.kind == "move"
    return tuple(found)


def planned_of(fold: Fold) -> tuple[int, ...]:
    """The moves, by their place among all, that were made as their player had planned."""
    moves = (one.entry for one in fold.entries if one.entry.kind == "move")
    return tuple(count for count, entry in enumerate(moves) if entry.is_planned)


def proof_of(fold: Fold) -> ProofParts:
    """The commitment always, seed and nonces once nothing is secret any more."""
    is_open = fold.is_over and not fold.is_sealed
    seed = fold.seed.hex() if is_open else None
    nonces = list(fold.nonces) if is_open and fold.nonces is not None else None
    return ProofParts(game=str(fold.id), commitment=fold.commitment, seed=seed, nonces=nonces)
