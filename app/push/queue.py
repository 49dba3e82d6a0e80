"""What is to be told, in the database: a row for each listener and room, made anew from rooms and games.

A listener is whoever asked to be told: a browser (app/push/notices) or a chat (app/push/webhook_notices),
each with a table of its own of the same kind. Every second one process compares what each listener was last
told of a room with how the room stands now, and notes what is new: a move that waits, the end, a rematch. So
whatever is committed is told, whichever process dies, and no move has to wait for it. A notice is leased by
whoever sends it, and looked at again before it is sent: what holds no more is not told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from app.games.deadlines import SLOW_CLOCK
from app.games.presence import OVER_REST
from app.games.store import LogStore

AFTER_SECONDS = 2
LEASE_SECONDS = 60
AT_ONCE = 20
FRESH = "interval '1 hour'"  # an end or a rematch is news for so long
HURRY_PART = 0.2  # of the time for a move, when that much is left
NOTING_LOCK = 7_262_638  # any number that no other lock of ours has

# Of a room and its game, as all listeners want them; `g` is the game. The offsets leave PostgreSQL no choice
# but to begin at the listeners, so rooms and games of which nobody is told are not read.
ROOM_SQL = "CROSS JOIN LATERAL (SELECT * FROM rooms WHERE id = {id} AND state <> 'closed' OFFSET 0) AS rooms"
GAME_SQL = """
CROSS JOIN LATERAL (SELECT * FROM games WHERE id = rooms.game_id OFFSET 0) AS g
CROSS JOIN LATERAL (
    SELECT count(*)::int AS ply FROM events WHERE game_id = g.id AND kind = 'move'
) AS moves
"""
PLAYERS_SQL = "jsonb_array_length(coalesce(nullif(g.players, 'null'), '[]'))"
DUE_SQL = """(
    ((g.deal ->> 'first')::int + moves.ply / jsonb_array_length(g.players) + moves.ply)
    % jsonb_array_length(g.players)
)"""
OVER_SQL = f"""
    g.state IN ('over', 'abandoned') AND g.started_at IS NOT NULL
    AND g.ended_at > greatest(listener.created_at, now() - {FRESH})
"""
AGAIN_SQL = f"""
    g.state = 'dealt' AND g.number > 1 AND rooms.state = 'open'
    AND rooms.touched_at > greatest(listener.created_at, now() - {FRESH})
"""
LEFT_SQL = "extract(epoch FROM standing.due_at - now())::float8"
IS_IN_SIGHT_SQL = f"""EXISTS (
    SELECT FROM presence WHERE presence.room_id = standing.room_id AND gone_at IS NULL
        AND presence.person_id = standing.person_id AND process <> '{OVER_REST}' AND NOT is_hidden
)"""


class Claimed(NamedTuple):
    """A notice that this process has leased."""

    listener: UUID
    room: UUID
    game: UUID
    ply: int
    kind: str
    tries: int


@dataclass(frozen=True, kw_only=True)
class RoomToTell:
    """How a room stands for one listener now."""

    kind: str
    game: UUID
    ply: int
    code: str
    name: str
    round: int
    clock: int | None
    left: float | None  # seconds until the caretaker moves, if there is a clock
    is_in_sight: bool
    lang: str
    origin: str

    @property
    def url(self) -> str:
        return f"{self.origin}/r/{self.code}"

    @property
    def hurry_in(self) -> float | None:
        """In how many seconds a fifth of the time is left, where a move may take hours or days."""
        if self.left is None or self.clock is None or self.clock < SLOW_CLOCK:
            return None
        return max(self.left - HURRY_PART * self.clock, 0.0)


@dataclass(frozen=True)
class Queue:
    """The notices of one kind of listeners, in words of SQL."""

    table: str
    listener: str  # its column
    standing: str  # how each room stands for each `listener`, one after the other
    lock: int  # for one process at a time
    listens: str = "true"  # whether a `listener` wants to be told at all
    renewed: str = "send_at = excluded.send_at"  # what becomes of what is `known` where there is other news
    may_go: str = "true"  # whether a `notice` may be told by now

    @property
    def note_sql(self) -> str:
        """What is new since it was noted is noted, to be told a moment later."""
        return f"""
INSERT INTO {self.table} AS known ({self.listener}, room_id, game_id, head, game_state, ply, kind, send_at)
SELECT {self.listener}, room_id, game_id, head, game_state, ply, kind,
    CASE WHEN kind <> 'none' THEN now() + interval '{AFTER_SECONDS} s' END
FROM ({self.standing}
    LEFT JOIN {self.table} AS told ON told.{self.listener} = listener.id AND told.room_id = rooms.id
    WHERE {self.listens}
        AND (told.room_id IS NULL OR (told.game_id, told.head, told.game_state) <> (g.id, g.head, g.state))
) AS standing
WHERE pg_try_advisory_xact_lock({self.lock})
ON CONFLICT ({self.listener}, room_id) DO UPDATE SET game_id = excluded.game_id, head = excluded.head,
    game_state = excluded.game_state, ply = excluded.ply, kind = excluded.kind,
    {self.renewed}, tries = 0, leased_until = NULL
WHERE (known.game_id, known.game_state, known.ply) <> (excluded.game_id, excluded.game_state, excluded.ply)
"""  # noqa: S608 (words and numbers of ours)

    @property
    def seen_sql(self) -> str:
        """What says nothing new (a hint, a rest) is noted as seen."""
        return f"""
UPDATE {self.table} SET head = games.head FROM games
WHERE games.id = {self.table}.game_id AND games.head > {self.table}.head
    AND games.state = {self.table}.game_state AND {self.table}.ply = (
        SELECT count(*) FROM events WHERE game_id = games.id AND kind = 'move')
"""  # noqa: S608 (words of ours)

    @property
    def claim_sql(self) -> str:
        return f"""
UPDATE {self.table} SET tries = tries + 1, leased_until = now() + interval '{LEASE_SECONDS} s'
WHERE ({self.listener}, room_id) IN (
    SELECT {self.listener}, room_id FROM {self.table} AS notice
    WHERE send_at <= now() AND (leased_until IS NULL OR leased_until < now()) AND {self.may_go}
    ORDER BY send_at LIMIT {AT_ONCE} FOR UPDATE OF notice SKIP LOCKED)
RETURNING {self.listener}, room_id, game_id, ply, kind, tries
"""  # noqa: S608 (words of ours)

    @property
    def held(self) -> str:
        return f"{self.listener} = $1 AND room_id = $2 AND game_id = $3 AND ply = $4 AND tries = $5"

    async def note(self, store: LogStore) -> None:
        """Note whatever is new."""
        await store.run(self.note_sql)
        await store.run(self.seen_sql)

    async def claim(self, store: LogStore) -> list[Claimed]:
        """What is to be told now."""
        return [Claimed(*row) for row in await store.fetch(self.claim_sql)]

    async def done(self, store: LogStore, claimed: Claimed) -> None:
        await store.run(
            f"UPDATE {self.table} SET send_at = NULL, leased_until = NULL WHERE {self.held}",  # noqa: S608
            *held_by(claimed),
        )

    async def later(self, store: LogStore, claimed: Claimed, kind: str, seconds: float, tries: int) -> None:
        await store.run(
            f"UPDATE {self.table} SET kind = $6, send_at = now() + make_interval(secs => $7), tries = $8,"  # noqa: S608
            f" leased_until = NULL WHERE {self.held}",
            *held_by(claimed),
            kind,
            seconds,
            tries,
        )


def held_by(claimed: Claimed) -> tuple[UUID, UUID, UUID, int, int]:
    return claimed.listener, claimed.room, claimed.game, claimed.ply, claimed.tries


def holds(claimed: Claimed, standing: RoomToTell) -> bool:
    """Whether what was noted is still so."""
    kind = "move" if claimed.kind == "hurry" else claimed.kind
    return (standing.kind, standing.game, standing.ply) == (kind, claimed.game, claimed.ply)


def round_of(ply: int, players: int) -> int:
    return ply // players + 1 if players else 1
