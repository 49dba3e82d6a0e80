"""Figures over many games: counted by hand for a few, and never of what is not somebody's."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from app.database import Database
from app.games.registry import GameRegistry
from app.games.statistics import Finished, SeatScore, Statistics, finished_games, head_to_head_at
from app.rules.parts import Habitat
from tests.databases import execute
from tests.games.dealt import deal_game
from tests.games.test_outcome import finish

ME, TOM, IDA = (UUID(int=number) for number in (1, 2, 3))


def made(**fields: Any) -> Finished:
    return Finished(**fields)


def points(*fields: Any) -> SeatScore:
    return SeatScore(*fields)


FIRST = made(
    id=UUID(int=10),
    number=1,
    room="Bay",
    ended_at=datetime(2026, 5, 1, tzinfo=UTC),
    variants=(),
    names=("Maya", "Tom"),
    bots=(None, None),
    people=(ME, TOM),
    seat=0,
    scores=(points(12, 4, "O", 15, 2), points(9, 3, "F", 13, 2)),
    winners=(0,),
    won=(("O#", "F+G"), ("D#",)),
    regions=({"O": 9, "F": 3}, {"D": 7}),
)


def later(days: int, **changes: Any) -> Finished:
    ended_at = FIRST.ended_at + timedelta(days=days)
    return replace(FIRST, id=UUID(int=10 + days), ended_at=ended_at, **changes)


LOST = later(1, winners=(1,), scores=(points(8, 3, "F", 10, 0), points(10, 3, "O", 15, 2)))
CLOSE = later(
    2,
    names=("Ida", "Maya", "Grove"),
    bots=(None, None, "grove"),
    people=(IDA, ME, None),
    seat=1,
    scores=(points(11, 4, "M", 13, 2), points(12, 5, "D", 16, 4), points(7, 2, "G", 11, 2)),
    winners=(1,),
    won=(("D#",), ("O#", "M#"), ()),
    regions=({}, {"O": 12}, {}),
    variants=("mystery",),
)
SHARED = later(3, winners=(0, 1), scores=(points(9, 3, "O", 15, 2), points(9, 3, "F", 13, 2)))
GAMES = [FIRST, LOST, CLOSE, SHARED]


def test_figures_are_those_of_the_games() -> None:
    numbers = Statistics(GAMES)
    assert (numbers.all.games, numbers.all.won, numbers.all.points) == (4, 3, 41)
    assert numbers.all.by_chance == 1 / 2 + 1 / 2 + 1 / 3 + 1 / 2
    assert {key: tally.games for key, tally in numbers.by_table.items()} == {(2, ()): 3, (3, ("mystery",)): 1}
    assert {key: (tally.games, tally.won) for key, tally in numbers.by_objective.items()} == {
        "O": (2, 2),
        "F": (1, 0),
        "D": (1, 1),
    }
    assert numbers.streak == 2


def test_album_says_how_often_and_where_first() -> None:
    album = Statistics(GAMES).album
    assert {card: (one.count, one.first.id) for card, one in album.items()} == {
        "O#": (4, FIRST.id),
        "F+G": (3, FIRST.id),
        "M#": (1, CLOSE.id),
    }


def test_moments_are_the_closest_win_alone_and_the_largest_region() -> None:
    numbers = Statistics(GAMES)
    assert numbers.closest is CLOSE
    assert numbers.largest[Habitat("O")] == (12, CLOSE)
    assert numbers.best is FIRST
    assert numbers.most_animals is CLOSE
    nothing = Statistics([])
    assert (nothing.closest, nothing.best, nothing.most_animals, nothing.streak) == (None, None, None, 0)


def test_companions_are_people_and_levels_of_bots_by_their_last_name() -> None:
    renamed = later(4, names=("Maya", "Tim"))
    companions = Statistics([*GAMES, renamed]).companions
    assert [(one.name, one.games, one.mine, one.theirs) for one in companions] == [
        ("Tim", 4, 3, 2),
        ("Grove", 1, 1, 0),
        ("Ida", 1, 1, 0),
    ]


def test_forgotten_ones_are_no_companions_and_cannot_be_met() -> None:
    alone = replace(FIRST, people=(ME, None), names=("Maya", "Someone"))
    assert Statistics([alone]).companions == []
    assert alone.has_people
    assert head_to_head_at([alone], alone.id, 1) is None


def test_head_to_head_counts_only_games_together() -> None:
    pair = head_to_head_at(GAMES, SHARED.id, 1)
    assert pair is not None
    assert [game.id for game in pair.games] == [FIRST.id, LOST.id, SHARED.id]
    assert (pair.ahead, pair.behind, pair.companion.mine, pair.companion.theirs) == (1, 1, 2, 2)
    bots = head_to_head_at(GAMES, CLOSE.id, 2)
    assert bots is not None
    assert [game.id for game in bots.games] == [CLOSE.id]


def test_nobody_meets_themselves_or_who_never_sat_there() -> None:
    assert head_to_head_at(GAMES, FIRST.id, 0) is None
    assert head_to_head_at(GAMES, FIRST.id, 2) is None
    assert head_to_head_at(GAMES, UUID(int=99), 1) is None


async def test_statement_finds_what_somebody_has_finished_and_nothing_else(database_url) -> None:
    registry, database = GameRegistry(database_url), Database(database_url)
    await registry.open()
    try:
        mine, running, others = [await deal_game(database_url) for _ in range(3)]
        for game in (mine, others):
            state = await finish(registry, game)
        person = mine.people[1]
        await execute(database_url, f"UPDATE games SET sat_ids[2] = '{person}' WHERE id = '{running.id}'")
        async with database.reading() as db:
            assert person is not None
            (found,) = await finished_games(db, person)
        assert (found.id, found.seat, found.names[1]) == (mine.id, 1, "Seat 1")
        assert [score.total for score in found.scores] == [score.total for score in state.scores]
        assert not found.bots[0]
    finally:
        await database.close()
        await registry.close()
