"""A line between browser and server that can be cut and mended, as a train's tunnel does, or that stops for a
moment.
"""

import socket
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit

STOP_SECONDS = 0.8


class Wire:
    """Listens on a port of its own and passes all on, unless it is cut; after `stops_after` it stops once."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.target = (parts.hostname or "127.0.0.1", parts.port or 80)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.is_cut = False
        self.stops_after = b""
        self.has_stopped = False
        self.open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.is_cut = True
        for end in self.open:
            _shut(end)
        self.open.clear()

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self.cut()
        self.listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if self.is_cut:
                _shut(near)
                continue
            far = socket.create_connection(self.target)
            self.open += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if self.stops_after and self.stops_after in data and not self.has_stopped:
                    self.has_stopped = True
                    before, mark, data = data.partition(self.stops_after)
                    other.sendall(before + mark)
                    time.sleep(STOP_SECONDS)
                other.sendall(data)
        _shut(other)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
