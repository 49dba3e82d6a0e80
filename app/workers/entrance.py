"""Where connections come in: the parent takes each, looks whose table it is for, and hands it on.

Everything about one room goes to one worker as long as that lives: its game is kept there, and a move need
not be told to other processes. The room's code is read from the first line of the first request, which
stays unread for the worker; what is about a game names its room in a header (`Terrahedron-Room`), else the
game's own id stands for it. Whoever says nothing for a second, or asks for no room, goes to the workers in
turn; they have the patience and the limits for such. `operating/haproxy.cfg` does the same for machines.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
import zlib
from collections.abc import Callable, Sequence
from typing import Protocol

from app.rooms.codes import normalised

log = logging.getLogger(__name__)

BACKLOG = 2048
LISTEN_SECONDS = 1.0  # in which somebody may say what they come for
MOST_LISTENED_TO = 500
MOST_BYTES = 2048
ROOM = re.compile(rb"[A-Z]+ /(?:ws/rooms|api/rooms|r)/([^/ ?#]+)")
GAME = re.compile(rb"[A-Z]+ /(?:api/games|g)/([^/ ?#]+)")
ROOM_OF_GAME = re.compile(rb"\r\nterrahedron-room: *([^\r\n]+)", re.IGNORECASE)


class TakesConnections(Protocol):
    """Who takes connections."""

    slot: int

    def take(self, connection: socket.socket) -> bool:
        """Take it over. False if this worker cannot take more just now."""


class Entrance:
    """The open port."""

    def __init__(self, listening: socket.socket, workers: Callable[[], Sequence[TakesConnections]]) -> None:
        self.listening = listening
        self.workers = workers
        self.turn = 0
        self.waiting: dict[socket.socket, asyncio.TimerHandle] = {}

    def open(self) -> None:
        self.listening.listen(BACKLOG)
        self.listening.setblocking(False)
        asyncio.get_running_loop().add_reader(self.listening, self._accept)

    def close(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.listening)
        for connection in list(self.waiting):
            self._hand_on(connection)

    def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(BACKLOG):
            try:
                connection, _ = self.listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no file is left; those who wait are taken once there is one
                log.warning("a connection cannot be taken: %s", error.strerror)
                return
            connection.setblocking(False)
            self.waiting[connection] = loop.call_later(LISTEN_SECONDS, self._hand_on, connection)
            loop.add_reader(connection, self._hand_on, connection)
            if len(self.waiting) > MOST_LISTENED_TO:
                self._hand_on(next(iter(self.waiting)))

    def _hand_on(self, connection: socket.socket) -> None:
        """To the worker whose room it is, or the next who takes it; the others follow in a fixed order."""
        self.waiting.pop(connection).cancel()
        asyncio.get_running_loop().remove_reader(connection)
        with contextlib.closing(connection):
            for worker in self.order(room_of(connection)):
                if worker.take(connection):
                    return
            log.warning("a connection is refused: no process takes it")

    def order(self, code: str | None) -> list[TakesConnections]:
        """Who is asked first, second and so on."""
        workers = list(self.workers())
        if code is not None:
            return sorted(workers, key=lambda worker: weight(code, worker.slot), reverse=True)
        self.turn += 1
        start = self.turn % max(len(workers), 1)
        return workers[start:] + workers[:start]


def weight(code: str, slot: int) -> int:
    """How much a room belongs to a worker. Who is asked next changes for no room but those of a worker that
    is gone.
    """
    return zlib.crc32(f"{slot} {code}".encode())


def room_of(connection: socket.socket) -> str | None:
    """The code of the room that the first request of this connection is about, or the id of its game."""
    try:
        start = connection.recv(MOST_BYTES, socket.MSG_PEEK)
    except OSError:
        return None
    game = GAME.match(start)
    found = ROOM_OF_GAME.search(start) if game is not None else ROOM.match(start)
    code = normalised(found[1].decode("ascii", "replace")) if found is not None else None
    return code or (game[1].decode("ascii", "replace").lower() if game is not None else None)
