"""What somebody has played, in figures: made of finished games' rows alone, by one statement.

Games in which another person sat and games against bots are counted apart. Whoever was forgotten is a person
without an id: their games count, and nobody learns who it was.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.rules.parts import Habitat, Requirement

FINISHED_SQL = text("""
SELECT games.id, number, rooms.name AS room, ended_at, variants, players, sat_ids,
    array_position(sat_ids, :me) - 1 AS seat, result
FROM games JOIN rooms ON rooms.id = room_id
WHERE sat_ids @> ARRAY[:me]::uuid[] AND games.state = 'over' AND result -> 'won' IS NOT NULL AND fork IS NULL
    AND daily IS NULL
ORDER BY ended_at, games.id
""")
SeatHolder = UUID | str  # a person, or a level of bots


class SeatScore(NamedTuple):
    """What one seat had at the end."""

    total: int
    animals: int
    objective: Habitat | None
    areas: int | None
    objective_points: int


@dataclass(frozen=True)
class Finished:
    """One finished game of somebody, who sat in `seat`."""

    id: UUID
    number: int
    room: str
    ended_at: datetime
    variants: tuple[str, ...]
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    people: tuple[UUID | None, ...]
    seat: int
    scores: tuple[SeatScore, ...]
    winners: tuple[int, ...]
    won: tuple[tuple[Requirement, ...], ...]
    regions: tuple[dict[Habitat, int], ...]

    @property
    def mine(self) -> SeatScore:
        return self.scores[self.seat]

    @property
    def is_won(self) -> bool:
        return self.seat in self.winners

    @property
    def has_people(self) -> bool:
        """Whether somebody else played, and not bots alone."""
        return any(bot is None for seat, bot in enumerate(self.bots) if seat != self.seat)

    @property
    def lead(self) -> int:
        """By how many points the best of the others is behind."""
        return self.mine.total - max(
            score.total for seat, score in enumerate(self.scores) if seat != self.seat
        )

    def sitter(self, seat: int) -> SeatHolder | None:
        """Who sat there; nobody we know if they were forgotten."""
        return self.bots[seat] or self.people[seat]

    def seats_of(self, sitter: SeatHolder) -> list[int]:
        """Several bots of one level may sit in one game."""
        return [seat for seat in range(len(self.names)) if self.sitter(seat) == sitter and seat != self.seat]


async def finished_games(db: AsyncSession, person: UUID) -> list[Finished]:
    """Everything somebody has played to the end, the first game first."""
    return [finished(row._mapping) for row in await db.execute(FINISHED_SQL, {"me": person})]


def finished(row: Any) -> Finished:
    players, result = row["players"], row["result"]
    return Finished(
        id=row["id"],
        number=row["number"],
        room=row["room"],
        ended_at=row["ended_at"],
        variants=tuple(row["variants"]),
        names=tuple(player["name"] for player in players),
        bots=tuple(player["bot"] for player in players),
        people=tuple(row["sat_ids"]),
        seat=row["seat"],
        scores=tuple(score_of(score) for score in result["scores"]),
        winners=tuple(result["winners"]),
        won=tuple(tuple(cards) for cards in result["won"]),
        regions=tuple(result["regions"]),
    )


def score_of(score: dict[str, Any]) -> SeatScore:
    return SeatScore(
        score["total"], score["animals"], score["objective"], score["areas"], score["objective_points"]
    )


@dataclass
class Tally:
    """Games of one kind, added up."""

    games: int = 0
    won: int = 0
    points: int = 0
    areas: int = 0
    by_chance: float = 0.0  # how many of them would be won if all were equal

    def add(self, game: Finished) -> None:
        self.games += 1
        self.won += game.is_won
        self.points += game.mine.total
        self.areas += game.mine.areas or 0
        self.by_chance += 1 / len(game.scores)


@dataclass(frozen=True)
class Collected:
    """An animal of the album: how often it was won, and where it was won first."""

    count: int
    first: Finished


@dataclass
class Companion:
    """Somebody played with: the last game together, and who has won how many."""

    sitter: SeatHolder
    last: Finished
    games: int = 0
    mine: int = 0
    theirs: int = 0

    @property
    def seat(self) -> int:
        return self.last.seats_of(self.sitter)[0]

    @property
    def name(self) -> str:
        return self.last.names[self.seat]


@dataclass(frozen=True)
class Statistics:
    """Figures over some games of one person, the first game first."""

    games: Sequence[Finished]

    @cached_property
    def all(self) -> Tally:
        return tally(self.games)

    @cached_property
    def by_table(self) -> dict[tuple[int, tuple[str, ...]], Tally]:
        """By how many sat there, and by the variants."""
        found: dict[tuple[int, tuple[str, ...]], Tally] = defaultdict(Tally)
        for game in self.games:
            found[len(game.scores), game.variants].add(game)
        return dict(sorted(found.items()))

    @cached_property
    def by_objective(self) -> dict[Habitat, Tally]:
        """By one's own secret habitat."""
        found: dict[Habitat, Tally] = defaultdict(Tally)
        for game in self.games:
            if game.mine.objective is not None:
                found[game.mine.objective].add(game)
        return found

    @cached_property
    def album(self) -> dict[Requirement, Collected]:
        """Every animal ever won."""
        count: Counter[Requirement] = Counter()
        first: dict[Requirement, Finished] = {}
        for game in self.games:
            for card in game.won[game.seat]:
                count[card] += 1
                first.setdefault(card, game)
        return {card: Collected(count[card], game) for card, game in first.items()}

    @cached_property
    def largest(self) -> dict[Habitat, tuple[int, Finished]]:
        """The largest region of each habitat, and where that was."""
        found: dict[Habitat, tuple[int, Finished]] = {}
        for game in self.games:
            for habitat, size in game.regions[game.seat].items():
                if size > found.get(habitat, (0, game))[0]:
                    found[habitat] = size, game
        return found

    @property
    def best(self) -> Finished | None:
        return max(self.games, key=lambda game: game.mine.total, default=None)

    @property
    def most_animals(self) -> Finished | None:
        return max(self.games, key=lambda game: game.mine.animals, default=None)

    @property
    def closest(self) -> Finished | None:
        """The win with the smallest lead. A shared one is none."""
        alone = (game for game in self.games if game.winners == (game.seat,))
        return min(alone, key=lambda game: game.lead, default=None)

    @property
    def streak(self) -> int:
        """Most wins one after the other."""
        return max(streaks(game.is_won for game in self.games), default=0)

    @cached_property
    def companions(self) -> list[Companion]:
        """Everybody played with, those with most games first."""
        found: dict[SeatHolder, Companion] = {}
        for game in self.games:
            others = {game.sitter(seat) for seat in range(len(game.names)) if seat != game.seat}
            for sitter in others - {None}:
                assert sitter is not None
                one = found.setdefault(sitter, Companion(sitter, game))
                one.last = game
                one.games += 1
                one.mine += game.is_won
                one.theirs += any(seat in game.winners for seat in game.seats_of(sitter))
        return sorted(found.values(), key=lambda one: (-one.games, one.name))


def tally(games: Iterable[Finished]) -> Tally:
    added = Tally()
    for game in games:
        added.add(game)
    return added


def streaks(wins: Iterable[bool]) -> Iterator[int]:
    length = 0
    for is_won in wins:
        length = length + 1 if is_won else 0
        yield length


@dataclass(frozen=True)
class HeadToHead:
    """All games with one other, the first game first."""

    games: Sequence[Finished]
    sitter: SeatHolder

    @cached_property
    def companion(self) -> Companion:
        return next(one for one in Statistics(self.games).companions if one.sitter == self.sitter)

    @property
    def ahead(self) -> int:
        """Games in which one had more points than the other."""
        return sum(game.mine.total > self.theirs_in(game) for game in self.games)

    @property
    def behind(self) -> int:
        return sum(game.mine.total < self.theirs_in(game) for game in self.games)

    def theirs_in(self, game: Finished) -> int:
        """The points of the other; of several bots of one level the best."""
        return max(game.scores[seat].total for seat in game.seats_of(self.sitter))


def head_to_head_at(games: Sequence[Finished], game: UUID, seat: int) -> HeadToHead | None:
    """With whoever sat in this seat of one of these games; None for oneself, and for somebody forgotten."""
    there = next((one for one in games if one.id == game), None)
    if there is None or seat >= len(there.names) or seat == there.seat:
        return None
    sitter = there.sitter(seat)
    return None if sitter is None else HeadToHead([one for one in games if one.seats_of(sitter)], sitter)
