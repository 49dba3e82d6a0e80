"""One person with 16 sockets who sends what costs nothing to send. `bench/floods.py` starts it.

    _flooder.py PORT KIND

signs in, makes a room of its own, says `ready`, and floods until it is stopped. It comes back as soon as it
is cut off, and is as quick as its core lets it be.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.request import Request, urlopen

import uvloop

SOCKETS = 16
ADDRESS = "10.255.255.{}"  # of its own for each kind: what one has used up is not missed by the next
ID = "00000000-0000-4000-8000-000000000009"
MASK = b"\0\0\0\0"


def frame(head: int, payload: bytes = b"") -> bytes:
    assert len(payload) < 126
    return bytes((head, 0x80 | len(payload))) + MASK + payload


HELLO = frame(
    0x81,
    json.dumps({"type": "hello", "v": 1, "tab": ID, "game": None, "last_seq": None, "epoch": None}).encode(),
)
BYE = frame(0x88, (1000).to_bytes(2, "big"))
BLOBS = {
    "look": frame(0x81, b'{"type":"look","q":[0,0,0,1]}') * 500,
    "ping": frame(0x89) * 2000,
    "pong": frame(0x8A) * 2000,
    "fragment": frame(0x01) + frame(0x00) * 2000,
    "byte": b"\x81\xfe\x20\x00" + MASK,  # 8,192 bytes are to follow, and come one by one
}
NONCE = "0123456789abcdef"
# What is asked over REST, as fast as it goes: rooms, games against bots, words.
WISHES: dict[str, tuple[str, dict[str, Any]]] = {
    "talk": ("rooms/{code}/talk", {"text": "buy this"}),
    "rooms": ("rooms", {"nonce": NONCE}),
    "bots": ("first-game", {}),
    "reports": ("rooms/{code}/reports", {"seat": 0, "reason": "spam"}),
    "people": ("people", {}),
}
KINDS = (*BLOBS, "connect", "open", "request", *WISHES)


class Flooder:
    """Whoever is refused tries again at once."""

    def __init__(self, port: int, kind: str) -> None:
        self.port, self.kind = port, kind
        self.address = ADDRESS.format(1 + KINDS.index(kind))
        token = self.post("people", {})["token"]
        code = self.post("rooms", {"nonce": "0123456789abcdef"}, token)["room"]["code"]
        named, via = f"Authorization: Bearer {token}\r\n", f"X-Forwarded-For: {self.address}\r\n"
        self.code, self.named, self.via = code, named, via
        self.ask = f"GET /api/people/me HTTP/1.1\r\nHost: bench\r\n{via}\r\n".encode()
        self.knock = (
            f"GET /ws/rooms/{code} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{named}{via}\r\n"
        ).encode()

    def post(self, path: str, body: dict[str, Any], token: str | None = None) -> Any:
        headers = {"Content-Type": "application/json", "X-Forwarded-For": self.address}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        url = f"http://127.0.0.1:{self.port}/api/{path}"
        with urlopen(Request(url, json.dumps(body).encode(), headers)) as answer:
            return json.load(answer)

    async def keep_on(self) -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    await self.way()(reader, writer)
                finally:
                    writer.close()
            except (OSError, RuntimeError, asyncio.IncompleteReadError):  # uvloop: written to a closed one
                await asyncio.sleep(0)

    def way(self) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
        """How this kind of thing is sent."""
        usual = self.flood_wish if self.kind in WISHES else self.flood
        return getattr(self, f"flood_{self.kind}", usual)

    async def enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(self.knock)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HELLO)

    async def flood(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.enter(reader, writer)
        reading = asyncio.ensure_future(swallow(reader))
        try:
            while not reading.done():
                writer.write(BLOBS[self.kind])
                await writer.drain()
                await asyncio.sleep(0)
        finally:
            reading.cancel()

    async def flood_byte(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.enter(reader, writer)
        reading = asyncio.ensure_future(swallow(reader))
        try:
            while not reading.done():
                writer.write(BLOBS["byte"])
                for _ in range(8192):
                    writer.write(b" ")
                    await asyncio.sleep(0)
        finally:
            reading.cancel()

    async def flood_connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """In, `hello`, out."""
        await self.enter(reader, writer)
        await reader.read(100)
        writer.write(BYE)

    async def flood_open(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A connection that says nothing at all."""
        del reader
        writer.transport.abort()

    async def flood_request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.ask_on(reader, writer, self.ask)

    async def flood_wish(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The same wish, with a token and a body."""
        path, body = WISHES[self.kind]
        sent = json.dumps(body)
        head = (
            f"POST /api/{path.format(code=self.code)} HTTP/1.1\r\nHost: bench\r\n{self.named}{self.via}"
            f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        )
        await self.ask_on(reader, writer, (head + sent).encode())

    async def ask_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: bytes) -> None:
        reading = asyncio.ensure_future(swallow(reader))
        while not reading.done():
            writer.write(asked * 50)
            await writer.drain()
            await asyncio.sleep(0)


async def swallow(reader: asyncio.StreamReader) -> None:
    while await reader.read(65_536):
        pass


async def main() -> None:
    flooder = Flooder(int(sys.argv[1]), sys.argv[2])
    print("ready", flush=True)
    await asyncio.gather(*[flooder.keep_on() for _ in range(SOCKETS)])


if __name__ == "__main__":
    os.nice(10)  # whoever is measured comes first on the core that both share
    uvloop.run(main())
