"""The load of `bench/live.py`: many light sockets, each move timed from when it was due to each arrival.

It says `ready`, and then does what it is told, one line at a time:

    open              everybody leaves; those of the rooms that are listed now connect
    full              every room plays as fast as it can, to the end of its game
    RATE SECONDS      so many moves a second, at random moments
    calm RATE SECONDS the same without looking at the clock all the time: for two who share a core
    storm SECONDS     everybody is cut off, and comes back at a random moment within so many seconds
    idle NUMBER       so many watchers more, who only sit there

and answers each with one line of JSON. A process may have so many files open, and no more: `PART/PARTS` makes
it one of several that share the rooms.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import uvloop

ID = "00000000-0000-4000-8000-{:012d}"
SEATS = 4
SETTLE = 2.5  # seconds until everybody has been told who came
AT_ONCE = 20  # rooms whose people connect at the same time
SPIN = 0.003  # seconds before a moment in which we no longer sleep: timers are good to a millisecond only
LONGEST = 30.0  # seconds more than it should take; then a storm is given up
PING, PONG = 0x89, 0x8A  # as the first byte of a frame


class Socket(asyncio.Protocol):
    """A WebSocket client that knows just enough: whole texts and pings in, small masked frames out."""

    def __init__(self, room: Room, seat: int, since: dict[str, Any] | None = None) -> None:
        self.room, self.seat = room, seat
        self.buffer = b""
        self.is_open = False
        self.resumes = since or {"game": None, "last_seq": None, "epoch": None}
        self.mark = self.resumes.get("mark", "")  # who has missed nothing is not told it again
        self.live: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        token = self.room.listed["tokens"][self.seat] if self.seat < SEATS else None
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        address = f"X-Forwarded-For: {self.room.address(self.seat)}\r\n"
        transport.write(  # type: ignore[attr-defined]
            f"GET /ws/rooms/{self.room.listed['code']} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{bearer}{address}\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        if not self.live.done():
            self.live.set_exception(ConnectionError(f"{error or 'closed'} {self.buffer[:60]!r}"))

    def say(self, text: str) -> None:
        data = text.encode()
        head = (
            bytes((0x81, 0x80 | len(data))) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2, "big")
        )
        self.transport.write(head + b"\0\0\0\0" + data)

    def data_received(self, data: bytes) -> None:
        data = self.buffer + data
        if not self.is_open:
            head, found, data = data.partition(b"\r\n\r\n")
            self.buffer = head
            if not found or b" 101 " not in head.partition(b"\r\n")[0]:
                return
            self.is_open = True
            self.say(json.dumps({"type": "hello", "v": 1, "tab": ID.format(1), **self.resumes}))
        at = 0
        while len(data) - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + length:
                break
            if data[at] == PING:
                self.transport.write(
                    bytes((PONG, 0x80 | length)) + b"\0\0\0\0" + data[start : start + length]
                )
            else:
                self.heard(data[start : start + length])
            at = start + length
        self.buffer = data[at:]

    def heard(self, text: bytes) -> None:
        if text.startswith(b'{"type":"event"'):
            self.mark = mark_in(text)
            self.room.arrived(self, seq_in(text), len(text))
        elif text.startswith(b'{"type":"ack"'):
            self.room.acked(seq_in(text))
        elif text.startswith(b'{"type":"welcome"'):
            welcome = json.loads(text)
            self.resumes = {"game": welcome["game"], "epoch": welcome["epoch"]}
        elif text.startswith(b'{"type":"snapshot"'):
            self.mark = mark_in(text)
        elif text.startswith(b'{"type":"live"') and not self.live.done():
            self.live.set_result(time.perf_counter())
        elif text.startswith(b'{"type":"nack"'):
            raise SystemExit(f"refused: {text.decode()}")


def mark_in(text: bytes) -> str:
    at = text.index(b'"mark":"') + 8
    return text[at : at + 16].decode()


def seq_in(text: bytes) -> int:
    at = text.index(b'"seq":') + 6
    return int(text[at : text.index(b",", at)])


class Room:
    """One room's game, played from a list of moves known to be legal."""

    def __init__(self, listed: dict[str, Any], number: int) -> None:
        self.listed, self.number = listed, number
        self.moves = listed["moves"]
        self.run = Run(closed=False)
        self.done = 0
        self.due: dict[int, float] = {}  # by seq, since the next move is made before the last has come to all
        self.sockets: list[Socket] = []

    def address(self, seat: int) -> str:
        """Everybody comes from somewhere else, as behind a proxy."""
        return f"10.{self.number >> 8}.{self.number & 255}.{seat + 1}"

    def move(self, due: float | None = None) -> None:
        seat, tile, face, turn = self.moves[self.done]
        self.due[self.done + 1] = time.perf_counter() if due is None else due
        placement = f'"tile":{tile},"face":{face},"turn":{turn}'
        told = f'"action_id":"{ID.format(self.done)}","base":{self.done},{placement}'
        self.sockets[seat].say(f'{{"type":"act",{told}}}')

    def acked(self, seq: int) -> None:
        self.run.acks.append(time.perf_counter() - self.due[seq])

    def arrived(self, socket: Socket, seq: int, size: int) -> None:
        run, now = self.run, time.perf_counter()
        run.deliveries += 1
        run.bytes += size
        mover = self.moves[seq - 1][0]
        if socket.seat != mover:
            run.others.append(now - self.due[seq])
        following = self.moves[seq][0] if seq < len(self.moves) else mover
        if socket.seat == following:
            self.done = seq
            run.moved(self, now)


class Run:
    """What is counted in one run."""

    def __init__(self, closed: bool) -> None:
        self.closed = closed
        self.acks: list[float] = []
        self.others: list[float] = []
        self.deliveries = self.bytes = self.count = 0
        self.first = self.last = 0.0
        self.free: list[Room] = []

    def moved(self, room: Room, now: float) -> None:
        self.count += 1
        self.last = now
        if room.done == len(room.moves):
            return
        if self.closed:
            room.move()
        else:
            self.free.append(room)


class Load:
    """Everybody who is connected, and what they are told to do. `rooms` are the set that plays."""

    def __init__(self, port: int, listing: str, settle: float, part: str) -> None:
        self.port = port
        self.settle = settle
        self.listing = Path(listing)
        self.part, self.parts = map(int, part.split("/"))
        self.rooms: list[Room] = []

    async def connect_one(self, room: Room, seat: int, since: dict[str, Any] | None = None) -> Socket:
        """One more socket, once it is live."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(partial(Socket, room, seat, since), "127.0.0.1", self.port)
        await socket.live
        return socket

    async def connect(self, seats: list[int]) -> None:
        """Everybody of a room one after the other, some rooms at a time."""
        waiting = list(self.rooms)

        async def some() -> None:
            while waiting:
                room = waiting.pop()
                for seat in seats:
                    room.sockets.append(await self.connect_one(room, seat))

        await asyncio.gather(*[some() for _ in range(AT_ONCE)])

    async def open_next(self) -> None:
        for room in self.rooms:
            for socket in room.sockets:
                socket.transport.close()
        listed = list(enumerate(json.loads(self.listing.read_text())))
        self.rooms = [Room(one, at) for at, one in listed[self.part :: self.parts]]
        await self.connect([*range(SEATS), SEATS])
        await asyncio.sleep(self.settle)

    async def do(self, what: str, number: str = "", seconds: str = "") -> dict[str, Any]:
        if what == "open":
            await self.open_next()
            return {}
        if what == "storm":
            return await self.storm(float(number))
        if what == "idle":
            await self.connect([SEATS] * (int(number) // len(self.rooms)))
            await asyncio.sleep(SETTLE)
            return {}
        run = Run(closed=what == "full")
        for room in self.rooms:
            room.run = run
        started = time.process_time()
        if run.closed:
            await self.saturate(run)
        elif what == "calm":
            await self.pace(run, float(number), float(seconds), is_calm=True)
        else:
            await self.pace(run, float(what), float(number))
        took = run.last - run.first
        return {
            "moves": run.count,
            "seconds": took,
            "acks": run.acks,
            "others": run.others,
            "deliveries": run.deliveries,
            "bytes": run.bytes,
            "load": (time.process_time() - started) / max(took, 1e-9) if run.closed else None,
        }

    async def saturate(self, run: Run) -> None:
        run.first = time.perf_counter()
        for room in self.rooms:
            room.move()
        total = sum(len(room.moves) for room in self.rooms)
        while run.count < total:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.1)

    async def pace(self, run: Run, rate: float, seconds: float, is_calm: bool = False) -> None:
        """Moves at random moments, `rate` a second; what had to wait counts from when it was due (of calm
        ones: from when it was sent).
        """
        run.free = [room for room in self.rooms if room.done < len(room.moves)]
        random.shuffle(run.free)
        run.first = following = time.perf_counter()
        while following < run.first + seconds:
            await (asyncio.sleep(following - time.perf_counter()) if is_calm else until(following))
            while not run.free:
                if all(room.done == len(room.moves) for room in self.rooms):
                    raise SystemExit("the games are over before the time is: more rooms, or fewer seconds")
                await asyncio.sleep(0)
            run.free.pop(0).move(None if is_calm else following)
            following += random.expovariate(rate)
        await asyncio.sleep(0.3)

    async def storm(self, within: float) -> dict[str, Any]:
        """All sockets end at once; all come back, with what they know, within a moment."""
        for room in self.rooms:
            for socket in room.sockets:
                socket.transport.abort()
        began = time.perf_counter()
        waits: list[float] = []

        async def come_back(room: Room, at: int) -> float:
            gone = room.sockets[at]
            await asyncio.sleep(random.random() * within)
            opened = time.perf_counter()
            room.sockets[at] = await self.connect_one(
                room, gone.seat, {**gone.resumes, "last_seq": room.done, "mark": gone.mark}
            )
            waits.append(time.perf_counter() - opened)
            return time.perf_counter()

        async with asyncio.timeout(within + LONGEST):
            everybody = [come_back(room, at) for room in self.rooms for at in range(len(room.sockets))]
            lives = await asyncio.gather(*everybody, return_exceptions=True)
        errors = [str(live) for live in lives if isinstance(live, BaseException)]
        last = max((live for live in lives if isinstance(live, float)), default=began)
        return {"sockets": len(lives), "seconds": last - began, "waits": waits, "errors": errors}


async def until(moment: float) -> None:
    """Asleep at first, then looking all the time: this core is the load's alone."""
    if (left := moment - time.perf_counter()) > SPIN:
        await asyncio.sleep(left - SPIN)
    while time.perf_counter() < moment:
        await asyncio.sleep(0)


async def main(port: int, listing: str, settle: float, part: str = "0/1") -> None:
    load = Load(port, listing, settle, part)
    print("ready", flush=True)
    while order := await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(await load.do(*order.split())), flush=True)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), *sys.argv[4:]))
