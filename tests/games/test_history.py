"""The past of a game over REST: whole, however long the log is."""

import random
from collections import Counter
from uuid import uuid4

import pytest

from app.games.entries import Entry, move_entry
from app.games.submissions import Ack
from app.rules.record import verify
from tests.games.dealt import deal_game, some_legal

SEATS, MOVES = 4, 48


@pytest.fixture
async def played(app, database_url):
    """A whole game of four; the caretaker plays for one, and bots take over two seats on the way."""
    dealt = await deal_game(database_url, SEATS)
    registry, chance = app.state.registry, random.Random(1)
    live_game = await registry.get(dealt.id)
    while not live_game.fold.is_over:
        seat = live_game.fold.due
        if seat in (1, 2) and live_game.fold.bots[seat] is None and live_game.fold.head >= 20:
            await entered(registry, live_game, Entry("seat", seat, str(uuid4()), bot="grove"))
        by = "bot" if live_game.fold.bots[seat] else "caretaker" if seat == 3 else "person"
        placement = some_legal(live_game.fold.state, chance)
        await entered(registry, live_game, move_entry(seat, str(uuid4()), placement, by))
    return dealt.id


async def entered(registry, live_game, entry):
    """The entry is in the log, however busy the machine was."""
    base = live_game.fold.head
    while not isinstance(await registry.submit(live_game, entry, base), Ack):
        pass


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
