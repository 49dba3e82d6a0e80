"""The parent of the workers: starts them, opens the port once they serve, passes their hints on, starts again
what dies, and ends them all. It serves nobody itself, so that nothing that people do can take it down.

SIGUSR2 replaces the workers one after another, each by a new process with the code as it is now.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import orjson

from app.config import Settings, environment_of
from app.workers.entrance import Entrance
from app.workers.link import READY, TO_ALL, Link

log = logging.getLogger(__name__)

START_SECONDS = 60.0
STOP_SECONDS = 20.0  # beyond what a worker takes to say goodbye
STEADY_SECONDS = 10.0  # who lives as long is started again at once
BACK_OFF = (0.5, 1.0, 2.0, 5.0)


class DidNotServe(Exception):
    """A worker ended, or hung, before it served anybody."""


class WorkerProcess:
    """One process, and how it is talked to."""

    def __init__(self, slot: int, number: int, on_line: Callable[[WorkerProcess, bytes], None]) -> None:
        self.slot = slot
        self.number = number
        self.link = Link(lambda line: on_line(self, line), lambda: None)
        self.ready = asyncio.Event()
        self.is_stopping = False

    async def start(self, environment: Mapping[str, str]) -> None:
        """Start it. It serves a while later."""
        ours, theirs = socket.socketpair()
        self.connections, their_connections = socket.socketpair()
        self.connections.setblocking(False)
        with theirs, their_connections:
            handed = theirs.fileno(), their_connections.fileno()
            arguments = [str(number) for number in (self.slot, self.number, *handed)]
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "app.workers.worker", *arguments,
                env=environment, pass_fds=handed, start_new_session=True,
            )  # fmt: skip
        await asyncio.get_running_loop().create_unix_connection(lambda: self.link, sock=ours)
        self.ended = asyncio.create_task(self.process.wait())

    async def wait_ready(self) -> None:
        """Until it serves. Raises DidNotServe if it does not."""
        ready = asyncio.create_task(self.ready.wait())
        await asyncio.wait({ready, self.ended}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if not self.ready.is_set():
            await self.stop(0)
            raise DidNotServe

    @property
    def is_serving(self) -> bool:
        return self.ready.is_set() and not self.is_stopping and not self.ended.done()

    def take(self, connection: socket.socket) -> bool:
        """Give it a connection. False where so many wait already that it must be stuck."""
        try:
            socket.send_fds(self.connections, [b"."], [connection.fileno()])
        except OSError:
            return False
        return True

    async def stop(self, seconds: float) -> None:
        """Let it say goodbye to its players, for so many seconds."""
        self.is_stopping = True
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
            await asyncio.wait({self.ended}, timeout=seconds)
            if not self.ended.done():
                self.process.kill()
        await self.ended
        self.close()

    def hurry(self) -> None:
        """Asked a second time to stop, it leaves at once."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()

    def close(self) -> None:
        self.link.close()
        self.connections.close()


class Supervisor:
    """All workers. `on_open` is called when the port is open."""

    def __init__(self, settings: Settings, listening: socket.socket, on_open: Callable[[], None]) -> None:
        self.count = settings.workers
        self.environment = {**os.environ, **environment_of(settings)}
        self.stop_seconds = settings.drain_seconds + STOP_SECONDS
        self.on_open = on_open
        self.entrance = Entrance(listening, self.serving)
        self.processes: set[WorkerProcess] = set()
        self.current: dict[int, WorkerProcess] = {}
        self.is_stopping = asyncio.Event()
        self.renewing = asyncio.Lock()
        self.tasks: set[asyncio.Task[None]] = set()
        self.last_number = 0

    def serving(self) -> list[WorkerProcess]:
        """Who takes connections, by slot."""
        return [self.current[slot] for slot in sorted(self.current) if self.current[slot].is_serving]

    async def run(self) -> None:
        """Until a signal. Raises DidNotServe if the workers do not even start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.stop)
        loop.add_signal_handler(signal.SIGUSR2, lambda: self.spawn(self.renew()))
        try:
            stopped = asyncio.create_task(self.is_stopping.wait())
            started = asyncio.gather(*(self._fill(slot) for slot in range(self.count)))
            await asyncio.wait((stopped, started), return_when=asyncio.FIRST_COMPLETED)
            if not self.is_stopping.is_set():
                started.result()
                self.entrance.open()
                self.on_open()
                await stopped
                self.entrance.close()
        finally:
            self.is_stopping.set()
            started.cancel()
            stopped.cancel()
            await asyncio.gather(started, stopped, return_exceptions=True)
            await asyncio.gather(*(one.stop(self.stop_seconds) for one in self.processes))
            for task in self.tasks:
                task.cancel()

    def stop(self) -> None:
        if self.is_stopping.is_set():
            for one in self.processes:
                one.hurry()
        self.is_stopping.set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _fill(self, slot: int) -> None:
        """Have a worker serve in this slot. Whoever served there before is stopped afterwards."""
        self.last_number += 1
        new = WorkerProcess(slot, self.last_number, self._pass_on)
        await new.start(self.environment)
        self.processes.add(new)
        try:
            await new.wait_ready()
        except DidNotServe:
            self.processes.discard(new)
            raise
        old, self.current[slot] = self.current.get(slot), new
        self._tell_count()
        self.spawn(self._watch(new))
        if old is not None and not old.ended.done():
            await old.stop(self.stop_seconds)

    async def _watch(self, worker: WorkerProcess) -> None:
        """Fill its slot again if it ends by itself."""
        started = asyncio.get_running_loop().time()
        code = await worker.ended
        self.processes.discard(worker)
        worker.close()
        if worker.is_stopping or self.is_stopping.is_set():
            return
        log.error("process %d has ended with %d; another takes its place", worker.process.pid, code)
        self._tell_count()
        is_steady = asyncio.get_running_loop().time() - started > STEADY_SECONDS
        for tries in itertools.count():
            if not (is_steady and tries == 0):
                await asyncio.sleep(BACK_OFF[min(tries, len(BACK_OFF) - 1)])
            try:
                await self._fill(worker.slot)
                return
            except DidNotServe:
                log.error("the process in its place did not start; the lines above say why")

    async def renew(self) -> None:
        """Replace all workers, one after another. If a new one does not serve, the rest stay as they are."""
        async with self.renewing:
            for slot in range(self.count):
                try:
                    await self._fill(slot)
                except DidNotServe:
                    log.error("a new process did not start; the others stay as they are")
                    return
            log.info("all %d processes are new", self.count)

    def _pass_on(self, sender: WorkerProcess, line: bytes) -> None:
        if line == READY:
            sender.ready.set()
            return
        to, _, message = line.partition(b" ")
        for one in self.processes:
            if (one is not sender) if to == TO_ALL else (one.number == int(to)):
                one.link.send(message)

    def _tell_count(self) -> None:
        serving = self.serving()
        message = orjson.dumps({"kind": "others", "count": len(serving) - 1})
        for one in serving:
            one.link.send(message)
