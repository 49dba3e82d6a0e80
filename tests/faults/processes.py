"""What a fault test breaks: real processes of the app, a Redis and a PostgreSQL of its own.

Everything here can be killed and started again at the same address. A process writes its log to a file, so
that a test can look there for what must never stand in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import httpx

from app.embedded import EmbeddedPostgres
from tests.faults.network import Host
from tests.serving import Process, launch

PATIENCE = 40.0  # seconds for what usually takes one: the machine may be busy
START_PATIENCE = 300.0  # and for a process that starts, which takes two of work
UNLIMITED = {
    "TERRAHEDRON_DAILY": "false",  # a world takes seconds of thought, and few tests want one
    "TERRAHEDRON_MESSAGES_PER_SECOND": "100000",
    "TERRAHEDRON_REQUESTS_PER_MINUTE": "10000000",
    "TERRAHEDRON_CHANGES_PER_MINUTE": "10000000",
    "TERRAHEDRON_PEOPLE_PER_HOUR": "10000000",
    "TERRAHEDRON_ROOMS_PER_HOUR": "10000000",
    "TERRAHEDRON_OPEN_ROOMS_PER_PERSON": "10000",
    "TERRAHEDRON_MISSES_PER_MINUTE": "10000000",
    "TERRAHEDRON_SOCKETS_PER_ADDRESS": "10000",
    "TERRAHEDRON_SOCKETS_PER_PERSON": "1000",
    "TERRAHEDRON_ANALYSES_PER_HOUR": "0",
    "TERRAHEDRON_DRAIN_SECONDS": "1",
    "TERRAHEDRON_BOT_THINK_SECONDS": "0.05",
    "TERRAHEDRON_LOG_LEVEL": "info",
    "TERRAHEDRON_LOG_FORMAT": "json",
}


async def until(holds: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """Waits until `holds()` is true, and returns it; `what` is said where it never is."""
    end = asyncio.get_running_loop().time() + seconds
    while not (value := holds()):
        assert asyncio.get_running_loop().time() < end, f"waited {seconds:.0f} s in vain: {what}"
        await asyncio.sleep(0.01)
    return value


def asking(url: str = "", **options: Any) -> httpx.AsyncClient:
    """A client over plain http. It loads no certificates: that takes longer than most requests here."""
    return httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=False, **options)


class AppProcess:
    """`python -m app serve`, at one port for good."""

    def __init__(self, folder: Path, name: str, environment: dict[str, str]) -> None:
        self.place = socket.socket()  # keeps the port ours while no process listens at it
        self.place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.place.bind(("127.0.0.1", 0))
        self.port = self.place.getsockname()[1]
        if sys.platform != "linux":  # elsewhere nobody may listen beside it
            self.place.close()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws = f"ws://127.0.0.1:{self.port}"
        self.log = folder / f"{name}.log"
        self.data = folder / name
        clean = {
            key: value
            for key, value in os.environ.items()
            if key not in {"DATABASE_URL", "REDIS_URL"} and not key.startswith("TERRAHEDRON_")
        }
        self.environment = {**clean, **UNLIMITED, **environment}
        self.program = [sys.executable, "-m", "app"]
        self.host = "127.0.0.1"
        self.process: Process | None = None

    def move_to(self, host: Host) -> None:
        """Serve there from the next start on."""
        self.program = [*host.enter, *self.program]
        self.host = host.address
        self.url, self.ws = f"http://{host.address}:{self.port}", f"ws://{host.address}:{self.port}"

    def launch(self) -> None:
        place = ["--host", self.host, "--port", str(self.port)]
        command = [*self.program, "serve", *place, "--data", str(self.data)]
        with self.log.open("ab") as log:
            self.process = launch(command, self.environment, log, log)

    async def ready(self) -> None:
        end = asyncio.get_running_loop().time() + START_PATIENCE
        while not await self._answers("/readyz"):
            assert self.process is not None
            assert self.process.poll() is None, f"the app ended:\n{self.words()[-2000:]}"
            assert asyncio.get_running_loop().time() < end, f"the app does not start:\n{self.words()[-2000:]}"
            await asyncio.sleep(0.05)

    async def not_ready(self) -> None:
        """Until the process says so: its last look is good for a moment, whatever happened since."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while await self.status("/readyz") != 503:
            assert asyncio.get_running_loop().time() < end, "the app goes on saying that it is ready"
            await asyncio.sleep(0.05)

    async def _answers(self, path: str) -> bool:
        try:
            return await self.status(path) == 200
        except httpx.TransportError:
            return False

    async def status(self, path: str) -> int:
        """How the process answers `path` just now."""
        async with asking() as http:
            return (await http.get(self.url + path)).status_code

    async def metric(self, name: str) -> float:
        """What the process tells of `name` just now."""
        async with asking() as http:
            lines = (await http.get(f"{self.url}/metrics")).text.splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(f"terrahedron_{name} "))

    def send(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def kill(self) -> None:
        self.send(signal.SIGKILL)
        await self.ended()

    async def ended(self, seconds: float = PATIENCE) -> int:
        assert self.process is not None
        process = self.process
        await until(lambda: process.poll() is not None, "the process ends", seconds)
        return process.wait()

    async def stop(self) -> int:
        self.send(signal.SIGTERM)
        return await self.ended()

    async def end(self) -> None:
        """For good: the port is anybody's again."""
        if self.is_alive:
            await self.kill()
        self.place.close()

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def words(self) -> str:
        """All that this process, and those before it at this port, have logged."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def accidents(self) -> list[str]:
        """Lines that tell of an error nobody expected."""
        return [
            line
            for line in self.words().splitlines()
            if '"level": "error"' in line or "Traceback" in line or '"status": 5' in line
        ]


class RedisServer:
    """A Redis for one test, on a socket in its own folder. Without `redis-server` a stand-in takes its place
    that speaks as much of its protocol as our bus uses (`standin.py`); it can also lose and double what it
    is told.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.socket = folder / "redis"
        self.url = f"unix://{self.socket}"
        found = None if arguments else shutil.which("redis-server")
        quiet = ["--port", "0", "--save", "", "--appendonly", "no", "--dir", str(folder)]
        standin = [sys.executable, "-m", "tests.faults.standin", str(self.socket), *arguments]
        self.command = [found, "--unixsocket", str(self.socket), *quiet] if found else standin
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        await until(self._is_up, "Redis starts")

    def _is_up(self) -> bool:
        with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
            probe.connect(str(self.socket))
            probe.sendall(b"PING\r\n")
            return probe.recv(10).startswith(b"+PONG")
        return False

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
            self.socket.unlink(missing_ok=True)


class Postgres:
    """A PostgreSQL cluster of the test's own: it can be killed (it comes back by itself), or taken away for
    a while. Started from the main thread, as its makers want it.
    """

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.environment = environment or {}
        self.url = self._start()

    def _start(self) -> str:
        self.server = EmbeddedPostgres(self.folder)
        self.server.environment.update(self.environment)
        return self.server.start()

    def kill(self) -> None:
        """All of its processes at once, as when the power fails."""
        self.signal(signal.SIGKILL)

    def signal(self, number: int) -> None:
        """To all of its processes."""
        pid = self.server.pid
        assert pid is not None
        words = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
        for each in (pid, *map(int, words.split())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, number)

    def away(self) -> None:
        self.server.stop()

    def back(self) -> None:
        assert self._start() == self.url


@contextlib.asynccontextmanager
async def serving(
    folder: Path, database: str, *, processes: int = 1, redis: RedisServer | None = None, **environment: str
) -> AsyncIterator[list[AppProcess]]:
    """Processes of the app on one database, and a bus between them if there are several."""
    environment = {"DATABASE_URL": database, **({"REDIS_URL": redis.url} if redis else {}), **environment}
    apps = [AppProcess(folder, f"app-{number}", environment) for number in range(processes)]
    try:
        for app in apps:
            app.launch()
        for app in apps:
            await app.ready()
        yield apps
    finally:
        for app in apps:
            await app.end()
