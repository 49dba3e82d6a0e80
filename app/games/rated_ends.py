"""The end of a rated game: how each seat fared, by its log, and counted in the transaction that ends it."""

from __future__ import annotations

from collections.abc import Iterable

import asyncpg

from app.games.entries import Entry
from app.games.log import Fold
from app.games.writer import AlongWith
from app.ratings import journal
from app.ratings.counting import SeatFacts
from app.rules.game import State


def seat_facts(entries: Iterable[Entry], state: State) -> list[SeatFacts]:
    """Of each seat of a game that is over: its place by the rules' final ranking, and who made its moves."""
    by: list[list[bool]] = [[] for _ in range(state.players)]
    for entry in entries:
        if entry.kind == "move" and entry.seat is not None:
            by[entry.seat].append(entry.is_by_person)
    reached = [(score.total, score.animals) for score in state.scores]
    return [
        SeatFacts(1 + sum(other > mine for other in reached), sum(by[seat]), by[seat][-1])
        for seat, mine in enumerate(reached)
    ]


def facts_of(fold: Fold) -> list[SeatFacts]:
    """The same of a whole log."""
    assert fold.state is not None
    return seat_facts((logged.entry for logged in fold.entries), fold.state)


def counting_of(fold: Fold, last: Entry, after: State) -> AlongWith:
    """What is written together with the last move."""
    facts = seat_facts([*(logged.entry for logged in fold.entries), last], after)

    async def count(connection: asyncpg.Connection) -> None:
        await journal.write(connection, fold.id, facts)

    return count
