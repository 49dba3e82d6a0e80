"""Two trials of `scripts/faults` in one world, with one game each; and what is noted of trials."""

import asyncio
import dataclasses
from types import SimpleNamespace

from tests.faults import world as world_of_trials
from tests.faults.__main__ import to_try, tried
from tests.faults.breakages import BREAKAGES, says
from tests.faults.history import Acting, History
from tests.faults.results import Result, note, noted, table
from tests.faults.trial import Absences, longest_pause, run_trial
from tests.faults.world import world


async def test_killed_between_commit_and_answer_breaks_no_promise():
    breakage = BREAKAGES["killed-after-commit"]
    async with world(breakage) as there:
        for seed in (1, 2):
            verdict = await run_trial(there, breakage, seed, games=1)
            assert verdict.broken == []
            assert len(verdict.away) == 5
            assert min(verdict.away) > 0


async def test_traceback_is_a_broken_promise_of_its_own_trial_and_the_next_has_new_servers(
    tmp_path, monkeypatch
):
    async def wrong(trial):
        trials.append(trial)
        if len(trials) == 1:
            with trial.world.apps[0].log.open("a", encoding="utf-8") as log:
                log.write("Traceback of something\n")

    monkeypatch.setattr(world_of_trials, "LOGS", tmp_path)
    trials = []
    breakage = dataclasses.replace(BREAKAGES["nothing"], do=wrong, processes=1)
    results = [result async for result in tried(breakage, [1, 2])]
    assert [result.broken for result in results] == [["the server: Traceback of something"], []]
    assert trials[0].world is not trials[1].world
    (kept,) = tmp_path.glob("faults-logs-*/app-0.log")
    assert "Traceback of something" in kept.read_text()


async def test_absences_are_the_longest_time_without_a_live_connection():
    player = SimpleNamespace(is_live=True, is_done=False)
    absences = Absences([player])
    for now, is_live in ((0, True), (1, False), (4, False), (5, True), (6, False), (7, False), (8, True)):
        player.is_live = is_live
        absences.look(now)
    done = asyncio.create_task(asyncio.sleep(0))
    await done
    assert await absences.watch(done) == [3.0]


def test_a_table_stands_still_between_two_of_its_moves_but_not_while_somebody_thinks():
    history = History()
    for game, moves in (("a", ((10.0, 0.5), (12.0, 0.5), (20.0, 7.5))), ("b", ((11.0, 0.0), (15.0, 1.0)))):
        for acked, thought in moves:
            history.acts.append(Acting(game, 0, "", 0, (0, 0, 0), acked - 0.1, thought, acked))
    history.acts.append(Acting("b", 0, "", 0, (0, 0, 0), 90.0))
    assert longest_pause(history) == 3.0


def test_each_breakage_says_what_it_does_and_what_it_needs():
    assert all(says().values())
    assert len(set(says().values())) == len(BREAKAGES)


def test_what_stands_in_the_results_is_not_tried_again(tmp_path):
    file = tmp_path / "results.jsonl"
    assert to_try(["nothing"], range(1, 4), file) == [("nothing", [1, 2, 3])]
    note(file, Result("nothing", 2, "2026-01-01 00:00", away=[0.1, 0.2], still=0.3))
    assert noted(file) == [Result("nothing", 2, "2026-01-01 00:00", away=[0.1, 0.2], still=0.3)]
    assert to_try(["nothing", "rolling"], range(1, 4), file) == [("nothing", [1, 3]), ("rolling", [1, 2, 3])]
    assert [len(seeds) for _, seeds in to_try(["nothing"], range(1, 46), None)] == [20, 20, 5]


def test_table_has_medians_worst_broken_promises_and_what_was_never_tried():
    results = [
        Result("one", seed, "", away=[away, 2 * away], still=3 * away, load=float(seed))
        for seed, away in ((1, 1.0), (2, 2.0), (3, 9.0))
    ]
    results.append(Result("one", 4, "", broken=["C1 …", "C2 …"], load=4.0))
    rows = table(results, {"one": "First", "two": "Second"}).splitlines()[2:]
    assert rows == [
        "| `one`: First | 4 | 2 | 2.0 s, 18.0 s | 6.0 s, 27.0 s | 2.5, 4.0 |",
        "| `two`: Second | 0 | 0 |  |  |  |",
    ]
