"""A stand-in for Redis: publish and subscribe over its wire, and no more.

    python -m tests.faults.standin SOCKET [--lose N] [--double] [--reorder]

It serves where no `redis-server` is installed, and where a test wants a bus that loses every Nth hint, or
tells every hint twice, or every other one after the next.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib

Words = list[bytes]


class Bus:
    """Everybody who subscribed to anything; there is only one channel."""

    def __init__(self, lose: int, double: bool, reorder: bool) -> None:
        self.lose, self.times, self.reorder = lose, 2 if double else 1, reorder
        self.held: bytes | None = None  # told after the next
        self.listeners: set[asyncio.StreamWriter] = set()
        self.told = 0

    def publish(self, channel: bytes, hint: bytes) -> bytes:
        self.told += 1
        words = array(b"message", channel, hint) * self.times
        if self.lose and self.told % self.lose == 0:
            words = b""
        if self.reorder:
            words, self.held = (b"", words) if self.held is None else (words + self.held, None)
        for writer in self.listeners:
            writer.write(words)
        return b":%d\r\n" % len(self.listeners)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while words := await read_words(reader):
                writer.write(self.answer(words, writer))
                await writer.drain()
        self.listeners.discard(writer)
        writer.close()

    def answer(self, words: Words, writer: asyncio.StreamWriter) -> bytes:
        match words[0].upper(), words[1:]:
            case b"PUBLISH", [channel, hint]:
                return self.publish(channel, hint)
            case b"SUBSCRIBE", [channel]:
                self.listeners.add(writer)
                return b"*3\r\n" + text(b"subscribe") + text(channel) + b":1\r\n"
            case b"PING", rest:
                return array(b"pong", *(rest or [b""])) if writer in self.listeners else b"+PONG\r\n"
            case b"CLIENT", _:
                return b"+OK\r\n"
        return b"-ERR unknown command\r\n"


def text(word: bytes) -> bytes:
    return b"$%d\r\n%b\r\n" % (len(word), word)


def array(*words: bytes) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(map(text, words))


async def read_words(reader: asyncio.StreamReader) -> Words:
    """One command: a list of texts, or a plain line."""
    line = (await reader.readline()).rstrip()
    if not line.startswith(b"*"):
        return line.split()
    words = []
    for _ in range(int(line[1:])):
        length = int((await reader.readline())[1:])
        words.append((await reader.readexactly(length + 2))[:-2])
    return words


async def run() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("socket")
    parser.add_argument("--lose", type=int, default=0)
    parser.add_argument("--double", action="store_true")
    parser.add_argument("--reorder", action="store_true")
    chosen = parser.parse_args()
    server = await asyncio.start_unix_server(
        Bus(chosen.lose, chosen.double, chosen.reorder).serve, chosen.socket
    )
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(run())
