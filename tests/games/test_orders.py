"""What comes first in lists and queues, and that no more comes than was asked for."""

from uuid import UUID

import pytest

from app.database import Database
from app.games import analyses, packing
from app.games.endpoints import MOST_LISTED
from app.games.export import ENDED_SQL
from app.games.store import LogStore
from app.games.timekeeper import CLAIM_DUE_SQL, MOST_CLAIMED, OVERLOOKED_GAMES_SQL
from app.pages import queries
from app.rooms import repository
from tests.games.dealt import deal_game

ORDER = (1, 2, 0)  # the games from the earliest on, so that no order of the rows' own is right by chance


@pytest.fixture
async def store(database_url):
    store = LogStore(database_url)
    yield store
    await store.close()


@pytest.fixture
async def games(database_url, store):
    """Three games of one person, who sat now here, now there; an hour lies between them."""
    dealt = [await deal_game(database_url) for _ in range(3)]
    me = dealt[0].people[0]
    for place, number in enumerate(ORDER):
        await store.run(
            "UPDATE games SET (started_at, turn_started_at, due_at, ended_at) = (SELECT at, at, at, at FROM "
            "(SELECT now() - make_interval(hours => $2) AS at) AS moment), sat_ids[$3] = $4 WHERE id = $1",
            dealt[number].id, 90 - place, 1 + number % 2, me,
        )  # fmt: skip
    await store.run("UPDATE rooms SET touched_at = started_at FROM games WHERE games.id = rooms.game_id")
    return dealt


def one_by_one(statement: str, most: int) -> str:
    """The same, but no more than one of them at a time."""
    assert statement.count(f"LIMIT {most}") == 1
    return statement.replace(f"LIMIT {most}", "LIMIT 1")


async def test_my_games_are_told_the_latest_first_and_each_with_my_seat_in_it(client, maya, games, store):
    await store.run(
        "UPDATE games SET sat_ids = array_replace(sat_ids, $1, $2)", games[0].people[0], UUID(maya.id)
    )
    mine = await maya.get("/people/me/games")
    assert [UUID(one["id"]) for one in mine] == [games[number].id for number in reversed(ORDER)]
    assert [one["seat"] for one in mine] == [number % 2 for number in reversed(ORDER)]


async def test_my_games_are_no_more_than_a_list_holds(client, maya, games, store):
    await store.run(
        "INSERT INTO games (id, room_id, number, rules_version, component_set, seed, commitment, variants, "
        "players, sat_ids, state, started_at) SELECT gen_random_uuid(), room_id, 1 + n, 1, component_set, "
        "seed, '', '[]', players, ARRAY[$1::uuid], 'over', now() FROM games, generate_series(1, $2::int) n "
        "WHERE id = $3",
        UUID(maya.id), MOST_LISTED + 1, games[0].id,
    )  # fmt: skip
    assert len(await maya.get("/people/me/games")) == MOST_LISTED


async def test_records_are_written_the_first_game_first(games, store):
    await store.run("UPDATE games SET state = 'over'")
    rows = await store.fetch(ENDED_SQL, games[0].people[0])
    assert [row["id"] for row in rows] == [games[number].id for number in ORDER]


async def test_what_fell_due_first_is_claimed_first(games, store):
    first = one_by_one(CLAIM_DUE_SQL, MOST_CLAIMED)
    taken = [(await store.fetch(first))[0]["id"] for _ in games]
    assert taken == [games[number].id for number in ORDER]
    assert await store.fetch(first) == []


async def test_what_was_overlooked_for_longest_is_looked_at_first(games, store):
    await store.run("UPDATE games SET due_at = NULL")
    rows = await store.fetch(OVERLOOKED_GAMES_SQL)
    assert [row["id"] for row in rows] == [games[number].id for number in ORDER]
    assert len(await store.fetch(one_by_one(OVERLOOKED_GAMES_SQL, MOST_CLAIMED))) == 1


async def test_what_ended_first_is_packed_first(games, store):
    rows = await store.fetch(one_by_one(packing.NEXT_SQL, packing.BATCH))
    assert [row["id"] for row in rows] == [games[ORDER[0]].id]


async def test_what_was_asked_for_first_is_analysed_first_and_told_how_many_wait_before_it(games, store):
    for place, number in enumerate(ORDER):
        await store.fetch(analyses.ASK_SQL, games[number].id, "deep", "key", None)
        await store.run(
            "UPDATE analyses SET asked_at = now() - make_interval(mins => $2) WHERE game_id = $1",
            games[number].id, 9 - place,
        )  # fmt: skip
    waiting = [await store.fetch(analyses.READ_SQL, games[number].id, "key") for number in ORDER]
    assert [rows[0]["before"] for rows in waiting] == [0, 1, 2]
    taken = [(await store.fetch(analyses.CLAIM_SQL, "deep"))[0]["game_id"] for _ in games]
    assert taken == [games[number].id for number in ORDER]


async def test_rooms_and_games_are_listed_the_liveliest_and_the_latest_first(games, store, database_url):
    latest_first = [games[number] for number in reversed(ORDER)]
    rooms, ids = [game.room for game in latest_first], [game.id for game in latest_first]
    await store.run("UPDATE rooms SET options = options || '{\"public\": true}'")
    await store.run("UPDATE seats SET person_id = $1 WHERE seat = 0", games[0].people[0])
    database = Database(database_url)
    try:
        async with database.sessions() as db:
            assert [room.id for room, _ in await queries.playing_in_public(db, None)] == rooms
            assert [room.id for room, _, _ in await queries.running(db, games[0].people[0])] == rooms
        await store.run("UPDATE rooms SET state = 'open'")
        await store.run("UPDATE games SET state = 'over'")
        async with database.sessions() as db:
            assert [room.id for room in await repository.open_public(db, None)] == rooms
            played, has_more = await queries.played(db, games[0].people[0], queries.GameSearch())
            assert ([game.id for _, game in played], has_more) == (ids, False)
    finally:
        await database.close()
