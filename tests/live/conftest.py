"""The app served on a real port."""

import pytest

from tests.live.push_service import push_service
from tests.live.served import serve


@pytest.fixture
def quick(settings):
    """Settings under which nothing waits longer than a test should."""
    return settings.model_copy(
        update={
            "grace_seconds": 0.2, "bot_think_seconds": 0.05, "messages_per_second": 10_000.0,
            "requests_per_minute": 100_000, "changes_per_minute": 100_000, "people_per_hour": 100_000,
            "rooms_per_hour": 100_000, "drain_seconds": 1.0,
        }
    )  # fmt: skip


@pytest.fixture
async def site(quick):
    async with serve(quick) as site:
        yield site


@pytest.fixture
async def service(tmp_path):
    """A push service."""
    async with push_service(tmp_path) as service:
        yield service
