"""Makes PostgreSQL's files: the data folder, the folder of its socket, and who may connect."""

import hashlib
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

from app.embedded.binaries import Binaries
from app.embedded.errors import DidNotStart
from app.embedded.owner import Owner, child_setup

ROLE = "terrahedron"
BUILTIN_LOCALE = 17  # from this version on PostgreSQL has a UTF-8 locale of its own
SOCKET_NAME = ".s.PGSQL.5432"
LONGEST_SOCKET = 100  # systems allow 107 (Linux) or 103 (macOS) bytes


def create_cluster(binaries: Binaries, data: Path, owner: Owner) -> None:
    """Makes the data folder, under another name until it is whole.

    Waiting for the disk here would take seconds; `sync_cluster` does so later.
    """
    unfinished = data.with_name(f"{data.name}.new")
    if unfinished.exists():
        shutil.rmtree(unfinished)
    _make_private(unfinished, owner)
    locale = ["--locale=C"]
    if binaries.major >= BUILTIN_LOCALE:
        locale += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    words = ["-D", str(unfinished), "-U", ROLE, "-E", "UTF8", "-A", "peer", "--no-sync", *locale]
    answer = _initdb(binaries, unfinished, owner, words)
    if answer.returncode:
        raise DidNotStart(f"PostgreSQL could not make its files in {data}. It says:\n{answer.stderr.strip()}")
    unfinished.rename(data)


def sync_cluster(binaries: Binaries, data: Path, owner: Owner) -> None:
    """Has the disk take in a new data folder while PostgreSQL already runs."""
    _initdb(binaries, data, owner, ["-D", str(data), "--sync-only"])


def _initdb(
    binaries: Binaries, data: Path, owner: Owner, words: list[str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [binaries.folder / "initdb", *words],
        capture_output=True,
        text=True,
        cwd="/",
        env={"PATH": os.defpath, "TZ": "UTC"},
        preexec_fn=child_setup(owner, binaries.folder, data),
        check=False,
    )


def write_access(folder: Path) -> None:
    """Lets in our own account and no other, whoever PostgreSQL runs as.

    The files lie beside the data, not in it: there another account could put links in our way.
    """
    account = pwd.getpwuid(os.geteuid()).pw_name
    (folder / "access.conf").write_text("local all all peer map=server\n", encoding="utf-8")
    (folder / "accounts.conf").write_text(f'server "{account}" {ROLE}\n', encoding="utf-8")


def socket_folder(data: Path, owner: Owner) -> Path:
    """Where the socket lives: with the data, or in a short folder of its own where that path is too long."""
    if len(os.fsencode(data / SOCKET_NAME)) <= LONGEST_SOCKET:
        return data
    mark = hashlib.sha256(os.fsencode(data)).hexdigest()[:12]
    short = Path("/tmp") / f"terrahedron-{owner.uid}-{mark}"  # noqa: S108 checked below
    try:
        _make_private(short, owner)
    except FileExistsError:
        if not _is_private(short, owner):
            short = Path(tempfile.mkdtemp(prefix="terrahedron-", dir="/tmp"))
            os.chown(short, owner.uid, owner.gid)
    return short


def _make_private(folder: Path, owner: Owner) -> None:
    folder.mkdir(mode=0o700)
    if owner.drops:
        os.chown(folder, owner.uid, owner.gid)


def _is_private(folder: Path, owner: Owner) -> bool:
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == owner.uid and stat.S_IMODE(found.st_mode) == 0o700
