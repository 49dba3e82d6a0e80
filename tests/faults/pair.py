"""Two real PostgreSQLs, a primary and its synchronous standby, that a test may kill, freeze and promote."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from app.embedded.binaries import find_binaries
from app.embedded.cluster import ROLE
from app.embedded.owner import child_setup, choose_owner
from tests.faults.processes import PATIENCE

SETTINGS = ("listen_addresses=", "wal_level=replica", "hot_standby=on", "shared_buffers=32MB", "jit=off")


class PostgresPair:
    """`one` begins as the primary. Made in the main thread: the servers end with it."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pair-", dir="/tmp"))
        self.programs = find_binaries(self.folder / "none").folder
        self.owner = choose_owner(self.folder / "none")
        if self.owner.drops:
            os.chown(self.folder, self.owner.uid, self.owner.gid)
        self.servers: dict[str, subprocess.Popen[bytes]] = {}
        self.run("initdb", "-D", self.data("one"), "-U", ROLE, "--auth=trust", "--no-sync", "--encoding=UTF8")
        self.start("one")
        sockets = str(self.folder)
        copy = ("-h", f"{sockets}/one.s", "-U", ROLE, "-D", self.data("two"), "-R", "-c", "fast", "--no-sync")
        self.run("pg_basebackup", *copy)
        self.start("two")
        self.sql("one", "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.sql("one", "SELECT pg_reload_conf()")

    def data(self, name: str) -> str:
        return str(self.folder / name)

    def url(self, *names: str) -> str:
        """The address of the pair, or of one of them."""
        places = "&".join(f"host={self.folder}/{name}.s" for name in names or ("one", "two"))
        return f"postgresql://{ROLE}@/postgres?{places}"

    def _popen(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{program}.log").open("ab") as log:
            return subprocess.Popen(
                [str(self.programs / program), *words],
                cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=child_setup(self.owner, self.programs, self.folder, dies_with_us=True),
            )  # fmt: skip

    def run(self, program: str, *words: str) -> None:
        assert self._popen(program, *words).wait(PATIENCE) == 0, (self.folder / f"{program}.log").read_text()

    def sql(self, name: str, statement: str) -> None:
        self.run("psql", "-h", f"{self.folder}/{name}.s", "-U", ROLE, "-d", "postgres", "-c", statement)

    def start(self, name: str) -> None:
        sockets = self.folder / f"{name}.s"
        sockets.mkdir(exist_ok=True)
        if self.owner.drops:
            os.chown(sockets, self.owner.uid, self.owner.gid)
        words = [
            part for setting in (*SETTINGS, f"unix_socket_directories={sockets}") for part in ("-c", setting)
        ]
        self.servers[name] = self._popen("postgres", "-D", self.data(name), *words)
        end = time.monotonic() + PATIENCE
        while self._popen("pg_isready", "-h", str(sockets)).wait() != 0:
            assert time.monotonic() < end, (self.folder / "postgres.log").read_text()
            time.sleep(0.02)

    def signal(self, name: str, number: int) -> None:
        """To all of its processes at once."""
        pid = self.servers[name].pid
        words = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
        for each in (pid, *map(int, words.split())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, number)

    def kill(self, name: str) -> None:
        self.signal(name, signal.SIGKILL)
        self.servers[name].wait()

    def promote(self, name: str) -> None:
        self.sql(name, "SELECT pg_promote()")

    def end(self) -> None:
        for name, server in self.servers.items():
            if server.poll() is None:
                self.signal(name, signal.SIGCONT)
                self.kill(name)
        shutil.rmtree(self.folder, ignore_errors=True)
