"""Waiting for what comes in its own time."""

import asyncio

from tests.live.served import PATIENCE
from tests.live.test_absence import change


async def until(check):
    async with asyncio.timeout(PATIENCE):
        while not (found := check()):
            await asyncio.sleep(0.05)
    return found


async def rows(site, statement):
    return [dict(row) for row in await change(site, statement)]


async def until_rows(site, statement, holds):
    async with asyncio.timeout(PATIENCE):
        while not holds(found := await rows(site, statement)):
            await asyncio.sleep(0.1)
    return found
