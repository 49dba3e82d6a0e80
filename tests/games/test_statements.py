"""What the statements on deadlines and presence do with rows of every kind, one condition at a time."""

import asyncio
from uuid import uuid4

import asyncpg
import pytest

from app.games.presence import Presence
from app.games.store import LogStore, dsn
from app.games.timekeeper import (
    CLAIM_DUE_SQL,
    GIVE_TIME_BACK_SQL,
    OUTAGE_SECONDS,
    OVERLOOKED_GAMES_SQL,
    POSTPONE_SQL,
    PULSE_SQL,
    SET_DEADLINE_SQL,
)
from tests.games.dealt import deal_game

IS_HELD_UP = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
async def store(database_url):
    store = LogStore(database_url)
    yield store
    await store.close()


@pytest.fixture
async def game(database_url):
    return await deal_game(database_url)


async def due_in(store, game):
    """Seconds until the game is due, and of which kind."""
    rows = await store.fetch(
        "SELECT extract(epoch FROM due_at - now())::float8, due_kind FROM games WHERE id = $1", game.id
    )
    return tuple(rows[0])


async def claimed(store):
    return {row["id"] for row in await store.fetch(CLAIM_DUE_SQL)}


# Claims.


async def test_claim_leaves_out_what_another_process_holds_and_does_not_wait_for_it(database_url, store):
    held, free = await deal_game(database_url), await deal_game(database_url)
    other = await asyncpg.connect(dsn(database_url))
    try:
        async with other.transaction():
            await other.execute("SELECT FROM games WHERE id = $1 FOR UPDATE", held.id)
            assert await claimed(store) == {free.id}
    finally:
        await other.close()
    assert await claimed(store) == {held.id}
    assert await claimed(store) == set()  # for some seconds they are whose process has taken them


@pytest.mark.parametrize("change", ["due_at = now() + interval '1 min'", "due_at = NULL", "state = 'over'"])
async def test_claim_takes_only_what_is_due_and_runs(store, game, change):
    await store.run(f"UPDATE games SET {change}")
    assert await claimed(store) == set()


# Deadlines.


@pytest.mark.parametrize(
    ("before", "after", "is_another"),
    [
        ((30.0, "clock"), (30.0, "clock"), False),
        ((30.0, "clock"), (30.05, "clock"), False),  # as good as the same
        ((30.0, "clock"), (30.2, "clock"), True),
        ((30.0, "clock"), (29.8, "clock"), True),
        ((30.0, "clock"), (30.0, "away"), True),
        ((30.0, None), (30.0, "away"), True),
        ((30.0, "away"), (None, "away"), True),
        ((None, "away"), (30.0, "away"), True),
        ((None, None), (None, None), False),
    ],
)
async def test_deadline_is_written_where_it_is_another(store, game, before, after, is_another):
    async with store.connection() as connection, connection.transaction():  # one moment for both
        await connection.execute(
            "UPDATE games SET due_at = now() + make_interval(secs => $1), due_kind = $2", *before
        )
        told = await connection.fetch(SET_DEADLINE_SQL, game.id, 0, *after)
    assert [row["id"] for row in told] == ([game.id] if is_another else [])
    left, kind = await due_in(store, game)
    assert (left is None, kind) == (after[0] is None, after[1])


@pytest.mark.parametrize("statement", [SET_DEADLINE_SQL, POSTPONE_SQL])
async def test_deadline_is_set_for_this_game_at_this_head_while_it_runs(database_url, store, game, statement):
    other = await deal_game(database_url)
    rest = () if statement is POSTPONE_SQL else ("clock",)
    untouched = (await due_in(store, other))[1], (await due_in(store, game))[1]
    await store.fetch(statement, game.id, 1, 500.0, *rest)
    await store.run("UPDATE games SET state = 'over' WHERE id = $1", game.id)
    await store.fetch(statement, game.id, 0, 500.0, *rest)
    assert ((await due_in(store, other))[1], (await due_in(store, game))[1]) == untouched
    assert max((await due_in(store, other))[0], (await due_in(store, game))[0]) <= 0
    await store.run("UPDATE games SET state = 'running'")
    await store.fetch(statement, game.id, 0, 500.0, *rest)
    assert (await due_in(store, game))[0] > 400
    assert (await due_in(store, other))[0] <= 0


async def test_lost_time_is_found_by_one_process_and_not_by_the_next(database_url, store):
    """They would both give it back."""
    await store.run("UPDATE pulse SET at = now() - interval '100 s', since = now() - interval '1 h'")
    other = await asyncpg.connect(dsn(database_url))
    try:
        async with other.transaction():
            assert await other.fetchval(PULSE_SQL) >= 100
            waiting = asyncio.ensure_future(store.fetch(PULSE_SQL))
            while not await store.fetch(IS_HELD_UP):
                await asyncio.sleep(0.01)
    finally:
        await other.close()
    assert (await waiting)[0]["gap"] < OUTAGE_SECONDS
    (pulse,) = await store.fetch("SELECT now() - since < interval '90 s' FROM pulse")
    assert pulse[0] is True  # what was said before the outage of who is there counts no more


async def test_clock_that_was_set_back_is_found(store):
    """Else deadlines would come an hour late, and who is gone would not be noticed for as long."""
    await store.run("UPDATE pulse SET at = now() + interval '1 h', since = now() + interval '1 h'")
    assert -3600 < (await store.fetch(PULSE_SQL))[0]["gap"] < -3500
    assert (await store.fetch("SELECT since <= clock_timestamp() FROM pulse"))[0][0] is True


async def test_lost_time_is_given_back_to_running_games_with_a_deadline(database_url, store, game):
    over, calm = await deal_game(database_url), await deal_game(database_url)
    await store.run("UPDATE games SET state = 'over' WHERE id = $1", over.id)
    await store.run("UPDATE games SET due_at = NULL WHERE id = $1", calm.id)
    times = "SELECT due_at, turn_started_at FROM games WHERE id = $1"
    before = {each.id: (await store.fetch(times, each.id))[0] for each in (game, over, calm)}
    await store.run(GIVE_TIME_BACK_SQL, 100.0)
    for each, seconds in ((game, 100), (over, 0), (calm, 0)):
        after = (await store.fetch(times, each.id))[0]
        assert (after[1] - before[each.id][1]).total_seconds() == seconds
        if each is not calm:
            assert (after[0] - before[each.id][0]).total_seconds() == seconds
    assert (await store.fetch(times, calm.id))[0][0] is None


async def test_game_is_overlooked_while_somebody_is_missing_and_nothing_is_due(store, game):
    async def overlooked():
        return [row["id"] for row in await store.fetch(OVERLOOKED_GAMES_SQL)]

    presence = Presence(store)
    assert await overlooked() == []  # it has a deadline
    await store.run("UPDATE games SET due_at = NULL")
    assert await overlooked() == [game.id]
    await presence.arrive(game.room, game.people[0], game.people[0])
    assert await overlooked() == [game.id]  # the other one is missing
    await presence.arrive(game.room, game.people[1], game.people[1])
    assert await overlooked() == []
    await presence.leave(game.room, game.people[1])
    assert await overlooked() == [game.id]
    await store.run("UPDATE games SET state = 'over'")
    assert await overlooked() == []


# Presence.


async def attendance(presence, game):
    return {one.key: one.is_here for one in await presence.at(game.room)}


async def test_presence_is_a_matter_of_this_room_this_key_and_this_process(database_url, store, game):
    elsewhere = await deal_game(database_url)
    one, other = Presence(store), Presence(store)
    me, she = game.people
    for presence, room, who in ((one, game.room, me), (other, game.room, me), (one, game.room, she)):
        await presence.arrive(room, who, who)
    await one.arrive(elsewhere.room, me, me)
    await one.leave(game.room, me)
    assert await attendance(one, game) == {me: True, she: True}  # another process has them still
    await other.leave(game.room, me, 40.0)
    assert await attendance(one, game) == {me: False, she: True}
    assert await attendance(one, elsewhere) == {me: True}
    gone = next(each for each in await one.at(game.room) if each.key == me)
    assert 0 <= gone.gone_for < 40  # since the last of their processes has let go
    await other.leave(game.room, me, 0.0)  # a second time: that changes nothing
    await one.arrive(game.room, me, me)
    assert await attendance(one, game) == {me: True, she: True}


async def test_presence_knows_nobody_who_is_not_there_to_be_known(store, game):
    presence, nobody = Presence(store), uuid4()
    await presence.arrive(uuid4(), game.people[0], game.people[0])  # no such room
    await presence.arrive(game.room, nobody, nobody)  # no such person
    await presence.arrive(game.room, nobody, None)  # a watcher without a name
    assert await attendance(presence, game) == {nobody: True}


@pytest.mark.parametrize("pulse", ["fresh", "old"])
async def test_stale_presence_ends_once_there_is_somebody_to_say_so(store, game, pulse):
    presence, watcher = Presence(store), uuid4()
    me, she = game.people
    await asyncio.gather(
        presence.arrive(game.room, me, me),
        presence.arrive(game.room, she, she),
        presence.arrive(game.room, watcher, None),
    )
    await store.run(
        "UPDATE presence SET seen_at = now() - interval '40 s' WHERE key = ANY($1)", [me, watcher]
    )
    await store.run(
        "UPDATE pulse SET since = now() - interval '20 s'"
        if pulse == "fresh"
        else "UPDATE pulse SET since = now() - interval '1 h'"
    )
    found = await presence.sweep()
    assert found == ([] if pulse == "fresh" else [game.room])
    is_ended = pulse == "old"
    assert await attendance(presence, game) == {me: not is_ended, she: True, watcher: not is_ended}
    assert await presence.sweep() == []


async def test_presence_of_nameless_watchers_is_forgotten_after_an_hour(store, game):
    presence, watcher, late = Presence(store), uuid4(), uuid4()
    me = game.people[0]
    for key, person in ((watcher, None), (late, None), (me, me)):
        await presence.arrive(game.room, key, person)
    await presence.leave(game.room, watcher, 3700.0)
    await presence.leave(game.room, me, 3700.0)
    await presence.leave(game.room, late, 3500.0)
    await presence.sweep()
    assert await attendance(presence, game) == {late: False, me: False}


async def test_digest_is_of_who_is_there_now(store, game):
    presence = Presence(store)
    assert await presence.digests([game.room]) == {}
    await presence.arrive(game.room, game.people[0], game.people[0])
    alone = await presence.digests([game.room])
    await presence.arrive(game.room, game.people[1], game.people[1])
    assert await presence.digests([game.room]) != alone
    await presence.leave(game.room, game.people[1])
    assert await presence.digests([game.room]) == alone
