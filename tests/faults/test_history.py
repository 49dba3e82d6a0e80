"""The judge is judged: each promise, broken on purpose, is noticed."""

import json
import random
from uuid import UUID, uuid4

import asyncpg
import pytest

from app.games.store import LogStore, dsn
from tests.faults.history import History, Witness, violations
from tests.games.dealt import deal_game, some_legal


@pytest.fixture
async def run(database_url):
    """Six moves of a game, and one witness who asked for the first and saw them all."""
    game = await deal_game(database_url)
    history, witness = History(), Witness(str(game.id), None)
    history.witnesses.append(witness)
    store, chance = LogStore(database_url), random.Random(1)
    connection = await asyncpg.connect(dsn(database_url))
    fold = await store.load(game.id)
    witness.heard(snapshot_of(fold), "{}")
    for seq in range(1, 7):
        placement = some_legal(fold.state, chance)
        action_id = str(uuid4())
        body = {**placement._asdict(), "by": "person"}
        await connection.execute(
            "INSERT INTO events (game_id, seq, seat, action_id, kind, body) "
            "VALUES ($1, $2, $3, $4, 'move', $5::text::jsonb)",
            game.id, seq, fold.state.due, action_id, json.dumps(body),
        )  # fmt: skip
        await connection.execute(
            "UPDATE games SET head = $2, last_action = $3 WHERE id = $1", game.id, seq, action_id
        )
        act = history.invoke(witness, fold.state.due, action_id, seq - 1, tuple(placement))
        fold = await store.load(game.id)
        text = fold.entries[-1].text.decode()
        witness.heard({"type": "ack", "action_id": action_id, "seq": seq, "dup": False}, "{}")
        witness.heard(json.loads(text), text)
        assert act.seqs == [seq]
    await store.close()
    yield history, witness, connection, game.id
    await connection.close()


def snapshot_of(fold):
    from app.rules.views import view

    at = {"game": str(fold.id), "seq": fold.head, "mark": fold.mark}
    return {"type": "snapshot", **at, "view": view(fold.state, None)}


async def test_judge_finds_nothing_where_all_is_well(run, database_url):
    assert await violations(run[0], database_url) == []


def lose_an_ack(history, witness):
    history.acts[0].action_id = str(UUID(int=0))


def move_an_ack(history, witness):
    history.acts[2].seqs = [5]


def play_another(history, witness):
    history.acts[2].placement = (0, 0, 9)


def see_something_else(history, witness):
    witness.seen[3] += " "


def miss_the_end(history, witness):
    witness.seq = 5


def hear_twice(history, witness):
    witness.heard(json.loads(witness.seen[6]), witness.seen[6])


def ack_before(history, witness):
    first, second = history.acts[:2]
    second.acked, first.asked = 0.5, 1.0


def refuse_for_good(history, witness):
    history.acts[1].refused.append({"retry": False, "code": "stale"})


def follow_wrongly(history, witness):
    witness.view["due"] = 9


def go_back(history, witness):
    back = {"game": witness.game, "seq": 2, "mark": witness.mark, "view": witness.view}
    witness.heard({"type": "snapshot", **back}, "{}")


def tell_the_seed(history, witness):
    witness.frames.insert(0, '{"type":"nack","details":{"seed":"00"}}')


@pytest.mark.parametrize(
    ("spoil", "promise"),
    [
        (lose_an_ack, "C1"), (move_an_ack, "C1"), (play_another, "C1"), (see_something_else, "C4"),
        (miss_the_end, "C4"), (hear_twice, "C4"), (ack_before, "C5"), (refuse_for_good, "C6"),
        (follow_wrongly, "C7"), (go_back, "C8"), (tell_the_seed, "C9"),
    ],
    ids=lambda each: getattr(each, "__name__", each),
)  # fmt: skip
async def test_judge_notices_a_broken_promise(run, database_url, spoil, promise):
    history, witness, *_ = run
    spoil(history, witness)
    assert any(fault.startswith(promise) for fault in await violations(history, database_url))


async def test_judge_notices_a_gap_in_the_log(run, database_url):
    history, _, connection, game = run
    await connection.execute("UPDATE games SET head = 7 WHERE id = $1", game)
    assert any(fault.startswith("C3") for fault in await violations(history, database_url))
