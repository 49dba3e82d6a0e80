"""One of several server processes: `python -m app.workers.worker SLOT NUMBER LINE CONNECTIONS`.

Started by `supervisor.py` alone, with two sockets: the line to the parent, and the one over which it hands
connections. All else stands in the environment.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys

from app import logs, open_files
from app.config import read_settings
from app.live.bus import bus_for
from app.live.server import Server, config_for
from app.main import create_app
from app.serve import collect_garbage_less_often, logging_for
from app.workers.siblings import SiblingBus, Siblings

AT_ONCE = 64  # connections


class Worker(Server):
    """A server whose connections come from the parent."""

    siblings: Siblings
    connections: socket.socket

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        del sockets  # the parent has the port
        await self.siblings.open()
        await super().startup([])
        if self.started:
            self.connections.setblocking(False)
            asyncio.get_running_loop().add_reader(self.connections, self._take)
            self.siblings.say_ready()

    def _take(self) -> None:
        """Take over all connections that the parent has handed."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                sent, taken, _, _ = socket.recv_fds(self.connections, AT_ONCE, AT_ONCE)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                sent, taken = b"", []
            if not sent:  # the parent is gone
                loop.remove_reader(self.connections)
                return
            for one in taken:
                self._serve_connection(loop, socket.socket(fileno=one))

    def _serve_connection(self, loop: asyncio.AbstractEventLoop, connection: socket.socket) -> None:
        connection.setblocking(False)
        task = loop.create_task(self._connect(loop, connection))
        self.server_state.tasks.add(task)
        task.add_done_callback(self.server_state.tasks.discard)

    async def _connect(self, loop: asyncio.AbstractEventLoop, connection: socket.socket) -> None:
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        protocol = self.config.http_protocol_class
        try:
            await loop.connect_accepted_socket(lambda: protocol(config=self.config, **state), connection)  # type: ignore[call-arg]
        except OSError:
            connection.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._take()
        asyncio.get_running_loop().remove_reader(self.connections)
        await super().shutdown(sockets)
        self.siblings.close()


def main(slot: int, number: int, line: int, connections: int) -> None:
    """Serves until the parent says so, or is gone."""
    settings = read_settings()
    logs.configure(*logging_for(settings))
    open_files.raise_limit(settings.sockets)
    siblings = Siblings(slot, number, socket.socket(fileno=line), end_with_parent)
    bus = bus_for(settings.redis_url) if settings.redis_url else SiblingBus(siblings)
    app = create_app(settings, bus)
    app.state.siblings = siblings
    siblings.own_metrics = app.state.metrics.text
    config = config_for(app, plain_sockets=settings.plain_sockets, lifespan="on", proxy_headers=False)
    server = Worker(config)
    server.siblings, server.connections = siblings, socket.socket(fileno=connections)
    collect_garbage_less_often()
    server.run()


def end_with_parent() -> None:
    """A parent that was killed cannot end its workers: they say goodbye by themselves."""
    signal.raise_signal(signal.SIGTERM)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
