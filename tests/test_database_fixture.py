"""The tests' own ground: databases that are migrated, fresh and apart."""

import asyncpg
from sqlalchemy import make_url


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
