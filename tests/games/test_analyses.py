"""Analyses: asked for once, made in a process of their own, kept by the moves, and made whoever dies."""

import asyncio
import json
import os
import signal
from random import Random
from uuid import UUID, uuid4

import pytest

from app.analysis.game_analysis import analyse, key_of
from app.analysis.passes import Pass
from app.games import analyses
from app.games.analyses import MOST_AT_ONCE, MOST_TRIES
from app.games.analyst import Analyst
from app.games.registry import GameRegistry
from tests.games.dealt import deal_game, some_legal

FIRST = Pass("first", worlds=1, rounds_ahead=1, effort=0)
DEEP = Pass("deep", worlds=1, rounds_ahead=1, effort=0, plies_at_once=2)


@pytest.fixture
async def registry(database_url):
    registry = GameRegistry(database_url)
    await registry.open()
    yield registry
    await registry.close()


async def play(registry, url, moves=24):
    """A game between two, played by dice; its fold."""
    dealt = await deal_game(url)
    live_game = await registry.fresh(dealt.id)
    dice = Random(3)
    for base in range(moves):
        state = live_game.fold.state
        await registry.play(live_game, state.due, str(uuid4()), base, some_legal(state, dice))
    return live_game.fold


@pytest.fixture
async def over(registry, database_url):
    return await play(registry, database_url)


@pytest.fixture
async def analyst(registry):
    analyst = Analyst(registry.store, (FIRST, DEEP))
    yield analyst
    analyst.close_pool()


async def expire(registry):
    await registry.store.run("UPDATE analyses SET leased_until = now() - interval '1 s'")


async def test_an_analysis_is_made_kept_and_not_made_again(analyst, over, registry):
    await analyst.ask(over, "first")
    assert (await analyst.kept(over))["first"].state == "waiting"
    await analyst.work_off(FIRST)
    kept = (await analyst.kept(over))["first"]
    assert (kept.state, kept.plies) == ("done", 24)
    [row] = await registry.store.fetch("SELECT result, made_at FROM analyses")
    assert json.loads(row["result"]) == analyse(over.state, FIRST)
    await analyst.ask(over, "first")
    await analyst.work_off(FIRST)
    assert await registry.store.fetch("SELECT result, made_at FROM analyses") == [row]
    assert analyst.made == 1


async def test_what_was_made_of_other_moves_is_made_anew(analyst, over, registry):
    await analyst.ask(over, "first")
    await analyst.work_off(FIRST)
    await registry.store.run("UPDATE analyses SET key = 'of other moves'")
    assert await analyst.kept(over) == {}
    await analyst.ask(over, "first")
    await analyst.work_off(FIRST)
    assert (await analyst.kept(over))["first"].state == "done"
    assert analyst.made == 2


async def test_a_game_that_is_not_the_one_asked_about_is_given_up(analyst, over, registry):
    await analyses.ask(registry.store, over.id, "first", "of a log that is gone")
    await analyst.work_off(FIRST)
    assert [row["state"] for row in await registry.store.fetch("SELECT state FROM analyses")] == ["failed"]


async def test_a_running_game_is_not_analysed_whoever_asks(analyst, registry, database_url):
    running = await play(registry, database_url, moves=5)
    await analyses.ask(registry.store, running.id, "first", key_of(running.state))
    await analyst.work_off(FIRST)
    assert (await analyst.kept(running))["first"].result is None


async def test_a_process_that_died_leaves_its_work_to_the_next(analyst, over, registry):
    await analyst.ask(over, "deep")
    job = await analyses.claim(registry.store, "deep")
    assert await analyses.renew(registry.store, job, 7)
    assert (await analyst.kept(over))["deep"].plies == 7
    await analyst.work_off(DEEP)
    assert (await analyst.kept(over))["deep"].state == "working"  # its lease goes on
    await expire(registry)
    await analyst.work_off(DEEP)
    assert (await analyst.kept(over))["deep"].state == "done"
    assert not await analyses.renew(registry.store, job, 8)
    assert not await analyses.finish(registry.store, job, {})
    assert (await analyst.kept(over))["deep"].plies == 24


async def test_two_processes_never_work_on_the_same(over, registry):
    await analyses.ask(registry.store, over.id, "deep", "key")
    claims = await asyncio.gather(*(analyses.claim(registry.store, "deep") for _ in range(3)))
    assert sum(job is not None for job in claims) == 1


async def test_a_killed_worker_is_replaced_and_the_numbers_are_the_same(analyst, over, registry):
    await analyst.ask(over, "deep")
    working = asyncio.ensure_future(analyst.work_off(DEEP))
    while (await analyst.kept(over))["deep"].plies < 2:
        await asyncio.sleep(0.01)
    for process in analyst.pool._processes.values():
        os.kill(process.pid, signal.SIGKILL)
    await working
    assert (await analyst.kept(over))["deep"].state == "done"
    [row] = await registry.store.fetch("SELECT result, tries FROM analyses")
    assert json.loads(row["result"]) == analyse(over.state, DEEP)
    assert row["tries"] == 2


async def test_what_fails_again_and_again_is_given_up_and_may_be_asked_for_anew(analyst, over, registry):
    await analyst.ask(over, "first")
    for _ in range(MOST_TRIES):
        assert await analyses.claim(registry.store, "first")
        await expire(registry)
    await analyst.work_off(FIRST)
    assert (await analyst.kept(over))["first"].state == "failed"
    await analyst.ask(over, "first")
    await analyst.work_off(FIRST)
    assert (await analyst.kept(over))["first"].state == "done"


async def test_one_person_waits_for_some_and_nobody_else_is_kept_waiting(registry, over, database_url):
    maya, tom = over.people
    others = [(await deal_game(database_url)).id for _ in range(MOST_AT_ONCE)]
    for game in others:
        await analyses.ask(registry.store, game, "deep", "key", maya)
    await analyses.ask(registry.store, over.id, "deep", "key", maya)
    assert await analyses.read(registry.store, over.id, "key") == {}
    await analyses.ask(registry.store, over.id, "deep", "key", tom)
    assert (await analyses.read(registry.store, over.id, "key"))["deep"].before == MOST_AT_ONCE


async def test_whoever_is_forgotten_waits_for_nothing_any_more(registry, over):
    maya = over.people[0]
    await analyses.ask(registry.store, over.id, "deep", "key", maya)
    await registry.store.run("DELETE FROM people WHERE id = $1", maya)
    [row] = await registry.store.fetch("SELECT asked_by FROM analyses")
    assert row["asked_by"] is None


async def test_at_its_end_every_game_is_looked_at(registry, database_url):
    async with Analyst(registry.store, (FIRST,)) as analyst:
        registry.on_end.append(analyst.note_end)
        fold = await play(registry, database_url)
        while (await analyst.kept(fold)).get("first", analyses.NONE_YET).state != "done":
            await asyncio.sleep(0.01)
    assert analyst.pool is None
    assert isinstance(fold.id, UUID)
