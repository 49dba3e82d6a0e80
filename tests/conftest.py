"""What all tests share: a real PostgreSQL, and a fresh migrated database for each test.

The server is that of DATABASE_URL, else one of our own that lives as long as the run. Migrations run once, on
a template; a test's database is a copy of it, which takes some hundredths of a second.
"""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import httpx
import pytest
from coverage import Coverage
from fastapi import FastAPI
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from sqlalchemy import make_url

from app import migrate
from app.config import PREFIX, Settings
from app.embedded import EmbeddedPostgres
from app.guesses import Guesses
from app.limits import Limits
from app.main import create_app
from tests.guests import Guest, join
from tests.order import in_order
from tests.serving import WATCHED

T = TypeVar("T")
MakeDatabase = Callable[[], str]

# The same examples in every run, however busy the machine: a failure is never one of chance.
hypothesis_settings.register_profile(
    "terrahedron", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("terrahedron")

for name in [name for name in os.environ if name.startswith(PREFIX)]:
    del os.environ[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = in_order(items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Marked as `unwatched`, a test is left out where lines are counted (`scripts/test coverage`), and so are
    the processes that it starts: much thinking takes thrice as long when watched, and others come there too.
    """
    if not WATCHED or not item.get_closest_marker("unwatched"):
        return (yield)
    watching = Coverage.current()
    assert watching
    for name in WATCHED:
        del os.environ[name]
    watching.stop()
    try:
        return (yield)
    finally:
        watching.start()
        os.environ.update(WATCHED)


def in_own_loop(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs `coroutine` to its end in a thread, whatever loop (pytest's, Playwright's) runs here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


async def execute(url: str, statement: str) -> None:
    """Runs one statement in the database at `url`."""
    connection = await asyncpg.connect(
        make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    )
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def with_database(url: str, database: str) -> str:
    """`url`, pointing at another database of the same server."""
    return make_url(url).set(database=database).render_as_string(hide_password=False)


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
def make_database(server_url: str) -> Iterator[MakeDatabase]:
    """Makes an empty migrated database and returns its address; all go when the run ends."""
    run = f"t_{secrets.token_hex(4)}"
    template = f"{run}_template"
    made = [template]
    in_own_loop(execute(server_url, f"CREATE DATABASE {template}"))
    with ThreadPoolExecutor(1) as pool:
        pool.submit(migrate.upgrade, with_database(server_url, template)).result()

    def make() -> str:
        made.append(f"{run}_{len(made)}")
        in_own_loop(execute(server_url, f"CREATE DATABASE {made[-1]} TEMPLATE {template}"))
        return with_database(server_url, made[-1])

    yield make
    for database in made if Settings().database_url else ():  # one of our own goes as a whole
        in_own_loop(execute(server_url, f"DROP DATABASE IF EXISTS {database} WITH (FORCE)"))


@pytest.fixture
def database_url(make_database: MakeDatabase) -> str:
    """A database of this test's own."""
    return make_database()


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
