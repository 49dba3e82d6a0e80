"""The end of a rated game and what it makes of ratings: together, once, and always to be made anew."""

import asyncio
import random
from datetime import date
from uuid import uuid4

import pytest

from app.cli import main
from app.database import Database
from app.games.entries import Entry
from app.games.packing import Packer
from app.games.rated_ends import facts_of
from app.games.registry import GameRegistry
from app.people.service import forget
from app.ratings import journal
from app.ratings.plackett_luce import START, rated
from app.rooms.person_hooks import PERSON_HOOKS
from tests.databases import execute
from tests.games.dealt import some_legal
from tests.games.rated import deal_rated, people, play, rows

JOURNAL = "SELECT * FROM rating_changes ORDER BY number, seat"
RATINGS = "SELECT person_id, seats, mean, spread, games FROM ratings ORDER BY person_id, seats"


@pytest.fixture
async def registries(database_url):
    """Those of two processes."""
    found = [GameRegistry(database_url), GameRegistry(database_url)]
    for registry in found:
        await registry.open()
    yield found
    for registry in found:
        await registry.close()


@pytest.fixture
def registry(registries):
    return registries[0]


async def rebuilt(url, capsys, monkeypatch):
    """What the command says."""
    monkeypatch.setenv("DATABASE_URL", url)
    assert await asyncio.to_thread(main, ["ratings", "rebuild"]) == 0
    return capsys.readouterr().out.strip()


async def test_end_of_a_rated_game_changes_ratings_with_its_last_move(registry, database_url):
    sitters = await people(database_url, 3)
    game = await deal_rated(database_url, sitters)
    live_game = await play(registry, game, but=1)
    assert await rows(database_url, RATINGS) == []
    await play(registry, game)
    scores = [(score.total, score.animals) for score in live_game.fold.state.scores]
    places = [1 + sum(other > mine for other in scores) for mine in scores]
    expected = rated([START] * 3, places)
    columns = "seat, person_id, place, mean, spread, games, weight"
    found = await rows(database_url, f"SELECT {columns} FROM rating_changes ORDER BY seat")
    assert [row[:3] for row in found] == [
        (seat, person, places[seat]) for seat, person in enumerate(live_game.fold.people)
    ]
    for seat, row in enumerate(found):
        assert row[3:] == (pytest.approx(expected[seat].mean), pytest.approx(expected[seat].spread), 1, 1)
    kept = {row[0]: row[2:] for row in await rows(database_url, RATINGS)}
    assert kept == {row[1]: row[3:6] for row in found}
    moments = "SELECT DISTINCT at = ended_at FROM rating_changes JOIN games ON id = game_id"
    assert await rows(database_url, moments) == [(True,)]


async def test_other_games_and_those_that_all_left_change_nothing(registry, database_url):
    sitters = await people(database_url, 2)
    plain, left = await deal_rated(database_url, sitters), await deal_rated(database_url, sitters)
    await execute(database_url, f"UPDATE games SET rated = false WHERE id = '{plain}'")
    await play(registry, plain)
    live_game = await play(registry, left, but=5)
    await registry.submit(live_game, Entry("abandoned", None, "table:20"), None)
    states = await rows(database_url, "SELECT state FROM games ORDER BY state")
    assert states == [("abandoned",), ("over",)]
    assert await rows(database_url, JOURNAL) == []


async def test_end_is_counted_once_by_whichever_process(registries, database_url):
    """Both processes try the last move at once, with several games of the same people."""
    sitters = await people(database_url, 4)
    games = [await deal_rated(database_url, chance_of(number).sample(sitters, 3)) for number in range(6)]
    for game in games:
        await play(registries[0], game, but=1)
    ends = []
    for game in games:
        for registry in registries:
            live_game = await registry.get(game)
            state = live_game.fold.state
            move = registry.play(
                live_game, state.due, str(uuid4()), live_game.fold.head, some_legal(state, random.Random(3))
            )
            ends.append(move)
    random.Random(1).shuffle(ends)
    answers = await asyncio.gather(*ends)
    assert sum(type(answer).__name__ == "Ack" for answer in answers) == 6
    assert len(await rows(database_url, JOURNAL)) == 18
    numbers = await rows(database_url, "SELECT DISTINCT number FROM rating_changes")
    assert len(numbers) == 6
    counts = "SELECT person_id, array_agg(games ORDER BY number) FROM rating_changes GROUP BY 1"
    for person, counted in await rows(database_url, counts):
        assert counted == list(range(1, len(counted) + 1)), person
    # Everybody came to each game with what the one before had made of them.
    broken = """
        SELECT FROM rating_changes AS one WHERE mean_before <> coalesce((
            SELECT mean FROM rating_changes WHERE person_id = one.person_id AND number < one.number
            ORDER BY number DESC LIMIT 1), 25)
    """
    assert await rows(database_url, broken) == []
    deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    assert await rows(database_url, deadlocks) == [(0,)]


def chance_of(number):
    return random.Random(number)


async def test_caretaker_moves_count_for_nobody_who_stayed(registry, database_url):
    sitters = await people(database_url, 3)
    game = await deal_rated(database_url, sitters)
    live_game = await play(registry, game, played_for={1: 8, 2: 11})
    facts = facts_of(live_game.fold)
    assert [(fact.own_moves, fact.is_finished, fact.is_left) for fact in facts] == [
        (12, True, False), (8, False, True), (11, False, False),
    ]  # fmt: skip
    found = await rows(database_url, "SELECT mean - mean_before FROM rating_changes ORDER BY seat")
    changes = [row[0] for row in found]
    assert changes[1] < 0
    among = rated([START] * 2, [facts[0].place, facts[2].place])
    assert changes[0] == pytest.approx(among[0].mean - 25)
    assert changes[2] == pytest.approx(min(among[1].mean - 25, 0))


async def test_rebuild_comes_to_exactly_the_same(registry, database_url, capsys, monkeypatch):
    """Also where somebody was forgotten, and where a log was packed."""
    sitters = await people(database_url, 4)
    for number in range(8):
        chance = chance_of(number)
        game = await deal_rated(database_url, chance.sample(sitters, chance.choice((2, 3, 3))))
        await play(registry, game, seed=number, played_for={0: 4} if number == 3 else ())
    journal_before, ratings_before = await rows(database_url, JOURNAL), await rows(database_url, RATINGS)
    assert await rebuilt(database_url, capsys, monkeypatch) == "rated games: 8; everything stays as it was."
    await execute(database_url, "UPDATE games SET ended_at = ended_at - interval '40 days'")
    await Packer(registry.store).step()
    assert await rows(database_url, "SELECT FROM events") == []
    await execute(database_url, "UPDATE games SET ended_at = ended_at + interval '40 days'")
    database = Database(database_url)
    async with database.transaction() as db:
        await forget(db, sitters[0], (PERSON_HOOKS,))
    await database.close()
    left = [row for row in ratings_before if row[0] != sitters[0].person]
    assert await rows(database_url, RATINGS) == left
    assert await rebuilt(database_url, capsys, monkeypatch) == "rated games: 8; everything stays as it was."
    assert [row[7:] for row in await rows(database_url, JOURNAL)] == [row[7:] for row in journal_before]
    assert sitters[0].person not in {cell for row in await rows(database_url, JOURNAL) for cell in row[:3]}


async def test_rebuild_puts_right_what_was_changed_or_lost(registry, database_url, capsys, monkeypatch):
    sitters = await people(database_url, 3)
    for number in range(4):
        await play(registry, await deal_rated(database_url, sitters[number % 2 :]), seed=number)
    before = await rows(database_url, JOURNAL), await rows(database_url, RATINGS)
    await execute(database_url, "UPDATE rating_changes SET mean = 99, place = 1 WHERE number = 2")
    await execute(database_url, "UPDATE ratings SET spread = 1, games = 70 WHERE seats = 3")
    assert "put right" in await rebuilt(database_url, capsys, monkeypatch)
    assert (await rows(database_url, JOURNAL), await rows(database_url, RATINGS)) == before
    await execute(database_url, "TRUNCATE rating_changes, ratings")
    says = await rebuilt(database_url, capsys, monkeypatch)
    assert says.startswith("rated games: 4, not counted before: 4; put right: ")
    numbers = [[*row[:3], *row[4:]] for row in await rows(database_url, JOURNAL)]
    assert numbers == [[*row[:3], *row[4:]] for row in before[0]]
    assert await rows(database_url, RATINGS) == before[1]


async def test_rebuild_of_a_lost_journal_takes_the_forgotten_for_newcomers(
    registry, database_url, capsys, monkeypatch
):
    sitters = await people(database_url, 2)
    for number in range(2):
        await play(registry, await deal_rated(database_url, sitters), seed=number)
    database = Database(database_url)
    async with database.transaction() as db:
        await forget(db, sitters[0], (PERSON_HOOKS,))
    await database.close()
    await execute(database_url, "TRUNCATE rating_changes, ratings")
    says = await rebuilt(database_url, capsys, monkeypatch)
    assert says.startswith("rated games: 2, not counted before: 2; put right: ")
    counted = await rows(database_url, "SELECT person_id, games FROM rating_changes ORDER BY number, seat")
    assert sorted((person is None, games) for person, games in counted) == [
        (False, 1), (False, 2), (True, 1), (True, 1),
    ]  # fmt: skip
    assert [row[0] for row in await rows(database_url, RATINGS)] == [sitters[1].person]


async def test_end_that_cannot_be_counted_is_an_end_all_the_same(registry, database_url, capsys, monkeypatch):
    game = await deal_rated(database_url, await people(database_url, 2))
    with monkeypatch.context() as patched:
        patched.setattr(journal, "ADD_SQL", journal.ADD_SQL.replace("$7,", "$7 + 7,"))  # of nine seats
        live_game = await play(registry, game)
    assert live_game.fold.is_over
    assert await rows(database_url, "SELECT state FROM games") == [("over",)]
    assert await rows(database_url, JOURNAL) == []
    assert "not counted before: 1;" in await rebuilt(database_url, capsys, monkeypatch)
    assert len(await rows(database_url, RATINGS)) == 2


async def test_rebuild_waits_for_no_game_and_no_game_for_it_long(registry, database_url, capsys, monkeypatch):
    """Games that end while all is made anew are neither lost nor counted twice."""
    sitters = await people(database_url, 3)
    games = [await deal_rated(database_url, sitters) for _ in range(4)]
    for game in games:
        await play(registry, game, but=1)
    monkeypatch.setenv("DATABASE_URL", database_url)
    works = [play(registry, game) for game in games]
    await asyncio.gather(*works, *(asyncio.to_thread(main, ["ratings", "rebuild"]) for _ in range(3)))
    capsys.readouterr()
    assert len(await rows(database_url, JOURNAL)) == 12
    assert await rebuilt(database_url, capsys, monkeypatch) == "rated games: 4; everything stays as it was."


async def test_meeting_again_and_again_counts_less_until_the_week_ends(database_url):
    """The database's own clock is moved: from the last second of a Sunday into the Monday."""
    sitters = await people(database_url, 2)
    weights = []
    for moment in [*(f"2026-11-22 23:59:5{number}+00" for number in range(8)), "2026-11-23 00:00:01+00"]:
        await set_clock(database_url, moment)
        registry = GameRegistry(database_url)
        await registry.open()
        await play(registry, await deal_rated(database_url, sitters))
        await registry.close()
        latest = "SELECT weight, week FROM rating_changes ORDER BY number DESC LIMIT 1"
        weights += await rows(database_url, latest)
    sunday, monday = date(2026, 11, 16), date(2026, 11, 23)
    counted = [1, 1, 1, 0.5, 0.5, 0.5, 0, 0]
    assert weights == [*((weight, sunday) for weight in counted), (1, monday)]
    assert {row[4] for row in await rows(database_url, RATINGS)} == {7}


async def set_clock(url, moment):
    """What `now()` says to whoever connects from now on."""
    await execute(url, "CREATE SCHEMA IF NOT EXISTS moved")
    says = f"SELECT timestamptz '{moment}'"
    await execute(
        url, f"CREATE OR REPLACE FUNCTION moved.now() RETURNS timestamptz STABLE LANGUAGE sql AS $$ {says} $$"
    )
    name = url.rsplit("/", 1)[1].split("?")[0]
    await execute(url, f'ALTER DATABASE "{name}" SET search_path = moved, public, pg_catalog')
