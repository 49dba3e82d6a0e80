"""What is slow says so while it is, in the log and with its cause.

A statement that takes long is looked at from another connection: what its server process waits for, and who
holds that. An event loop that stands still is looked at from a thread: where in our code it stands.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections.abc import Awaitable, Callable, Sequence
from types import FrameType
from typing import Any

import asyncpg

from app.primary import server_processes

log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
SLOW_SECONDS = 0.5  # of a statement; commits of moves have a number of their own at /metrics
STANDS_STILL = 0.5  # of the loop
FRAMES_TOLD = 6
# Of statements of others only who they are: there may be values in them.
SLOW_SQL = """
SELECT pid, query_start::text AS since,
    extract(epoch FROM clock_timestamp() - query_start)::float8 AS seconds,
    regexp_replace(left(query, 300), '\\s+', ' ', 'g') AS statement,
    concat_ws(': ', wait_event_type, wait_event) AS waits_for,
    array(
        SELECT concat_ws(' ', 'process', other.pid, nullif(other.application_name, ''), other.state)
        FROM pg_stat_activity other WHERE other.pid = ANY(pg_blocking_pids(activity.pid))
    ) AS held_up_by
FROM pg_stat_activity activity
WHERE pid = ANY($1) AND state = 'active' AND query_start < clock_timestamp() - make_interval(secs => $2)
"""
ReadRows = Callable[..., Awaitable[Sequence[asyncpg.Record]]]


class SlowStatements:
    """Those of this process, each told once."""

    def __init__(self, fetch: ReadRows) -> None:
        self.fetch = fetch
        self.told: set[tuple[int, str]] = set()

    async def watch(self) -> None:
        """Look again and again, for as long as it runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.look()

    async def look(self) -> None:
        """Without a database there is nothing slow to see, and others say so."""
        try:
            rows = await self.fetch(SLOW_SQL, server_processes(), SLOW_SECONDS)
        except (OSError, asyncpg.PostgresError):
            return
        seen = {(row["pid"], row["since"]) for row in rows}
        for row in rows:
            if (row["pid"], row["since"]) not in self.told:
                log.warning("a statement takes long", extra={"context": cause_of(row)})
        self.told = seen


def cause_of(row: asyncpg.Record) -> dict[str, Any]:
    return {
        "statement": row["statement"],
        "seconds": round(row["seconds"], 1),
        "waits_for": row["waits_for"] or "nothing: it is worked on",
        "held_up_by": row["held_up_by"],
    }


class StandingLoop:
    """Watches the event loop of the thread that makes it. `beat` is called from the loop, again and again."""

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.beaten_at = time.monotonic()
        self.stood_since: float | None = None
        self.is_over = threading.Event()

    def beat(self) -> None:
        now = time.monotonic()
        if self.stood_since is not None:
            seconds = round(now - self.stood_since, 1)
            log.warning("the event loop goes on", extra={"context": {"seconds": seconds}})
            self.stood_since = None
        self.beaten_at = now

    def start(self) -> None:
        threading.Thread(target=self._watch, name="standing loop", daemon=True).start()

    def stop(self) -> None:
        self.is_over.set()

    def _watch(self) -> None:
        while not self.is_over.wait(STANDS_STILL / 5):
            since = self.beaten_at
            if self.stood_since is None and time.monotonic() - since > STANDS_STILL:
                frame = sys._current_frames().get(self.thread)
                if frame is not None:
                    self.stood_since = since
                    log.warning("the event loop stands still", extra={"context": {"where": where(frame)}})


def where(frame: FrameType) -> list[str]:
    """The innermost calls, without any values."""
    calls = traceback.extract_stack(frame)[-FRAMES_TOLD:]
    return [f"{call.filename}:{call.lineno} {call.name}" for call in calls]
