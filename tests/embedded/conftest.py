"""Ways to start a PostgreSQL of our own: here, or in a process that can be killed."""

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.embedded import EmbeddedPostgres
from app.embedded.owner import IS_LINUX
from app.embedded.process import command_line

PR_SET_CHILD_SUBREAPER = 36


@dataclass
class Holder:
    """A process that holds a PostgreSQL."""

    process: subprocess.Popen[str]
    url: str
    postgres: int


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., EmbeddedPostgres]]:
    """Starts a PostgreSQL in this process; it is stopped after the test."""
    started: list[EmbeddedPostgres] = []

    def start_one(where: Path = folder) -> EmbeddedPostgres:
        started.append(EmbeddedPostgres(where))
        started[-1].start()
        return started[-1]

    yield start_one
    for postgres in started:
        postgres.stop()


@pytest.fixture
def hold(folder: Path) -> Iterator[Callable[..., Holder]]:
    """Starts a PostgreSQL in a process of its own, which is killed after the test."""
    processes: list[subprocess.Popen[str]] = []

    def hold_one(*words: str) -> Holder:
        command = [sys.executable, "-m", "tests.embedded.holder", str(folder), *words]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        processes.append(process)
        assert process.stdout
        url, pid = process.stdout.readline().split()
        return Holder(process, url, int(pid))

    yield hold_one
    for process in processes:
        process.kill()
        process.communicate()


@pytest.fixture
def unburied() -> Iterator[list[int]]:
    """Where the system offers it, orphans become ours: the dead in this list keep their ids until the end."""
    pids: list[int] = []
    if not IS_LINUX:
        yield pids
        return
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    yield pids
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
    for pid in pids:
        assert os.waitpid(pid, 0)[0] == pid


def wait_until_gone(pid: int, seconds: float = 60) -> bool:
    """Whether process `pid` ends in time. A zombie has ended."""
    until = time.monotonic() + seconds
    while command_line(pid):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
