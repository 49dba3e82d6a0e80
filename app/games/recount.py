"""All ratings made anew, from the logs of the rated games in the order in which they were counted.

What comes out is what is there already, to the last bit. If it is not (the rules of counting have changed, a
row was lost, or an older release ended a game and counted nothing), it is put right. The logs are read while
games go on; only for what was counted meanwhile, and for writing, does counting wait.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any
from uuid import UUID

import asyncpg

from app.games.log import LogBroken
from app.games.rated_ends import facts_of
from app.games.store import LogStore
from app.ratings import journal
from app.ratings.counting import SeatFacts
from app.ratings.journal import COLUMNS, Change, Noted, PlayedAgain, RatedGame
from app.ratings.plackett_luce import Rating

log = logging.getLogger(__name__)

JOURNAL_SQL = f"SELECT {', '.join(COLUMNS)} FROM rating_changes WHERE number > $1 ORDER BY number, seat"  # noqa: S608
MISSED_SQL = """
SELECT id, ended_at, sat_ids FROM games
WHERE rated AND state = 'over' AND NOT EXISTS (SELECT FROM rating_changes WHERE game_id = games.id)
ORDER BY ended_at, id
"""
DROP_CHANGE_SQL = "DELETE FROM rating_changes WHERE game_id = $1 AND seat = $2"
RATINGS_SQL = "SELECT person_id, seats, mean, spread, games FROM ratings"
DROP_RATING_SQL = "DELETE FROM ratings WHERE person_id = $1 AND seats = $2"
ALONE_SQL = "SELECT pg_advisory_xact_lock($1)"


@dataclass
class Recount:
    """How it went."""

    games: int = 0
    missed: int = 0  # of these were not counted before
    wrong: list[Change] = field(default_factory=list)  # what the journal had otherwise
    ratings: int = 0  # that were another, or not there, or nobody's

    @property
    def says(self) -> str:
        games = f"rated games: {self.games}"
        if not self.wrong and not self.ratings:
            return f"{games}; everything stays as it was."
        return (
            f"{games}, not counted before: {self.missed}; put right: {len(self.wrong)} changes,"
            f" {self.ratings} ratings."
        )


async def rebuild(connection: asyncpg.Connection, store: LogStore) -> Recount:
    """Make them anew. `connection` has no transaction under way."""
    recount, replay, last = Recount(), PlayedAgain(), 0
    last = await read_on(connection, store, replay, recount, last)
    async with connection.transaction():
        await connection.fetch(ALONE_SQL, journal.REBUILDING)
        await read_on(connection, store, replay, recount, last)
        await count_missed(connection, store, replay, recount)
        await write(connection, replay, recount)
    return recount


async def read_on(
    connection: asyncpg.Connection, store: LogStore, replay: PlayedAgain, recount: Recount, last: int
) -> int:
    """Count what the journal has after that number; says the last one."""
    rows = await connection.fetch(JOURNAL_SQL, last)
    for number, group in groupby(rows, key=lambda row: row["number"]):
        of_game = list(group)
        people = [row["person_id"] for row in of_game]
        facts = await facts_in(store, of_game[0]["game_id"]) or [facts_noted(row) for row in of_game]
        game = RatedGame(of_game[0]["game_id"], number, of_game[0]["at"], people, facts)
        changes = replay.count(game, {row["seat"]: noted(row) for row in of_game})
        recount.games += 1
        recount.wrong += [
            change for change, row in zip(changes, of_game, strict=True) if change.values != tuple(row)
        ]
        last = number
    return last


async def count_missed(
    connection: asyncpg.Connection, store: LogStore, replay: PlayedAgain, recount: Recount
) -> None:
    """Count the games that nobody has counted, after all others."""
    for row in await connection.fetch(MISSED_SQL):
        facts = await facts_in(store, row["id"])
        if facts is not None:
            number = await connection.fetchval("SELECT nextval('rating_numbers')")
            game = RatedGame(row["id"], number, row["ended_at"], row["sat_ids"], facts)
            recount.wrong += replay.count(game, {})
            recount.games += 1
            recount.missed += 1


async def facts_in(store: LogStore, game: UUID) -> list[SeatFacts] | None:
    """How each seat fared, by the log; None if it cannot be replayed."""
    try:
        fold = await store.load(game)
    except LogBroken:
        fold = None
    if fold is None or fold.state is None or not fold.state.is_over:
        log.warning("a rated game cannot be replayed", extra={"context": {"game": str(game)}})
        return None
    return facts_of(fold)


def facts_noted(row: Any) -> SeatFacts:
    return SeatFacts(row["place"], row["own_moves"], row["is_finished"])


def noted(row: Any) -> Noted:
    counted = row["weight"] > 0
    return Noted(Rating(row["mean_before"], row["spread_before"]), row["games"] - counted, row["met"])


async def write(connection: asyncpg.Connection, replay: PlayedAgain, recount: Recount) -> None:
    """Put right what is otherwise."""
    await connection.executemany(DROP_CHANGE_SQL, [(change.game, change.seat) for change in recount.wrong])
    await connection.executemany(journal.ADD_SQL, [change.values for change in recount.wrong])
    there = {(row[0], row[1]): tuple(row) for row in await connection.fetch(RATINGS_SQL)}
    wanted = {key: (*key, *rating, games) for key, (rating, games) in replay.standings.items()}
    wrong = [row for key, row in wanted.items() if there.get(key) != row]
    gone = [key for key in there if key not in wanted]
    await connection.executemany(journal.KEEP_SQL, wrong)
    await connection.executemany(DROP_RATING_SQL, gone)
    recount.ratings = len(wrong) + len(gone)
