"""What the measurements of bots share: a server as people start it, and rooms of a person with bots."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from app.config import Settings
from app.embedded import EmbeddedPostgres
from app.migrate import upgrade
from tests.faults.player import NONCE, Person, Room
from tests.faults.processes import AppProcess, serving

Measure = Callable[[AppProcess], Awaitable[bool]]


async def room_with_bots(url: str, person: Person, levels: Sequence[str]) -> Room:
    """A game of `person` against bots of these levels, begun."""
    room = Room(await person.post(url, "/rooms", {"seats": 1 + len(levels), "nonce": NONCE}), [person])
    for seat, level in enumerate(levels, start=1):
        await person.post(url, f"/rooms/{room.code}/bot", {"seat": seat, "level": level})
    await person.post(url, f"/rooms/{room.code}/start")
    return room


def is_met(aim: str, measure: Measure, **environment: str) -> bool:
    """Whether one server process, with its usual human moment and a database of its own, meets the aim."""
    with tempfile.TemporaryDirectory() as name:
        postgres = EmbeddedPostgres(Path(name) / "postgres")
        url = postgres.start()
        try:
            upgrade(url)
            met = asyncio.run(_measured(Path(name), url, measure, environment))
        finally:
            postgres.stop()
    print(f"{aim}: {'met' if met else 'missed'}")
    return met


async def _measured(folder: Path, url: str, measure: Measure, environment: Any) -> bool:
    pause = str(Settings().bot_think_seconds)
    async with serving(folder, url, TERRAHEDRON_BOT_THINK_SECONDS=pause, **environment) as (app,):
        return await measure(app)
