"""What nobody needs any more is deleted after its time, by the database's clock, and nothing else."""

import asyncio
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.dialects import postgresql

from app.rooms import retention
from app.rooms.repository import idle_rooms_query
from app.rooms.retention import (
    DROP_AGED_SQL,
    DROP_LONG_TALK_SQL,
    NEXT_OLD_PEOPLE_SQL,
    NEXT_OLD_ROOMS_SQL,
    Retention,
)
from app.rooms.sweeper import sweep_once
from tests.guests import refused
from tests.rooms.plans import plan_of

STATEMENTS = [*DROP_AGED_SQL, DROP_LONG_TALK_SQL, NEXT_OLD_ROOMS_SQL, NEXT_OLD_PEOPLE_SQL]
DATES = (
    ("people", "seen_at"), ("sessions", "seen_at"), ("sessions", "revoked_at"), ("rooms", "touched_at"),
    ("talk", "at"), ("presence", "seen_at"), ("presence", "gone_at"), ("reports", "at"),
)  # fmt: skip


async def ask(app, statement, **values):
    async with app.state.database.transaction() as db:
        result = await db.execute(text(statement), values)
        return result.scalars().all() if result.returns_rows else []


async def pass_days(app, days):
    """Everything happened so many days earlier."""
    for table, column in DATES:
        await ask(app, f"UPDATE {table} SET {column} = {column} - make_interval(days => :days)", days=days)


async def sweep(app):
    await sweep_once(app.state.database, app.state.settings)


async def names(app):
    return sorted(await ask(app, "SELECT name FROM people"))


async def play(host, guest):
    room = await host.make_room(seats=2)
    await room.seat(guest)
    await host.post(f"{room.path}/start")
    return room


async def finish(app):
    await ask(app, "UPDATE games SET state = 'over', ended_at = now(), due_at = NULL, result = :result "
              "WHERE state = 'running'", result='{"scores": [1, 2], "winners": [1]}')  # fmt: skip
    await ask(app, "UPDATE rooms SET state = 'closed', invite_hash = NULL")


async def test_guest_who_never_sat_down_is_forgotten_after_a_month(app, maya, tom):
    await pass_days(app, 29)
    await sweep(app)
    assert await names(app) == ["Maya", "Tom"]
    await tom.get("/people/me")  # to look is to be seen
    await pass_days(app, 2)
    await sweep(app)
    assert await names(app) == ["Tom"]
    assert await ask(app, "SELECT person_id FROM sessions") == [UUID(tom.id)]
    refused(await maya.ask("GET", "/people/me"), 401, "not_signed_in")


async def test_closed_room_without_a_game_goes_and_then_who_sat_in_it(app, maya, tom):
    await maya.make_room()
    await pass_days(app, 31)
    await sweep(app)  # closes it, which touches it
    assert await ask(app, "SELECT state FROM rooms") == ["closed"]
    await pass_days(app, 29)
    await sweep(app)
    assert len(await ask(app, "SELECT id FROM rooms")) == 1
    assert await names(app) == ["Maya"]
    await pass_days(app, 2)
    await sweep(app)
    for table in ("rooms", "games", "seats", "people", "sessions"):
        assert await ask(app, f"SELECT 1 FROM {table}") == []


async def test_finished_game_stays_readable_with_its_players_for_good(app, maya, tom):
    room = await play(maya, tom)
    game = (await room.look())["game"]["id"]
    await maya.post(f"{room.path}/talk", {"text": "Well played"})
    await finish(app)
    for _ in range(3):
        await pass_days(app, 31)
        await sweep(app)
    assert await names(app) == ["Maya", "Tom"]
    assert await ask(app, "SELECT 1 FROM talk") == []
    assert await ask(app, "SELECT 1 FROM presence WHERE person_id IS NOT NULL") == []
    record = await maya.get(f"/games/{game}/record")
    assert {player["name"] for player in record["players"]} == {"Maya", "Tom"}
    assert [each["id"] for each in await tom.get("/people/me/games")] == [game]


async def test_sessions_end_after_a_year_unseen_and_the_name_stays(app, maya, tom):
    await play(maya, tom)
    await finish(app)
    await pass_days(app, 364)
    await tom.get("/people/me")
    await pass_days(app, 2)
    await sweep(app)
    assert await ask(app, "SELECT person_id FROM sessions") == [UUID(tom.id)]
    assert await names(app) == ["Maya", "Tom"]


async def test_ended_session_is_dropped_after_a_month(app, maya, tom):
    await ask(app, "UPDATE sessions SET revoked_at = now() WHERE person_id = :id", id=maya.id)
    await ask(app, "UPDATE people SET seen_at = now() + interval '40 days'")
    for days, left in ((29, 2), (2, 1)):
        await pass_days(app, days)
        await sweep(app)
        assert len(await ask(app, "SELECT id FROM sessions")) == left


async def test_whoever_was_at_a_table_lately_is_kept(app, maya, tom):
    await maya.make_room()
    (room_id,) = await ask(app, "SELECT id FROM rooms")
    await app.state.registry.presence.touch(room_id, UUID(tom.id))
    await ask(app, "UPDATE people SET seen_at = now() - interval '40 days'")
    await sweep(app)
    assert await names(app) == ["Maya", "Tom"]
    await ask(app, "UPDATE presence SET gone_at = now() - interval '31 days'")
    await sweep(app)
    assert await names(app) == ["Maya"]


async def test_person_whom_somebody_holds_is_left_for_the_next_sweep(app, maya, tom):
    await pass_days(app, 31)
    async with app.state.database.transaction() as db:
        await db.execute(text("SELECT 1 FROM people WHERE name = 'Tom' FOR KEY SHARE"))
        await asyncio.wait_for(sweep(app), 20)
        assert await names(app) == ["Tom"]
    await asyncio.gather(sweep(app), sweep(app))
    assert await names(app) == []


async def test_walk_comes_to_everybody_a_batch_at_a_time(app, maya, tom):
    """Those who are kept for good do not stand in the way of those who come after them."""
    await play(maya, tom)
    await ask(app, "INSERT INTO people (id, name, seen_at) SELECT gen_random_uuid(), 'Guest', now() - "
              "make_interval(days => 40, mins => -n) FROM generate_series(1, 1200) AS n")  # fmt: skip
    await ask(app, "UPDATE people SET seen_at = now() - interval '50 days' WHERE name <> 'Guest'")
    keeping, left = Retention(), []
    for _ in range(4):
        await keeping.drop_old(app.state.database)
        left.append(len(await names(app)))
    assert left == [1202 - 498, 1202 - 998, 2, 2]


async def test_what_a_crash_has_left_goes_with_the_next_sweep(app, maya, monkeypatch):
    await maya.make_room()
    await ask(app, "INSERT INTO talk (room_id, name, text, at) SELECT id, 'Maya', 'old', now() - "
              "interval '31 days' FROM rooms, generate_series(1, 700)")  # fmt: skip

    async def crash(*_):
        raise ConnectionError

    with monkeypatch.context() as broken:
        broken.setattr(retention.BatchWalk, "step", crash)
        with pytest.raises(ConnectionError):
            await sweep(app)
    assert len(await ask(app, "SELECT 1 FROM talk")) == 700 - retention.BATCH
    await sweep(app)
    assert await ask(app, "SELECT 1 FROM talk") == []


MUCH = (
    (
        "INSERT INTO talk (room_id, name, text, at) "
        "SELECT :room, 'Maya', 'x', now() - interval '1 day' FROM generate_series(1, 20000)"
    ),
    "INSERT INTO people (id, name) SELECT gen_random_uuid(), 'Guest' FROM generate_series(1, 5000)",
    (
        "INSERT INTO sessions (id, person_id, token_hash, kind) "
        "SELECT id, id, id::text::bytea, 'browser' FROM people WHERE name = 'Guest'"
    ),
    (
        "INSERT INTO seat_passes (token_hash, person_id, expires_at) "
        "SELECT id::text::bytea, id, now() FROM people"
    ),
    (
        "INSERT INTO presence (room_id, key, process, person_id, gone_at) "
        "SELECT :room, id, id, id, now() FROM people"
    ),
    "INSERT INTO rooms (id, code, name, options) SELECT id, id::text, 'x', '{}' FROM people",
    (
        "INSERT INTO games (id, room_id, number, rules_version, component_set, seed, commitment, variants) "
        "SELECT id, :room, 1 + row_number() OVER (), 1, '{}', '', '', '[]' FROM people"
    ),
    ("INSERT INTO reports (reason, names, people, lines) SELECT 'spam', '[]', '{}', '[]' FROM people"),
    "INSERT INTO analyses (game_id, pass, key, made_at) SELECT id, 'first', 'x', now() FROM games",
)


@pytest.mark.parametrize("statement", STATEMENTS, ids=str)
async def test_sweep_reads_no_whole_table(app, maya, statement):
    """Where little is old, an index finds it, however much there is."""
    await maya.make_room()
    (room,) = await ask(app, "SELECT id FROM rooms")
    for filling in MUCH:
        await ask(app, filling, **({"room": room} if ":room" in filling else {}))
    values = {"at": retention.FIRST[0], "id": uuid4()} if ":at" in str(statement) else {}
    plan = await plan_of(app, statement.text, values)
    assert "Seq Scan on" not in plan.replace("Seq Scan on games", ""), plan


async def test_sweep_for_idle_rooms_looks_past_those_that_are_closed(app, maya):
    await maya.make_room()
    await ask(app, next(each for each in MUCH if "INTO people" in each))
    await ask(app, "INSERT INTO rooms (id, code, name, options, state, touched_at) "
              "SELECT id, id::text, 'x', '{}', 'closed', now() - interval '99 days' FROM people")  # fmt: skip
    query = idle_rooms_query(72, 1).compile(
        dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True}
    )
    plan = await plan_of(app, str(query).replace(":", "\\:"), {})
    assert "Seq Scan on rooms" not in plan, plan
    assert all(
        "state" in line for line in plan.splitlines() if "Index Cond" in line and "touched_at" in line
    ), plan
