"""The writer: alone by the short statement, together by the long one, and nothing is left out of either."""

import asyncio
import random
from uuid import uuid4

import pytest

from app.games.registry import GameRegistry
from app.games.submissions import Ack
from tests.games.dealt import deal_game, some_legal

NONSENSE = "SELECT nonsense"


@pytest.fixture
async def registry(database_url):
    registry = GameRegistry(database_url)
    await registry.open()
    yield registry
    await registry.close()


async def play(registry, game, chance):
    live_game = await registry.get(game.id)
    fold = live_game.fold
    return await registry.play(live_game, fold.due, str(uuid4()), fold.head, some_legal(fold.state, chance))


async def test_lone_move_needs_only_the_short_statement(registry, database_url, monkeypatch):
    game, chance = await deal_game(database_url), random.Random(1)
    assert await play(registry, game, chance) == Ack(1)
    monkeypatch.setattr("app.games.writer.APPEND_MANY_SQL", NONSENSE)
    for seq in (2, 3):
        assert await play(registry, game, chance) == Ack(seq)
    assert (registry.writer.batches, registry.writer.moves) == (3, 3)


async def test_moves_of_one_moment_are_one_statement(registry, database_url, monkeypatch):
    games = [await deal_game(database_url) for _ in range(5)]
    for game in games:  # each is folded
        assert await play(registry, game, random.Random(1)) == Ack(1)
    before = registry.writer.batches, registry.writer.moves
    monkeypatch.setattr("app.games.writer.APPEND_ONE_SQL", NONSENSE)
    answers = await asyncio.gather(*(play(registry, game, random.Random(2)) for game in games))
    assert answers == [Ack(2)] * 5
    assert (registry.writer.batches, registry.writer.moves) == (before[0] + 1, before[1] + 5)


@pytest.mark.parametrize("together", [1, 3])
async def test_entry_writes_down_all_of_it(registry, database_url, together):
    """The turn and its deadline, the end and its result: by both statements alike."""
    games = [await deal_game(database_url, clock=30) for _ in range(together)]
    row = "SELECT head, last_action, state, due_kind, result, ended_at, due_at FROM games WHERE id = $1"
    chances = [random.Random(number) for number in range(together)]
    for seq in range(1, 25):
        asked = (play(registry, game, chance) for game, chance in zip(games, chances, strict=True))
        assert await asyncio.gather(*asked) == [Ack(seq)] * together
        for game in games:
            (told,) = await registry.store.fetch(row, game.id)
            last = (await registry.get(game.id)).fold.last_action
            assert (told["head"], told["last_action"]) == (seq, last)
            is_over = seq == 24
            assert told["state"] == ("over" if is_over else "running")
            assert told["due_kind"] == (None if is_over else "clock")
            assert (told["due_at"] is None) == is_over
            assert (told["result"] is not None, told["ended_at"] is not None) == (is_over, is_over)


@pytest.mark.parametrize("together", [1, 2])
@pytest.mark.parametrize("change", ["head = 7", "last_action = 'another'", "state = 'over'"])
async def test_entry_is_lost_where_the_row_is_not_as_expected(registry, database_url, together, change):
    games = [await deal_game(database_url) for _ in range(together)]
    for game in games:
        await registry.get(game.id)
    await registry.store.run(f"UPDATE games SET {change} WHERE id = $1", games[0].id)
    answers = await asyncio.gather(*(play(registry, game, random.Random(1)) for game in games))
    assert not isinstance(answers[0], Ack)
    assert answers[1:] == [Ack(1)] * (together - 1)
    assert await registry.store.fetch("SELECT FROM events WHERE game_id = $1", games[0].id) == []
