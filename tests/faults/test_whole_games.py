"""Whole games, through one process and through two, to the last point: nothing lost, nothing twice.

`scripts/bench faults` plays 200 of them.
"""

import random

from tests.faults.games import play_games


async def test_whole_games_through_one_process_are_seen_alike_and_verify(single, single_database):
    faults = [fault async for fault in play_games([single.url], single_database, 3, random.Random(1))]
    assert faults == []


async def test_whole_games_through_two_processes_are_seen_alike_and_verify(pair, pair_database):
    urls = [app.url for app in pair]
    faults = [fault async for fault in play_games(urls, pair_database, 3, random.Random(2))]
    assert faults == []
