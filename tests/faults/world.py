"""What trials of `scripts/faults` break: a PostgreSQL, a Redis and processes of the app.

A world serves one trial after the other, each with games of its own, as long as no promise is broken.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults.clock import Clock
from tests.faults.disk import MountedDisk, TakenDisk, mounted_disk
from tests.faults.network import Host, SlowWay
from tests.faults.processes import AppProcess, Postgres, RedisServer

if TYPE_CHECKING:
    from tests.faults.trial import Trial

AnyDisk = MountedDisk | TakenDisk
NEEDS = {"host", "slow way", "clock of the app", "clock of the database", "small disk"}
NTH = 5  # of a move, an answer, a join: a process that is to die does so at this one
LOGS = Path(tempfile.gettempdir())  # where logs are kept of what broke a promise
Break = Callable[["Trial"], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Breakage:
    """Something that goes wrong, and the world it needs."""

    name: str
    says: str
    do: Break
    processes: int = 2
    bus: tuple[str, ...] = ()
    needs: str = ""  # one of NEEDS
    dies: str = ""  # the point at which a process dies once it is told to (`dying.py`)


@dataclass(slots=True)
class World:
    """Everything that a breakage may break."""

    folder: Path
    postgres: Postgres
    redis: RedisServer
    clock: Clock
    disk: AnyDisk | None = None
    way: SlowWay | None = None
    host: Host | None = None
    apps: list[AppProcess] = field(default_factory=list)
    judged: dict[str, int] = field(default_factory=dict)  # lines of each process's log

    @property
    def urls(self) -> list[str]:
        return [app.url for app in self.apps]

    async def ready(self) -> None:
        for app in self.apps:
            await app.ready()

    def new_words(self) -> list[str]:
        """What the processes have logged since this was asked last."""
        new: list[str] = []
        for app in self.apps:
            lines = app.words().splitlines()
            new += lines[self.judged.get(app.url, 0) :]
            self.judged[app.url] = len(lines)
        return new

    def keep_logs(self) -> Path:
        """Where the processes' logs are to be found when the world is no more."""
        place = Path(tempfile.mkdtemp(prefix="faults-logs-", dir=LOGS))
        for log in self.folder.glob("*.log"):
            shutil.copy(log, place)
        return place


@asynccontextmanager
async def world(breakage: Breakage) -> AsyncIterator[World]:
    """The servers, as this breakage needs them."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="faults-")))
        folder.chmod(0o711)
        disk: AnyDisk | None = None
        place = folder / "own"
        if breakage.needs == "small disk":
            disk = stack.enter_context(mounted_disk(folder / "disk"))
            place = disk.folder
        clock = Clock(folder / "clock")
        postgres = Postgres(place, clock.environment if breakage.needs == "clock of the database" else None)
        stack.callback(postgres.away)
        redis = RedisServer(folder, *breakage.bus)
        await redis.start()
        stack.callback(redis.end)
        made = World(folder, postgres, redis, clock, disk)
        url = postgres.url
        if breakage.needs == "slow way":
            made.way = await stack.enter_async_context(SlowWay(folder, url))
            url = made.way.url
        for number in range(breakage.processes):
            app = _process(made, breakage, f"app-{number}", url)
            stack.push_async_callback(app.end)
            made.apps.append(app)
        if breakage.needs == "host":
            made.host = stack.enter_context(Host())
            for app in made.apps:
                app.move_to(made.host)
        for app in made.apps:
            app.launch()
            await app.ready()
        yield made


def _process(made: World, breakage: Breakage, name: str, database: str) -> AppProcess:
    environment = {"DATABASE_URL": database, "REDIS_URL": made.redis.url, "TERRAHEDRON_MIGRATE": "true"}
    if breakage.needs == "clock of the app":
        environment |= made.clock.environment
    app = AppProcess(made.folder, name, environment)
    if breakage.dies:
        dying = ["-m", "tests.faults.dying", "--when-told", breakage.dies, str(NTH)]
        app.program = [sys.executable, *dying]
    return app
