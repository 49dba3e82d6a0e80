"""The whole of several machines on this one, without containers: three etcd, three PostgreSQL under Patroni
(one writes, one is its synchronous standby), two Redis, three Sentinels, processes of the app, two HAProxy.

The files are those of `operating/`, with this computer's addresses in place of the example's. What runs is
written down in the cluster's folder, so that another command can look at it and end it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.embedded.binaries import from_system, from_wheel
from app.embedded.owner import child_setup, choose_owner
from bench._cluster_files import (
    HERE,
    NODES,
    OPERATING,
    PASSWORD,
    Ports,
    patroni_file,
    proxy_file,
    sentinel_file,
)
from tests.faults.processes import UNLIMITED

ROOT = Path(__file__).resolve().parent.parent
PATRONI = ROOT / ".venv-cluster/bin/patroni"
FOLDER = Path(tempfile.gettempdir()) / "terrahedron-cluster"
START_SECONDS = 120.0
STOP_SECONDS = 20.0
NEEDED = {"etcd": "etcd-server", "haproxy": "haproxy", "redis-server": "redis-server"}


class CannotCluster(Exception):
    """The cluster cannot be had; the text says why, and what helps."""


@dataclass
class Program:
    """One process of the cluster."""

    name: str
    words: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    drops: bool = False  # PostgreSQL does not run as root


class Cluster:
    """What runs in one folder."""

    def __init__(self, folder: Path, apps: int = 3, first_port: int = 17000) -> None:
        self.folder = folder.absolute()
        self.apps = apps
        self.ports = Ports(first_port)
        self.owner = choose_owner(self.folder / "none")
        self.programs = {program.name: program for program in self._programs()}

    # What is where

    @property
    def database_url(self) -> str:
        hosts = ",".join(f"{HERE}:{self.ports.postgres(node)}" for node in NODES)
        return f"postgresql://terrahedron:{PASSWORD}@{hosts}/terrahedron?target_session_attrs=primary"

    @property
    def urls(self) -> list[str]:
        """Where people come in."""
        return [f"http://{HERE}:{self.ports.proxy(number)}" for number in (1, 2)]

    @property
    def app_urls(self) -> list[str]:
        return [f"http://{HERE}:{self.ports.app(number)}" for number in range(1, self.apps + 1)]

    def _programs(self) -> list[Program]:
        return [
            *(self._etcd(node) for node in NODES),
            *(
                Program(
                    f"patroni{node}",
                    [str(PATRONI), str(self.folder / f"patroni{node}.yml")],
                    {"PATH": os.defpath},
                    drops=True,
                )
                for node in NODES
            ),
            *(self._redis(node) for node in (1, 2)),
            *(
                Program(
                    f"sentinel{node}",
                    ["redis-server", str(self.folder / f"sentinel{node}.conf"), "--sentinel"],
                )
                for node in NODES
            ),
            *(self._app(number) for number in range(1, self.apps + 1)),
            *(
                Program(
                    f"haproxy{number}", ["haproxy", "-db", "-f", str(self.folder / f"haproxy{number}.cfg")]
                )
                for number in (1, 2)
            ),
        ]

    def _etcd(self, node: int) -> Program:
        peers = ",".join(f"etcd{each}=http://{HERE}:{self.ports.etcd(each) + 1}" for each in NODES)
        client, peer = (f"http://{HERE}:{self.ports.etcd(node) + more}" for more in (0, 1))
        words = [
            "etcd", "--name", f"etcd{node}", "--data-dir", str(self.folder / f"etcd{node}"),
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--initial-cluster", peers, "--heartbeat-interval", "200", "--election-timeout", "2000",
        ]  # fmt: skip
        return Program(f"etcd{node}", words)

    def _redis(self, node: int) -> Program:
        words = [
            "redis-server", "--port", str(self.ports.redis(node)), "--bind", HERE, "--save", "",
            "--set-proc-title", "no",
            "--dir", str(self.folder / f"redis{node}"),
        ]  # fmt: skip
        return Program(f"redis{node}", words)

    def _app(self, number: int) -> Program:
        environment = {
            **UNLIMITED,
            "DATABASE_URL": self.database_url,
            "REDIS_URL": f"redis://{HERE}:{self.ports.proxy(2 - number % 2) + 2}/0",
        }
        data = str(self.folder / f"app{number}")
        words = [sys.executable, "-m", "app", "serve", "--port", str(self.ports.app(number)), "--data", data]
        return Program(f"app{number}", words, environment)

    # Files

    def write_files(self) -> None:
        """The files of `operating/`, with the addresses of here."""
        self.folder.mkdir(parents=True)
        self.folder.chmod(0o711)
        for name in ("redis1", "redis2"):
            (self.folder / name).mkdir()
        for node in NODES:
            home = self.folder / f"postgres{node}"
            home.mkdir(mode=0o700)
            self._write(f"patroni{node}.yml", patroni_file(self.ports, node, home, postgres_programs()))
            self._write(f"sentinel{node}.conf", sentinel_file(self.ports, node, self.folder))
            if self.owner.drops:
                for path in (home, self.folder / f"patroni{node}.yml"):
                    os.chown(path, self.owner.uid, self.owner.gid)
        for number in (1, 2):
            self._write(f"haproxy{number}.cfg", proxy_file(self.ports, self.apps, number))

    def _write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)

    # Up and down

    def up(self, tell: Callable[[str], None]) -> None:
        """All of it, in order; `tell` hears what comes. Raises CannotCluster."""
        missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
        if missing:
            raise CannotCluster(f"This needs programs that are not here: apt install {' '.join(missing)}")
        if self.folder.exists():
            raise CannotCluster(f"There is a cluster in {self.folder} already: scripts/cluster down")
        install_patroni(tell)
        self.write_files()
        tell("3 etcd, who agree on which PostgreSQL is the primary")
        self.start(*(f"etcd{node}" for node in NODES))
        tell("3 PostgreSQL under Patroni: a primary, a standby that has what is acknowledged, and another")
        self.start(*(f"patroni{node}" for node in NODES))
        self.wait("PostgreSQL has a primary and a synchronous standby", self._has_standby)
        self._make_database()
        tell("2 Redis and 3 Sentinels, for hints between the processes")
        self.start("redis1", "redis2", *(f"sentinel{node}" for node in NODES))
        self.wait("Redis answers", lambda: all(listens(self.ports.redis(node)) for node in (1, 2)))
        subprocess.run(
            ["redis-cli", "-p", str(self.ports.redis(2)), "replicaof", HERE, str(self.ports.redis(1))],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        tell(f"2 HAProxy, and {self.apps} processes of the app")
        self.start("haproxy1", "haproxy2", *(f"app{number}" for number in range(1, self.apps + 1)))
        self.wait("the app is ready", lambda: all(is_ready(url) for url in (*self.app_urls, *self.urls)))

    def start(self, *names: str) -> None:
        pids = self.pids()
        for name in names:
            pids[name] = self._launch(self.programs[name])
        (self.folder / "pids.json").write_text(json.dumps(pids))

    def _launch(self, program: Program) -> int:
        reads = (PATRONI, Path(sys.base_prefix) / "bin", self.folder, postgres_programs())
        with (self.folder / f"{program.name}.log").open("ab") as log:
            return subprocess.Popen(
                program.words,
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env={**_plain_environment(), **program.environment},
                preexec_fn=child_setup(self.owner, *reads, dies_with_us=False) if program.drops else None,
            ).pid  # fmt: skip

    def _has_standby(self) -> bool:
        members = self.members()
        return {"leader", "sync_standby"} <= {
            member["role"] for member in members if member["state"] != "stopped"
        }

    def members(self) -> list[dict[str, Any]]:
        """What Patroni says of its three, by whichever answers."""
        for node in NODES:
            with contextlib.suppress(OSError, ValueError):
                address = f"http://{HERE}:{self.ports.patroni(node)}/cluster"
                with urllib.request.urlopen(address, timeout=2) as answer:
                    found: list[dict[str, Any]] = json.load(answer)["members"]
                    return found
        return []

    def primary(self) -> int | None:
        """The node that writes."""
        leaders = [member["name"] for member in self.members() if member["role"] == "leader"]
        return int(leaders[0].removeprefix("db")) if leaders else None

    def leads_etcd(self, node: int) -> bool:
        """Whether this node's etcd is the one that the others follow."""
        address = f"http://{HERE}:{self.ports.etcd(node)}/metrics"
        with urllib.request.urlopen(address, timeout=2) as answer:
            return b"\netcd_server_is_leader 1" in answer.read()

    def _make_database(self) -> None:
        node = self.primary()
        assert node is not None
        address = [
            "-h",
            str(self.folder / f"postgres{node}"),
            "-p",
            str(self.ports.postgres(node)),
            "-U",
            "postgres",
        ]
        psql = [str(postgres_programs() / "psql"), *address, "-d", "postgres", "-q", "-v", "ON_ERROR_STOP=1"]
        make = (
            f"CREATE ROLE terrahedron LOGIN PASSWORD '{PASSWORD}'",
            "CREATE DATABASE terrahedron OWNER terrahedron",
        )
        for statement in make:
            subprocess.run([*psql, "-c", statement], check=True, env=_plain_environment())
        migrate = [sys.executable, "-m", "app", "migrate"]
        environment = {**_plain_environment(), "DATABASE_URL": self.database_url}
        subprocess.run(migrate, check=True, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)

    def wait(self, what: str, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + START_SECONDS
        while not holds():
            for name in self.pids().keys() - self.running().keys():
                words = (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
                raise CannotCluster(f"{name} has ended:\n" + "\n".join(words.splitlines()[-5:]))
            if time.monotonic() > end:
                raise CannotCluster(f"Waited in vain: {what}. The logs are in {self.folder}.")
            time.sleep(0.2)

    def pids(self) -> dict[str, int]:
        """What was started, by name."""
        with contextlib.suppress(FileNotFoundError):
            found: dict[str, int] = json.loads((self.folder / "pids.json").read_text())
            return found
        return {}

    def running(self) -> dict[str, int]:
        """What of it runs. A number that another program has by now does not count."""
        pids = self.pids()
        words = commands_of(*pids.values())
        return {name: pid for name, pid in pids.items() if str(self.folder) in words.get(pid, "")}

    def tree(self, name: str) -> list[int]:
        """A process and all that it has started; of Patroni, its PostgreSQL."""
        pids = [pid] if (pid := self.running().get(name)) is not None else []
        if name.startswith("patroni"):
            with contextlib.suppress(OSError, ValueError):
                home = self.folder / name.replace("patroni", "postgres")
                server = int((home / "data/postmaster.pid").read_text().split()[0])
                is_ours = str(home) in commands_of(server).get(server, "")
                pids += [server, *children_of(server)] if is_ours else []
        return [*pids, *(child for pid in pids[:1] for child in children_of(pid) if child not in pids)]

    def signal(self, name: str, number: int) -> None:
        for pid in self.tree(name):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def stop(self, *names: str) -> None:
        """SIGTERM, and no patience without end."""
        for name in names:
            self.signal_one(name, signal.SIGTERM)
        end = time.monotonic() + STOP_SECONDS
        while set(names) & set(self.running()) and time.monotonic() < end:
            reap()
            time.sleep(0.05)
        for name in names:
            self.signal(name, signal.SIGKILL)
        reap()

    def signal_one(self, name: str, number: int) -> None:
        """To the process itself alone."""
        if (pid := self.running().get(name)) is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def down(self) -> None:
        """Everything ends, and the folder goes."""
        for name in self.programs:
            self.signal(name, signal.SIGCONT)
        for kind in ("app", "haproxy", "sentinel", "redis", "patroni", "etcd"):
            self.stop(*(name for name in self.pids() if name.startswith(kind)))
        shutil.rmtree(self.folder, ignore_errors=True)


def install_patroni(tell: Callable[[str], None]) -> None:
    """Patroni, in an environment of its own."""
    wanted = (OPERATING / "patroni.txt").read_text(encoding="utf-8")
    stamp = PATRONI.parent.parent / ".stamp"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    tell("Patroni, from operating/patroni.txt into .venv-cluster")
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(PATRONI.parent.parent)], check=True)
    pip = [str(PATRONI.parent / "python"), "-m", "pip", "install", "-qqq", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "--require-hashes", "-r", str(OPERATING / "patroni.txt")], check=False)
    if done.returncode:
        raise CannotCluster("Patroni could not be installed; the lines above say why.")
    stamp.write_text(wanted, encoding="utf-8")


def postgres_programs() -> Path:
    """The system's PostgreSQL, as on a real machine; else the one that comes with the app."""
    for binaries in (*from_system(), *from_wheel()):
        if (binaries.folder / "pg_rewind").exists() and (binaries.folder / "pg_basebackup").exists():
            return binaries.folder
    raise CannotCluster("This needs PostgreSQL's programs: apt install postgresql")


def _plain_environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL"} and not name.startswith("TERRAHEDRON_")
    }


def commands_of(*pids: int) -> dict[int, str]:
    """The words that processes were started with, of those there are; dead ones not yet buried have none."""
    listing = ["ps", "-ww", "-o", "pid=,args=", "-p", ",".join(map(str, pids))]
    lines = subprocess.run(listing, capture_output=True, text=True, check=False).stdout.splitlines()
    return {int(pid): words for pid, _, words in (line.strip().partition(" ") for line in lines)}


def children_of(pid: int) -> list[int]:
    done = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in done.stdout.split()]


def reap() -> None:
    """Bury those of ours who have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HERE, port)) == 0


def is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=3) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False
