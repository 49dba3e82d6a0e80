"""Reaching the database that holds the logs."""

import pytest

from app.database_address import normalise_database_url
from app.games.store import LogStore, dsn


@pytest.mark.parametrize("mode", ["disable", "prefer"])
async def test_store_understands_the_usual_ways_to_ask_for_tls(database_url, mode):
    joint = "&" if "?" in database_url else "?"
    store = LogStore(normalise_database_url(f"{database_url}{joint}sslmode={mode}"))
    assert (await store.fetch("SELECT 1"))[0][0] == 1
    await store.close()


def test_dsn_is_the_address_as_the_driver_writes_it():
    assert (
        dsn("postgresql+asyncpg://h/d?host=%2Frun&ssl=require")
        == "postgresql://h/d?host=%2Frun&sslmode=require"
    )
