"""What the database must keep: its tables, its promises, and our manners when it is away."""

import asyncio
import os
import sys
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from app import migrate
from app.config import Settings
from app.database import Database, NotDurable, announce_room
from app.main import create_app
from app.people.models import Person
from tests.databases import execute
from tests.guests import NONCE, join, refused

NOWHERE = "postgresql://postgres@127.0.0.1:1/nothing"


class Heard:
    """Somebody who listens to announcements."""

    def __init__(self):
        self.rooms = []

    async def room_changed(self, room_id):
        self.rooms.append(room_id)

    async def person_changed(self, person_id):
        raise AssertionError("nobody changed")


async def in_thread(work, *arguments):
    return await asyncio.to_thread(work, *arguments)


async def tables(url):
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        query = text("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        names = {row[0] for row in await connection.execute(query)}
    await engine.dispose()
    return names


async def test_migrations_go_down_and_up_again(database_url):
    whole = await tables(database_url)
    await in_thread(migrate.downgrade, database_url, "base")
    assert await tables(database_url) == {"alembic_version"}
    await in_thread(migrate.upgrade, database_url)
    assert await tables(database_url) == whole > {"people", "rooms", "seats", "games", "events"}


async def test_migrations_make_what_the_models_say(database_url):
    await in_thread(migrate.check, database_url)


async def test_migrations_wait_for_one_another(database_url):
    await in_thread(migrate.downgrade, database_url, "base")
    environment = {**os.environ, "DATABASE_URL": database_url}
    command = (sys.executable, "-m", "app", "migrate")
    migrators = [await asyncio.create_subprocess_exec(*command, env=environment) for _ in range(3)]
    assert [await migrator.wait() for migrator in migrators] == [0, 0, 0]
    await in_thread(migrate.check, database_url)


async def test_durability_is_insisted_on(database_url):
    name = database_url.rsplit("/", 1)[1].split("?")[0]
    await execute(database_url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    application = create_app(Settings(database_url=database_url))
    with pytest.raises(NotDurable, match="synchronous_commit"):
        async with application.router.lifespan_context(application):
            pass


async def test_transaction_announces_what_was_committed(database_url):
    heard, room = Heard(), uuid4()
    database = Database(database_url, heard)
    async with database.transaction() as db:
        announce_room(db, room)
        announce_room(db, room)
        assert heard.rooms == []
    assert heard.rooms == [room]
    await database.close()


async def test_transaction_says_nothing_of_what_was_taken_back(database_url):
    heard = Heard()
    database = Database(database_url, heard)

    async def fail() -> None:
        async with database.transaction() as db:
            db.add(Person(name="Nobody"))
            announce_room(db, uuid4())
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    async with database.sessions() as db:
        assert (await db.execute(text("SELECT count(*) FROM people"))).scalar_one() == 0
    assert heard.rooms == []
    await database.close()


async def test_request_survives_a_migration_under_its_statements(app, client, database_url):
    """A changed table makes every prepared statement on it fail once; people do not notice."""
    guest = await join(client)
    await guest.get("/people/me/sessions")
    await execute(database_url, "ALTER TABLE people ADD COLUMN colour text")
    await execute(database_url, "ALTER TABLE sessions ALTER COLUMN label TYPE varchar(200)")
    assert (await guest.get("/people/me"))["id"] == guest.id


async def test_database_away_is_a_503_with_a_time_to_wait(settings):
    application = create_app(settings.model_copy(update={"database_url": NOWHERE}))
    transport = httpx.ASGITransport(app=application)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as asking:
        answer = await asking.post("/api/people")
        refused(answer, 503, "unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert (await asking.get("/readyz")).status_code == 503
        assert (await asking.get("/healthz")).status_code == 200


async def test_lock_held_too_long_is_a_503_and_changes_nothing(client, database_url):
    maya, tom = await join(client, "Maya"), await join(client, "Tom")
    room = await maya.make_room(public=True, free=True)
    engine = create_async_engine(database_url)
    async with engine.begin() as holding:
        await holding.execute(text("SELECT 1 FROM games FOR UPDATE"))
        refused(await tom.ask("POST", f"{room.path}/sit", {"nonce": NONCE}), 503, "unavailable")
    await engine.dispose()
    assert await room.names() == ["Maya", None, None, None]


async def test_connection_cut_is_healed_by_the_next_request(client, database_url):
    guest = await join(client)
    await execute(
        database_url,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'terrahedron'"
        " AND datname = current_database() AND pid <> pg_backend_pid()",
    )
    assert (await guest.get("/people/me"))["id"] == guest.id


async def test_transaction_that_is_given_up_ends_at_once_and_the_pool_goes_on(database_url):
    database = Database(database_url, pool_size=2)

    async def slow():
        async with database.transaction() as db:
            await db.execute(text("SELECT pg_sleep(30)"))

    given_up = [asyncio.create_task(slow()) for _ in range(4)]
    await asyncio.sleep(0.2)
    for task in given_up:
        task.cancel()
    async with asyncio.timeout(10):
        await asyncio.wait(given_up)
        for _ in range(4):
            async with database.transaction() as db:
                assert await db.scalar(text("SELECT 1")) == 1
    await database.close()
