"""The operator on the command line: the same deeds, on the database alone."""

import asyncio
import contextlib
import json

import pytest

from app.cli import main
from tests.people.test_forgetting import rows


@pytest.fixture
def admin(settings, monkeypatch, capsys):
    """Runs the command, in a thread as it has a loop of its own; its output, or what is wrong."""
    monkeypatch.setenv("DATABASE_URL", settings.database_url.replace("+asyncpg", ""))

    async def run(*words, code=0):
        capsys.readouterr()
        with contextlib.suppress(SystemExit):
            found = 2  # as of what the parser does not let through
            found = await asyncio.to_thread(main, ["admin", *words])
        out = capsys.readouterr()
        assert found == code, out.err
        return out.err if code else out.out

    return run


async def test_admin_lists_shows_and_does(app, admin, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = (await maya.post(f"{room.path}/start"))["game"]["id"]
    assert room.code in await admin("list", "rooms")
    assert "Tom" in await admin("show", "room", room.code)
    assert tom.id in await admin("list", "people")
    await admin("silence", tom.id, "--reason", "insult", "--hours", "2")
    assert "Barred 203.0.113.0/24" in await admin("bar", "203.0.113.7/24", "--reason", "spam")
    await admin("bar", tom.id, "--reason", "other")
    await admin("close", room.code, "--reason", "spoils")
    assert json.loads((await admin("show", "game", game)).splitlines()[-1].split("\t")[2]) == {
        "kind": "abandoned"
    }
    deeds = await rows(app, "SELECT deed, via FROM trail ORDER BY id")
    assert deeds == [(deed, "command line") for deed in ("silence", "bar", "bar", "close")]
    ((measure,),) = await rows(app, "SELECT id FROM measures WHERE kind = 'silence'")
    assert await admin("lift", str(measure)) == "Done.\n"
    assert "insult" in await admin("show", "person", tom.id)


async def test_admin_says_what_is_wrong(app, admin, maya):
    assert "not_found" in await admin(
        "silence", "3f0c0000-0000-4000-8000-000000000000", "--reason", "spam", code=1
    )
    assert "no id" in await admin("silence", "Tom", "--reason", "spam", code=1)
    assert "network" in await admin("bar", "everybody", "--reason", "spam", code=1)
    assert "invalid choice" in await admin("silence", maya.id, "--reason", "dislike", code=2)
    assert await rows(app, "SELECT 1 FROM trail") == []
