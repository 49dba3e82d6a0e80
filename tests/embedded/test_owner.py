"""Under which account PostgreSQL runs, and that nobody's folders change for it."""

import os
import pwd
import shutil
import stat
import subprocess
import sys
from pathlib import Path

from app.embedded import binaries
from app.embedded.owner import Owner, blocked_by, child_setup, choose_owner
from tests.embedded.test_embedded import ask

IS_ROOT = os.geteuid() == 0
NOBODY = pwd.getpwnam("nobody")


def account_of(pid: int) -> int:
    asked = subprocess.run(["ps", "-o", "uid=", "-p", str(pid)], capture_output=True, text=True, check=True)
    return int(asked.stdout)


def test_owner_is_never_root(start):
    postgres = start()
    assert account_of(postgres.pid) != 0
    assert account_of(postgres.pid) == choose_owner(postgres.data).uid


def test_owner_changes_no_mode_on_the_way(start, tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    given = closed / "given"
    given.mkdir(mode=0o700)
    folders = [given, *given.parents]
    before = [(folder.stat().st_mode, folder.stat().st_uid, folder.stat().st_gid) for folder in folders]
    start(given / "games").stop()
    start(given).stop()
    assert [
        (folder.stat().st_mode, folder.stat().st_uid, folder.stat().st_gid) for folder in folders
    ] == before


def copy_of_the_wheel(target: Path) -> Path:
    """Copies the wheel's newest PostgreSQL and the libraries beside it; returns its programs' folder."""
    newest = binaries.from_wheel()[0].folder.parent
    shutil.copytree(newest, target / newest.parent.name / newest.name, symlinks=True)
    for libraries in newest.parent.parent.glob(f"{newest.parent.name}.*libs"):
        shutil.copytree(libraries, target / libraries.name)
    return target / newest.parent.name / newest.name / "bin"


async def test_owner_passes_to_programs_in_a_closed_folder(start, tmp_path, monkeypatch):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    programs = copy_of_the_wheel(closed)
    monkeypatch.setattr(binaries, "from_wheel", list)
    monkeypatch.setattr(binaries, "SYSTEM_FOLDERS", ())
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    postgres = start()
    assert await ask(postgres.url, "SHOW data_directory") == str(postgres.data)
    if IS_ROOT:
        status = Path(f"/proc/{postgres.pid}/status").read_text(encoding="ascii")
        assert int(status.split("CapEff:")[1].split()[0], 16) in {1 << 1, 1 << 2}


def test_owner_that_wrote_the_games_keeps_them(tmp_path):
    data = tmp_path / "postgres"
    data.mkdir()
    if IS_ROOT:
        os.chown(data, NOBODY.pw_uid, NOBODY.pw_gid)
    assert choose_owner(data).uid == (NOBODY.pw_uid if IS_ROOT else os.geteuid())


def test_blocked_by_names_the_folder_that_keeps_somebody_out(tmp_path):
    (tmp_path / "closed").mkdir(mode=0o700)
    stranger = Owner(NOBODY.pw_uid + 1, NOBODY.pw_gid + 1, "stranger", drops=True)
    found = blocked_by(stranger, tmp_path / "closed" / "games")
    assert found is not None
    assert (tmp_path / "closed").is_relative_to(found)
    assert not stat.S_IMODE(found.stat().st_mode) & 0o001


def test_owner_without_root_is_oneself(tmp_path):
    """As root the test plays somebody else, who gets no further help than to read our code."""
    place = tmp_path / "own"
    place.mkdir(mode=0o700)
    me = choose_owner(place)
    if IS_ROOT:
        os.chown(place, NOBODY.pw_uid, NOBODY.pw_gid)
        me = Owner(NOBODY.pw_uid, NOBODY.pw_gid, "nobody", drops=True)
    command = [sys.executable, "-m", "tests.embedded.holder", str(place / "games")]
    paths = (Path(sys.executable).resolve(), Path(sys.executable), Path(__file__), place)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=child_setup(me, *paths)
    ) as process:
        assert process.stdout
        words = process.stdout.readline()
        assert words.startswith("postgresql+asyncpg://"), words
        assert account_of(int(words.split()[1])) == account_of(process.pid) == me.uid
        process.communicate()
    assert process.returncode == 0
