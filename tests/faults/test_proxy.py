"""Everything about one room goes to one process: by the parent of several, and by HAProxy as we give it."""

import asyncio
import contextlib
import secrets
import shutil
import socket
import subprocess
from collections import Counter
from uuid import uuid4

import pytest

from app.rooms.codes import grouped, new_code
from app.workers.entrance import room_of
from bench._cluster import CannotCluster, Cluster, listens
from bench._cluster_files import HERE, OPERATING, Ports, proxy_file
from tests.faults.processes import asking, until

GAME = "1f0c1b3e-0000-4000-8000-00000000000a"


@pytest.mark.parametrize(
    ("start", "key"),
    [
        ("GET /r/ABC-DEF-GHJ HTTP/1.1\r\n", "ABCDEFGHJ"),
        ("GET /ws/rooms/abcdefghj HTTP/1.1\r\n", "ABCDEFGHJ"),
        (
            f"GET /api/games/{GAME} HTTP/1.1\r\nHost: here\r\nterrahedron-Room: abc-def-ghj\r\n\r\n",
            "ABCDEFGHJ",
        ),
        (f"GET /api/games/{GAME}/record HTTP/1.1\r\nHost: here\r\n\r\n", GAME),
        (f"GET /g/{GAME.upper()}/ply/3 HTTP/1.1\r\n", GAME),
        (f"GET /api/games/{GAME} HTTP/1.1\r\nTerrahedron-Room: nothing that is a room\r\n\r\n", GAME),
        ("GET / HTTP/1.1\r\nTerrahedron-Room: ABCDEFGHJ\r\n\r\n", None),
    ],
)
def test_parent_of_several_processes_reads_whose_table_a_connection_is_for(start, key):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(start.encode())
        assert room_of(ours) == key


def test_proxy_of_the_example_has_the_same_servers_everywhere():
    text = (OPERATING / "haproxy.cfg").read_text(encoding="utf-8")
    backends = [part for part in text.split("\nbackend ")[1:] if "server app1" in part]
    assert len(backends) == 4
    for part in backends:
        assert [f"10.0.0.2{n}:8000" in part for n in (1, 2, 3)] == [True] * 3
    filled = proxy_file(Ports(17000), 2, 1)
    assert "10.0.0." not in "".join(line for line in filled.splitlines() if not line.startswith("#"))
    assert filled.count("server app2 ") == 4
    assert "app3" not in filled


def test_cluster_says_which_package_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotCluster, match="apt install etcd-server haproxy redis-server"):
        Cluster(tmp_path / "cluster").up(print)
    assert not (tmp_path / "cluster").exists()


class Apps:
    """What stands for three processes of the app: each says its name to whatever it is asked."""

    def __init__(self, ports):
        self.ports, self.servers, self.open = ports, {}, set()
        self.is_ready, self.refused = True, 0

    async def start(self, number):
        async def answer(reader, writer):
            self.open.add((number, writer))
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    line = (await reader.readuntil(b"\r\n\r\n")).partition(b"\r\n")[0]
                    status = b"200 ok" if self.is_ready or b"/readyz" not in line else b"503 no"
                    self.refused += status == b"503 no"
                    writer.write(b"HTTP/1.1 %b\r\nContent-Length: 1\r\n\r\n%d" % (status, number))
            self.open.discard((number, writer))
            writer.close()

        self.servers[number] = await asyncio.start_server(answer, HERE, self.ports.app(number))

    async def stop(self, number):
        self.servers.pop(number).close()
        for which, writer in [*self.open]:
            if which == number:
                writer.transport.abort()
        await until(lambda: all(which != number for which, _ in self.open), "all have gone")


async def behind(http, path, **headers):
    """Which process answers."""
    answer = await http.get(path, headers=headers)
    assert answer.status_code == 200
    return answer.text


def free_ports():
    """A hundred ports that nobody listens at."""
    while True:
        ports = Ports(20_000 + secrets.randbelow(300) * 100)
        wanted = [ports.app(n) for n in (1, 2, 3)] + [
            ports.proxy(n) + more for n in (1, 2) for more in (0, 1, 2)
        ]
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            for port in wanted:
                stack.enter_context(socket.socket()).bind((HERE, port))
            return ports


@pytest.fixture
async def proxies(tmp_path):
    """Three processes behind two HAProxy, where there is one on this computer; and clients of both."""
    ports = free_ports()
    apps = Apps(ports)
    for number in (1, 2, 3):
        await apps.start(number)
    running = []
    for number in (1, 2):
        path = tmp_path / f"haproxy{number}.cfg"
        path.write_text(proxy_file(ports, 3, number))
        assert subprocess.run(["haproxy", "-c", "-q", "-f", path], check=False).returncode == 0
        with (tmp_path / "haproxy.log").open("ab") as log:
            running.append(
                await asyncio.create_subprocess_exec("haproxy", "-db", "-f", path, stdout=log, stderr=log)
            )
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(asking(f"http://{HERE}:{ports.proxy(number)}"))
            for number in (1, 2)
        ]
        for number in (1, 2):
            port = ports.proxy(number)
            await until(lambda port=port: listens(port), "HAProxy listens")
        yield apps, clients
    for process in running:
        process.kill()
        await process.wait()
    for number in [*apps.servers]:
        await apps.stop(number)


async def check_routes(apps, clients):
    one, two = clients
    codes = [new_code() for _ in range(60)]
    where = {code: await behind(one, f"/r/{code}") for code in codes}
    assert min(Counter(where.values()).values()) >= 6
    assert len(set(where.values())) == 3
    for code in codes[:15]:
        room = {"Terrahedron-Room": code}
        for path in (
            f"/ws/rooms/{code}",
            f"/api/rooms/{code}/sit",
            f"/r/{grouped(code).lower()}",
            f"/r/{code}/panel?x=1",
        ):
            assert await behind(two, path) == where[code]
        assert await behind(two, f"/api/games/{uuid4()}/acts", **room) == where[code]
    game = uuid4()
    assert await behind(one, f"/g/{game}") == await behind(two, f"/api/games/{game}/record")
    assert {await behind(one, "/") for _ in range(6)} == {"1", "2", "3"}
    await apps.stop(2)
    for code, number in where.items():
        now = await behind(one, f"/r/{code}")
        assert now in "13" if number == "2" else now == number
    apps.is_ready = False
    await until(lambda: apps.refused >= 12, "HAProxy has heard that none is ready")
    assert await behind(one, "/r/ABCDEFGHJ") in "13"  # who says so, in words


if shutil.which("haproxy"):

    async def test_haproxy_keeps_a_room_together_and_moves_no_other_when_a_process_is_gone(proxies):
        await check_routes(*proxies)
