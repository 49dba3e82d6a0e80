"""A finished game's log goes into its row, comes out of it as it went in, and nobody who asks notices."""

import asyncio
from datetime import UTC, datetime, timedelta

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games import game_views, packing
from app.games.entries import Entry, table_id
from app.games.log import LogRow
from app.games.packing import Packer, packed, unpacked
from app.games.registry import GameRegistry
from app.migrate import downgrade, upgrade
from app.rules.parts import TileNo
from app.rules.planet import Placement
from app.rules.record import verify
from app.rules.sphere import Face, Turn
from tests.databases import execute
from tests.games.dealt import deal_game
from tests.games.test_outcome import finish

LONG_AGO = "UPDATE games SET ended_at = ended_at - interval '2 days'"


@pytest.fixture
async def registry(database_url):
    games = GameRegistry(database_url)
    await games.open()
    yield games
    await games.close()


def record_of(fold):
    return orjson.loads(orjson.dumps(game_views.record_of(fold, None)))


async def rows_of(registry, game):
    return (await registry.store.fetch("SELECT count(*) FROM events WHERE game_id = $1", game.id))[0][0]


async def test_packed_game_is_read_as_before_and_its_rows_are_gone(registry, database_url):
    game = await deal_game(database_url)
    await finish(registry, game)
    before = await registry.store.load(game.id)
    await execute(database_url, LONG_AGO)
    await Packer(registry.store).step()
    assert await rows_of(registry, game) == 0
    after = await registry.store.load(game.id)
    assert record_of(after) == record_of(before)
    assert verify(record_of(after)) == []
    assert after.last[:2] == before.last[:2]
    assert [one.at for one in after.entries] == [one.at for one in before.entries]
    assert not await registry.store.read_new_entries(after)  # there is no log to read on in: it is read anew
    end = await registry.store.end_of(game.id)
    assert end[:2] == before.last[:2]


async def test_packed_game_takes_less_than_two_kilobytes(registry, database_url):
    game = await deal_game(database_url, players=4)
    await finish(registry, game)
    size = "SELECT pg_column_size(games.*) + (SELECT coalesce(sum(pg_column_size(events.*)), 0) FROM events)"
    before = (await registry.store.fetch(f"{size} FROM games WHERE id = $1", game.id))[0][0]
    await execute(database_url, LONG_AGO)
    await Packer(registry.store).step()
    after = (await registry.store.fetch(f"{size} FROM games WHERE id = $1", game.id))[0][0]
    assert after < 2048 < before


async def test_only_what_has_been_over_for_a_day_is_packed(registry, database_url):
    running, fresh = await deal_game(database_url), await deal_game(database_url)
    await finish(registry, fresh)
    await Packer(registry.store).step()
    assert await rows_of(registry, fresh) == 24
    assert (await registry.store.fetch("SELECT count(*) FROM games WHERE packed IS NOT NULL"))[0][0] == 0
    assert await registry.store.load(running.id) is not None


async def test_two_processes_pack_each_game_once(registry, database_url):
    games = [await deal_game(database_url) for _ in range(5)]
    for game in games:
        await finish(registry, game)
    await execute(database_url, LONG_AGO)
    done = await asyncio.gather(*(Packer(registry.store).pack_batch() for _ in range(2)))
    assert sum(done) == 5
    for game in games:
        assert verify(record_of(await registry.store.load(game.id))) == []


async def test_a_log_that_would_not_come_out_as_it_went_in_stays(registry, database_url, monkeypatch):
    game = await deal_game(database_url)
    await finish(registry, game)
    await execute(database_url, LONG_AGO)
    monkeypatch.setattr(packing, "packed", lambda rows: packed(rows[:-1]))
    await Packer(registry.store).step()
    assert await rows_of(registry, game) == 24
    assert (await registry.store.load(game.id)).head == 24
    assert await Packer(registry.store).pack_batch() == 0  # and is not tried again and again


async def test_a_crash_in_the_middle_leaves_all_as_it_was(registry, database_url, monkeypatch):
    games = [await deal_game(database_url) for _ in range(2)]
    for game in games:
        await finish(registry, game)
    await execute(database_url, LONG_AGO)
    monkeypatch.setattr(packing, "DROP_SQL", "DELETE FROM events WHERE game_id = $1 AND 1 / 0 = 1")
    with pytest.raises(Exception, match="division"):
        await Packer(registry.store).pack_batch()
    for game in games:
        assert await rows_of(registry, game) == 24
    monkeypatch.undo()
    assert await Packer(registry.store).pack_batch() == 2


async def test_a_game_that_was_dealt_otherwise_keeps_its_deal(registry, database_url):
    game = await deal_game(database_url)
    await finish(registry, game)
    await execute(database_url, "UPDATE games SET seed = sha256(seed)")  # no deal follows from that
    before = record_of(await registry.store.load(game.id))
    await execute(database_url, LONG_AGO)
    await Packer(registry.store).step()
    assert record_of(await registry.store.load(game.id)) == before


PLANNED = Placement(TileNo(7), Face(11), Turn(4))
placements = st.builds(Placement, st.integers(0, 59), st.integers(0, 11), st.integers(0, 4))
moves = st.builds(
    lambda seat, placement, by: ("move", seat, placement, by, None, False),
    st.integers(0, 3), placements, st.sampled_from(["person", "caretaker", "bot"]),
)  # fmt: skip
others = st.sampled_from([
    ("seat", 2, None, None, "grove", False), ("seat", 1, None, None, None, True),
    ("abandoned", None, None, None, None, False),
    ("move", 3, PLANNED, "person", None, False, False, True),
])  # fmt: skip


@given(st.lists(st.tuples(st.one_of(moves, others), st.integers(0, 10**9)), max_size=60))
def test_every_log_comes_out_as_it_went_in(steps):
    at, rows = datetime(2026, 11, 19, tzinfo=UTC), []
    for seq, ((kind, seat, *rest), later) in enumerate(steps, 1):
        at += timedelta(milliseconds=later)
        rows.append(LogRow(seq, Entry(kind, seat, table_id(seq), *rest), at, None, None))
    assert unpacked(packed(rows), None) == rows


async def test_going_back_a_migration_puts_the_logs_back(registry, database_url):
    game = await deal_game(database_url)
    await finish(registry, game)
    before = record_of(await registry.store.load(game.id))
    await execute(database_url, LONG_AGO)
    await Packer(registry.store).step()
    await asyncio.to_thread(go_back_and_forth, database_url)
    assert await rows_of(registry, game) == 24
    assert record_of(await registry.store.load(game.id)) == before


def go_back_and_forth(database_url):
    downgrade(database_url, "0008")
    upgrade(database_url)
