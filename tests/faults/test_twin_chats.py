"""Twin worlds of what a chat is told: two rooms that differ only in what is hidden tell it the same bytes."""

import asyncio
import json
import re

import asyncpg
import pytest

from app.games.store import dsn
from tests.faults.processes import serving, until
from tests.faults.test_twin_worlds import SEATS, twins
from tests.live.chat import chat

TOLD = 6
KINDS = ("discord", "slack", "json")
MOMENTS = re.compile(rb"127\.0\.0\.1:\d+|\d{4}-\d\d-\d\dT[\d:.+]+")
NOW = (
    "UPDATE webhooks SET next_at = now()",
    "UPDATE webhook_notices SET send_at = now() WHERE send_at IS NOT NULL",
)
assert twins  # a fixture


async def told(folder, database, room):
    """All that chats get of some moves, of the end, and what is logged meanwhile."""
    folder.mkdir()
    async with chat(folder) as listening, serving(folder, database, **listening.environment) as (app,):
        for kind in KINDS:
            body = {"kind": kind, "address": listening.address(f"/{kind}")}
            await room.people[0].post(app.url, f"/rooms/{room.code}/webhooks", body)
        connection = await asyncpg.connect(dsn(database))
        for seq in range(TOLD):
            await until(lambda seq=seq: len(listening.received) == len(KINDS) * (seq + 1), "all are told")
            view = (await room.people[0].get(app.url, f"/games/{room.game}"))["view"]
            await move(app.url, room, view, seq)
            await soon(connection, len(listening.received), listening)
        await connection.execute(
            "UPDATE games SET state = 'abandoned', ended_at = now(), due_at = NULL WHERE state = 'running'"
        )
        await soon(connection, len(KINDS) * (TOLD + 1), listening)
        await connection.close()
        words = app.words()
        assert app.accidents() == []
    assert not any(address in words for address in ("/discord", "/slack", room.invite))
    got = sorted((one.path, MOMENTS.sub(b"~", one.raw)) for one in listening.received)
    return [(path, json.loads(raw)) for path, raw in got]


async def move(url, room, view, seq):
    due = view["due"]
    tile = next(t for t, taker in zip(view["display"], view["taken"], strict=True) if taker is None)
    face = next(f for f in range(12) if view["planets"][due][5 * f] == ".")
    act = {
        "action_id": f"00000000-0000-4000-8000-{seq:012d}",
        "base": seq,
        "tile": tile,
        "face": face,
        "turn": 0,
    }
    await room.people[due].post(url, f"/games/{room.game}/acts", act)


async def soon(connection, told_before, listening):
    """A minute later, over and over: what is new is noted by the second."""
    async with asyncio.timeout(60):
        while len(listening.received) < told_before + len(KINDS):
            for statement in NOW:
                await connection.execute(statement)
            await asyncio.sleep(0.2)


@pytest.mark.parametrize("seats", [SEATS])
async def test_twin_worlds_tell_a_chat_the_same(tmp_path, twins, seats):
    room, first, second = twins
    one, other = await asyncio.gather(
        told(tmp_path / "one", first, room), told(tmp_path / "other", second, room)
    )
    assert one == other
    assert len(one) == len(KINDS) * (TOLD + 2)
    assert {body["due"]["seat"] for path, body in one if path == "/json" and body["due"]} == set(range(seats))
    text = json.dumps(one)
    assert room.invite not in text
    assert not any(person.id in text or person.token in text for person in room.people)
