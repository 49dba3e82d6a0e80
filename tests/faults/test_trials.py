"""One of the trials of `scripts/faults`, with one game; and whoever keeps a trial's time is judged."""

import asyncio
from types import SimpleNamespace

from tests.faults.breakages import BREAKAGES
from tests.faults.trial import Absences, run_trial


async def test_killed_between_commit_and_answer_breaks_no_promise():
    verdict = await run_trial(BREAKAGES["killed-after-commit"], seed=1, games=1)
    assert verdict.broken == []
    assert len(verdict.away) == 5


async def test_absences_are_the_longest_time_without_a_live_connection():
    player = SimpleNamespace(is_live=True, is_done=False)
    absences = Absences([player])
    for now, is_live in ((0, True), (1, False), (4, False), (5, True), (6, False), (7, False), (8, True)):
        player.is_live = is_live
        absences.look(now)
    done = asyncio.create_task(asyncio.sleep(0))
    await done
    assert await absences.watch(done) == [3.0]


def test_each_breakage_says_what_it_does_and_what_it_needs():
    assert all(breakage.says for breakage in BREAKAGES.values())
    assert len({breakage.says for breakage in BREAKAGES.values()}) == len(BREAKAGES)
