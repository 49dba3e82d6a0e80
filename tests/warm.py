"""Starts servers from a process that has imported the app already: `python -m tests.warm` waits, and makes a
copy of itself (`fork`) for each that is asked for. The tests start a hundred servers, and to import all that
one needs takes two seconds of work each time.

The copy is a process of its own, with environment, arguments, files and end of its own, and runs what
`python -m MODULE` runs. Where that would not be the same, it is started as ever (`can_start`).
"""

from __future__ import annotations

import array
import atexit
import gc
import importlib
import json
import os
import resource
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

IMPORTED = (
    "app.cli", "app.serve_cli", "app.serve", "app.main", "app.live.server", "app.workers.supervisor",
    "app.database", "app.unreachable", "app.migrate",
)  # fmt: skip
MODULES = {"app", "tests.faults.dying"}
# What is looked at before the first line of the app, or while it is imported.
EARLY = {"LD_PRELOAD", "TERRAHEDRON_TEXTS"}
NUMBER = 4  # bytes


def can_start(command: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether such a start is the same from here; tests alone start so (conftest.py), no benches."""
    return (
        sys.platform == "linux"
        and "TESTS_START_WARM" in os.environ
        and command[:2] == [sys.executable, "-m"]
        and command[2] in MODULES
        and not EARLY & environment.keys()
    )


class WarmProcess:
    """Such a process, used as one of `subprocess`. It says all to two open files; `files` is how many it may
    have open, and 0 stands for as many as we may.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], said: int, complaints: int, files: int
    ) -> None:
        self.returncode: int | None = None
        self.ended, ended = os.pipe()
        asked = {"arguments": [*command[2:]], "environment": dict(environment), "files": files}
        words = json.dumps(asked).encode()
        entrance = _entrance()
        handed = array.array("i", [said, complaints, ended]).tobytes()
        entrance.sendmsg(
            [len(words).to_bytes(NUMBER, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handed)]
        )
        entrance.sendall(words)
        os.close(ended)
        self.pid = int.from_bytes(_read(entrance, NUMBER), "big")

    def poll(self) -> int | None:
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("a warm process", timeout or 0)
        return code

    def _look(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self.ended], [], [], seconds)[0]:
            status = os.read(self.ended, NUMBER)
            os.close(self.ended)
            assert status, "what makes these processes is gone"
            self.returncode = os.waitstatus_to_exitcode(int.from_bytes(status, "big"))
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@cache
def _entrance() -> socket.socket:
    """The line to the process that makes the others; it ends with us."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm", str(theirs.fileno())],
            pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def _read(line: socket.socket, count: int) -> bytes:
    said = line.recv(count, socket.MSG_WAITALL)
    if len(said) < count:
        raise EOFError
    return said


class Asked(NamedTuple):
    """What is to be started."""

    arguments: list[str]
    environment: dict[str, str]
    files: int
    handed: list[int]


def _next(line: socket.socket) -> Asked:
    length, handed, _, _ = socket.recv_fds(line, NUMBER, 3)
    if len(length) < NUMBER:
        raise EOFError
    return Asked(**json.loads(_read(line, int.from_bytes(length, "big"))), handed=[*handed])


def _become(asked: Asked) -> None:
    """From here on this process is the one that was asked for."""
    said, complaints, ended = asked.handed
    os.dup2(said, 1)
    os.dup2(complaints, 2)
    for each in (said, complaints, ended):
        os.close(each)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(asked.environment)
    if asked.files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (asked.files, asked.files))
    sys.argv = asked.arguments
    gc.unfreeze()


def wait_for_work(line: socket.socket) -> list[str] | None:
    """Makes processes until nobody is left who asks; comes back in each of them with its arguments."""
    running: dict[int, int] = {}
    wakened, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ready, _, _ = select.select([line.fileno(), wakened], [], [])
        if wakened in ready:
            os.read(wakened, 1024)
            _tell_ends(running)
        if line.fileno() in ready:
            try:
                asked = _next(line)
            except (EOFError, ConnectionError):
                return None
            pid = os.fork()
            if pid == 0:
                for each in (wakened, wake, line.fileno(), *running.values()):
                    os.close(each)
                line.detach()
                _become(asked)
                return asked.arguments
            running[pid] = asked.handed.pop()
            for each in asked.handed:
                os.close(each)
            line.sendall(pid.to_bytes(NUMBER, "big"))


def _tell_ends(running: dict[int, int]) -> None:
    for pid in list(running):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            end = running.pop(pid)
            os.write(end, status.to_bytes(NUMBER, "big"))
            os.close(end)


def main() -> None:
    for name in IMPORTED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    arguments = wait_for_work(socket.socket(fileno=int(sys.argv[1])))
    if arguments:
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
