"""A clock that is set forward or back under a running process, by libfaketime where it is installed."""

from __future__ import annotations

from pathlib import Path

LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))


class Clock:
    """The hour that a process is told. Time that passes (monotonic) passes as ever."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.set(0)
        file.chmod(0o644)

    def set(self, seconds: int) -> None:
        self.file.write_text(f"{seconds:+d}", encoding="ascii")

    @property
    def environment(self) -> dict[str, str]:
        return {
            "LD_PRELOAD": str(LIBRARIES[0]),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
