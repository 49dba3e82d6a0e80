"""The past of a game over REST: whole, however long the log is."""

import random
from collections import Counter
from uuid import uuid4

import pytest

from app.games.acts import Ack, Act
from app.games.log import body_of
from app.rules.record import verify
from tests.games.dealt import deal_game, some_legal

SEATS, MOVES = 4, 48


@pytest.fixture
async def played(app, database_url):
    """A whole game of four; the caretaker plays for one, and bots take over two seats on the way."""
    dealt = await deal_game(database_url, SEATS)
    desk, chance = app.state.desk, random.Random(1)
    playing = await desk.get(dealt.id)
    while not playing.fold.is_over:
        seat = playing.fold.due
        if seat in (1, 2) and playing.fold.bots[seat] is None and playing.fold.head >= 20:
            await entered(desk, playing, Act(seat, str(uuid4()), playing.fold.head, {"bot": "grove"}, "seat"))
        by = "bot" if playing.fold.bots[seat] else "caretaker" if seat == 3 else "person"
        body = body_of(some_legal(playing.fold.state, chance), by)
        await entered(desk, playing, Act(seat, str(uuid4()), playing.fold.head, body))
    return dealt.id


async def entered(desk, playing, act):
    """The entry is in the log, however busy the machine was."""
    while not isinstance(await desk.submit(playing, act), Ack):
        act.tries = 0


async def part_after(client, game, seq):
    answer = await client.get(f"/api/games/{game}?since={seq}")
    assert answer.status_code == 200
    return answer.json()


async def test_history_of_four_with_caretaker_and_bots_is_one_answer(client, played):
    past = await part_after(client, played, 0)
    assert (past["view"], past["head"]) == (None, MOVES + 2)
    assert [entry["seq"] for entry in past["events"]] == list(range(1, past["head"] + 1))
    by = Counter(entry["event"].get("by") for entry in past["events"])
    assert by == {"person": 22, "bot": 14, "caretaker": 12, None: 2}
    assert verify((await client.get(f"/api/games/{played}/record")).json()) == []


async def test_history_that_is_longer_than_an_answer_comes_in_parts(client, played, monkeypatch):
    whole = (await part_after(client, played, 0))["events"]
    monkeypatch.setattr("app.games.endpoints.MOST_EVENTS", 30)
    parts, part = [], await part_after(client, played, 0)
    while part["events"]:
        parts.append(len(part["events"]))
        assert part["events"] == whole[sum(parts) - parts[-1] : sum(parts)]
        part = await part_after(client, played, sum(parts))
    assert parts == [30, 20]


async def test_history_from_beyond_the_end_is_the_view(client, played):
    ahead = await part_after(client, played, MOVES + 3)
    assert (ahead["events"], ahead["view"]["over"]) == (None, True)
