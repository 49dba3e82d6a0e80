"""Work that is repeated goes on, whatever a step does."""

import asyncio
import logging

import pytest

from app.games.periodic import PeriodicTasks
from app.games.store import DatabaseUnavailable


@pytest.mark.parametrize(
    ("error", "level"),
    [
        (DatabaseUnavailable(), None),  # the store has logged it
        (FileNotFoundError(), logging.WARNING),  # no socket: the database is not up
        (TimeoutError(), logging.WARNING),
        (FileNotFoundError(2, "no such file", "a file"), logging.ERROR),
        (KeyError("ours"), logging.ERROR),
    ],
)
async def test_step_that_fails_is_repeated_and_told_by_what_it_was(caplog, error, level):
    tasks, tries = PeriodicTasks(), asyncio.Queue()

    async def step():
        tries.put_nowait(None)
        if tries.qsize() == 1:
            raise error

    caplog.set_level(logging.INFO, "app.games.periodic")
    tasks.repeat(step, 0.01)
    while tries.qsize() < 2:
        await asyncio.sleep(0.01)
    await tasks.stop()
    told = [(each.levelno, bool(each.exc_info)) for each in caplog.records if "periodic" in each.name]
    assert told == ([] if level is None else [(level, level == logging.ERROR)])
