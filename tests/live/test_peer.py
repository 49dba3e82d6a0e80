"""The sending half of a socket on a server that is not ours: bounded, in order, never awaited."""

import asyncio

import pytest

from app.live.closes import Close
from app.live.frames import Frame
from app.live.peer import FLEETING_UNREAD_BYTES, MOST_UNREAD, MOST_UNREAD_BYTES, AsgiPeer


class Server:
    """Takes messages, once it may."""

    def __init__(self):
        self.taken = []
        self.may_take = asyncio.Event()

    async def send(self, message):
        await self.may_take.wait()
        self.taken.append(message)


@pytest.fixture
async def server():
    return Server()


@pytest.fixture
async def peer(server):
    peer = AsgiPeer(server.send)
    yield peer
    server.may_take.set()
    await peer.stop()


async def all_taken(server, peer):
    server.may_take.set()
    await peer.stop()
    return [message.get("text", message.get("code")) for message in server.taken]


async def test_peer_sends_in_order_and_the_close_last(server, peer):
    for text in (b"one", b"two"):
        peer.write(Frame(text))
    peer.write_with_next(Frame(b"three"))
    peer.close(4403)
    peer.close(4404)
    peer.write(Frame(b"too late"))
    assert await all_taken(server, peer) == ["one", "two", "three", 4403]


@pytest.mark.parametrize(
    ("frames", "size", "is_dropped"),
    [
        (MOST_UNREAD, 1, False),
        (MOST_UNREAD + 1, 1, True),
        (4, MOST_UNREAD_BYTES // 4, False),
        (4, MOST_UNREAD_BYTES // 4 + 1, True),
    ],
)
async def test_peer_drops_whoever_leaves_too_much_unread(server, peer, frames, size, is_dropped):
    for _ in range(frames):
        peer.write(Frame(b"x" * size))
    taken = await all_taken(server, peer) if is_dropped else list(peer.outbox)
    assert taken == [Close.SLOW] if is_dropped else len(taken) == frames


async def test_peer_counts_what_is_unread_and_not_what_was(server, peer):
    server.may_take.set()
    for _ in range(3):
        peer.write(Frame(b"x" * MOST_UNREAD_BYTES))
        while peer.unread:
            await asyncio.sleep(0)
    assert peer.closing is None
    assert len(server.taken) == 3


async def test_peer_sends_fleeting_things_only_to_whoever_keeps_up(server, peer):
    peer.write_if_idle(Frame(b"x" * FLEETING_UNREAD_BYTES))
    peer.write_if_idle(Frame(b"y"))  # as much may be unread, but no more
    peer.write_if_idle(Frame(b"z"))
    peer.close(1000)
    assert [str(text)[:1] for text in await all_taken(server, peer)] == ["x", "y", "1"]
