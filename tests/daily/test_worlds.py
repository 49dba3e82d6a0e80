"""Which world a day has: the same from the same secret anywhere, sealed ahead, worked out by anyone again."""

import asyncio
import hashlib
import os
import subprocess
import sys
from datetime import date, timedelta

import pytest

from app.bots.daily import (
    BOTS,
    REHEARSAL,
    DailyChoice,
    Rehearsal,
    best_line,
    candidate,
    choose,
    key_of,
    seal_of,
)
from app.bots.levels import LEVELS
from app.daily import worlds
from app.daily.keeper import WorldKeeper
from app.rules.deal import commitment
from app.rules.record import verify
from tests.daily.days import SECRET, add_world, today
from tests.databases import execute

DAY = date(2026, 11, 19)


def verified(key: bytes, hash_seed: str, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app", "daily", "verify", DAY.isoformat(), "--key", key.hex(), *more]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=240)


def test_choice_is_worked_out_again_by_the_command_on_any_machine():
    key = key_of(SECRET, DAY)
    choice = choose(key, DAY)
    here = verified(key, "1", "--seal", seal_of(key), "--commitment", choice.commitment)
    there = verified(key, "2", "--seal", seal_of(key), "--commitment", choice.commitment)
    assert here.returncode == there.returncode == 0, here.stderr
    assert here.stdout == there.stdout
    assert f"seed {choice.seed.hex()}" in here.stdout
    assert f"candidate {choice.chosen.number}: " in here.stdout
    assert here.stdout.count("as published") == 2


def test_another_seal_than_was_published_is_told(capsys):
    from app.cli import main

    wrong = ["--seal", "ab" * 32, "--commitment", "cd" * 32]
    assert main(["daily", "verify", DAY.isoformat(), "--key", key_of(SECRET, DAY).hex(), *wrong]) == 1
    assert capsys.readouterr().err.count(": not ") == 2


def test_flat_is_what_tells_too_little_or_is_no_contest():
    some = (False, True) * 4
    assert not Rehearsal(0, (8, 8, 8, 8, 12, 12, 14, 12), some).is_flat
    assert Rehearsal(0, (8, 8, 8, 8, 12, 12, 13, 12), some).is_flat  # hardly anything between them
    assert Rehearsal(0, (8, 8, 14, 14, 12, 12, 14, 8), some).is_flat  # playing better pays nothing
    assert Rehearsal(0, (8, 8, 8, 8, 12, 12, 14, 12), (True,) * 8).is_flat  # won whatever one does
    assert Rehearsal(0, (8, 8, 8, 8, 12, 12, 14, 12), (False,) * 8).is_flat


def test_first_candidate_that_is_not_flat_is_chosen():
    for number in range(4):
        day = DAY + timedelta(days=number)
        choice = choose(key_of(SECRET, day), day)
        *skipped, last = choice.rehearsals
        assert all(one.is_flat for one in skipped)
        assert choice.chosen == last
        assert [one.number for one in choice.rehearsals] == list(range(len(choice.rehearsals)))
        assert choice.seed == candidate(key_of(SECRET, day), last.number)


def test_no_bot_of_a_day_can_be_cut_short():
    for level in (*BOTS, *REHEARSAL):
        assert (LEVELS[level].effort, LEVELS[level].counts_out) == (0, False)


def test_line_of_gaia_is_a_game_as_the_day_deals_it():
    seed = candidate(key_of(SECRET, DAY), 0)
    record = worlds.line_record(seed, DAY, 0.001)
    assert verify(record) == []
    best = best_line(seed, DAY, budget=0.001)
    assert record["scores"][0]["total"] == best.scores[0].total
    assert record["commitment"] is None


@pytest.fixture
def short(monkeypatch):
    """Today alone is drawn, not the days to come: each takes seconds."""
    monkeypatch.setattr(worlds, "DAYS_AHEAD", 0)


async def test_two_servers_with_the_same_secret_have_the_same_world(app, short):
    """As many processes as want to draw it make one world, which is that of the secret."""
    store = app.state.registry.store
    await store.run("INSERT INTO daily_secret (id, secret) VALUES (1, $1)", SECRET)
    keepers = [WorldKeeper(store, line_budget=0.001) for _ in range(2)]
    await asyncio.gather(*(keeper.draw_ahead() for keeper in keepers))
    for keeper in keepers:
        await keeper.draw_ahead()
        keeper.close_pool()
    rows = await store.fetch("SELECT * FROM daily_worlds")
    assert sum(keeper.drawn for keeper in keepers) == len(rows) == 1
    key, seed = bytes(rows[0]["key"]), bytes(rows[0]["seed"])
    choice = choose(key_of(SECRET, rows[0]["day"]), rows[0]["day"])
    assert (key, seed, rows[0]["number"]) == (key_of(SECRET, choice.day), choice.seed, choice.chosen.number)
    assert (rows[0]["seal"], rows[0]["commitment"]) == (hashlib.sha256(key).hexdigest(), commitment(seed))
    assert rows[0]["line"] is not None


async def test_a_process_that_died_over_a_world_leaves_it_to_the_next(app):
    store, day = app.state.registry.store, today()
    assert await worlds.claim(store, day) == (False, None)
    assert await worlds.claim(store, day) is None  # somebody is at it
    await store.run("UPDATE daily_worlds SET leased_until = now() - interval '1 s'")
    assert await worlds.claim(store, day) == (False, None)
    await worlds.keep_choice(store, bytes(32), DailyChoice(day, bytes(32), (), Rehearsal(3, (1,), (True,))))
    # One that was only slow cannot change it any more.
    await worlds.keep_choice(store, bytes(32), DailyChoice(day, b"x" * 32, (), Rehearsal(4, (1,), (True,))))
    assert (await store.fetch("SELECT number FROM daily_worlds"))[0]["number"] == 3


async def test_secret_is_made_once_by_whoever_asks_first(app):
    store = app.state.registry.store
    made = await asyncio.gather(*(worlds.secret_of(store) for _ in range(5)))
    assert len(set(made)) == 1
    assert len(made[0]) == 32


async def test_seals_are_told_ahead_and_opened_once_the_day_is_closed(app, client, settings):
    app.state.settings = settings.model_copy(update={"daily": True})
    tomorrow = today() + timedelta(days=1)
    seed, key = await add_world(app), key_of(SECRET, today())
    coming = await add_world(app, tomorrow)
    told = (await client.get("/api/daily")).json()
    assert (told["seal"], told["commitment"]) == (hashlib.sha256(key).hexdigest(), commitment(seed))
    assert told["next"] == {
        "day": tomorrow.isoformat(),
        "seal": seal_of(key_of(SECRET, tomorrow)),
        "commitment": commitment(coming),
    }
    assert (told["key"], told["seed"], told["number"]) == (None, None, None)
    assert (await client.get(f"/api/daily/{tomorrow}")).status_code == 404
    await execute(settings.database_url, "UPDATE daily_worlds SET day = day - 3")
    told = (await client.get(f"/api/daily/{today() - timedelta(days=3)}")).json()
    assert (told["key"], told["seed"], told["number"]) == (key.hex(), seed.hex(), 0)
