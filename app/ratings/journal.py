"""The journal of ratings: written in the transaction that ends a game, and read again to make them anew.

Nobody's games are counted at the same time: whoever counts one holds everybody who sat in it (a lock by their
id), and draws its number only then. So the numbers are an order in which each game was counted on what the
ones before had come to, whichever processes did so; games without anybody in common may change places.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import permutations
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg

from app.ratings.counting import Counted, SeatFacts, count
from app.ratings.plackett_luce import START, Rating

REBUILDING = 0x7261_7465  # a lock that counting shares, and whoever makes all ratings anew has alone
SAT_SQL = "SELECT sat_ids, ended_at FROM games WHERE id = $1"
SHARE_SQL = "SELECT pg_advisory_xact_lock_shared($1)"
HOLD_SQL = "SELECT pg_advisory_xact_lock(who) FROM unnest($1::bigint[]) AS who"  # in the order of the list
RATINGS_SQL = "SELECT person_id, mean, spread, games FROM ratings WHERE seats = $1 AND person_id = ANY($2)"
MET_SQL = """
SELECT one.person_id, other.person_id, count(*) FROM rating_changes AS one
JOIN rating_changes AS other ON other.game_id = one.game_id AND other.person_id <> one.person_id
WHERE one.person_id = ANY($1) AND one.week = $2 AND other.person_id = ANY($1) GROUP BY 1, 2
"""
COLUMNS = (
    "game_id", "seat", "person_id", "number", "at", "week", "seats", "place", "own_moves", "is_finished",
    "met", "weight", "mean_before", "spread_before", "mean", "spread", "games",
)  # fmt: skip
ADD_SQL = f"""
INSERT INTO rating_changes ({", ".join(COLUMNS)})
VALUES ({", ".join(f"${number}" for number in range(1, len(COLUMNS) + 1))})
"""  # noqa: S608 (names of ours)
KEEP_SQL = """
INSERT INTO ratings (person_id, seats, mean, spread, games) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (person_id, seats) DO UPDATE
SET mean = excluded.mean, spread = excluded.spread, games = excluded.games
"""
RatedSitter = UUID | None
Ranked = tuple[Rating, int]  # and after how many games that count
NEW: Ranked = (START, 0)


@dataclass(frozen=True, slots=True)
class Change:
    """A row of the journal."""

    game: UUID
    seat: int
    person: RatedSitter
    number: int
    at: datetime
    seats: int
    facts: SeatFacts
    met: tuple[int, ...]
    counted: Counted
    games: int

    @property
    def values(self) -> tuple[Any, ...]:
        """In the order of `COLUMNS`."""
        facts, counted = self.facts, self.counted
        return (
            self.game, self.seat, self.person, self.number, self.at, week_of(self.at), self.seats,
            facts.place, facts.own_moves, facts.is_finished, list(self.met),
            counted.weight, *counted.before, *counted.after, self.games,
        )  # fmt: skip


class Noted(NamedTuple):
    """What the journal has of a seat, and no log: with what somebody came, and whom they had met."""

    came: Rating
    games: int  # that counted before
    met: Sequence[int]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game to be counted: who sat where, how it went, and what is known of them by then."""

    id: UUID
    number: int
    at: datetime
    people: Sequence[RatedSitter]
    facts: Sequence[SeatFacts]

    def changes(self, standings: Sequence[Ranked], met: Sequence[Sequence[int]]) -> Iterator[Change]:
        """One for each seat."""
        results = count([rating for rating, _ in standings], self.facts, met)
        for seat, result in enumerate(results):
            games = standings[seat][1] + (result.weight > 0)
            yield Change(
                self.id, seat, self.people[seat], self.number, self.at, len(self.people), self.facts[seat],
                tuple(met[seat]), result, games,
            )  # fmt: skip


async def write(connection: asyncpg.Connection, game: UUID, facts: Sequence[SeatFacts]) -> None:
    """Count a game that has ended in this very transaction, which holds its row: once, since it ends once."""
    people, at = await connection.fetchrow(SAT_SQL, game)
    known = sorted(person for person in people if person is not None)
    await connection.fetch(SHARE_SQL, REBUILDING)
    await connection.fetch(HOLD_SQL, sorted(lock_of(person) for person in known))
    found = await connection.fetch(RATINGS_SQL, len(people), known)
    standings = {person: (Rating(mean, spread), games) for person, mean, spread, games in found}
    rows = await connection.fetch(MET_SQL, known, week_of(at))
    meetings = {(one, other): often for one, other, often in rows}
    number = await connection.fetchval("SELECT nextval('rating_numbers')")
    rated = RatedGame(game, number, at, people, facts)
    came = [NEW if person is None else standings.get(person, NEW) for person in people]
    changes = list(rated.changes(came, matrix(people, meetings)))
    await connection.executemany(ADD_SQL, [change.values for change in changes])
    await connection.executemany(KEEP_SQL, [kept(change) for change in changes if change.person is not None])


def kept(change: Change) -> tuple[Any, ...]:
    """What the table of ratings has of somebody after this change."""
    return change.person, change.seats, *change.counted.after, change.games


def matrix(people: Sequence[RatedSitter], meetings: Mapping[tuple[UUID, UUID], int]) -> list[list[int]]:
    """How often each had met each other one before; nobody has met somebody who was forgotten."""
    return [
        [0 if one is None or other is None else meetings.get((one, other), 0) for other in people]
        for one in people
    ]


def lock_of(person: UUID) -> int:
    """What stands for a person among the locks of the database: a signed number of 64 bits."""
    return int.from_bytes(person.bytes[:8], signed=True)


def week_of(at: datetime) -> date:
    """The Monday of the week, by UTC."""
    day = at.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


@dataclass
class PlayedAgain:
    """All ratings, made anew from one game after the other in the order in which they were counted."""

    standings: dict[tuple[UUID, int], Ranked] = field(default_factory=dict)
    meetings: dict[date, Counter[tuple[UUID, UUID]]] = field(default_factory=lambda: defaultdict(Counter))

    def count(self, game: RatedGame, noted: Mapping[int, Noted]) -> list[Change]:
        """Count the next game. Of seats whose person was forgotten only the journal has what is `noted`."""
        came = [self._came(game, seat, noted.get(seat)) for seat in range(len(game.people))]
        changes = list(game.changes(came, self._met(game, noted)))
        for change in changes:
            if change.person is not None:
                self.standings[change.person, change.seats] = change.counted.after, change.games
        self.meetings[week_of(game.at)].update(permutations(filter(None, game.people), 2))
        return changes

    def _came(self, game: RatedGame, seat: int, noted: Noted | None) -> Ranked:
        person = game.people[seat]
        if person is not None:
            return self.standings.get((person, len(game.people)), NEW)
        return NEW if noted is None else (noted.came, noted.games)

    def _met(self, game: RatedGame, noted: Mapping[int, Noted]) -> list[list[int]]:
        found = matrix(game.people, self.meetings[week_of(game.at)])
        for one, row in enumerate(found):
            for other, person in enumerate(game.people):
                if one in noted and None in (game.people[one], person):
                    row[other] = noted[one].met[other]
        return found
