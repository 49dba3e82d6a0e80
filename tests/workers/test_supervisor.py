"""Workers that hang, do not start or do not stop: real processes, which are not servers, in their place."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.config import Settings
from app.workers import supervisor
from app.workers.supervisor import DidNotServe, Supervisor, WorkerProcess
from tests.faults.processes import until

SERVES = """import socket, sys, time
line = socket.socket(fileno=int(sys.argv[-2]))
line.sendall(b"ready\\n")
"""
OBEDIENT = f"{SERVES}time.sleep(60)\n"
STUBBORN = f"import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n{OBEDIENT}"
HANGS = "import time\ntime.sleep(60)\n"

Replace = Callable[[str], None]


@pytest.fixture
def become(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Replace:
    """What a worker that is started from now on does."""
    program, code = tmp_path / "worker", tmp_path / "worker.py"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -S -E {code} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))

    def become_so(text: str) -> None:
        code.write_text(text)

    return become_so


def is_alive(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


async def test_worker_that_hangs_before_it_serves_is_ended(
    become: Replace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "START_SECONDS", 0.3)
    become(HANGS)
    worker = WorkerProcess(0, 1, lambda *_: None)
    await worker.start(os.environ)
    with pytest.raises(DidNotServe):
        await worker.wait_ready()
    assert not worker.is_serving
    assert not is_alive(worker.process.pid)


async def test_worker_that_takes_no_more_says_so(become: Replace) -> None:
    become(HANGS)
    worker = WorkerProcess(0, 1, lambda *_: None)
    await worker.start(os.environ)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        taken = 0
        while worker.take(ours):
            taken += 1
        assert taken > 1
    await worker.stop(0)
    assert worker.ended.done()
    await worker.stop(0)  # who is gone already is let be
    worker.hurry()


async def running(
    become: Replace, text: str, workers: int = 1
) -> tuple[Supervisor, asyncio.Task[None], socket.socket]:
    """A parent whose port is open."""
    become(text)
    listening = socket.create_server(("127.0.0.1", 0))
    opened = asyncio.Event()
    parent = Supervisor(Settings(workers=workers), listening, opened.set)
    task = asyncio.create_task(parent.run())
    await asyncio.wait_for(opened.wait(), 40)
    return parent, task, listening


async def test_worker_that_is_deaf_to_the_end_is_killed(become: Replace) -> None:
    parent, task, listening = await running(become, STUBBORN)
    parent.stop_seconds = 0.2
    [worker] = parent.serving()
    parent.stop()
    await asyncio.wait_for(task, 20)
    assert worker.process.returncode == -signal.SIGKILL
    listening.close()


async def test_a_second_word_to_stop_is_passed_on(become: Replace) -> None:
    counting = (
        "import signal\ncount = []\nsignal.signal(signal.SIGTERM, lambda *_: count.append(1))\n"
        f"{SERVES}while len(count) < 2: time.sleep(0.01)\n"
    )
    parent, task, listening = await running(become, counting)
    parent.stop()
    await asyncio.sleep(0.3)
    assert not task.done()
    parent.stop()
    await asyncio.wait_for(task, 20)
    listening.close()


async def test_worker_that_does_not_come_back_is_tried_again_and_a_renewal_without_success_ends_nobody(
    become: Replace, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "BACK_OFF", (0.05,))
    parent, task, listening = await running(become, OBEDIENT, workers=2)
    first, second = parent.serving()
    become("raise SystemExit(3)\n")
    await asyncio.wait_for(parent.renew(), 20)
    assert parent.serving() == [first, second]
    assert "a new process did not start; the others stay as they are" in caplog.text
    os.kill(first.process.pid, signal.SIGKILL)
    await until(lambda: "the process in its place did not start" in caplog.text, "it is tried in vain")
    assert parent.serving() == [second]
    become(OBEDIENT)
    await until(lambda: len(parent.serving()) == 2, "another is there")
    assert f"process {first.process.pid} has ended with {-signal.SIGKILL}" in caplog.text
    assert parent.serving()[1] is second
    parent.stop()
    await asyncio.wait_for(task, 20)
    listening.close()


async def test_stopped_before_anybody_serves_it_ends_without_opening(become: Replace) -> None:
    become(HANGS)
    listening = socket.create_server(("127.0.0.1", 0))
    parent = Supervisor(
        Settings(workers=1, drain_seconds=0), listening, lambda: pytest.fail("the port is open")
    )
    task = asyncio.create_task(parent.run())
    await asyncio.sleep(0.2)
    parent.stop()
    await asyncio.wait_for(task, 20)
    assert not any(is_alive(one.process.pid) for one in parent.processes)
    listening.close()
