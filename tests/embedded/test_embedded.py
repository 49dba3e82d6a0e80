"""The PostgreSQL of our own, with real processes: it starts fast, keeps everything, and never outlives us."""

import fcntl
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from app.database_address import normalise_database_url
from app.embedded import (
    AlreadyRunning,
    CannotEnter,
    DidNotStart,
    EmbeddedError,
    EmbeddedPostgres,
    binaries,
    server,
)
from app.embedded.cluster import create_cluster, socket_folder
from app.embedded.lock import FolderLock
from app.embedded.owner import choose_owner
from app.embedded.process import command_line, is_ready, postmaster_of
from tests.embedded.conftest import wait_until_gone


async def ask(url: str, question: str) -> Any:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return await connection.fetchval(question)
    finally:
        await connection.close()


async def keep(url: str, value: int) -> None:
    await ask(url, f"CREATE TABLE kept AS SELECT {value} AS value")


async def kept(url: str) -> Any:
    return await ask(url, "SELECT value FROM kept")


async def kept_when_it_is_back(url: str) -> Any:
    until = time.monotonic() + 60
    while True:
        try:
            return await kept(url)
        except (OSError, asyncpg.PostgresError):
            assert time.monotonic() < until
            time.sleep(0.02)


def socket_folder_of(url: str) -> Path:
    """With the data, or in a short folder of its own: the path of a test's folder may be long."""
    return Path(url.partition("host=")[2])


async def test_embedded_fresh_folder_gives_a_durable_database(start):
    url = start().url
    assert normalise_database_url(url).startswith("postgresql+asyncpg://")
    for name in ("fsync", "synchronous_commit", "full_page_writes"):
        assert await ask(url, f"SHOW {name}") == "on"
    assert await ask(url, "SHOW server_encoding") == "UTF8"


async def test_embedded_listens_on_a_closed_socket_only(start):
    postgres = start()
    assert await ask(postgres.url, "SHOW listen_addresses") == ""
    sockets = socket_folder_of(postgres.url)
    for closed in (postgres.data, sockets):
        assert stat.S_IMODE(closed.stat().st_mode) == 0o700
    with socket.socket(socket.AF_UNIX) as knocking:
        knocking.connect(str(sockets / ".s.PGSQL.5432"))


async def test_embedded_second_start_finds_everything(start):
    """How fast it is, `scripts/bench start` says."""
    first = start()
    await keep(first.url, 7)
    first.stop()
    for _ in range(2):
        again = start()
        assert await kept(again.url) == 7
        again.stop()


@pytest.mark.parametrize("way", ["signal", "pipe"])
async def test_embedded_ends_with_a_killed_parent(hold, start, way):
    holder = hold(way)
    await keep(holder.url, 8)
    holder.process.send_signal(signal.SIGKILL)
    assert wait_until_gone(holder.postgres)
    assert await kept(start().url) == 8


async def test_embedded_start_right_after_a_kill_waits_for_the_old_one(hold, start):
    holder = hold()
    await keep(holder.url, 9)
    holder.process.send_signal(signal.SIGKILL)
    holder.process.wait()
    assert await kept(start().url) == 9


async def test_embedded_stops_an_orphan_that_does_not_end(hold, start):
    holder = hold("pipe")
    await keep(holder.url, 10)
    os.kill(holder.postgres, signal.SIGSTOP)  # so that word of its parent's end does not reach it
    holder.process.send_signal(signal.SIGKILL)
    holder.process.wait()
    time.sleep(0.2)
    os.kill(holder.postgres, signal.SIGCONT)
    assert await kept(start().url) == 10


async def test_embedded_killed_together_with_its_server_starts_at_once(hold, start, unburied):
    """The dead PostgreSQL keeps its id until somebody buries it; PostgreSQL itself would call that alive."""
    holder = hold()
    await keep(holder.url, 15)
    os.kill(holder.postgres, signal.SIGSTOP)  # until its server is gone, which might bury it
    holder.process.kill()
    holder.process.wait()
    os.kill(holder.postgres, signal.SIGKILL)
    assert wait_until_gone(holder.postgres)
    unburied.append(holder.postgres)
    assert await kept(start().url) == 15


async def test_embedded_ignores_a_lock_of_its_socket_that_names_a_stranger(start, hold):
    holder = hold()
    await keep(holder.url, 16)
    lock = socket_folder_of(holder.url) / ".s.PGSQL.5432.lock"
    lines = lock.read_text().splitlines()
    holder.process.send_signal(signal.SIGKILL)
    os.kill(holder.postgres, signal.SIGKILL)
    assert wait_until_gone(holder.postgres)
    with subprocess.Popen(["sleep", "60"], user=lock.stat().st_uid) as stranger:
        lock.write_text("\n".join([str(stranger.pid), *lines[1:]]) + "\n")
        assert await kept(start().url) == 16
        stranger.kill()


@pytest.mark.parametrize("recycled", [False, True], ids=["gone", "recycled"])
async def test_embedded_ignores_a_pid_file_of_nobody(start, folder, recycled):
    first = start()
    await keep(first.url, 11)
    pid_file = (first.data / "postmaster.pid").read_text().splitlines()
    first.stop()
    with subprocess.Popen(["sleep", "60"]) as other:
        if not recycled:
            other.kill()
            other.wait()
        (first.data / "postmaster.pid").write_text("\n".join([str(other.pid), *pid_file[1:]]))
        assert postmaster_of(first.data) is None
        assert await kept(start().url) == 11
        other.kill()


@pytest.mark.parametrize("text", ["", "\n", "twelve\n", "-1\n", "99999999999999999999\n", "1\n"])
def test_postmaster_of_a_broken_pid_file_is_none(tmp_path, text):
    (tmp_path / "postmaster.pid").write_text(text)
    assert postmaster_of(tmp_path) is None


async def test_embedded_killed_under_us_comes_back_with_everything(start):
    postgres = start()
    await keep(postgres.url, 12)
    was = postgres.pid
    os.kill(was, signal.SIGKILL)
    assert await kept_when_it_is_back(postgres.url) == 12
    assert postgres.pid != was


def test_embedded_second_server_in_a_folder_says_who_was_first(start, folder):
    first = start()
    first.tell("http://127.0.0.1:8000")
    with pytest.raises(AlreadyRunning) as refused:
        EmbeddedPostgres(folder).start()
    for part in (str(folder), f"process {os.getpid()}", "http://127.0.0.1:8000", "--data DIR"):
        assert part in str(refused.value)
    first.stop()
    start()


def test_embedded_of_two_at_once_exactly_one_gets_a_fresh_folder(folder):
    command = [sys.executable, "-m", "tests.embedded.holder", str(folder)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    both = [subprocess.Popen(command, **pipes) for _ in range(2)]
    answers = sorted(process.stdout.readline() for process in both)
    for process in both:
        process.communicate()
    assert answers[0].startswith("Terrahedron is already running")
    assert answers[1].startswith("postgresql+asyncpg://")


def test_embedded_folder_is_let_go_though_a_child_still_holds_its_copy_of_the_lock(folder):
    folder.mkdir()
    first = FolderLock(folder)
    os.set_inheritable(first._file, True)
    with subprocess.Popen(["sleep", "60"], close_fds=False) as child:
        first.close()
        FolderLock(folder).close()
        child.kill()


async def test_embedded_long_path_gets_a_short_socket(start, tmp_path):
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    postgres = start(deep)
    await keep(postgres.url, 13)
    sockets = socket_folder_of(postgres.url)
    assert len(str(sockets)) < 80
    assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    postgres.stop()
    assert not sockets.exists()


async def test_embedded_unfinished_folder_is_made_anew(start, folder):
    (folder / "postgres.new" / "base").mkdir(parents=True)
    (folder / "postgres.new" / "base" / "1").write_text("half a file")
    await keep(start().url, 14)
    assert not (folder / "postgres.new").exists()


def test_embedded_broken_database_fails_with_its_own_words(start, folder):
    start().stop()
    (folder / "postgres" / "global" / "pg_control").write_bytes(b"x")
    with pytest.raises(DidNotStart, match=r"It says:\n(.*\n)*.*pg_control"):
        start()


def test_embedded_folder_that_is_a_file_is_refused_with_a_sentence(folder):
    folder.write_text("a file")
    with pytest.raises(EmbeddedError, match="The games cannot be kept in"):
        EmbeddedPostgres(folder).start()


def test_process_is_known_by_its_words_also_where_the_system_has_no_folder_of_them(monkeypatch):
    """As on macOS, where `ps` is asked."""
    exists = Path.exists
    words = command_line(os.getpid())
    assert words
    with subprocess.Popen(["sleep", "60"]) as sleeping:
        monkeypatch.setattr(Path, "exists", lambda path: "/proc" not in str(path) and exists(path))
        assert command_line(sleeping.pid) == ["sleep", "60"]
        sleeping.kill()
    assert command_line(sleeping.pid) == []


def test_database_is_ready_only_by_its_own_word(tmp_path):
    assert not is_ready(tmp_path, 12)
    lines = ["12", *"abcdef", "ready   "]
    (tmp_path / "postmaster.pid").write_text("\n".join(lines))
    assert is_ready(tmp_path, 12)
    assert not is_ready(tmp_path, 13)
    (tmp_path / "postmaster.pid").write_text("\n".join([*lines[:-1], "starting"]))
    assert not is_ready(tmp_path, 12)
    (tmp_path / "postmaster.pid").write_text("\n".join(lines[:-1]))
    assert not is_ready(tmp_path, 12)


def test_home_of_nobody_is_refused_with_a_way_out():
    with pytest.raises(CannotEnter, match="in full, as --data DIR"):
        EmbeddedPostgres(Path("~nobody-of-this-name/games"))


def test_holder_that_has_not_said_who_it_is_is_told_of_all_the_same(tmp_path):
    lock = FolderLock(tmp_path)
    lock.tell("http://127.0.0.1:9")
    with pytest.raises(AlreadyRunning, match=rf"process {os.getpid()}, since .*serves at http://127.0.0.1:9"):
        FolderLock(tmp_path)
    (tmp_path / "running.json").write_text("")
    with pytest.raises(AlreadyRunning, match=r"\(another process\)\. Open"):
        FolderLock(tmp_path)
    lock.close()
    FolderLock(tmp_path).close()


async def test_embedded_that_takes_too_long_is_ended_and_another_try_may_have_the_folder(
    start, folder, monkeypatch
):
    monkeypatch.setattr(server, "START_SECONDS", 0.001)
    late = EmbeddedPostgres(folder)
    with pytest.raises(DidNotStart, match="took longer than 0 s"):
        late.start()
    assert postmaster_of(late.data) is None
    monkeypatch.undo()
    assert await ask(start(late.folder).url, "SELECT 1") == 1


def test_embedded_guard_by_a_pipe_goes_with_what_it_guards(folder):
    postgres = EmbeddedPostgres(folder, dies_by_pipe=True)
    postgres.start()
    guard, pid = postgres._guard, postgres.pid
    assert guard is not None
    assert guard.poll() is None
    postgres.stop()
    assert guard.poll() == -signal.SIGKILL
    assert wait_until_gone(pid)


def test_folder_of_somebody_dead_is_waited_for_until_their_last_child_lets_go(tmp_path):
    with subprocess.Popen(["true"]) as dead:
        dead.wait()
    (tmp_path / "running.json").write_text(json.dumps({"pid": dead.pid, "since": "00:00"}))
    copy = os.open(tmp_path / "running.json", os.O_RDWR)
    fcntl.flock(copy, fcntl.LOCK_EX)
    threading.Timer(0.3, os.close, [copy]).start()
    second = FolderLock(tmp_path)
    assert json.loads((tmp_path / "running.json").read_text())["pid"] == os.getpid()
    second.close()


def test_embedded_orphan_that_never_ends_is_named(hold, folder, monkeypatch):
    holder = hold("pipe")
    os.kill(holder.postgres, signal.SIGSTOP)
    holder.process.kill()
    holder.process.wait()
    monkeypatch.setattr(server, "ORPHAN_SECONDS", 0.05)
    monkeypatch.setattr(server, "START_SECONDS", 0.3)
    with pytest.raises(DidNotStart, match=rf"process {holder.postgres}\) holds .* and does not end"):
        EmbeddedPostgres(folder).start()
    os.kill(holder.postgres, signal.SIGCONT)  # and it was asked to end
    assert wait_until_gone(holder.postgres)


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """PostgreSQL's programs with a `postgres` of our own before it, which is a shell script."""
    real = binaries.from_wheel()[0]
    folder = tmp_path / "programs"
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "initdb").symlink_to(real.folder / "initdb")
    monkeypatch.setattr(server, "find_binaries", lambda _: binaries.Binaries(folder, real.major))

    def become(script: str) -> None:
        (folder / "new").write_text(f"#!/bin/sh\n{script}\n")
        (folder / "new").chmod(0o755)
        (folder / "new").rename(folder / "postgres")

    become(f'exec {real.folder}/postgres "$@"')
    return become, real.folder


async def test_embedded_is_tried_again_while_the_last_of_the_old_leaves_and_until_it_can_start(
    start, programs, caplog
):
    """The second argument is the data folder, where the other account may write."""
    become, real = programs
    become(
        f'[ -e "$2/tried" ] && exec {real}/postgres "$@"\n'
        'touch "$2/tried"; echo "pre-existing shared memory block is still in use"; exit 1'
    )
    postgres = start()
    assert (postgres.data / "tried").exists()
    await keep(postgres.url, 12)
    become("echo it is broken; exit 1")
    os.kill(postgres.pid, signal.SIGKILL)
    until = time.monotonic() + 60
    while caplog.text.count("could not be started again") < 3:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert "it is broken" in caplog.text
    become(f'exec {real}/postgres "$@"')
    assert await kept_when_it_is_back(postgres.url) == 12


async def test_embedded_that_cannot_be_started_again_is_left_when_it_is_stopped(start, programs, caplog):
    become, real = programs
    postgres = start()
    become("echo it is broken; exit 1")
    os.kill(postgres.pid, signal.SIGKILL)
    until = time.monotonic() + 60
    while "could not be started again" not in caplog.text:
        assert time.monotonic() < until
        time.sleep(0.02)
    postgres.stop()
    become(f'exec {real}/postgres "$@"')
    assert await ask(start(postgres.folder).url, "SELECT 1") == 1


def test_embedded_files_that_cannot_be_made_are_told_in_its_own_words(folder, tmp_path):
    (tmp_path / "initdb").write_text("#!/bin/sh\necho 'there is no room' >&2\nexit 1\n")
    (tmp_path / "initdb").chmod(0o755)
    folder.mkdir()
    with pytest.raises(DidNotStart, match=r"could not make its files in (?s:.*)there is no room"):
        create_cluster(binaries.Binaries(tmp_path, 18), folder / "postgres", choose_owner(folder / "none"))
    assert not (folder / "postgres").exists()


def test_socket_of_a_long_path_is_in_a_folder_that_is_ours_alone(tmp_path):
    data, owner = tmp_path / ("d" * 100) / "postgres", choose_owner(tmp_path / "none")
    short = socket_folder(data, owner)
    assert socket_folder(data, owner) == short
    short.chmod(0o755)  # as if a stranger had made it
    other = socket_folder(data, owner)
    assert other not in (short, data)
    assert (stat.S_IMODE(other.stat().st_mode), other.stat().st_uid) == (0o700, owner.uid)
    for folder in (short, other):
        folder.rmdir()


DEAF = """import signal, sys, time
for word in (signal.SIGINT, signal.SIGQUIT):
    signal.signal(word, signal.SIG_IGN if word.name in sys.argv else signal.SIG_DFL)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(
    ("deaf_to", "ended_by"),
    [([], signal.SIGINT), (["SIGINT"], signal.SIGQUIT), (["SIGINT", "SIGQUIT"], signal.SIGKILL)],
)
def test_process_is_ended_by_the_gentlest_word_that_it_hears(monkeypatch, deaf_to, ended_by):
    monkeypatch.setattr(server, "STOP_SECONDS", 1.0)
    with subprocess.Popen([sys.executable, "-c", DEAF, *deaf_to], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"ready\n"
        server._end(process)
        assert process.poll() == -ended_by
        server._end(process)  # who is gone is let be
