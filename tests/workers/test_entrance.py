"""Where connections come in: whose table they are for, and what becomes of those that nobody takes."""

import asyncio
import errno
import logging
import socket
from collections.abc import Iterator

import pytest

from app.workers import entrance
from app.workers.entrance import Entrance, weight


class Taker:
    """A worker's place: takes connections, or as many as it may."""

    def __init__(self, slot: int, most: int = 1000) -> None:
        self.slot, self.most = slot, most
        self.taken: list[socket.socket] = []

    def take(self, connection: socket.socket) -> bool:
        if len(self.taken) >= self.most:
            return False
        self.taken.append(connection.dup())
        return True


class Door:
    """An entrance with two workers behind it."""

    def __init__(self, most: int = 1000) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.takers = [Taker(0, most), Taker(1, most)]
        self.entrance = Entrance(self.listening, lambda: self.takers)
        self.callers: list[socket.socket] = []

    async def call(self, text: str) -> socket.socket:
        caller = socket.create_connection(self.listening.getsockname())
        self.callers.append(caller)
        caller.sendall(text.encode())
        await asyncio.sleep(0)
        return caller

    async def until_taken(self, count: int) -> list[int]:
        """How many each has, once there are so many."""
        for _ in range(2000):
            if sum(len(one.taken) for one in self.takers) >= count:
                break
            await asyncio.sleep(0.005)
        return [len(one.taken) for one in self.takers]

    def close(self) -> None:
        for one in [*self.callers, *(each for taker in self.takers for each in taker.taken), self.listening]:
            one.close()


@pytest.fixture
def door() -> Iterator[Door]:
    made = Door()
    yield made
    made.close()


async def test_a_room_has_one_worker_however_it_is_asked_for_and_the_rest_take_turns(door: Door) -> None:
    door.entrance.open()
    first = max((0, 1), key=lambda slot: weight("ABCDEFGHJ", slot))
    for path in ("/ws/rooms/ABC-DEF-GHJ", "/api/rooms/abcdefghj/sit", "/r/ABC-DEF-GHJ?x"):
        await door.call(f"GET {path} HTTP/1.1\r\n\r\n")
    await door.call("GET /api/games/12 HTTP/1.1\r\nTerrahedron-Room: ABC-DEF-GHJ\r\n\r\n")
    taken = await door.until_taken(4)
    assert (taken[first], taken[1 - first]) == (4, 0)
    for _ in range(4):
        await door.call("GET / HTTP/1.1\r\n\r\n")
    taken = await door.until_taken(8)
    assert (taken[first], taken[1 - first]) == (6, 2)
    door.entrance.close()


async def test_a_room_whose_worker_is_full_goes_to_the_other_and_then_is_refused(
    caplog: pytest.LogCaptureFixture,
) -> None:
    door = Door(most=1)
    door.entrance.open()
    asked = "GET /r/ABC-DEF-GHJ HTTP/1.1\r\n\r\n"
    await door.call(asked)
    await door.call(asked)
    assert await door.until_taken(2) == [1, 1]
    with caplog.at_level(logging.WARNING):
        refused = await door.call(asked)
        refused.setblocking(False)
        with pytest.raises(ConnectionResetError):
            await asyncio.wait_for(asyncio.get_running_loop().sock_recv(refused, 1), 10)
    assert "refused: no process takes it" in caplog.text
    door.entrance.close()
    door.close()


async def test_whoever_says_nothing_is_handed_on_after_a_while_or_when_too_many_wait(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrance, "MOST_LISTENED_TO", 2)
    door.entrance.open()
    for _ in range(3):
        await door.call("")
    assert sum(await door.until_taken(1)) == 1
    assert len(door.entrance.waiting) == 2
    door.entrance.close()  # the others are not left standing
    assert sum(await door.until_taken(3)) == 3
    monkeypatch.setattr(entrance, "LISTEN_SECONDS", 0.05)
    door.entrance.open()
    await door.call("")
    assert sum(await door.until_taken(4)) == 4
    door.entrance.close()


async def test_where_no_file_is_left_the_port_stays_and_the_log_says_why(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    class Full:
        def accept(self) -> None:
            raise OSError(errno.EMFILE, "Too many open files")

    door.entrance.listening = Full()  # type: ignore[assignment]
    with caplog.at_level(logging.WARNING):
        door.entrance._accept()
    assert "cannot be taken: Too many open files" in caplog.text
    assert door.entrance.waiting == {}


async def test_a_line_that_is_gone_is_about_no_room() -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    theirs.close()
    assert entrance.room_of(ours) is None
