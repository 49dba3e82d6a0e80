"""All of a person's records in one file: whole, one at a time, and nobody else's."""

import orjson
import pytest

from app.errors import TooMany
from app.games.registry import GameRegistry
from app.rules.record import parse_record
from tests.databases import execute
from tests.games.dealt import deal_game
from tests.games.test_outcome import finish
from tests.guests import Guest, refused
from tests.pages.test_game_page import play


@pytest.fixture
async def registry(database_url):
    games = GameRegistry(database_url)
    await games.open()
    yield games
    await games.close()


async def test_export_has_every_ended_game_a_line_each_and_none_of_others(registry, database_url):
    mine, running, others = [await deal_game(database_url) for _ in range(3)]
    for game in (mine, others):
        await finish(registry, game)
    person = mine.people[0]
    await execute(
        database_url, f"UPDATE games SET sat_ids[1] = '{person}' WHERE id IN ('{mine.id}', '{running.id}')"
    )
    lines = [line async for line in await registry.exports.begin(person)]
    assert len(lines) == 1
    assert lines[0].endswith(b"\n")
    assert lines[0].count(b"\n") == 1
    assert parse_record(orjson.loads(lines[0])).state.is_over
    assert not registry.exports.under_way


async def test_export_waits_until_the_last_one_of_the_same_person_is_through(registry, database_url):
    game = await deal_game(database_url)
    await finish(registry, game)
    lines = await registry.exports.begin(game.people[0])
    await anext(lines)
    with pytest.raises(TooMany):
        await registry.exports.begin(game.people[0])
    await registry.exports.begin(game.people[1])
    await lines.aclose()
    assert [line async for line in await registry.exports.begin(game.people[0])]


async def test_game_that_cannot_be_replayed_is_left_out(registry, database_url):
    game = await deal_game(database_url)
    await finish(registry, game)
    await execute(database_url, "UPDATE games SET rules_version = 99")
    assert [line async for line in await registry.exports.begin(game.people[0])] == []


async def test_export_is_a_file_for_those_who_played(maya: Guest, tom: Guest, ida: Guest, client) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom])
    answer = await maya.ask("GET", "/people/me/records.jsonl")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert "attachment" in answer.headers["content-disposition"]
    assert [orjson.loads(line) for line in answer.content.splitlines()] == [
        await maya.get(f"/games/{game}/record")
    ]
    assert (await ida.ask("GET", "/people/me/records.jsonl")).content == b""
    refused(await client.get("/api/people/me/records.jsonl"), 401, "not_signed_in")
    await tom.ask("DELETE", "/people/me")
    assert b"Tom" not in (await maya.ask("GET", "/people/me/records.jsonl")).content
