"""What is to be told to browsers: how a room stands for each of them whose person sits there."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.store import LogStore
from app.push.queue import (
    AGAIN_SQL,
    DUE_SQL,
    GAME_SQL,
    IS_IN_SIGHT_SQL,
    LEFT_SQL,
    NOTING_LOCK,
    OVER_SQL,
    PLAYERS_SQL,
    ROOM_SQL,
    Claimed,
    Queue,
    RoomToTell,
    round_of,
)

STANDING = f"""
SELECT listener.id AS subscription_id, listener.person_id, rooms.id AS room_id, rooms.code, rooms.name,
    g.id AS game_id, g.head, g.state AS game_state, g.clock, g.due_at, moves.ply, {PLAYERS_SQL} AS players,
    CASE
        WHEN seats.left_at IS NOT NULL THEN 'none'
        WHEN g.state = 'running' THEN CASE WHEN seats.seat = {DUE_SQL} THEN 'move' ELSE 'none' END
        WHEN {OVER_SQL} THEN 'over'
        WHEN seats.nonce IS NULL AND {AGAIN_SQL} THEN 'again'
        ELSE 'none'
    END AS kind
FROM push_subscriptions AS listener
JOIN sessions ON sessions.id = listener.session_id AND sessions.revoked_at IS NULL
CROSS JOIN LATERAL (SELECT * FROM seats WHERE person_id = listener.person_id OFFSET 0) AS seats
{ROOM_SQL.format(id="seats.room_id")}
{GAME_SQL}
"""  # noqa: S608 (words of ours)
LOOK_SQL = f"""
SELECT standing.*, s.endpoint, s.point, s.secret, s.lang, s.origin, {LEFT_SQL} AS left,
    {IS_IN_SIGHT_SQL} AS is_in_sight,
    (
        SELECT CASE WHEN lapsed_at IS NULL THEN 'waits' ELSE 'lapsed' END FROM plans
        WHERE plans.game_id = standing.game_id AND plans.ply = standing.ply
            AND plans.person_id = standing.person_id
    ) AS plan,
    (
        SELECT count(DISTINCT room_id) FROM push_notices AS other
        WHERE other.subscription_id = s.id AND kind IN ('move', 'hurry')
    ) AS waiting
FROM ({STANDING} WHERE listener.id = $1 AND rooms.id = $2) AS standing
JOIN push_subscriptions AS s ON s.id = standing.subscription_id
"""  # noqa: S608 (words of ours)
QUEUE = Queue("push_notices", "subscription_id", STANDING, NOTING_LOCK)


@dataclass(frozen=True, kw_only=True)
class RoomForBrowser(RoomToTell):
    """How a room stands for one browser now, and where that is."""

    plan: str | None  # for this very turn: it waits to be made, or has lapsed
    waiting: int  # tables that wait for this person
    endpoint: str
    point: bytes
    secret: bytes


async def look(store: LogStore, claimed: Claimed) -> RoomForBrowser | None:
    """How it stands with what was noted; nothing where that browser or room is gone."""
    rows = await store.fetch(LOOK_SQL, claimed.listener, claimed.room)
    if not rows:
        return None
    row = dict(rows[0])
    values = {name: row[name] for name in RoomForBrowser.__dataclass_fields__ if name in row}
    return RoomForBrowser(**values, game=row["game_id"], round=round_of(row["ply"], row["players"]))
