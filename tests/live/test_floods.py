"""Whatever a socket sends costs a token, whether it says anything or not; so does opening one."""

import asyncio
import contextlib
import gc
import json
import logging
import warnings

import pytest
import websockets

from app.limits import MOST_WAITING, REFUSAL_SECONDS, Allowance, Buckets
from app.live.closes import Close
from app.live.messages import VERSION
from app.live.rate_limits import SharedBuckets, SocketLimits
from app.live.tables import JOINING_AT_ONCE
from tests.live.served import PATIENCE, at_table, seated_room, serve, sign_in
from tests.live.test_framing import PART, PING, TEXT, frame

PONG, CONT, CLOSE = 0x8A, 0x00, 0x88
LOOK = frame(TEXT, json.dumps({"type": "look", "q": [0, 0, 0, 1]}).encode())
HELLO = json.dumps(
    {"type": "hello", "v": VERSION, "tab": "0e2f9d5e-5a8f-4d2e-9d0e-0e2f9d5e5a8f", "game": None,
     "last_seq": None, "epoch": None}
).encode()  # fmt: skip
SIGHT = frame(TEXT, json.dumps({"type": "sight", "visible": False}).encode())
KINDS = {
    "looks": [LOOK] * 200,
    "sights": [SIGHT] * 200,
    "pings": [frame(PING, b"")] * 200,
    "pongs": [frame(PONG, b"")] * 200,
    "fragments": [frame(PART, b""), *[frame(CONT, b"")] * 200],
    "a quarter of a megabyte at once": [frame(PING, b"") * 40_000],
}


@pytest.fixture
async def strict(quick):
    """The limits as they are for everybody."""
    async with serve(quick.model_copy(update={"messages_per_second": 10.0})) as site:
        yield site


@pytest.mark.parametrize("sent", KINDS.values(), ids=KINDS)
async def test_flood_of_any_frames_ends_its_socket_and_no_other(strict, sent):
    room = await seated_room(strict)
    flooding, other = room.people
    async with at_table(strict, room.code, other) as beside, at_table(strict, room.code, flooding) as client:
        for each in sent:
            client.socket.transport.write(each)
        assert await client.closed() == Close.TOO_FAST
        await beside.send(type="hb", seq=0)
        await beside.hear("hb_ack")


async def test_flood_of_single_bytes_ends_its_socket(strict):
    room = await seated_room(strict, start=False)
    async with at_table(strict, room.code, room.people[0]) as client:
        client.socket.transport.write(b"\x81\xfe\x10\x00mask")  # 4,096 bytes are to follow
        for _ in range(400):
            if client.close_code is not None:
                break
            client.socket.transport.write(b"x")
            await asyncio.sleep(0.002)
        assert await client.closed() == Close.TOO_FAST


async def test_frames_of_an_honest_socket_are_answered(strict):
    room = await seated_room(strict, start=False)
    async with at_table(strict, room.code, room.people[0]) as client:
        for _ in range(8):
            await asyncio.wait_for(await client.socket.ping(), PATIENCE)
            await client.socket.send([json.dumps({"type": "hb"})[:-1], ',"seq":', "0}"])
            await client.hear("hb_ack", since=len(client.told))
            await asyncio.sleep(0.3)


def test_looks_leave_half_of_the_tokens_to_moves():
    shared = SharedBuckets(Allowance(0, 20), Buckets(Allowance(0, 12)), Buckets(Allowance(0, 12)))
    one = SocketLimits(shared, "person", "address")
    assert [one.take_spare() for _ in range(10)].count(True) == 6
    assert [one.take() for _ in range(10)].count(True) == 6


async def test_opening_sockets_costs_the_person_and_not_their_neighbours(strict):
    room = await seated_room(strict, start=False)
    eager, neighbour = room.people
    codes = []
    for _ in range(60):
        codes.append(await knock(strict, room.code, eager))
        if codes[-1] == Close.TOO_FAST:
            break
    assert codes[-1] == Close.TOO_FAST
    assert set(codes[:-1]) == {4400}
    assert 30 <= len(codes) <= 50
    async with at_table(strict, room.code, neighbour) as beside:
        await beside.send(type="hb", seq=0)
        await beside.hear("hb_ack")


async def test_addresss_nameless_watchers_leave_handshakes_to_those_with_a_name(quick):
    async with serve(quick.model_copy(update={"messages_per_second": 1.0})) as site:
        room = await seated_room(site, start=False)
        before = asyncio.get_running_loop().time()
        codes = [await knock(site, room.code) for _ in range(15)]
        assert Close.TOO_FAST in codes
        assert asyncio.get_running_loop().time() - before >= codes.count(
            Close.TOO_FAST
        )  # they are made to wait
        async with at_table(site, room.code, room.people[0]):
            pass


@pytest.mark.parametrize("limit", ["sockets_per_address", "sockets"])
async def test_seat_is_never_lost_to_watchers_of_the_same_address(quick, limit):
    async with serve(quick.model_copy(update={limit: 4})) as site, contextlib.AsyncExitStack() as stack:
        room = await seated_room(site)
        player, other = room.people

        async def enter(person=None):
            return await stack.enter_async_context(at_table(site, room.code, person))

        seated, known = await enter(player), await enter(await sign_in(site, "Guest"))
        nameless = [await enter(), await enter()]
        await enter(other)
        assert await nameless[1].closed() == 1013
        for stays in (seated, known, nameless[0]):
            await stays.send(type="hb", seq=0)
            await stays.hear("hb_ack")
        async with at_table(site, room.code, hello=False) as late:
            assert await late.closed() == 1013


async def knock(site, code, person=None):
    """Open a socket and say what ends it; the code that it was closed with."""
    async with at_table(site, code, person, hello=False) as client:
        with contextlib.suppress(websockets.ConnectionClosed):
            await client.socket.send("{")
        return await client.closed()


async def test_requests_beyond_the_limit_are_answered_late_or_closed(quick):
    """So that a refusal costs whoever asks more time than it costs us."""
    async with serve(quick.model_copy(update={"requests_per_minute": 1})) as site:
        loop = asyncio.get_running_loop()
        assert (await site.http.get(f"{site.url}/api/people/me")).status_code == 401
        began = loop.time()
        answers = await asyncio.gather(*[site.http.get(f"{site.url}/api/people/me") for _ in range(40)])
        assert {answer.status_code for answer in answers} == {429}
        closed = [answer for answer in answers if answer.headers.get("connection") == "close"]
        assert len(closed) == 40 - MOST_WAITING
        assert loop.time() - began >= REFUSAL_SECONDS


@pytest.fixture
def slow_door(monkeypatch):
    """The handshake is answered a moment late."""
    from app.live import gateway

    let_in = gateway.let_in

    async def late(socket, code):
        await asyncio.sleep(0.2)
        return await let_in(socket, code)

    monkeypatch.setattr(gateway, "let_in", late)


async def before_the_answer(site, code, person, data):
    """Ask for a socket, and send `data` without waiting for the answer; all that comes back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(site.url.rsplit(":", 1)[1]))
    writer.write(
        f"GET /ws/rooms/{code} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Authorization: {person.headers['Authorization']}\r\n\r\n".encode()
    )
    await asyncio.sleep(0.05)
    writer.write(data)
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()


@pytest.mark.usefixtures("slow_door")
async def test_text_that_is_not_utf8_before_the_handshakes_answer_is_refused_after_it(strict, caplog):
    room = await seated_room(strict, start=False)
    heard = await before_the_answer(strict, room.code, room.people[0], frame(TEXT, b"\xff\xfe"))
    assert heard.startswith(b"HTTP/1.1 101 ")
    assert heard.endswith(b"\x88\x02" + (1007).to_bytes(2, "big"))
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.usefixtures("slow_door")
async def test_pong_never_stands_before_the_handshakes_answer(strict):
    room = await seated_room(strict, start=False)
    sent = frame(PING, b"?") + frame(CLOSE, (1000).to_bytes(2, "big"))
    heard = await before_the_answer(strict, room.code, room.people[0], sent)
    assert heard.startswith(b"HTTP/1.1 101 ")
    assert heard.endswith(b"\r\n\r\n\x8a\x01?\x88\x02" + (1000).to_bytes(2, "big"))


@pytest.mark.usefixtures("slow_door")
async def test_handshake_that_the_servers_end_cuts_short_is_no_error(quick, caplog):
    async with serve(quick) as site:
        room = await seated_room(site, start=False)
        asking = asyncio.create_task(before_the_answer(site, room.code, room.people[0], b""))
        await asyncio.sleep(0.1)
    assert b" 101 " not in await asking
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_crowd_joins_in_turns(site, monkeypatch):
    """Nobody is refused, and never are more tables asked for at once than the database can answer."""
    room = await seated_room(site, start=False)
    tables = site.app.state.tables
    find, under_way, most = tables.table, 0, 0

    async def slow(room_id):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.02)
        under_way -= 1
        return await find(room_id)

    monkeypatch.setattr(tables, "table", slow)
    async with contextlib.AsyncExitStack() as stack:
        coming = [stack.enter_async_context(at_table(site, room.code)) for _ in range(60)]
        await asyncio.gather(*coming)
    assert 1 < most <= JOINING_AT_ONCE


@pytest.mark.usefixtures("slow_door")
async def test_socket_that_ends_right_after_its_hello_leaves_nothing_undone(strict):
    room = await seated_room(strict, start=False)
    sent = frame(TEXT, HELLO) + frame(CLOSE, (1000).to_bytes(2, "big"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        await before_the_answer(strict, room.code, room.people[0], sent)
        async with asyncio.timeout(PATIENCE):
            while strict.app.state.tables.conversations:
                await asyncio.sleep(0.01)
        gc.collect()
    assert not [each for each in caught if "never awaited" in str(each.message)]


async def test_handshake_that_only_half_the_server_understands_is_refused(strict):
    room = await seated_room(strict, start=False)
    many = [(f"X-{number}", "x") for number in range(200)]
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(
            f"{strict.ws}/ws/rooms/{room.code}", additional_headers=many, open_timeout=PATIENCE
        )
    assert refused.value.response.status_code == 400
    assert await sign_in(strict)


async def test_requests_that_come_behind_each_other_are_looked_at_one_after_the_other(quick):
    """Whatever somebody sends at once: what was not parsed costs nothing, and is not read on either."""
    count = 500
    async with serve(quick) as site:
        port = int(site.url.rsplit(":", 1)[1])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        body = b'{"name":"Ada"}'
        post = b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * count)
        writer.write(post + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        writer.write(
            b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" + b"GET / HTTP/1.1\r\n" * 9
        )
        (connection,) = [
            each for each in await seen(site) if each.client[1] == writer.get_extra_info("sockname")[1]
        ]
        most, heard = 0, b""
        async with asyncio.timeout(PATIENCE):
            while some := await reader.read(65_536):
                heard += some
                most = max(most, len(connection.pipeline))
        writer.close()
        assert heard.count(b"HTTP/1.1 200 OK") == count + 1
        assert heard.count(b"HTTP/1.1 201 Created") == 1
        assert most < 50


async def seen(site):
    """The HTTP connections that are open, once there is one."""
    async with asyncio.timeout(PATIENCE):
        while not site.server.server_state.connections:
            await asyncio.sleep(0)
    return list(site.server.server_state.connections)
