"""Servers for the whole run: one process alone, and a pair on one database with a bus between them. Tests
that break something for good start their own.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conftest import MakeDatabase
from tests.faults.processes import AppProcess, RedisServer, serving


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisServer]:
    server = RedisServer(tmp_path)
    await server.start()
    yield server
    server.end()


@pytest.fixture(scope="session")
async def pair_redis(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RedisServer]:
    """The bus between the pair."""
    server = RedisServer(tmp_path_factory.mktemp("bus"))
    await server.start()
    yield server
    server.end()


@pytest.fixture(scope="session")
def pair_database(make_database: MakeDatabase) -> str:
    return make_database()


@pytest.fixture(scope="session")
async def _pair(
    tmp_path_factory: pytest.TempPathFactory, pair_database: str, pair_redis: RedisServer
) -> AsyncIterator[list[AppProcess]]:
    folder = tmp_path_factory.mktemp("pair")
    async with serving(folder, pair_database, processes=2, redis=pair_redis) as apps:
        yield apps


@pytest.fixture
async def pair(_pair: list[AppProcess]) -> AsyncIterator[list[AppProcess]]:
    """Two processes; nothing a test does to them may surprise them."""
    yield _pair
    for app in _pair:
        assert app.is_alive
        assert app.accidents() == []


@pytest.fixture(scope="session")
def single_database(make_database: MakeDatabase) -> str:
    return make_database()


@pytest.fixture(scope="session")
async def _single(
    tmp_path_factory: pytest.TempPathFactory, single_database: str
) -> AsyncIterator[AppProcess]:
    async with serving(tmp_path_factory.mktemp("single"), single_database) as (app,):
        yield app


@pytest.fixture
async def single(_single: AppProcess) -> AsyncIterator[AppProcess]:
    """One process; nothing a test does to it may surprise it."""
    yield _single
    assert _single.is_alive
    assert _single.accidents() == []
