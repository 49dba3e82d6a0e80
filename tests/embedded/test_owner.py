"""Under which account PostgreSQL runs, and that nobody's folders change for it."""

import ctypes
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.embedded import CannotEnter, binaries, owner
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


class Noting:
    """What a child asks of the system before it becomes PostgreSQL, in its order, and nothing is done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[object, ...]] = []
        for name in ("setgroups", "setgid", "setuid", "umask", "_exit"):
            monkeypatch.setattr(os, name, lambda *how, name=name: self.asked.append((name, *how)))
        monkeypatch.setattr(ctypes, "CDLL", lambda *how, **options: self)

    def prctl(self, *how: int) -> None:
        self.asked.append(("prctl", *how))

    def capset(self, header, capabilities) -> None:
        self.asked.append(("capset", header[0], *capabilities))


SETTING_OUT = [("umask", 0o077), ("prctl", 1, signal.SIGINT, 0, 0, 0)]
CHANGING = [("setgroups", []), ("setgid", 8), ("setuid", 7)]


def test_child_changes_its_account_before_it_wishes_to_die_with_us(monkeypatch, tmp_path):
    """Changing the account forgets that wish."""
    noting = Noting(monkeypatch)
    monkeypatch.setattr(os, "getppid", os.getpid)
    monkeypatch.setattr(owner, "blocked_by", lambda *_: None)
    child_setup(Owner(7, 8, "somebody", drops=True), tmp_path, dies_with_us=True)()
    assert noting.asked == [*CHANGING, *SETTING_OUT]
    noting.asked.clear()
    child_setup(Owner(7, 8, "somebody", drops=False), tmp_path, dies_with_us=True)()
    assert noting.asked == SETTING_OUT
    noting.asked.clear()
    child_setup(Owner(7, 8, "somebody", drops=False), tmp_path, dies_with_us=False)()
    assert noting.asked == [("umask", 0o077)]


def test_child_whose_parent_is_gone_already_ends(monkeypatch, tmp_path):
    noting = Noting(monkeypatch)
    setup = child_setup(Owner(7, 8, "somebody", drops=False), tmp_path, dies_with_us=True)
    monkeypatch.setattr(os, "getppid", lambda: 1)
    setup()
    assert noting.asked == [*SETTING_OUT, ("_exit", 1)]


def test_child_keeps_one_capability_where_a_folder_is_closed_to_it(monkeypatch, tmp_path):
    noting = Noting(monkeypatch)
    monkeypatch.setattr(owner, "blocked_by", lambda *_: tmp_path)
    monkeypatch.setattr(owner, "_passing_capability", lambda: 2)
    child_setup(Owner(7, 8, "somebody", drops=True), tmp_path, dies_with_us=False)()
    assert noting.asked == [
        ("prctl", 28, 4, 0, 0, 0),
        *CHANGING,
        ("capset", 0x20080522, 4, 4, 4, 0, 0, 0),
        ("prctl", 47, 2, 2, 0, 0),
        ("umask", 0o077),
    ]


@pytest.mark.parametrize(("permitted", "kept"), [(0b110, 2), (0b100, 2), (0b010, 1), (0b1000, None)])
def test_capability_that_is_kept_is_the_smallest_that_serves(monkeypatch, permitted, kept):
    status = f"Name:\tpython\nCapPrm:\t{permitted:016x}\nCapEff:\t0\n"
    monkeypatch.setattr(owner, "IS_LINUX", True)
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: status)
    assert owner._passing_capability() == kept


def test_folder_that_nothing_opens_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(owner, "IS_LINUX", False)
    monkeypatch.setattr(owner, "blocked_by", lambda *_: tmp_path)
    with pytest.raises(CannotEnter, match=r"as 'somebody', which may not pass through .*--data DIR") as error:
        child_setup(Owner(7, 8, "somebody", drops=True), tmp_path)
    assert str(tmp_path) in str(error.value)


def test_root_becomes_whoever_called_sudo_else_postgres_else_nobody(monkeypatch, tmp_path):
    known = {NOBODY.pw_name: NOBODY}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(owner.pwd, "getpwnam", known.__getitem__)
    monkeypatch.setenv("SUDO_UID", str(NOBODY.pw_uid))
    missing = tmp_path / "postgres"
    assert choose_owner(missing) == Owner(NOBODY.pw_uid, NOBODY.pw_gid, NOBODY.pw_name, drops=True)
    monkeypatch.delenv("SUDO_UID")
    assert choose_owner(missing).name == "nobody"
    known["postgres"] = pwd.getpwuid(os.getuid())
    assert choose_owner(missing).uid == os.getuid()
    known.clear()
    with pytest.raises(CannotEnter, match="no account 'nobody'"):
        choose_owner(missing)


def test_whoever_is_not_root_stays_who_they_are(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY.pw_uid)
    me = choose_owner(tmp_path)
    assert me == Owner(NOBODY.pw_uid, NOBODY.pw_gid, NOBODY.pw_name, drops=False)
    assert blocked_by(me, tmp_path / "closed") is None
