"""The path of a move: judged at once, committed once, answered once, whoever else is writing."""

import asyncio
import random
from uuid import uuid4

import asyncpg
import pytest

from app.games.live_game import Sync
from app.games.registry import GameRegistry
from app.games.store import dsn
from app.games.submissions import Ack, Nack
from app.games.timekeeper import Timekeeper
from tests.databases import execute
from tests.games.dealt import deal_game, some_legal


@pytest.fixture
async def registries(database_url):
    """Two processes' worth of games over one database."""
    two = [GameRegistry(database_url), GameRegistry(database_url)]
    for registry in two:
        await registry.open()
    yield two
    for registry in two:
        await registry.close()


def action() -> str:
    return str(uuid4())


async def log_of(url, game):
    connection = await asyncpg.connect(dsn(url))
    try:
        return await connection.fetch("SELECT * FROM events WHERE game_id = $1 ORDER BY seq", game)
    finally:
        await connection.close()


async def play(registry, game, placement, seat=None, action_id=None, base=None):
    live_game = await registry.get(game)
    seat = live_game.fold.due if seat is None else seat
    base = live_game.fold.head if base is None else base
    return await registry.play(live_game, seat, action_id or action(), base, placement)


async def test_move_is_committed_before_its_ack(registries, database_url):
    game = await deal_game(database_url)
    placement = next(game.state.legal_placements())
    assert await play(registries[0], game.id, placement) == Ack(1)
    rows = await log_of(database_url, game.id)
    assert [(row["seq"], row["seat"], row["kind"]) for row in rows] == [(1, game.state.due, "move")]


async def test_connection_lost_while_a_move_is_written_is_remembered_until_the_log_was_read(
    registries, database_url
):
    game = await deal_game(database_url)
    live_game = await registries[0].get(game.id)
    moving = asyncio.ensure_future(play(registries[0], game.id, next(game.state.legal_placements())))
    while live_game.sync is Sync.CURRENT:
        await asyncio.sleep(0)
    assert live_game.sync is Sync.COMMITTING
    live_game.suspect()
    assert live_game.sync is Sync.COMMITTING_IN_DOUBT
    assert await moving == Ack(1)
    assert live_game.sync is Sync.DOUBTFUL
    assert await play(registries[0], game.id, next(live_game.fold.state.legal_placements())) == Ack(2)
    assert live_game.sync is Sync.CURRENT


async def test_whole_game_over_two_processes_ends_with_a_result(registries, database_url):
    game = await deal_game(database_url, 3)
    chance = random.Random(5)
    for count in range(36):
        registry = registries[count % 2]
        live_game = await registry.get(game.id)
        await live_game.refresh()
        assert await play(registry, game.id, some_legal(live_game.fold.state, chance)) == Ack(count + 1)
    assert live_game.fold.phase == "over"
    assert [row["seq"] for row in await log_of(database_url, game.id)] == list(range(1, 37))


async def test_same_action_fifty_times_over_two_processes_is_one_row(registries, database_url):
    game = await deal_game(database_url)
    placement, action_id = next(game.state.legal_placements()), action()
    answers = await asyncio.gather(
        *(play(registries[n % 2], game.id, placement, game.state.due, action_id, 0) for n in range(50))
    )
    assert {answer.seq for answer in answers} == {1}
    assert sum(not answer.dup for answer in answers) == 1
    assert len(await log_of(database_url, game.id)) == 1


async def test_same_action_with_another_move_is_a_conflict(registries, database_url):
    game = await deal_game(database_url)
    one, other, *_ = game.state.legal_placements()
    action_id = action()
    await play(registries[0], game.id, one, action_id=action_id)
    answer = await play(registries[0], game.id, other, seat=game.state.due, action_id=action_id, base=0)
    assert isinstance(answer, Nack)
    assert answer.code == "aid_conflict"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"base": 7}, "stale"),
        ({"seat": 1}, "not_your_turn"),
        ({"face": 99}, "illegal"),
    ],
)
async def test_refusal_names_its_reason_and_changes_nothing(registries, database_url, change, code):
    game = await deal_game(database_url)
    seat = 1 - game.state.due if "seat" in change else game.state.due
    placement = next(game.state.legal_placements())
    if "face" in change:
        placement = placement._replace(face=99)
    answer = await play(registries[0], game.id, placement, seat=seat, base=change.get("base"))
    assert isinstance(answer, Nack)
    assert answer.code == code
    assert await log_of(database_url, game.id) == []


async def test_process_that_is_behind_reads_on_before_it_refuses(registries, database_url):
    game = await deal_game(database_url)
    first = await play(registries[0], game.id, next(game.state.legal_placements()))
    assert first == Ack(1)
    behind = await registries[1].get(game.id)
    ahead = (await registries[0].get(game.id)).fold
    await play(registries[0], game.id, next(ahead.state.legal_placements()))
    placement = next(ahead.state.legal_placements())
    answer = await registries[1].play(behind, ahead.due, action(), 2, placement)
    assert answer == Ack(3)


async def test_refresh_amid_other_reading_sees_what_was_there_when_it_was_asked(registries, database_url):
    game = await deal_game(database_url)
    behind, ahead = await registries[1].get(game.id), await registries[0].get(game.id)

    async def read_all_the_time():
        while True:
            await behind.refresh()
            await asyncio.sleep(0)

    reading = asyncio.create_task(read_all_the_time())
    chance = random.Random(8)
    for count in range(24):
        assert await play(registries[0], game.id, some_legal(ahead.fold.state, chance)) == Ack(count + 1)
        await behind.refresh()
        assert behind.fold.head == count + 1
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)


async def test_check_reads_on_only_where_something_is_missing(registries, database_url, monkeypatch):
    game = await deal_game(database_url)
    behind, ahead = await registries[1].get(game.id), await registries[0].get(game.id)
    chance, reads = random.Random(8), []
    refresh = behind.refresh

    async def counted():
        reads.append(behind.fold.head)
        await refresh()

    monkeypatch.setattr(behind, "refresh", counted)
    await behind.check()
    for count in range(3):
        assert await play(registries[0], game.id, some_legal(ahead.fold.state, chance)) == Ack(count + 1)
        await behind.check()
        await behind.check()
        assert behind.fold.head == count + 1
    assert reads == [0, 1, 2]
    behind.suspect()
    await behind.check()
    assert (reads.pop(), behind.sync) == (3, Sync.CURRENT)


async def test_check_minds_no_move_that_is_made_meanwhile(registries, database_url, monkeypatch):
    game = await deal_game(database_url)
    playing = await registries[0].get(game.id)
    end_of = playing.store.end_of

    async def end_then_move(which):
        end = await end_of(which)
        await play(registries[0], game.id, next(playing.fold.state.legal_placements()))
        return end

    monkeypatch.setattr(playing.store, "end_of", end_then_move)
    monkeypatch.setattr(playing, "refresh", None)  # nothing has to be read
    await playing.check()
    assert playing.fold.head == 1


async def test_check_notices_a_log_that_is_shorter_than_it_was(registries, database_url):
    game = await deal_game(database_url)
    playing = await registries[0].get(game.id)
    await play(registries[0], game.id, next(game.state.legal_placements()))
    await execute(database_url, "DELETE FROM events; UPDATE games SET head = 0, last_action = NULL")
    await playing.check()
    assert playing.fold.head == 0


async def test_two_processes_racing_make_one_move_a_turn(registries, database_url):
    game = await deal_game(database_url)
    chance = random.Random(1)
    for count in range(24):
        live_game = await registries[0].get(game.id)
        await live_game.refresh()
        legal = list(live_game.fold.state.legal_placements())
        seat = live_game.fold.due
        answers = await asyncio.gather(
            *(play(registries[n % 2], game.id, chance.choice(legal), seat=seat, base=count) for n in range(6))
        )
        assert [answer for answer in answers if isinstance(answer, Ack)] == [Ack(count + 1)]
        assert {answer.code for answer in answers if isinstance(answer, Nack)} <= {"stale"}
    assert len(await log_of(database_url, game.id)) == 24


async def test_restored_backup_is_noticed_by_the_last_action(registries, database_url):
    game = await deal_game(database_url)
    one = next(game.state.legal_placements())
    await play(registries[0], game.id, one)
    connection = await asyncpg.connect(dsn(database_url))
    await connection.execute(
        "UPDATE events SET action_id = 'another', body = jsonb_set(body, '{face}', to_jsonb($2::int)) "
        "WHERE game_id = $1",
        game.id,
        (one.face + 1) % 12,
    )
    await connection.close()
    live_game = await registries[0].get(game.id)
    await live_game.refresh()
    assert live_game.fold.last_action == "another"
    assert live_game.fold.state.moves[0].placement.face == (one.face + 1) % 12


async def test_due_move_is_made_by_a_process_that_has_not_heard_of_the_last_one(registries, database_url):
    game = await deal_game(database_url)
    here = await registries[0].get(game.id)
    assert await play(registries[1], game.id, next(game.state.legal_placements())) == Ack(1)
    assert here.fold.head == 0
    month = "now() - interval '31 d'"
    await execute(database_url, f"UPDATE games SET started_at = {month}, turn_started_at = {month}")
    timekeeper = Timekeeper(registries[0])
    await timekeeper._handle_due(game.id, 0, "abandon")  # that was before the move
    assert len(await log_of(database_url, game.id)) == 1
    await timekeeper._handle_due(game.id, 1, "abandon")
    rows = await log_of(database_url, game.id)
    assert [row["kind"] for row in rows] == ["move", "abandoned"]
    assert (here.fold.head, here.fold.phase) == (2, "abandoned")


async def test_game_that_another_process_has_begun_is_known_from_then_on(registries, database_url):
    game = await deal_game(database_url)
    await execute(database_url, "CREATE TABLE begun AS SELECT id, state, deal, started_at FROM games")
    await execute(database_url, "UPDATE games SET state = 'dealt', deal = NULL, started_at = NULL")
    live_game = await registries[0].get(game.id)
    assert live_game.fold.state is None
    await execute(
        database_url,
        "UPDATE games SET (state, deal, started_at) = (begun.state, begun.deal, begun.started_at) FROM begun",
    )
    await live_game.refresh()
    assert (live_game.fold.phase, live_game.fold.due) == ("running", game.state.due)
    assert await play(registries[0], game.id, next(game.state.legal_placements())) == Ack(1)
