"""Does an older version serve beside this one, on a database that this one has migrated?

    scripts/bench beside [COMMIT]

Two servers on one database, one with the code of COMMIT (as it was before the newest migration, if none is
named), and two games of two people, one at each server. This is what an update without a pause needs: migrate
first, then one process after the other.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from app import migrate
from app.embedded import EmbeddedPostgres

PROJECT = Path(__file__).resolve().parent.parent
PLAYER = PROJECT / "examples/player.py"
PATIENCE = 120.0


def git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=PROJECT, capture_output=True, text=True, check=True
    ).stdout.strip()


def before_the_newest_migration() -> str:
    newest = max((PROJECT / "migrations/versions").glob("*.py"))
    return git("log", "-1", "--diff-filter=A", "--format=%h", "--", str(newest)) + "~1"


def take_out(commit: str, folder: Path) -> Path:
    """The tree as it was, with the packages of today."""
    tree = folder / "older"
    tree.mkdir()
    packed = subprocess.run(["git", "archive", commit], cwd=PROJECT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(tree)], input=packed, check=True)
    (tree / "node_modules").symlink_to(PROJECT / "node_modules")
    return tree


@contextmanager
def serving(tree: Path, database: str) -> Iterator[str]:
    """The server of `tree` at a free port; its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "serve", "--port", "0"],
        cwd=tree,
        env={"PATH": os.environ["PATH"], "DATABASE_URL": database, "TERRAHEDRON_LOG_FORMAT": "json"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    try:
        yield next(word for line in process.stdout for word in line.split() if word.startswith("http"))
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


def play(first: str, second: str, folder: Path) -> dict[str, object]:
    """A whole game, its host at one server and the other player at the other; the record."""
    record = folder / "record.json"
    words = [sys.executable, "-u", str(PLAYER), first, "--new", "2", "--record", str(record)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout
        try:
            invite = host.stdout.readline().strip().rsplit("/", 1)[1]
            guest = [sys.executable, str(PLAYER), f"{second}/i/{invite}"]
            subprocess.run(guest, check=True, timeout=PATIENCE)
            host.wait(PATIENCE)
        finally:
            host.kill()
    told: dict[str, object] = json.loads(record.read_text(encoding="utf-8"))
    return told


def is_ready(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/readyz") as answer:
        return bool(answer.status == 200)


def main() -> None:
    commit = sys.argv[1] if len(sys.argv) > 1 else before_the_newest_migration()
    with tempfile.TemporaryDirectory(prefix="terrahedron-beside-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        postgres = EmbeddedPostgres(folder / "games")
        url = postgres.start()
        stack.callback(postgres.stop)
        migrate.upgrade(url)
        database = url.replace("+asyncpg", "")
        older = stack.enter_context(serving(take_out(commit, folder), database))
        newer = stack.enter_context(serving(PROJECT, database))
        print(f"{git('log', '-1', '--format=%h %s', commit)}: ready beside the newest: {is_ready(older)}")
        for first, second, words in ((older, newer, "older hosts"), (newer, older, "newer hosts")):
            began = time.monotonic()
            record = play(first.rstrip("/"), second.rstrip("/"), folder)
            moves = record["moves"]
            assert isinstance(moves, (list, str))
            print(f"{words}: a game of {len(moves)} moves in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
