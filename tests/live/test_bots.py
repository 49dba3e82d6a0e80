"""Bots at the table: one move each in its turn, whatever becomes of the process in which they think."""

import asyncio
import os
import random
import signal
from collections import Counter
from contextlib import suppress
from uuid import UUID

import pytest

from app.bots.player import BOTS
from app.games.bot_pool import BotPool
from app.rules.deal import deal_from_seed, thinking_seed
from app.rules.game import apply_move, new_game
from app.rules.parts import base_set
from app.rules.planet import Placement
from app.rules.record import verify
from app.rules.views import view
from tests.live.served import NONCE, at_table, legal, serve, sign_in
from tests.live.test_absence import change


@pytest.fixture
async def site(quick):
    async with serve(quick.model_copy(update={"bot_think_seconds": 0.0})) as site:
        yield site


async def room_with(site, *levels):
    """A game of one person, in seat 0, against bots."""
    host = await sign_in(site)
    code = (await host.post("/rooms", {"seats": 1 + len(levels), "nonce": NONCE}))["room"]["code"]
    for seat, level in enumerate(levels, start=1):
        await host.post(f"/rooms/{code}/bot", {"seat": seat, "level": level})
    await host.post(f"/rooms/{code}/start")
    return host, code


async def my_turn(client, host):
    """The game as soon as it is our move, or over."""
    while True:
        game = await host.get(f"/games/{client.game}")
        if client.seq < game["head"]:
            await client.hear("event", seq=game["head"])
        if game["view"]["due"] in (0, None):
            return game["view"]
        await client.hear("event", seq=game["head"] + 1)


async def test_whole_game_with_two_bots_has_one_move_each_by_whose_it_is(site):
    host, code = await room_with(site, "sapling", "grove")
    async with at_table(site, code, host) as client:
        chance = random.Random(3)
        while not (view := await my_turn(client, host))["over"]:
            assert (await client.act(legal(view, chance)))["type"] == "ack"
        rows = await change(
            site, "SELECT seat, body ->> 'by' AS by FROM events WHERE game_id = $1", client.game
        )
        assert Counter(map(tuple, rows)) == {(0, "person"): 12, (1, "bot"): 12, (2, "bot"): 12}
        heard = [m["event"]["by"] for m in client.told if m["type"] == "event"]
        assert Counter(heard)["bot"] >= 22  # those before we came are in the snapshot
        record = await host.get(f"/games/{client.game}/record")
        assert verify(record) == []
        assert repeated(record) == [move for move in record["moves"] if move[1] != 0]


def repeated(record):
    """The bots' moves of a finished game, thought again by what its record tells."""
    state = new_game(base_set(), deal_from_seed(bytes.fromhex(record["seed"]), record["nonces"]))
    moves = []
    for number, (round_, seat, *placement) in enumerate(record["moves"]):
        if level := record["players"][seat]["bot"]:
            seed = thinking_seed(bytes.fromhex(record["seed"]), number)
            moves.append([round_, seat, *BOTS[level].choose(view(state, seat), seat, seed=seed, budget_s=0)])
        state, _ = apply_move(state, seat, Placement(*placement))
    return moves


async def test_thinking_process_that_is_killed_costs_no_move(site, caplog):
    host, code = await room_with(site, "gaia")
    registry, chance, killed, moves = site.app.state.registry, random.Random(5), set(), 0
    async with at_table(site, code, host) as client:
        live_game = await registry.get(UUID(client.game))
        while len(killed) < 2:
            view = await my_turn(client, host)
            assert (await client.act(legal(view, chance)))["type"] == "ack"
            moves += 1
            killed |= await kill_the_thinker(registry.bot_pool, live_game)
        await my_turn(client, host)
        rows = await change(site, "SELECT seat, seq FROM events WHERE game_id = $1 ORDER BY seq", client.game)
    assert sum(record.message == "a bot gave no move" for record in caplog.records) >= len(killed)
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert Counter(row["seat"] for row in rows)[0] == moves
    assert Counter(row["seat"] for row in rows)[1] >= len(killed)


async def kill_the_thinker(bot_pool, live_game):
    """Kill the pool's process while it thinks; its number, if it did not answer before."""
    while live_game.fold.due == 1:
        for pid in set(bot_pool.pool._processes or ()) if is_thinking(bot_pool) else ():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
                await asyncio.sleep(0.1)  # what it had said by now is heard
                thinks = is_thinking(bot_pool)
                os.kill(pid, signal.SIGKILL if thinks else signal.SIGCONT)
                return {pid} if thinks else set()
        await asyncio.sleep(0.001)
    return set()


def is_thinking(bot_pool):
    return bot_pool.pool is not None and bool(bot_pool.pool._pending_work_items)


async def test_thinking_does_not_hold_up_the_loop():
    """Whoever is served meanwhile is served as ever: the loop turns while a bot thinks, however long."""
    state = new_game(base_set(), deal_from_seed(bytes(32), [NONCE, f"{NONCE}1"]))
    bot_pool = BotPool()
    thinking = asyncio.create_task(bot_pool.choose_move(state, state.due, "gaia", 1))
    try:
        while not (is_thinking(bot_pool) and bot_pool.pool._processes):
            await asyncio.sleep(0.001)
        (pid,) = bot_pool.pool._processes
        os.kill(pid, signal.SIGSTOP)
        for _ in range(20):
            await asyncio.sleep(0.005)
        assert not thinking.done()
        os.kill(pid, signal.SIGCONT)
        assert await thinking in set(state.legal_placements())
    finally:
        bot_pool.close()


async def test_ctrl_c_of_a_terminal_is_no_business_of_a_thinking_process(capfd):
    state = new_game(base_set(), deal_from_seed(bytes(32), [NONCE, f"{NONCE}1"]))
    bot_pool = BotPool(1)
    try:
        await bot_pool.choose_move(state, state.due, "sapling", 1)
        (before,) = bot_pool.pool._processes
        os.kill(before, signal.SIGINT)
        assert await bot_pool.choose_move(state, state.due, "gaia", 1) in set(state.legal_placements())
        assert list(bot_pool.pool._processes) == [before]
    finally:
        bot_pool.close()
    assert "KeyboardInterrupt" not in capfd.readouterr().err


async def test_many_thoughts_at_once_are_shorter_and_the_metrics_say_so():
    state = new_game(base_set(), deal_from_seed(bytes(32), [NONCE, f"{NONCE}1"]))
    bot_pool, waits = BotPool(1), []
    bot_pool.note_wait = waits.append
    try:
        await bot_pool.choose_move(state, state.due, "gaia", 1)
        assert (bot_pool.asked, bot_pool.cut_short, len(waits)) == (0, 0, 1)
        asked = [bot_pool.choose_move(state, state.due, "gaia", seed) for seed in range(8)]
        assert set(await asyncio.gather(*asked)) <= set(state.legal_placements())
        assert (bot_pool.asked, len(waits)) == (0, 9)
        assert bot_pool.cut_short >= 5
    finally:
        bot_pool.close()


async def test_whoever_asks_is_known_by_their_address(site):
    host, _ = await room_with(site, "sapling")
    registry, me = site.app.state.registry, UUID((await host.get("/people/me"))["id"])
    assert registry.callers.address_of(me) == "127.0.0.1"
    assert "terrahedron_bots_cut_short 0.0" in (await site.http.get(f"{site.url}/metrics")).text
