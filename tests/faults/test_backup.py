"""`scripts/backup` and `scripts/restore` with a PostgreSQL of its own: any moment can be brought back, and
whoever had seen more than that is told so.
"""

import asyncio
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path

import asyncpg
import pytest

from app import migrate
from app.embedded import EmbeddedPostgres, server
from app.embedded.binaries import find_binaries
from app.games.store import dsn
from tests.faults.test_restored import is_as_the_server_has_it, play_to, position, seat_both
from tests.live.served import at_table, seated_room, serve
from tests.serving import PATIENCE

SCRIPTS = Path(__file__).parent.parent.parent / "scripts"


class Site:
    """A PostgreSQL whose log can be followed, and a folder with its backups."""

    def __init__(self, place: Path) -> None:
        self.postgres = EmbeddedPostgres(place / "games")
        self.backups = place / "backups"
        self.words = place / "words"

    def start(self) -> str:
        url = self.postgres.start()
        access = self.postgres.folder / "access.conf"
        if "replication" not in access.read_text(encoding="utf-8"):
            access.write_text(f"local replication all peer map=server\n{access.read_text('utf-8')}", "utf-8")
            os.kill(self.postgres.pid or 0, signal.SIGHUP)
        return url

    def run(self, script: str, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        programs = find_binaries(self.postgres.data).folder
        where = {"PGHOST": str(self.postgres._sockets), "PGUSER": "terrahedron", **environment}
        path = f"{programs}:{os.environ['PATH']}"
        command = [str(SCRIPTS / script), *words]
        with self.words.open("wb") as out:
            return subprocess.Popen(
                command, env={"PATH": path, **where}, stdout=out, stderr=subprocess.STDOUT
            )

    def back_up(self, *words: str, **environment: str) -> tuple[int, str]:
        code = self.run("backup", *words, str(self.backups), **environment).wait(PATIENCE)
        return code, self.said()

    def restore(self, moment: str = "") -> tuple[int, str]:
        code = self.run("restore", str(self.backups), str(self.postgres.data), moment).wait(PATIENCE)
        return code, self.said()

    def said(self) -> str:
        return self.words.read_text(encoding="utf-8")

    def bases(self) -> list[Path]:
        return sorted(self.backups.glob("base-2*"))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setitem(server.SETTINGS, "wal_level", "replica")
    monkeypatch.setitem(server.SETTINGS, "max_wal_senders", "5")
    one = Site(tmp_path)
    yield one
    one.postgres.stop()


def until(holds: Callable[[], object], site: Site, process: subprocess.Popen[bytes] | None = None) -> None:
    """Waits until `holds()`, as long as the process runs."""
    due = time.monotonic() + PATIENCE
    while not holds():
        assert process is None or process.poll() is None, site.said()
        assert time.monotonic() < due
        time.sleep(0.05)


def next_second() -> None:
    """A base counts for moments of later seconds."""
    time.sleep(1.01 - time.time() % 1)


async def moment_of(url: str) -> str:
    connection = await asyncpg.connect(dsn(url))
    moment: datetime = await connection.fetchval("SELECT clock_timestamp()")
    await connection.close()
    return moment.isoformat(sep=" ")


async def test_backup_brings_back_a_moment_and_who_saw_more_is_told(site, settings):
    """A game, a base backup of it running, more moves, a moment, and moves that shall be undone."""
    url = site.start()
    await asyncio.to_thread(migrate.upgrade, url)
    quick = settings.model_copy(update={"database_url": url, "messages_per_second": 10_000.0})
    keeper = site.run("backup", "--follow", str(site.backups))
    try:
        async with serve(quick) as served, AsyncExitStack() as stack:
            room = await seated_room(served)
            clients = await seat_both(stack, served, room)
            await play_to(4, room, clients, random.Random(1))
            until(site.bases, site, keeper)
            next_second()
            await play_to(7, room, clients, random.Random(2))
            known = position(clients[1])
            moment = await moment_of(url)
            await play_to(12, room, clients, random.Random(3))
            lost = position(clients[0])
        site.postgres.stop()
        keeper.send_signal(signal.SIGTERM)
        assert keeper.wait(PATIENCE) == 0
    finally:
        keeper.kill()
        keeper.wait()
    code, said = site.restore(moment)
    assert code == 0, said
    site.start()
    until(lambda: not (site.postgres.data / "log-to-replay").exists(), site)
    async with serve(quick) as served:
        for person in room.people:
            person.site = served
        async with at_table(served, room.code, room.people[1], **known) as there:
            assert (there.welcome["mode"], there.welcome["head"]) == ("current", 7)
        async with at_table(served, room.code, room.people[0], **lost) as ahead:
            assert (await ahead.hear("snapshot"))["restored"] is True
            assert ahead.seq == 7
            await is_as_the_server_has_it(ahead, room)
        async with AsyncExitStack() as stack:
            await play_to(9, room, await seat_both(stack, served, room), random.Random(4))


def test_restore_refuses_what_it_cannot_keeps_what_was_there_and_needs_no_log(site):
    site.start()
    code, said = site.back_up()
    assert code == 0, said
    assert is_refused(site, "", "stop it first")
    site.postgres.stop()
    assert is_refused(site, "2001-01-01 00:00+00", "no base")
    assert is_refused(site, "yesterday-ish", "is no moment")
    next_second()
    code, said = site.restore()
    assert code == 0, said
    assert len(list(site.postgres.data.glob("before-*/PG_VERSION"))) == 1
    site.start()


def is_refused(site: Site, moment: str, words: str) -> bool:
    before = sorted(site.postgres.data.iterdir())
    code, said = site.restore(moment)
    return code == 1 and words in said and sorted(site.postgres.data.iterdir()) == before


def test_backup_keeps_the_days_asked_for_and_the_base_before_them(site):
    site.start()
    for name in ("20200101T000000Z", "20200102T000000Z"):
        (site.backups / f"base-{name}").mkdir(parents=True)
        shutil.copy("pyproject.toml", site.backups / f"base-{name}" / "backup_manifest")
    log = site.backups / "log-1"
    log.mkdir()
    for name in ("000000010000000000000001", "00000002.history"):
        (log / name).touch()
        os.utime(log / name, (1, 1))
    assert site.back_up()[0] == 0
    assert site.bases()[0].name == "base-20200102T000000Z"
    assert len(site.bases()) == 2
    assert [path.name for path in log.iterdir()] == ["00000002.history"]


def test_backup_that_cannot_reach_its_server_says_so_and_ends(site):
    site.start()
    code, said = site.back_up("--follow", PGHOST="/nowhere")
    assert code != 0
    assert "/nowhere" in said
    assert site.bases() == []
