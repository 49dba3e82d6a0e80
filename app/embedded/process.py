"""Is the PostgreSQL that a file of process ids names really alive, and ours?

A process id alone says nothing: after a power cut or in a fresh container it may belong to anything.
"""

import os
import subprocess
from pathlib import Path

PID_FILE = "postmaster.pid"


def postmaster_of(data: Path) -> int | None:
    """The id of the live PostgreSQL that has `data` open, if there is one, whatever the pid file says."""
    return process_of(data / PID_FILE, data)


def process_of(pid_file: Path, data: Path) -> int | None:
    """The id in `pid_file`, if it is that of a live PostgreSQL that has `data` open."""
    try:
        pid = int(pid_file.read_text(encoding="utf-8").splitlines()[0])
    except (FileNotFoundError, ValueError, IndexError):
        return None
    return pid if pid > 1 and _is_postgres(command_line(pid), data) else None


def command_line(pid: int) -> list[str]:
    """The words process `pid` was started with; none for a process that is gone or a zombie."""
    if Path("/proc/self/cmdline").exists():
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return []
        return [os.fsdecode(word) for word in words if word]
    answer = subprocess.run(
        ["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return answer.stdout.split()


def _is_postgres(words: list[str], data: Path) -> bool:
    return bool(words) and Path(words[0]).name in {"postgres", "postmaster"} and str(data) in " ".join(words)


def is_ready(data: Path, pid: int) -> bool:
    """Whether the PostgreSQL with this id says, in its pid file, that it takes connections."""
    try:
        lines = (data / PID_FILE).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, PermissionError):
        return False
    return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"
