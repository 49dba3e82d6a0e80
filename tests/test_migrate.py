"""The command `migrate`: it says what is wrong without a secret, and asks before anything is lost."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import pytest
from alembic.script import ScriptDirectory

from app import migrate
from app.cli import main
from app.revisions import FOLDER, revisions
from tests.databases import execute, in_own_loop

WRONG = "postgresql://me:hu#sh@127.0.0.1:5432/d"


@pytest.fixture
def run(monkeypatch, capfd):
    """Runs the command here, at a terminal if something is typed; its exit code and all it says."""

    def run(*arguments: str, typed: str | None = None, **environment: str) -> tuple[int, str]:
        monkeypatch.delenv("DATABASE_URL", raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        with at_terminal(typed) as source:
            monkeypatch.setattr(sys, "stdin", source)
            code = main(["migrate", *arguments])
        return code, "".join(capfd.readouterr())

    return run


@contextmanager
def at_terminal(typed: str | None) -> Iterator[TextIO]:
    """What somebody types at a terminal; or no terminal."""
    if typed is None:
        with Path(os.devnull).open(encoding="utf-8") as nothing:
            yield nothing
        return
    keyboard, terminal = pty.openpty()
    os.write(keyboard, f"{typed}\n".encode())
    with os.fdopen(terminal, encoding="utf-8") as source:
        yield source
    os.close(keyboard)


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DATABASE_URL": "mysql://me:hush@h/d"}, "DATABASE_URL: must be a PostgreSQL address"),
        ({"DATABASE_URL": WRONG}, "in a password write %40 for @, %23 for #"),
        ({"DATABASE_URL": "postgresql://h/d", "TERRAHEDRON_PRT": "1"}, "There is no setting TERRAHEDRON_PRT"),
        ({"DATABASE_URL": "postgresql://h/d", "TERRAHEDRON_PORT": "abc"}, "TERRAHEDRON_PORT: must be"),
        ({}, "migrate needs DATABASE_URL"),
    ],
    ids=["another-database", "bare-sign", "misspelt", "malformed", "none"],
)
def test_migrate_refuses_settings_that_cannot_be_and_shows_no_secret(run, environment, sentence):
    code, words = run(**environment)
    assert code == 2
    assert sentence in words
    assert "hush" not in words
    assert "hu#sh" not in words


def test_migrate_says_why_the_database_cannot_be_used(run, database_url):
    code, words = run(DATABASE_URL=f"{database_url.replace('/t_', '/missing_')}")
    assert code == 1
    assert "there is no database 'missing_" in words
    assert "createdb missing_" in words


def test_migrate_down_says_what_would_be_lost_and_loses_nothing_unasked(run, database_url):
    in_own_loop(execute(database_url, "INSERT INTO people (id, name) VALUES (gen_random_uuid(), 'Maya')"))
    for typed in (None, "no"):
        code, words = run("--to", "base", typed=typed, DATABASE_URL=database_url)
        assert code == 2
        assert "0001 (The first tables" in words
        assert "people 1" in words
        assert ("--yes" in words) is (typed is None)
        assert migrate.current(database_url) == revisions()[0]


@pytest.mark.parametrize(("arguments", "typed"), [(["--yes"], None), ([], "yes")], ids=["yes", "typed"])
def test_migrate_down_goes_down_when_agreed(run, database_url, arguments, typed):
    assert run("--to", "0002", *arguments, typed=typed, DATABASE_URL=database_url)[0] == 0
    assert migrate.current(database_url) == "0002"
    assert run(DATABASE_URL=database_url) == (0, f"The database is at {revisions()[0]}.\n")


def test_migrate_leaves_a_newer_database_alone(run, database_url):
    in_own_loop(execute(database_url, "UPDATE alembic_version SET version_num = '9999'"))
    assert run(DATABASE_URL=database_url) == (0, "The database is at 9999.\n")


def test_every_migrations_file_is_named_after_its_revision():
    scripts = ScriptDirectory(str(FOLDER))
    assert tuple(script.revision for script in scripts.walk_revisions()) == revisions()


def test_server_starts_without_the_tool_that_migrates():
    """Alembic is 117 of some 1,200 modules, and a fourteenth of what it takes to import them."""
    asking = "import sys, app.main; print('alembic' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", asking], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
