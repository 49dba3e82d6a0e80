"""Which PostgreSQL is taken."""

import os
from pathlib import Path

import pytest

from app.embedded import NoBinaries, binaries
from app.embedded.binaries import find_binaries


def test_binaries_of_the_wheel_come_first_newest_first():
    wheel = binaries.from_wheel()
    assert [one.major for one in wheel] == sorted((one.major for one in wheel), reverse=True)
    assert find_binaries(Path("/nowhere")) == wheel[0]


def test_binaries_follow_the_version_that_wrote_the_games(tmp_path):
    (tmp_path / "PG_VERSION").write_text("16\n")
    assert find_binaries(tmp_path).major == 16


def test_binaries_for_games_of_a_version_that_is_not_here_are_refused(tmp_path):
    (tmp_path / "PG_VERSION").write_text("9\n")
    with pytest.raises(NoBinaries, match=r"written by PostgreSQL 9.*--data DIR"):
        find_binaries(tmp_path)


def test_binaries_of_the_system_serve_where_there_is_no_wheel(tmp_path, monkeypatch):
    for name in ("postgres", "initdb"):
        (tmp_path / name).write_text("#!/bin/sh\necho postgres '(PostgreSQL) 17.2'\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(binaries, "SYSTEM_FOLDERS", ())
    assert [(one.folder, one.major) for one in binaries.from_system()] == [(tmp_path, 17)]


def test_binaries_nowhere_to_be_found_say_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(binaries, "SYSTEM_FOLDERS", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NoBinaries, match=r"Set DATABASE_URL .* or install one"):
        find_binaries(tmp_path)
