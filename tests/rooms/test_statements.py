"""What it costs to show a room: one statement for who asks, one for whether they may, one for the room."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from fastapi import FastAPI
from sqlalchemy import event

from app.rooms import repository
from tests.pages.conftest import HTML

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
