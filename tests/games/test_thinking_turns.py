"""The thinkers' turns: nobody waits for another one's many games, and who asks for much gets less of it."""

import asyncio

import pytest

from app.games.thinking_turns import UNWATCHED_WAIT, AskingGame, BotOwner, ThinkingTurns

CROWD = AskingGame([BotOwner("one", "far")])
OTHER = AskingGame([BotOwner("two", "near")])
SAME_HOUSE = AskingGame([BotOwner("three", "far")])


async def asking(turns, game, thought, name, weight=1.0):
    async with turns.turn(game, weight) as part:
        await asyncio.sleep(0)
        thought.append((name, part))


@pytest.mark.parametrize("games", [30, 120])
async def test_many_games_of_one_person_let_another_go_first(games):
    turns, thought = ThinkingTurns(1), []
    crowd = [asyncio.create_task(asking(turns, CROWD, thought, "crowd")) for _ in range(3 * games)]
    await asyncio.sleep(0)
    for before in (1, 2, 3):
        while len(thought) < 10 * before:
            await asyncio.sleep(0)
        await asking(turns, OTHER, thought, "other")
        assert sum(name == "crowd" for name, _ in thought[10 * before :]) <= 1  # the one that thinks already
    await asyncio.gather(*crowd)
    assert len(thought) == 3 * games + 3


async def test_who_asks_for_much_gets_less_and_the_other_all():
    turns, thought = ThinkingTurns(1), []
    crowd = [asking(turns, CROWD, thought, "crowd") for _ in range(90)]
    await asyncio.gather(*crowd, asking(turns, OTHER, thought, "other"))
    assert ("other", 1.0) in thought
    assert min(part for _, part in thought) < 0.05


@pytest.mark.parametrize(("asked", "part"), [(1, 1.0), (2, 1.0), (4, 2 / 3), (100, 2 / 99)])
async def test_the_more_people_wait_the_less_time_each_has(asked, part):
    turns, thought = ThinkingTurns(1), []
    await asyncio.gather(*(asking(turns, AskingGame([BotOwner(n)]), thought, n) for n in range(asked)))
    assert min(part for _, part in thought) == part  # of the second: the first thinks already


async def test_many_names_behind_one_address_are_one_owner():
    turns, thought = ThinkingTurns(1), []
    names = [AskingGame([BotOwner(name, "far")]) for name in range(60)]
    crowd = [asyncio.create_task(asking(turns, game, thought, "crowd")) for game in names]
    await asyncio.sleep(0)
    await asking(turns, OTHER, thought, "other")
    assert len(thought) <= 3
    assert thought[-1] == ("other", 1.0)
    await asyncio.gather(*crowd)


async def test_people_behind_one_address_take_turns():
    turns, thought = ThinkingTurns(1), []
    tasks = [asyncio.create_task(asking(turns, CROWD, thought, "crowd")) for _ in range(20)]
    tasks += [asyncio.create_task(asking(turns, SAME_HOUSE, thought, "house"))]
    await asyncio.gather(*tasks)
    assert [name for name, _ in thought][:3] == ["crowd", "house", "crowd"]


async def test_a_game_of_several_goes_by_who_waits_longest():
    turns, thought = ThinkingTurns(1), []
    tasks = [asyncio.create_task(asking(turns, CROWD, thought, "crowd")) for _ in range(20)]
    both = AskingGame([*CROWD.owners, *OTHER.owners])
    tasks += [asyncio.create_task(asking(turns, both, thought, "both"))]
    await asyncio.gather(*tasks)
    assert thought[1][0] == "both"


async def test_a_watched_game_comes_before_one_that_nobody_watches():
    turns, thought = ThinkingTurns(1), []
    unwatched = [AskingGame([BotOwner(name)], is_watched=False) for name in range(3)]
    tasks = [asyncio.create_task(asking(turns, game, thought, "unwatched")) for game in unwatched]
    tasks += [asyncio.create_task(asking(turns, AskingGame([BotOwner("me")]), thought, "watched"))]
    await asyncio.gather(*tasks)
    assert [name for name, _ in thought][:2] == ["unwatched", "watched"]  # one thought already


async def test_a_game_that_nobody_watches_has_its_turn_after_a_while():
    now = 0.0
    turns, thought = ThinkingTurns(1, lambda: now), []
    crowd = [asyncio.create_task(asking(turns, CROWD, thought, "crowd")) for _ in range(20)]
    unwatched = AskingGame(OTHER.owners, is_watched=False)
    crowd += [asyncio.create_task(asking(turns, unwatched, thought, "unwatched"))]
    while len(thought) < 10:
        await asyncio.sleep(0)
    assert "unwatched" not in dict(thought)
    now = UNWATCHED_WAIT
    await asyncio.gather(*crowd)
    assert thought.index(("unwatched", 1.0)) <= 11


async def test_what_is_quick_does_not_count_for_much():
    turns, thought = ThinkingTurns(1), []
    await asyncio.gather(*(asking(turns, CROWD, thought, "quick", 0.02) for _ in range(40)))
    assert {part for _, part in thought} == {1.0}


async def test_whoever_stops_waiting_leaves_nothing_behind():
    turns, thought = ThinkingTurns(1), []
    tasks = [asyncio.create_task(asking(turns, CROWD, thought, "crowd")) for _ in range(10)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asking(turns, AskingGame(), thought, "nobody's")
    assert len(thought) == 6
    assert (turns.free, turns.queues, turns.served, turns.asked, turns.weights) == (1, {}, {}, {}, {})
