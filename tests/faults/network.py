"""A host beside ours, joined to it by a wire that can go wrong, and a slow way to PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
from pathlib import Path

from app.embedded.cluster import ROLE

NOBODY = "02:00:00:00:00:01"  # an address on the wire that nobody has
DATABASE_SOCKET = ".s.PGSQL.5432"
MOST_HOSTS = 250


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Host:
    """A network namespace of its own (Linux, root). What goes over its wire may vanish, either way."""

    def __enter__(self) -> Host:
        number = self._take_number()
        self.near, self.far = f"near{number}", f"far{number}"
        self.ours, self.address = f"10.77.{number}.1", f"10.77.{number}.2"
        self.enter = ["ip", "netns", "exec", self.name]
        ip("link", "add", self.near, "type", "veth", "peer", "name", self.far, "netns", self.name)
        ip("addr", "add", f"{self.ours}/24", "dev", self.near)
        ip("link", "set", self.near, "up")
        self._inside("addr", "add", f"{self.address}/24", "dev", self.far)
        self._inside("link", "set", self.far, "up")
        self._inside("link", "set", "lo", "up")
        return self

    def _take_number(self) -> int:
        """The first that no other trial has. Its name is taken with it."""
        for number in range(1, MOST_HOSTS + 1):
            self.name = f"faults{number}"
            with contextlib.suppress(subprocess.CalledProcessError):
                ip("netns", "add", self.name)
                return number
        raise OSError(f"no network namespace can be made, or {MOST_HOSTS} are there: ip netns list")

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            ip("link", "del", self.near)  # else it may still be there when the next takes our number
        ip("netns", "del", self.name)

    def _inside(self, *words: str) -> None:
        ip("-n", self.name, *words)

    def does_not_hear(self) -> None:
        """What we say vanishes on the way. Nobody is told."""
        ip("neigh", "replace", self.address, "lladdr", NOBODY, "dev", self.near, "nud", "permanent")

    def is_not_heard(self) -> None:
        """What it says vanishes on the way."""
        self._inside("neigh", "replace", self.ours, "lladdr", NOBODY, "dev", self.far, "nud", "permanent")

    def heals(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            ip("neigh", "del", self.address, "dev", self.near)
        with contextlib.suppress(subprocess.CalledProcessError):
            self._inside("neigh", "del", self.ours, "dev", self.far)


def may_make_hosts() -> bool:
    """Whether this machine lets us have network namespaces."""
    try:
        with Host():
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


class SlowWay:
    """A socket that leads to PostgreSQL's, on which each word waits for `delay` seconds."""

    def __init__(self, folder: Path, database: str) -> None:
        self.target = Path(database.partition("?host=")[2]) / DATABASE_SOCKET
        self.folder = folder / "slow"
        self.url = f"postgresql+asyncpg://{ROLE}@/postgres?host={self.folder}"
        self.delay = 0.0
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> SlowWay:
        self.folder.mkdir()
        self.server = await asyncio.start_unix_server(self._join, str(self.folder / DATABASE_SOCKET))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(str(self.target))
        except OSError:
            writer.close()
            return
        for source, sink in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass_on(source, sink))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while words := await source.read(65_536):
                await asyncio.sleep(self.delay)
                sink.write(words)
                await sink.drain()
        sink.close()
