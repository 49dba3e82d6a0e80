"""A message is the same message however its bytes arrive: alone, with others, in pieces, in fragments."""

import json
import random
from uuid import uuid4

import pytest

from app.live.fast_frames import FrameBoundaries, lone_text
from app.live.messages import MAX_BYTES
from tests.live.served import at_table, legal, seated_room, serve

TEXT, PART, REST, PING = 0x81, 0x01, 0x80, 0x89


def frame(head: int, payload: bytes, mask: bytes = b"mask") -> bytes:
    """A masked frame, as a client sends it."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes([head]) + length + mask + masked


def act(action_id: str, padding: int = 0) -> bytes:
    """A move, which a watcher is refused by its id."""
    told = {"type": "act", "action_id": action_id, "base": 0, "tile": 0, "face": 0, "turn": 0}
    return json.dumps(told).encode() + b" " * padding


def joined(ids):
    return [b"".join(frame(TEXT, act(each)) for each in ids)]


def cut_everywhere(ids):
    return [bytes([byte]) for each in ids for byte in frame(TEXT, act(each))]


def cut_across(ids):
    """Each chunk ends within a frame, so that none begins where a message does."""
    whole = b"".join(frame(TEXT, act(each)) for each in ids)
    return [whole[:3], *[whole[at : at + 100] for at in range(3, len(whole), 100)]]


def in_fragments(ids):
    """A ping may come between the fragments of a message; the whole texts around them stay whole."""
    first, second, third = (act(each) for each in ids)
    return [
        frame(TEXT, first), frame(PART, second[:20]), frame(PING, b"?"), frame(REST, second[20:]),
        frame(TEXT, third, mask=bytes(4)),
    ]  # fmt: skip


def long_ones(ids):
    return [frame(TEXT, act(each, padding)) for each, padding in zip(ids, (0, 200, 8000), strict=True)]


@pytest.fixture(params=[False, True], ids=["short cut", "plain"])
async def site(request, quick):
    async with serve(quick, plain_sockets=request.param) as site:
        yield site


@pytest.mark.parametrize("sent", [joined, cut_everywhere, cut_across, in_fragments, long_ones])
async def test_messages_are_read_however_their_bytes_arrive(site, sent):
    room = await seated_room(site)
    ids = [str(uuid4()) for _ in range(3)]
    async with at_table(site, room.code) as watcher:
        for chunk in sent(ids):
            watcher.socket.transport.write(chunk)
        for each in ids:
            await watcher.hear("nack", action_id=each, code="not_seated")
        assert [told["action_id"] for told in watcher.told if told["type"] == "nack"] == ids


async def test_whole_text_within_a_fragmented_message_is_a_breach(site):
    room = await seated_room(site)
    async with at_table(site, room.code) as watcher:
        watcher.socket.transport.write(frame(PART, act(str(uuid4()))[:20]))
        watcher.socket.transport.write(frame(TEXT, act(str(uuid4()))))
        assert await watcher.closed() == 1002


async def test_game_is_played_and_followed(site):
    """The ack and the event of each move, in this order, and the event to everybody else."""
    room, chance = await seated_room(site, starts="host"), random.Random(2)
    async with at_table(site, room.code, room.people[0]) as one, at_table(site, room.code) as watcher:
        assert (await one.act(legal(one.view, chance)))["type"] == "ack"
        event = await watcher.hear("event", seq=1)
        assert (await one.hear("event", seq=1)) == event
        await one.send(type="hb", seq=1)
        assert (await one.hear("hb_ack"))["head"] == 1
        await one.send(type="hello")
        assert await one.closed() == 4400


@pytest.mark.parametrize("length", [2, 125, 126, 8192])
def test_lone_text_is_unmasked(length):
    assert lone_text(frame(TEXT, b"x" * length), MAX_BYTES) == b"x" * length


@pytest.mark.parametrize(
    "data",
    [
        b"", frame(TEXT, b"text")[:-1], frame(TEXT, b"text") + b"\x81", frame(PART, b"text"),
        frame(PING, b"text"), frame(0xC1, b"text"), b"\x81\x04text", frame(TEXT, b"x" * 8193),
        b"\x81\xff" + bytes(6) + b"\x00\x04mask" + bytes(4),
    ],
)  # fmt: skip
def test_what_is_no_lone_text_is_left_to_the_library(data):
    assert lone_text(data, MAX_BYTES) is None


@pytest.mark.parametrize("seed", range(8))
def test_boundaries_are_known_wherever_the_bytes_are_cut(seed):
    """Between messages: after whole texts and control frames, not within a frame or a message in pieces."""
    chance = random.Random(seed)
    boundaries, whole, ends, depth = FrameBoundaries(), b"", {0}, 0
    for _ in range(40):
        head = chance.choice([PING, REST, 0x00] if depth else [PING, TEXT, PART])
        depth = depth if head == PING else int(not head & 0x80)
        whole += frame(head, bytes(chance.choice([0, 1, 125, 126, 700]) if head != PING else 3))
        if not depth:
            ends.add(len(whole))
    at = 0
    while at < len(whole):
        step = chance.choice([1, 2, 3, 7, 200, 2000])
        boundaries.feed(whole[at : at + step])
        at = min(at + step, len(whole))
        assert boundaries.is_between_messages == (at in ends)


def test_boundaries_of_the_longest_kind_of_frame():
    boundaries = FrameBoundaries()
    boundaries.feed(b"\x82\xff" + (70_000).to_bytes(8, "big") + b"mask" + bytes(69_999))
    assert not boundaries.is_between_messages
    boundaries.feed(b"\x00")
    assert boundaries.is_between_messages
