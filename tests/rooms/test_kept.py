"""What is kept of a person is told to them, all of it, and to nobody else."""

import asyncio
import json
import re

from sqlalchemy import ARRAY, Uuid

from app.cli import main
from app.database import Base
from app.rooms.kept import PARTS
from tests.guests import refused

# Who may still move for a seat, of those whom `sat_ids` remembers: a part of `games`.
PLACES = {("games", "person_ids"): "sat_ids"}
# Who does not hear somebody, or has reported them, is others' own; the rest of a report is whom it names.
PLACES |= {
    ("mutes", "muted_id"): "person_id",
    ("reports", "about_id"): "by_id",
    ("reports", "people"): "by_id",
}


def places_of_people() -> set[tuple[str, str]]:
    """Every column of the database that holds somebody's id."""
    found = {("people", "id")}
    for table in Base.metadata.tables.values():
        for column in table.columns:
            points = any(key.column.table.name == "people" for key in column.foreign_keys)
            is_list = isinstance(column.type, ARRAY) and isinstance(column.type.item_type, Uuid)
            if points or is_list:
                found.add((table.name, column.name))
    return found


def test_kept_tells_of_every_place_where_somebody_stands():
    """A new table that names people needs a part in `PARTS`, in `app/rooms/kept.py`."""
    for table, column in places_of_people():
        column = PLACES.get((table, column), column)  # noqa: PLW2901
        assert any(
            re.search(rf"\b(FROM|JOIN) {table}\b", part) and re.search(rf"\b{column}\b", part)
            for part in PARTS.values()
        ), f"{table}.{column}"


async def test_kept_holds_what_somebody_did_and_nothing_of_others(maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    await maya.post(f"{room.path}/talk", {"text": "good luck"})
    await tom.post(f"{room.path}/talk", {"text": "to you too"})
    mine, theirs = [(await guest.ask("GET", "/people/me/kept")).json() for guest in (maya, tom)]
    assert (mine["person"]["id"], mine["person"]["name"]) == (maya.id, "Maya")
    assert [each["code"] for each in mine["rooms"]] == [room.code]
    assert theirs["rooms"] == []
    assert [(each["room"], each["seat"], each["name"]) for each in theirs["games"]] == [(room.code, 1, "Tom")]
    assert [each["text"] for each in theirs["talk"]] == ["to you too"]
    assert [each["kind"] for each in theirs["sessions"]] == ["program"]
    for told, other in ((mine, tom), (theirs, maya)):
        assert other.id not in json.dumps(told)
        assert other.name not in json.dumps(told)
    assert "hash" not in json.dumps(mine)


async def test_kept_is_for_those_we_know(client, maya):
    refused(await client.get("/api/people/me/kept"), 401, "not_signed_in")
    answer = await maya.ask("GET", "/people/me/kept")
    assert answer.headers["cache-control"] == "no-store"
    assert "attachment" in answer.headers["content-disposition"]


async def test_people_on_the_command_line(settings, maya, tom, monkeypatch, capsys):
    """Found by name, told what is kept, and forgotten as by the page."""
    monkeypatch.setenv("DATABASE_URL", settings.database_url)

    async def people(*words: str) -> tuple[int, str]:
        code = await asyncio.to_thread(main, ["people", *words])
        return code, capsys.readouterr().out

    room = await maya.make_room(seats=2)
    await room.seat(tom)
    found = json.loads((await people("find", "tom"))[1])
    assert (found["id"], found["rooms"]) == (tom.id, room.code)
    kept = json.loads((await people("kept", tom.id))[1])
    assert kept["seats"][0]["room"] == room.code
    assert (await people("forget", tom.id))[0] == 0
    assert await room.names() == ["Maya", None]
    refused(await tom.ask("GET", "/people/me"), 401, "not_signed_in")
    for words in (("forget", tom.id), ("kept", tom.id), ("find", "Tom")):
        assert await people(*words) == (1, "")


def test_people_without_a_database_says_so(monkeypatch, capsys):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert main(["people", "find", "Maya"]) == 2
    assert capsys.readouterr().err == "people needs DATABASE_URL.\n"
