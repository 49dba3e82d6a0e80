"""Commands that work in the database of the settings: they do it there, or say in a line why they cannot."""

import pytest

from app.cli import main

NOTHING_THERE = "postgresql://me:hush@127.0.0.1:1/d"
COMMANDS = {
    "migrate": ["migrate"],
    "people": ["people", "find", "Maya"],
    "admin": ["admin", "list", "rooms"],
    "ratings": ["ratings", "rebuild"],
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("environment", "code", "sentence"),
    [
        ({}, 2, "needs DATABASE_URL"),
        ({"DATABASE_URL": "mysql://me:hush@h/d"}, 2, "DATABASE_URL: must be a PostgreSQL address"),
        ({"DATABASE_URL": NOTHING_THERE}, 1, "nothing listens at 127.0.0.1:1."),
    ],
    ids=["none", "another-kind", "nothing-there"],
)
def test_command_says_why_it_cannot_work(command, environment, code, sentence, monkeypatch, capsys):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(COMMANDS[command]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert "hush" not in err


def test_ratings_are_made_anew_on_the_command_line(database_url, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", database_url)
    assert main(COMMANDS["ratings"]) == 0
    assert capsys.readouterr().out == "rated games: 0; everything stays as it was.\n"
