"""How long what nobody needs any more is kept; `docs/hosting.md` has it in words.

Each statement takes a small batch, in a transaction of its own, and leaves out what others hold: several
processes share the work, and a crash leaves what is still to go for the next sweep. Games that have begun are
kept for good, and with them their rooms and the people who played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import Database

BATCH = 500
TALK_LINES = 500  # of a room
TALK_DAYS = 30
PRESENCE_DAYS = 30
SESSION_DAYS = 365
ENDED_SESSION_DAYS = 30
PASS_DAYS = 1
PERSON_DAYS = 30
ROOM_DAYS = 30
ANALYSIS_DAYS = 90
REPORT_DAYS = 30
FIRST = (datetime(1970, 1, 1, tzinfo=UTC), UUID(int=0))

# A table, its key, when what is in it grew old, and after how many days it goes.
AGED_TABLES = (
    ("talk", "id", "at", TALK_DAYS),
    ("presence", "room_id, key, process", "gone_at", PRESENCE_DAYS),
    ("sessions", "id", "seen_at", SESSION_DAYS),
    ("sessions", "id", "revoked_at", ENDED_SESSION_DAYS),
    ("seat_passes", "token_hash", "expires_at", PASS_DAYS),
    ("analyses", "game_id, pass", "made_at", ANALYSIS_DAYS),
    ("reports", "id", "at", REPORT_DAYS),
)
DROP_AGED_SQL = [
    text(f"""
DELETE FROM {table} WHERE ({key}) IN (
    SELECT {key} FROM {table} WHERE {grew_old} < now() - interval '{days} days'
    ORDER BY {grew_old} LIMIT {BATCH} FOR UPDATE SKIP LOCKED
)""")  # noqa: S608 (names and numbers of ours)
    for table, key, grew_old, days in AGED_TABLES
]
# A room can only have too many lines where something was said lately; the others are not looked at.
DROP_LONG_TALK_SQL = text(f"""
DELETE FROM talk WHERE id = ANY (ARRAY(
    SELECT surplus.id FROM (SELECT DISTINCT room_id FROM talk WHERE at > now() - interval '1 hour') AS spoken
    CROSS JOIN LATERAL (
        SELECT id FROM talk WHERE room_id = spoken.room_id
        ORDER BY room_id DESC, id DESC OFFSET {TALK_LINES} LIMIT {BATCH}
    ) AS surplus
))""")  # noqa: S608 (numbers of ours)
# An address is a key to somebody's chat, and nothing is told of a closed room.
DROP_WEBHOOKS_SQL = text(f"""
DELETE FROM webhooks WHERE id = ANY (ARRAY(
    SELECT webhooks.id FROM webhooks JOIN rooms ON rooms.id = room_id
    WHERE rooms.state = 'closed' LIMIT {BATCH}
))""")  # noqa: S608 (numbers of ours)

NEXT_OLD_ROOMS_SQL = text(f"""
SELECT touched_at, rooms.id FROM rooms JOIN games ON games.id = rooms.game_id
WHERE rooms.state = 'closed' AND touched_at < now() - interval '{ROOM_DAYS} days'
    AND (touched_at, rooms.id) > (:at, :id)
ORDER BY touched_at, rooms.id LIMIT {BATCH} FOR UPDATE SKIP LOCKED
""")  # noqa: S608 (numbers of ours)
DROP_UNPLAYED_ROOMS_SQL = text("""
DELETE FROM rooms WHERE id = ANY(:ids)
    AND NOT EXISTS (SELECT FROM games WHERE room_id = rooms.id AND started_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM presence WHERE room_id = rooms.id AND gone_at IS NULL)
""")
NEXT_OLD_PEOPLE_SQL = text(f"""
SELECT seen_at, id FROM people
WHERE seen_at < now() - interval '{PERSON_DAYS} days' AND (seen_at, id) > (:at, :id)
ORDER BY seen_at, id LIMIT {BATCH} FOR UPDATE SKIP LOCKED
""")  # noqa: S608 (numbers of ours)
DROP_UNKNOWN_PEOPLE_SQL = text("""
DELETE FROM people WHERE id = ANY(:ids)
    AND NOT EXISTS (SELECT FROM seats WHERE person_id = people.id)
    AND NOT EXISTS (SELECT FROM rooms WHERE host_id = people.id)
    AND NOT EXISTS (SELECT FROM games WHERE sat_ids @> ARRAY[people.id])
    AND NOT EXISTS (SELECT FROM presence WHERE person_id = people.id)
""")


@dataclass
class BatchWalk:
    """Goes through the old rows of a table, a batch a sweep, and begins anew after the last: most of them are
    kept for good, and need not be looked at again every minute.
    """

    find: Any
    drop: Any
    reached: tuple[datetime, UUID] = field(default=FIRST)

    async def step(self, db: AsyncSession) -> None:
        """Lock the next batch, then drop what nothing refers to: a second statement sees whatever was
        committed before the locks, and nobody can refer to a locked row.
        """
        at, last = self.reached
        rows = (await db.execute(self.find, {"at": at, "id": last})).all()
        self.reached = (rows[-1][0], rows[-1][1]) if len(rows) == BATCH else FIRST
        if rows:
            await db.execute(self.drop, {"ids": [row.id for row in rows]})


class Retention:
    """What one process remembers between two sweeps: how far it has come."""

    def __init__(self) -> None:
        self.walks = (
            BatchWalk(NEXT_OLD_ROOMS_SQL, DROP_UNPLAYED_ROOMS_SQL),
            BatchWalk(NEXT_OLD_PEOPLE_SQL, DROP_UNKNOWN_PEOPLE_SQL),
        )

    async def drop_old(self, database: Database) -> None:
        for statement in (*DROP_AGED_SQL, DROP_LONG_TALK_SQL, DROP_WEBHOOKS_SQL):
            async with database.transaction() as db:
                await db.execute(statement)
        for walk in self.walks:
            async with database.transaction() as db:
                await walk.step(db)
