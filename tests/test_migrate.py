"""The command `migrate`: it says what is wrong without a secret, and asks before anything is lost."""

import os
import pty
import subprocess
import sys

import pytest

from app import migrate
from tests.conftest import execute, in_own_loop
from tests.serving import PATIENCE, WATCHED

COMMAND = [sys.executable, "-m", "app", "migrate"]
WRONG = "postgresql://me:hu#sh@127.0.0.1:5432/d"


def run(*arguments: str, typed: str | None = None, **environment: str) -> tuple[int, str]:
    """Runs the command, at a terminal if something is typed; its exit code and all it says."""
    terminal = pty.openpty() if typed is not None else None
    if terminal:
        os.write(terminal[0], f"{typed}\n".encode())
    answer = subprocess.run(
        [*COMMAND, *arguments],
        env={"PATH": os.environ["PATH"], **WATCHED, **environment},
        stdin=terminal[1] if terminal else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    for each in terminal or ():
        os.close(each)
    assert "Traceback" not in answer.stdout
    return answer.returncode, answer.stdout


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
def test_migrate_refuses_settings_that_cannot_be_and_shows_no_secret(environment, sentence):
    code, words = run(**environment)
    assert code == 2
    assert sentence in words
    assert "hush" not in words
    assert "hu#sh" not in words


def test_migrate_says_why_the_database_cannot_be_used(database_url):
    code, words = run(DATABASE_URL=f"{database_url.replace('/t_', '/missing_')}")
    assert code == 1
    assert "there is no database 'missing_" in words
    assert "createdb missing_" in words


def test_migrate_down_says_what_would_be_lost_and_loses_nothing_unasked(database_url):
    in_own_loop(execute(database_url, "INSERT INTO people (id, name) VALUES (gen_random_uuid(), 'Maya')"))
    for typed in (None, "no"):
        code, words = run("--to", "base", typed=typed, DATABASE_URL=database_url)
        assert code == 2
        assert "0001 (The first tables" in words
        assert "people 1" in words
        assert ("--yes" in words) is (typed is None)
        assert migrate.current(database_url) == migrate.revisions()[0]


@pytest.mark.parametrize(("arguments", "typed"), [(["--yes"], None), ([], "yes")], ids=["yes", "typed"])
def test_migrate_down_goes_down_when_agreed(database_url, arguments, typed):
    assert run("--to", "0002", *arguments, typed=typed, DATABASE_URL=database_url)[0] == 0
    assert migrate.current(database_url) == "0002"
    assert run(DATABASE_URL=database_url) == (0, f"The database is at {migrate.revisions()[0]}.\n")


def test_migrate_leaves_a_newer_database_alone(database_url):
    in_own_loop(execute(database_url, "UPDATE alembic_version SET version_num = '9999'"))
    assert run(DATABASE_URL=database_url) == (0, "The database is at 9999.\n")
