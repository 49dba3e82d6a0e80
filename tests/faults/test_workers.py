"""Several processes behind one port (`serve --workers`): everybody of a room meets in one of them, what dies
is started again, all are replaced while people play, and none outlives its parent.
"""

import os
import random
import signal
import socket
import subprocess

import pytest
from prometheus_client.parser import text_string_to_metric_families

from app.config import Settings
from app.workers.supervisor import DidNotServe, Supervisor
from tests.faults.processes import asking, serving, until
from tests.faults.test_killed import check, games_under_way, is_there, live_again


def workers(app):
    """The processes that serve, the oldest first."""
    found = subprocess.run(
        ["pgrep", "-P", str(app.process.pid), "-f", "app.workers.worker"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return sorted(int(pid) for pid in found.stdout.split())


async def shown(app, name):
    """A metric, process by process."""
    async with asking() as http:
        text = (await http.get(f"{app.url}/metrics")).text
    family = next(one for one in text_string_to_metric_families(text) if one.name == f"terrahedron_{name}")
    return {sample.labels["process"]: sample.value for sample in family.samples}


async def test_workers_share_the_rooms_and_are_replaced_while_people_play(tmp_path, database_url):
    async with serving(tmp_path, database_url, TERRAHEDRON_WORKERS="2") as (app,):
        first = workers(app)
        assert len(first) == 2
        async with games_under_way([app.url], random.Random(3), 4) as (history, players):
            await until(lambda: history.acknowledged >= 8, "play goes on")
            tables = await shown(app, "tables")
            assert set(tables) == {"0", "1"}
            assert sum(tables.values()) == 4  # each room's people met in one process

            os.kill(first[0], signal.SIGKILL)
            await until(lambda: len(workers(app)) == 2 and first[0] not in workers(app), "another is there")
            await live_again(players, history)

            app.send(signal.SIGUSR2)
            await until(lambda: not set(first) & set(workers(app)), "all are replaced")
            await live_again(players, history)
        await check(history, database_url, players, app.url)
        last = workers(app)
        assert await app.stop() == 0
        assert not any(map(is_there, last))
        assert [line for line in app.accidents() if "another takes its place" not in line] == []


async def test_workers_end_with_a_parent_that_was_killed(tmp_path, database_url):
    async with serving(tmp_path, database_url, TERRAHEDRON_WORKERS="2") as (app,):
        found = workers(app)
        await app.kill()
        await until(lambda: not any(map(is_there, found)), "its workers end")


async def test_workers_serve_whoever_is_slow_to_say_what_they_want(tmp_path, database_url):
    async with serving(tmp_path, database_url, TERRAHEDRON_WORKERS="2") as (app,):
        silent = [socket.create_connection(("127.0.0.1", app.port)) for _ in range(600)]
        assert await app.status("/healthz") == 200
        slow = silent[-1]
        slow.sendall(b"GET /healthz HT")
        slow.sendall(b"TP/1.1\r\nHost: here\r\n\r\n")
        assert slow.recv(12) == b"HTTP/1.1 200"
        for one in silent:
            one.close()


async def test_workers_that_cannot_start_end_the_parent_as_well():
    """No database is named: that is found by a worker first, since `serve` itself looks before."""
    with socket.socket() as listening:
        supervisor = Supervisor(Settings(workers=2), listening, lambda: pytest.fail("the port is open"))
        supervisor.environment.pop("DATABASE_URL", None)
        with pytest.raises(DidNotServe):
            await supervisor.run()
        assert not any(one.is_serving for one in supervisor.processes)
