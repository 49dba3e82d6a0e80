"""What is to be told to the chats of a room: how it stands for all who sit there together.

A chat is told at most one thing a minute, and after failures later and later: `webhooks.next_at` says from
when on. What comes before that folds into the message of then.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.games.store import LogStore
from app.push.queue import (
    AFTER_SECONDS,
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

# Bots move by themselves, and so does the caretaker of whoever has left.
STANDING = f"""
SELECT listener.id AS webhook_id, rooms.id AS room_id, rooms.code, rooms.name, g.id AS game_id, g.head,
    g.state AS game_state, g.clock, g.due_at, moves.ply, {PLAYERS_SQL} AS players, seats.seat,
    seats.person_id, seats.name AS player,
    CASE
        WHEN g.state = 'running' THEN CASE
            WHEN seats.person_id IS NOT NULL AND seats.left_at IS NULL THEN 'move' ELSE 'none' END
        WHEN {OVER_SQL} THEN 'over'
        WHEN {AGAIN_SQL} THEN 'again'
        ELSE 'none'
    END AS kind
FROM webhooks AS listener
{ROOM_SQL.format(id="listener.room_id")}
{GAME_SQL}
LEFT JOIN seats ON seats.room_id = rooms.id
    AND seats.seat = CASE WHEN g.state = 'running' THEN {DUE_SQL} END
"""  # noqa: S608 (words of ours)
# An end that was to be told, and that a rematch has overtaken, is told with it.
RENEWED_SQL = f"""
    is_end_untold = known.send_at IS NOT NULL AND (known.is_end_untold OR known.kind = 'over'),
    send_at = CASE WHEN known.send_at IS NOT NULL AND (known.is_end_untold OR known.kind = 'over')
        THEN now() + interval '{AFTER_SECONDS} s' ELSE excluded.send_at END"""
MAY_GO_SQL = """EXISTS (
    SELECT FROM webhooks WHERE webhooks.id = notice.webhook_id AND off_at IS NULL AND next_at <= now())"""
LOOK_SQL = f"""
SELECT standing.*, w.kind AS form, w.address, w.secret, w.lang, w.origin, {LEFT_SQL} AS left,
    coalesce({IS_IN_SIGHT_SQL}, false) AS is_due_in_sight, notice.is_end_untold, webhook_mentions.mention
FROM ({STANDING} WHERE listener.id = $1 AND rooms.id = $2 AND listener.off_at IS NULL) AS standing
JOIN webhooks AS w ON w.id = standing.webhook_id
JOIN webhook_notices AS notice ON notice.webhook_id = w.id AND notice.room_id = standing.room_id
LEFT JOIN webhook_mentions ON webhook_mentions.webhook_id = w.id
    AND webhook_mentions.person_id = standing.person_id
"""  # noqa: S608 (words of ours)
QUEUE = Queue(
    "webhook_notices",
    "webhook_id",
    STANDING,
    NOTING_LOCK + 1,
    listens="listener.off_at IS NULL",
    renewed=RENEWED_SQL,
    may_go=MAY_GO_SQL,
)


@dataclass(frozen=True, kw_only=True)
class RoomForChat(RoomToTell):
    """How a room stands for one chat now, where that is and how it wants to be written to."""

    form: str
    address: str
    secret: str | None
    seat: int | None = None  # whose move it is
    player: str | None = None
    mention: str | None = None
    due_at: datetime | None = None
    is_end_untold: bool = False  # an earlier game's, whose news has been overtaken
    is_due_in_sight: bool = False

    def news(self, kind: str) -> tuple[str, ...]:
        """What is to be said: whoever has the table in sight needs not be told that it is their move."""
        is_worth_it = kind != "none" and not self.is_due_in_sight
        return (*(("over",) if self.is_end_untold else ()), *((kind,) if is_worth_it else ()))


async def look(store: LogStore, claimed: Claimed) -> RoomForChat | None:
    """How it stands with what was noted; nothing where that chat or room is gone."""
    rows = await store.fetch(LOOK_SQL, claimed.listener, claimed.room)
    if not rows:
        return None
    row = dict(rows[0])
    values: dict[str, object] = {name: row[name] for name in RoomForChat.__dataclass_fields__ if name in row}
    values |= {"game": row["game_id"], "round": round_of(row["ply"], row["players"])}
    values["is_in_sight"] = row["is_due_in_sight"] and not row["is_end_untold"]
    return RoomForChat(**values)  # type: ignore[arg-type]
