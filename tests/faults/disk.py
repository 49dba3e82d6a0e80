"""A disk that can be filled up: a small file system of its own where one may be mounted.

Elsewhere PostgreSQL finds its folder for passing files taken, so that what it tries to write fails as really,
though for another reason.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# A PostgreSQL and its first 16 MB of write-ahead log need some 60; it keeps up to 80 of log to write over.
MEGABYTES = 176


class MountedDisk:
    """A file system of its own: full for everybody."""

    reason = "The database's disk is full."

    def __init__(self, mounted: Path) -> None:
        self.ballast = mounted / "ballast"
        self.folder = mounted / "own"

    def fill(self) -> None:
        """From now on nothing new can be written."""
        with suppress(OSError), self.ballast.open("wb", buffering=0) as ballast:
            while ballast.write(bytes(4096)):
                pass

    def free(self) -> None:
        self.ballast.unlink()


class TakenDisk:
    """Any folder: where PostgreSQL wants to put passing files there is no folder, but a file."""

    reason = "The database cannot write to its disk"

    def __init__(self, place: Path) -> None:
        self.folder = place / "own"
        self.passing = self.folder / "postgres" / "base" / "pgsql_tmp"

    def fill(self) -> None:
        """From now on queries that need a file fail."""
        if self.passing.exists():
            self.passing.rename(self.passing.with_name("aside"))
        self.passing.write_text("taken", encoding="ascii")

    def free(self) -> None:
        self.passing.unlink()


@contextmanager
def mounted_disk(place: Path) -> Iterator[MountedDisk | TakenDisk]:
    """A small file system at `place`, or any folder where none may be mounted."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=0755", "tmpfs", str(place)]
    try:
        is_mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        is_mounted = False
    if not is_mounted:
        yield TakenDisk(place)
        return
    try:
        yield MountedDisk(place)
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)
