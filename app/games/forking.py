"""A game that goes on from a moment of another one: its log begins with that one's moves.

Only a game that is over can be gone on from, since nothing of it is secret any more. The fork keeps all it
needs of it, so it lives on when that one is gone; nobody's name is among that.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from app.games.entries import PAST
from app.games.log import Fold
from app.games.models import EventRow, Game
from app.rules.deal import Deal
from app.rules.forks import MOST_SEALS, Coming, Fork, Seal, deal_of
from app.rules.record import fork_from_json


class NoSuchMoment(Exception):
    """Nothing can go on from there: the game ends with it, or it was forked too often."""


def fork_at(fold: Fold, moves: int, coming: Coming) -> dict[str, Any]:
    """What the row of a fork keeps of `fold`, which is over, after so many of its moves."""
    state = fold.state
    assert state is not None
    assert fold.nonces is not None
    made = [one.entry for one in fold.entries if one.entry.placement is not None]
    own = Seal(fold.seed, fold.commitment, fold.nonces)
    seals = ((0, own),) if fold.fork is None else fold.fork.onwards(own)
    if not moves <= len(made) or (moves == len(made) and state.is_over) or len(seals) > MOST_SEALS:
        raise NoSuchMoment
    fork = Fork(str(fold.id), moves, coming, seals)
    steps = [[entry.seat, *(entry.placement or ()), entry.by] for entry in made[:moves]]
    return {**fork.to_json(), "steps": steps}


def fork_of(row: dict[str, Any] | None, players: int) -> Fork | None:
    """What a row says of it."""
    if row is None:
        return None
    return fork_from_json({name: value for name, value in row.items() if name != "steps"}, players)


def deal_on(game: Game, nonces: list[str]) -> Deal:
    """The deal of this game, which may be a fork, for these nonces."""
    seal = Seal(game.seed, game.commitment, tuple(nonces))
    return deal_of(seal, fork_of(game.fork, len(nonces)), game.variants, game.rules_version)


def add_past(db: AsyncSession, game: Game) -> None:
    """The log begins with what had been played."""
    for seq, (seat, tile, face, turn, by) in enumerate(game.fork["steps"] if game.fork else (), start=1):
        body = {"tile": tile, "face": face, "turn": turn, "by": by}
        game.head, game.last_action = seq, f"{PAST}{seq}"
        entry = {"seq": seq, "seat": seat, "action_id": game.last_action, "kind": "move", "body": body}
        db.add(EventRow(game_id=game.id, **entry))
