"""What all tests share: a real PostgreSQL, and a fresh migrated database for each test.

The server is that of DATABASE_URL, else one of our own that lives as long as the run.
"""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from app.config import PREFIX, Settings
from app.embedded import EmbeddedPostgres
from app.guesses import Guesses
from app.limits import Limits
from app.main import create_app
from tests.databases import Databases
from tests.guests import Guest, join
from tests.order import in_order

MakeDatabase = Callable[[], str]

# The same examples in every run, however busy the machine: a failure is never one of chance.
hypothesis_settings.register_profile(
    "terrahedron", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("terrahedron")

os.environ["TESTS_START_WARM"] = "yes"  # servers (warm.py)

for name in [name for name in os.environ if name.startswith(PREFIX)]:
    del os.environ[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = in_order(items)


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL on which databases may be made."""
    given = Settings().database_url
    if given:
        yield given
        return
    postgres = EmbeddedPostgres(tmp_path_factory.mktemp("postgres"))
    yield postgres.start()
    postgres.stop()


@pytest.fixture(scope="session")
def databases(server_url: str) -> Iterator[Databases]:
    databases = Databases(server_url)
    yield databases
    if Settings().database_url:  # a server of our own goes as a whole
        databases.drop_all()


@pytest.fixture(scope="session")
def make_database(databases: Databases) -> MakeDatabase:
    """Makes an empty migrated database and returns its address."""
    return databases.make


@pytest.fixture
def database_url(databases: Databases) -> Iterator[str]:
    """A database of this test's own."""
    url = databases.lend()
    yield url
    databases.take_back(url)


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings with a database of this test's own, and nothing from the environment."""
    return Settings(
        database_url=database_url,
        redis_url=None,
        data=tmp_path,
        log_level="warning",
        analyses_per_hour=0,
        daily=False,
    )


@pytest.fixture
def standing_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No allowance grows while the test goes on, however long it takes."""
    monkeypatch.setattr("app.main.Limits", partial(Limits, clock=lambda: 0.0))
    monkeypatch.setattr("app.main.Guesses", partial(Guesses, clock=lambda: 0.0))


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[FastAPI]:
    """The application, started."""
    application = create_app(settings)
    async with application.router.lifespan_context(application):
        yield application


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """Asks the application without a network between."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as asking:
        yield asking


@pytest.fixture
async def maya(client: httpx.AsyncClient) -> Guest:
    return await join(client, "Maya")


@pytest.fixture
async def tom(client: httpx.AsyncClient) -> Guest:
    return await join(client, "Tom")


@pytest.fixture
async def ida(client: httpx.AsyncClient) -> Guest:
    return await join(client, "Ida")
