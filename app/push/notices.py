"""What is to be told, as the database has it: the queue is derived from rooms and games themselves.

Every second one process compares what each browser was last told of a room with how the room stands now, and
notes what is new: a move that waits, the end, a rematch. So whatever is committed is told, whichever process
dies, and no move has to wait for it. A notice is leased by whoever sends it, and looked at again before it is
sent: what holds no more is not told.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from app.games.deadlines import SLOW_CLOCK
from app.games.presence import OVER_REST
from app.games.store import LogStore

AFTER_SECONDS = 2
IN_SIGHT_SECONDS = 30  # after which somebody who had the table in sight is looked for again
LEASE_SECONDS = 60
AT_ONCE = 20
FRESH = "interval '1 hour'"  # an end or a rematch is news for so long
HURRY_PART = 0.2  # of the time for a move, when that much is left
NOTING_LOCK = 7_262_638  # any number that no other lock of ours has

# How a room stands for a browser whose person sits there.
STANDING = f"""
SELECT s.id AS subscription_id, s.person_id, s.created_at, rooms.id AS room_id, rooms.code, rooms.name,
    g.id AS game_id, g.head, g.state AS game_state, g.clock, g.due_at, seats.seat, moves.ply,
    jsonb_array_length(coalesce(nullif(g.players, 'null'), '[]')) AS players,
    CASE
        WHEN seats.left_at IS NOT NULL THEN 'none'
        WHEN g.state = 'running' THEN CASE WHEN seats.seat = (
            (g.deal ->> 'first')::int + moves.ply / jsonb_array_length(g.players) + moves.ply
        ) % jsonb_array_length(g.players) THEN 'move' ELSE 'none' END
        WHEN g.state IN ('over', 'abandoned') AND g.started_at IS NOT NULL
            AND g.ended_at > greatest(s.created_at, now() - {FRESH}) THEN 'over'
        WHEN g.state = 'dealt' AND g.number > 1 AND rooms.state = 'open' AND seats.nonce IS NULL
            AND rooms.touched_at > greatest(s.created_at, now() - {FRESH}) THEN 'again'
        ELSE 'none'
    END AS kind
FROM push_subscriptions AS s
JOIN sessions ON sessions.id = s.session_id AND sessions.revoked_at IS NULL
JOIN seats ON seats.person_id = s.person_id
JOIN rooms ON rooms.id = seats.room_id AND rooms.state <> 'closed'
JOIN games AS g ON g.id = rooms.game_id
CROSS JOIN LATERAL (
    SELECT count(*)::int AS ply FROM events WHERE game_id = g.id AND kind = 'move'
) AS moves
"""  # noqa: S608 (words of ours)
NOTE_SQL = f"""
INSERT INTO push_notices AS known (
    subscription_id, room_id, game_id, head, game_state, ply, kind, send_at
)
SELECT subscription_id, room_id, game_id, head, game_state, ply, kind,
    CASE WHEN kind <> 'none' THEN now() + interval '{AFTER_SECONDS} s' END
FROM ({STANDING}
    LEFT JOIN push_notices AS told ON told.subscription_id = s.id AND told.room_id = rooms.id
    WHERE told.room_id IS NULL OR (told.game_id, told.head, told.game_state) <> (g.id, g.head, g.state)
) AS standing
WHERE pg_try_advisory_xact_lock({NOTING_LOCK})
ON CONFLICT (subscription_id, room_id) DO UPDATE SET game_id = excluded.game_id, head = excluded.head,
    game_state = excluded.game_state, ply = excluded.ply, kind = excluded.kind,
    send_at = excluded.send_at, tries = 0, leased_until = NULL
WHERE (known.game_id, known.game_state, known.ply) <> (excluded.game_id, excluded.game_state, excluded.ply)
"""  # noqa: S608 (words and numbers of ours)
# What says nothing new (a hint, a rest) is noted as seen.
SEEN_SQL = """
UPDATE push_notices SET head = games.head FROM games
WHERE games.id = push_notices.game_id AND games.head > push_notices.head
    AND games.state = push_notices.game_state AND push_notices.ply = (
        SELECT count(*) FROM events WHERE game_id = games.id AND kind = 'move')
"""
CLAIM_SQL = f"""
UPDATE push_notices SET tries = tries + 1, leased_until = now() + interval '{LEASE_SECONDS} s'
WHERE (subscription_id, room_id) IN (
    SELECT subscription_id, room_id FROM push_notices
    WHERE send_at <= now() AND (leased_until IS NULL OR leased_until < now())
    ORDER BY send_at LIMIT {AT_ONCE} FOR UPDATE SKIP LOCKED)
RETURNING subscription_id, room_id, game_id, ply, kind, tries
"""  # noqa: S608 (numbers of ours)
LOOK_SQL = f"""
SELECT standing.*, s.endpoint, s.point, s.secret, s.lang, s.origin,
    extract(epoch FROM standing.due_at - now())::float8 AS left,
    EXISTS (
        SELECT FROM presence WHERE presence.room_id = standing.room_id AND gone_at IS NULL
            AND presence.person_id = standing.person_id AND process <> '{OVER_REST}'
    ) AS is_in_sight,
    (
        SELECT count(DISTINCT room_id) FROM push_notices AS other
        WHERE other.subscription_id = s.id AND kind IN ('move', 'hurry')
    ) AS waiting
FROM ({STANDING} WHERE s.id = $1 AND rooms.id = $2) AS standing
JOIN push_subscriptions AS s ON s.id = standing.subscription_id
"""  # noqa: S608 (words of ours)
HELD = "subscription_id = $1 AND room_id = $2 AND game_id = $3 AND ply = $4 AND tries = $5"
LATER_SQL = f"""
UPDATE push_notices SET kind = $6, send_at = now() + make_interval(secs => $7), tries = $8,
    leased_until = NULL WHERE {HELD}
"""  # noqa: S608 (words of ours)
DONE_SQL = f"UPDATE push_notices SET send_at = NULL, leased_until = NULL WHERE {HELD}"  # noqa: S608


class Claimed(NamedTuple):
    """A notice that this process has leased."""

    subscription: UUID
    room: UUID
    game: UUID
    ply: int
    kind: str
    tries: int


class RoomForBrowser(NamedTuple):
    """How a room stands for one browser now, and where that is."""

    kind: str
    game: UUID
    ply: int
    code: str
    name: str
    round: int
    clock: int | None
    left: float | None  # seconds until the caretaker moves, if there is a clock
    is_in_sight: bool
    waiting: int  # tables that wait for this person
    endpoint: str
    point: bytes
    secret: bytes
    lang: str
    origin: str

    @property
    def hurry_in(self) -> float | None:
        """In how many seconds a fifth of the time is left, where a move may take hours or days."""
        if self.left is None or self.clock is None or self.clock < SLOW_CLOCK:
            return None
        return max(self.left - HURRY_PART * self.clock, 0.0)


async def note(store: LogStore) -> None:
    """Note whatever is new."""
    await store.run(NOTE_SQL)
    await store.run(SEEN_SQL)


async def claim(store: LogStore) -> list[Claimed]:
    """What is to be told now."""
    return [Claimed(*row) for row in await store.fetch(CLAIM_SQL)]


async def look(store: LogStore, claimed: Claimed) -> RoomForBrowser | None:
    """How it stands with what was noted; nothing where that browser or room is gone."""
    rows = await store.fetch(LOOK_SQL, claimed.subscription, claimed.room)
    if not rows:
        return None
    row = dict(rows[0])
    values = {name: row[name] for name in RoomForBrowser._fields if name in row}
    at = row["ply"] // row["players"] + 1 if row["players"] else 1
    return RoomForBrowser(**values, game=row["game_id"], round=at)


async def done(store: LogStore, claimed: Claimed) -> None:
    await store.run(DONE_SQL, *_held(claimed))


async def later(store: LogStore, claimed: Claimed, kind: str, seconds: float, tries: int) -> None:
    await store.run(LATER_SQL, *_held(claimed), kind, seconds, tries)


def _held(claimed: Claimed) -> tuple[UUID, UUID, UUID, int, int]:
    return claimed.subscription, claimed.room, claimed.game, claimed.ply, claimed.tries
