"""A request that is never finished costs its sender the connection, and nobody else anything."""

import asyncio
import contextlib
import logging
import re
import resource
import socket
import subprocess
import sys

import httpx
import pytest

from app.live import http_connections
from tests.live.served import PATIENCE, at_table, seated_room
from tests.serving import serving

HALF = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half: "
HALF_BODY = (
    b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{"
)

ANSWER = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LONG_ANSWER = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
LONGER_ANSWER = b"GET /rules HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(http_connections, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(http_connections, "BODY_SECONDS", 0.3)


def port_of(site):
    return int(site.url.rsplit(":", 1)[1])


@pytest.fixture
async def dial():
    """Opens a connection and sends something; closed at the end."""
    opened = []

    async def dial(port, sent=b"", source="127.0.0.1"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        opened.append(writer)
        writer.write(sent)
        return reader, writer

    yield dial
    for writer in opened:
        writer.close()


async def rest_of(reader):
    async with asyncio.timeout(PATIENCE):
        return await reader.read()


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("sent", "answer"), [(b"", b""), (HALF, b"HTTP/1.1 408 "), (HALF_BODY, b"HTTP/1.1 408 ")]
)
async def test_request_that_stops_half_way_is_ended(site, dial, caplog, sent, answer):
    reader, _ = await dial(port_of(site), sent)
    assert (await rest_of(reader)).startswith(answer)
    await asyncio.sleep(0.1)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.usefixtures("hasty")
async def test_head_that_trickles_in_is_ended_all_the_same(site, dial):
    reader, writer = await dial(port_of(site), HALF)
    answer = asyncio.ensure_future(rest_of(reader))
    while not answer.done():
        writer.write(b"x")
        await asyncio.sleep(0.02)
    with contextlib.suppress(ConnectionResetError):  # as its last byte crosses the answer
        assert (await answer).startswith(b"HTTP/1.1 408 ")


@pytest.mark.usefixtures("hasty")
async def test_connection_may_rest_between_two_whole_requests(site, dial):
    reader, writer = await dial(port_of(site))
    for _ in range(2):
        writer.write(HALF + b"\r\n\r\n")
        assert (await asyncio.wait_for(reader.readuntil(b"}"), PATIENCE)).startswith(b"HTTP/1.1 200 ")
        await asyncio.sleep(0.8)
    writer.write(HALF)
    assert (await rest_of(reader)).startswith(b"HTTP/1.1 408 ")


async def test_head_without_end_is_refused(site, dial):
    reader, writer = await dial(port_of(site), HALF)
    with contextlib.suppress(ConnectionError):
        for _ in range(100):
            writer.write(b"x" * 1000 + b"\r\nX-More: ")
            await writer.drain()
            await asyncio.sleep(0)
        assert (await rest_of(reader)).startswith(b"HTTP/1.1 431 ")


async def test_many_unfinished_requests_push_out_only_their_own(site, dial, monkeypatch, caplog):
    monkeypatch.setattr(http_connections, "MOST_REQUESTS", 20)
    room = await seated_room(site)
    port = port_of(site)
    async with at_table(site, room.code, room.people[0]) as client:
        patient, slow = await dial(port, HALF, "127.0.0.2")
        with caplog.at_level(logging.WARNING):
            for _ in range(100):
                await dial(port, HALF)
            async with httpx.AsyncClient(timeout=PATIENCE) as fresh:
                assert (await fresh.get(f"{site.url}/healthz")).status_code == 200
        assert site.server.server_state.count <= 20
        slow.write(b"\r\n\r\n")
        assert (await asyncio.wait_for(patient.readuntil(b"}"), PATIENCE)).startswith(b"HTTP/1.1 200 ")
        await client.send(type="hb", seq=0)
        await client.hear("hb_ack")
    lines = [each for each in caplog.records if "connections are refused" in each.getMessage()]
    assert len(lines) == 1


async def test_answer_that_nobody_reads_is_given_up(site, dial, monkeypatch):
    monkeypatch.setattr(http_connections, "READ_SECONDS", 0.3)
    _, writer = await dial(port_of(site))
    writer.transport.pause_reading()
    writer.write(LONG_ANSWER * 1000)
    connections = site.server.server_state.connections
    async with asyncio.timeout(PATIENCE):
        while not any(each.transport.get_write_buffer_size() for each in connections):
            await asyncio.sleep(0.01)
        while connections:
            await asyncio.sleep(0.01)


@pytest.fixture
def narrow(site):
    """A connection on which little is under way: what is not read soon waits at the server."""
    site.server.servers[0].sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", port_of(site)))
        narrow.setblocking(False)
        yield narrow


async def test_answer_of_which_only_the_beginning_is_read_is_given_up_as_well(site, narrow, monkeypatch):
    monkeypatch.setattr(http_connections, "READ_SECONDS", 0.5)
    loop, connections = asyncio.get_running_loop(), site.server.server_state.connections
    await loop.sock_sendall(narrow, LONG_ANSWER)
    async with asyncio.timeout(PATIENCE):
        while not any(each.transport.get_write_buffer_size() for each in connections):
            await asyncio.sleep(0.01)
        for _ in range(20):
            await loop.sock_recv(narrow, 1000)
        while connections:
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    "asked", [(ANSWER, LONGER_ANSWER), (LONG_ANSWER + LONGER_ANSWER, b"")], ids=["in turn", "at once"]
)
async def test_whoever_reads_one_answer_and_slowly_a_longer_one_is_not_given_up(narrow, monkeypatch, asked):
    """More may wait for them than before, though they have read all the time."""
    monkeypatch.setattr(http_connections, "READ_SECONDS", 0.5)
    loop = asyncio.get_running_loop()

    async def ask(request):
        """How long the answer is; its head has been read."""
        await loop.sock_sendall(narrow, request)
        head = b""
        while b"\r\n\r\n" not in head:
            head += await loop.sock_recv(narrow, 1)
        return int(re.search(rb"content-length: (\d+)", head)[1])

    async with asyncio.timeout(PATIENCE):
        first = left = await ask(asked[0])
        while left:
            left -= len(await loop.sock_recv(narrow, min(left, 1000)))
        left = await ask(asked[1])
        assert left > first + 50_000
        slowly_until = loop.time() + 0.8
        while left:
            piece = await loop.sock_recv(narrow, min(left, 1000))
            assert piece, "given up"
            left -= len(piece)
            await asyncio.sleep(0.02 if loop.time() < slowly_until else 0)


def limited(soft, hard, code):
    """What `code` prints in a process that may open so many files."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return run.stdout + run.stderr


RAISE = (
    "import resource; from app import open_files; open_files.raise_limit(1000);"
    "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
)


def test_file_limit_is_raised_as_far_as_the_sockets_need():
    assert limited(256, 4096, RAISE) == "2200\n"
    assert limited(3000, 4096, RAISE) == "3000\n"


def test_file_limit_too_low_for_the_sockets_is_said():
    told = limited(256, 1024, RAISE)
    assert "this process may open 1024 files, but TERRAHEDRON_SOCKETS=1000 needs 2200;" in told
    assert "LimitNOFILE" in told
    assert told.startswith("1024\n")


async def test_half_requests_beyond_the_file_limit_shut_nobody_out(tmp_path, database_url, dial):
    """More of them than files are allowed: the next visitor is served, and the log says what happens."""
    with serving("--data", str(tmp_path), database_url=database_url, files="512") as server:
        port = int(server.address.rsplit(":", 1)[1])
        for _ in range(700):
            await dial(port, HALF)
        async with httpx.AsyncClient(timeout=PATIENCE) as visitor:
            assert (await visitor.get(f"{server.address}/healthz")).status_code == 200
        told = server.end()[1]
    assert "TERRAHEDRON_SOCKETS=4000 needs 5200" in told
    assert "connections are refused" in told
