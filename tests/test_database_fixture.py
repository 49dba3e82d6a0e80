"""The tests' own ground: databases that are migrated, fresh and apart."""

from contextlib import suppress

import asyncpg
import pytest
from sqlalchemy import make_url

from tests.databases import connected, execute, in_own_loop


async def tables(url: str) -> set[str]:
    connection = await asyncpg.connect(make_url(url).set(drivername="postgresql").render_as_string(False))
    try:
        rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {row["tablename"] for row in rows}
    finally:
        await connection.close()


async def test_database_fixture_is_migrated(database_url):
    assert {"people", "rooms", "games", "events"} <= await tables(database_url)


async def test_database_fixture_gives_each_its_own(database_url, make_database):
    other = make_database()
    assert other != database_url
    assert await tables(other) == await tables(database_url)


async def test_client_reaches_the_app(client):
    assert (await client.get("/healthz")).status_code == 200


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE rooms ADD COLUMN mood text",
        "DROP TABLE talk CASCADE",
        "CREATE INDEX odd ON people (name)",
        "UPDATE alembic_version SET version_num = '0001'",
        "CREATE FUNCTION odd() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "ALTER TABLE people DISABLE TRIGGER ALL",
    ],
)
def test_database_that_is_not_as_it_was_made_is_not_given_again(databases, change):
    url = databases.lend()
    in_own_loop(execute(url, change))
    databases.take_back(url)
    assert databases.lend() != url


async def test_database_that_comes_again_is_empty(databases):
    url = databases.lend()
    await execute(url, "INSERT INTO people (id, name) VALUES (gen_random_uuid(), 'Maya'); DELETE FROM pulse")
    databases.take_back(url)
    assert databases.lend() == url
    async with connected(url) as connection:
        assert await connection.fetchval("SELECT count(*) FROM people") == 0
        assert await connection.fetchval("SELECT count(*) FROM pulse") == 1


async def test_database_that_somebody_still_holds_is_not_given_again(databases):
    url = databases.lend()
    with suppress(OSError):  # its line is cut
        async with connected(url) as held:
            await held.execute("BEGIN; LOCK TABLE people")
            databases.take_back(url)
    assert databases.lend() != url
