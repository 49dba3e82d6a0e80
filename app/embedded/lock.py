"""One Terrahedron a folder: a lock the system itself lets go of when its holder dies, however it dies."""

import fcntl
import json
import os
import time
from pathlib import Path
from typing import Any

from app.embedded.errors import AlreadyRunning

NAME = "running.json"
LETTING_GO = 2.0  # seconds in which the children of somebody dead let go: one just being born has a copy


class FolderLock:
    """Holds a folder until closed. The file says who holds it and where that one serves."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        until = time.monotonic() + LETTING_GO
        while not self._is_taken():
            if is_alive(holder_of(folder).get("pid")) or time.monotonic() > until:
                os.close(self._file)
                raise AlreadyRunning(explain(folder))
            time.sleep(0.01)
        self.tell(None)

    def _is_taken(self) -> bool:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def tell(self, address: str | None) -> None:
        """Writes down who holds the folder, for whoever comes second."""
        text = json.dumps({"pid": os.getpid(), "since": time.strftime("%H:%M"), "address": address})
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, text.encode(), 0)

    def close(self) -> None:
        """Lets the folder go."""
        os.ftruncate(self._file, 0)
        fcntl.flock(self._file, fcntl.LOCK_UN)  # not by closing alone: a child just being born has a copy
        os.close(self._file)


def holder_of(folder: Path) -> dict[str, Any]:
    """What the one who has `folder` open has written down; nothing where that cannot be read."""
    try:
        holder = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return holder if isinstance(holder, dict) else {}


def is_alive(pid: object) -> bool:
    """Nobody knows of one that is not named: it counts as alive."""
    if not isinstance(pid, int):
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def explain(folder: Path) -> str:
    """Who has `folder` open, where, and what to do about it."""
    holder = holder_of(folder)
    where = f" and serves at {holder['address']}" if holder.get("address") else ""
    who = f"process {holder['pid']}, since {holder['since']}" if holder else "another process"
    return (
        f"Terrahedron is already running with the games in {folder} ({who}){where}. "
        "Open that page, stop that process with Ctrl-C, or choose another folder with --data DIR."
    )
