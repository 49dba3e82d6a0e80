"""An entry follows the one before it, or the log is broken."""

import dataclasses
from datetime import UTC, datetime

import pytest

from app.games.entries import move_entry
from app.games.log import LogBroken, LogRow, fold_of, replay
from app.games.store import LogStore
from tests.games.dealt import deal_game

AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
async def fold(database_url):
    game = await deal_game(database_url)
    store = LogStore(database_url)
    yield await store.load(game.id)
    await store.close()


def move(fold, seq):
    placement = next(fold.state.legal_placements())
    return LogRow(seq, move_entry(fold.due, f"action {seq}", placement, "person"), AT, None, None)


def test_log_takes_the_entry_that_follows(fold):
    for seq in (1, 2, 3):
        replay(fold, move(fold, seq))
        assert (fold.head, fold.last_action) == (seq, f"action {seq}")


@pytest.mark.parametrize("seq", [0, 1, 3])
def test_log_with_a_gap_or_a_repeat_is_broken(fold, seq):
    replay(fold, move(fold, 1))
    with pytest.raises(LogBroken, match=f"entry {seq} does not follow 1"):
        replay(fold, move(fold, seq))
    assert fold.head == 1


def test_log_of_a_game_that_is_not_dealt_has_no_entries(fold):
    row = move(fold, 1)
    with pytest.raises(LogBroken):
        replay(dataclasses.replace(fold, state=None), row)


async def test_log_of_rules_that_nobody_knows_any_more_is_broken(database_url):
    game = await deal_game(database_url)
    store = LogStore(database_url)
    rows = await store.fetch("SELECT * FROM games WHERE id = $1", game.id)
    await store.close()
    assert fold_of(dict(rows[0]), []).head == 0
    with pytest.raises(LogBroken, match="rules 99"):
        fold_of({**rows[0], "rules_version": 99}, [])
