"""Starts the real server as people do, in a process of its own."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, TypeAlias

from tests import warm

Process: TypeAlias = subprocess.Popen[bytes] | warm.WarmProcess

# With it a process notes what it runs (`scripts/test python`), in whatever environment it is started.
IS_WATCHED = "WATCHED_TREE" in os.environ
WATCHED = {name: os.environ[name] for name in ("WATCHED_TREE", "PYTHONPATH") if IS_WATCHED}
PATIENCE = 60.0  # seconds for what usually takes one: the machine may be busy


class Serving:
    """A server that runs, and where. All it says is read as it comes: a full pipe would hold it up."""

    def __init__(self, process: Process, said: IO[str], complaints: IO[str]) -> None:
        self.process = process
        self.words: list[str] = []
        self.told: SimpleQueue[str | None] = SimpleQueue()
        self.readers = [
            Thread(target=self._read, args=(said, self.told), daemon=True),
            Thread(target=self._read, args=(complaints, SimpleQueue()), daemon=True),
        ]
        for reader in self.readers:
            reader.start()
        self.address = self._address()

    def _read(self, pipe: IO[str], told: SimpleQueue[str | None]) -> None:
        with pipe:
            for line in pipe:
                self.words.append(line)
                told.put(line)
        told.put(None)

    def _address(self) -> str:
        while line := self.told.get(timeout=PATIENCE):
            if "http" in line:
                return next(word for word in line.split() if word.startswith("http"))
        raise AssertionError(f"the server ended with {self.end()}")

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Sends a signal; the exit code, and all that was said."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        return code, "".join(self.words)


def pipe() -> tuple[IO[str], IO[str]]:
    """Its two ends, to read and to write."""
    read, write = os.pipe()
    return os.fdopen(read, encoding="utf-8"), os.fdopen(write, "w", encoding="utf-8")


def launch(
    command: list[str], environment: dict[str, str], said: IO[Any], complaints: IO[Any], files: int = 0
) -> Process:
    """Starts a process that writes to what is given; warm, where that is the same."""
    if warm.can_start(command, environment):
        return warm.WarmProcess(command, environment, said.fileno(), complaints.fileno(), files)
    limit = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (files, files)) if files else None
    return subprocess.Popen(command, env=environment, stdout=said, stderr=complaints, preexec_fn=limit)


@contextmanager
def serving(
    *arguments: str, database_url: str | None = None, files: str | None = None, **environment: str
) -> Iterator[Serving]:
    """`python -m app serve` on a free port, with the settings given; killed when the block ends. `files` is
    how many it may have open.
    """
    clean = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    if database_url:
        clean["DATABASE_URL"] = database_url
    environment = {"TERRAHEDRON_DAILY": "false", **clean, **environment}
    command = [sys.executable, "-m", "app", "serve", "--port", "0", *arguments]
    (said, told), (complaints, complained) = pipe(), pipe()
    with told, complained:
        process = launch(command, environment, told, complained, int(files or 0))
    try:
        yield Serving(process, said, complaints)
    finally:
        process.kill()
        process.wait()
