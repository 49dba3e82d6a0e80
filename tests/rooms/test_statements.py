"""What it costs to show a room: one statement for who asks, one for whether they may, one for the room."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

import pytest
from fastapi import APIRouter, FastAPI
from sqlalchemy import event, text

from app.games.endpoints import MY_GAMES_SQL
from app.rooms import repository
from app.rooms.repository import TOUCH_ATTENDED_ROOMS_SQL
from app.routing import ApiRoute, DbSession
from tests.pages.conftest import HTML
from tests.rooms.plans import plan_of

LOOKS = {
    "the room's page": ("/r/{code}", HTML, 3),
    "the room over REST": ("/api/rooms/{code}", {}, 3),
    "the page of an invite": ("/i/{invite}", HTML, 4),  # whether they have played before decides what it says
}


@contextmanager
def counted(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every statement that we send meanwhile, whichever pool it goes through (tasks beside send theirs)."""
    sent: list[str] = []
    ours = asyncio.current_task()
    engine, store = app.state.database.engine.sync_engine, app.state.registry.store

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if asyncio.current_task() is ours:
            sent.append(statement)

    async def fetch(statement: str, *values: object, fetch=store.fetch) -> object:
        if asyncio.current_task() is ours:
            sent.append(statement)
        return await fetch(statement, *values)

    event.listen(engine, "before_cursor_execute", note)
    with monkeypatch.context() as patched:
        patched.setattr(store, "fetch", fetch)
        yield sent
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize("has_begun", [False, True], ids=["before the start", "at play"])
@pytest.mark.parametrize("look", LOOKS)
async def test_room_is_shown_by_a_few_statements(app, client, monkeypatch, maya, tom, ida, look, has_begun):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    if has_begun:
        await maya.post(f"{room.path}/start")
    async with app.state.database.transaction() as db:
        found = await repository.room_access(db, room.code)
    await app.state.registry.presence.touch(found.id, UUID(ida.id))  # a watcher whom the room names
    path, headers, statements = LOOKS[look]
    address = path.format(code=room.code, invite=room.invite)
    with counted(app, monkeypatch) as sent:
        answer = await client.get(address, headers={**headers, "Authorization": f"Bearer {maya.token}"})
    assert answer.status_code == 200
    assert len(sent) == statements, "\n".join(sent)


MANY_GONE = """
INSERT INTO presence (room_id, key, process, gone_at)
SELECT rooms.id, gen_random_uuid(), gen_random_uuid(), now() - interval '2 days'
FROM rooms, generate_series(1, 20000)
"""
MANY_GAMES = """
INSERT INTO games (id, room_id, number, rules_version, component_set, seed, commitment, variants, sat_ids)
SELECT gen_random_uuid(), rooms.id, n, 1, '{}', 'x', 'x', '[]', ARRAY[gen_random_uuid()]
FROM rooms, generate_series(2, 5000) AS n
"""


@pytest.mark.parametrize(
    ("filling", "statement", "values", "table"),
    [
        (MANY_GONE, TOUCH_ATTENDED_ROOMS_SQL, {"every": 360.0, "lately": 960.0}, "presence"),
        (MANY_GAMES, MY_GAMES_SQL, {"me": uuid4(), "most": 50}, "games"),
    ],
    ids=["who is in a room", "my games"],
)
async def test_index_finds_what_is_asked_for_again_and_again(app, maya, filling, statement, values, table):
    await maya.make_room()
    async with app.state.database.transaction() as db:
        await db.execute(text(filling))
    plan = await plan_of(app, statement.text, values)
    assert f"Seq Scan on {table}" not in plan, plan


IS_ALONE = text("SELECT now() > statement_timestamp() - interval '50 ms'")  # a transaction began earlier


@pytest.mark.parametrize(("method", "is_alone"), [("GET", True), ("POST", False)])
async def test_request_that_only_looks_opens_no_transaction(app, client, method, is_alone):
    async def ask_twice(db: DbSession) -> bool:
        await db.execute(IS_ALONE)
        await asyncio.sleep(0.1)
        return bool((await db.execute(IS_ALONE)).scalar_one())

    router = APIRouter(route_class=ApiRoute)
    router.add_api_route("/asked", ask_twice, methods=[method])
    app.include_router(router)
    assert (await client.request(method, "/asked")).json() is is_alone
