"""All that is kept of one person, for them to read and to take along: a table each, in words of the wire.

What others said, hold or are called is no part of it, and neither is what opens anything (hashes of tokens).
Of a game it says where one sat; the games themselves are among the records (`app/games/export.py`).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# A test sees to it that every table that names people has its part here.
PARTS = {
    "person": """
        SELECT id, name, given_name, created_at, seen_at, feed_hash IS NOT NULL AS has_feed, plays_rated,
            on_ladder
        FROM people WHERE id = :me""",
    "sessions": """
        SELECT kind, label, created_at, seen_at, revoked_at FROM sessions WHERE person_id = :me
        ORDER BY created_at, id""",
    "seat_passes": """
        SELECT created_at, expires_at, used_at FROM seat_passes WHERE person_id = :me ORDER BY created_at""",
    "push_subscriptions": """
        SELECT substring(endpoint from '^[a-z]+://[^/]*') AS service, lang, origin, created_at
        FROM push_subscriptions WHERE person_id = :me ORDER BY created_at, id""",
    "webhooks": """
        SELECT code AS room, kind, substring(address from '^[a-z]+://[^/]*') AS service, lang,
            webhooks.created_at
        FROM webhooks JOIN rooms ON rooms.id = room_id WHERE person_id = :me
        ORDER BY webhooks.created_at, webhooks.id""",
    "webhook_mentions": """
        SELECT code AS room, kind, mention FROM webhook_mentions JOIN webhooks ON webhooks.id = webhook_id
        JOIN rooms ON rooms.id = room_id WHERE webhook_mentions.person_id = :me
        ORDER BY code, kind, mention""",
    "rooms": """
        SELECT code, name, state, options, created_at, touched_at FROM rooms WHERE host_id = :me
        ORDER BY created_at, id""",
    "sent_away_from": "SELECT code AS room FROM rooms WHERE kicked @> ARRAY[:me]::uuid[] ORDER BY code",
    "seats": """
        SELECT code AS room, seat, seats.name, nonce, joined_at, left_at, hints_game_id AS hints_in
        FROM seats JOIN rooms ON rooms.id = room_id WHERE person_id = :me ORDER BY joined_at, code""",
    "presence": """
        SELECT code AS room, seen_at, gone_at, is_hidden AS hidden
        FROM presence JOIN rooms ON rooms.id = room_id WHERE person_id = :me ORDER BY seen_at, code""",
    "daily_tries": """
        SELECT day, game_id AS game, is_shown AS name_shown, begun_at FROM daily_tries WHERE person_id = :me
        ORDER BY day""",
    "circles": """
        SELECT name, joined_at FROM circle_members JOIN circles ON circles.id = circle_id
        WHERE person_id = :me ORDER BY joined_at, circles.id""",
    "games": """
        SELECT games.id, code AS room, number, games.state, array_position(sat_ids, :me) - 1 AS seat,
            players -> (array_position(sat_ids, :me) - 1) ->> 'name' AS name, started_at, ended_at
        FROM games JOIN rooms ON rooms.id = room_id WHERE sat_ids @> ARRAY[:me]::uuid[]
        ORDER BY started_at, games.id""",
    "plans": """
        SELECT code AS room, plans.game_id AS game, seat, ply, wishes, made_at, lapsed_at
        FROM plans JOIN games ON games.id = plans.game_id JOIN rooms ON rooms.id = room_id
        WHERE plans.person_id = :me ORDER BY made_at, plans.game_id""",
    "ratings": "SELECT seats, mean, spread, games FROM ratings WHERE person_id = :me ORDER BY seats",
    "rating_changes": """
        SELECT game_id AS game, at, seats, place, weight, mean_before, spread_before, mean, spread, games
        FROM rating_changes WHERE person_id = :me ORDER BY number""",
    "talk": """
        SELECT code AS room, talk.name, seat, text, at FROM talk JOIN rooms ON rooms.id = room_id
        WHERE person_id = :me ORDER BY talk.id""",
    "not_let_speak_in": "SELECT code AS room FROM rooms WHERE hushed @> ARRAY[:me]::uuid[] ORDER BY code",
    "mutes": "SELECT name, at FROM mutes WHERE person_id = :me ORDER BY at, id",
    "reports": """
        SELECT code AS room, reason, at FROM reports LEFT JOIN rooms ON rooms.id = room_id
        WHERE by_id = :me ORDER BY reports.id""",
    "measures": """
        SELECT kind, reason, at, until, lifted_at FROM measures WHERE person_id = :me ORDER BY id""",
    "analyses": """
        SELECT game_id AS game, pass, asked_at FROM analyses WHERE asked_by = :me
        ORDER BY asked_at, game_id""",
}


async def kept_of(db: AsyncSession, person: UUID) -> dict[str, Any]:
    """Everything by its table; of the person themselves the one row, or null if there is nobody like that."""
    told: dict[str, Any] = {}
    for name, statement in PARTS.items():
        rows = await db.execute(text(statement), {"me": person})
        told[name] = [dict(row._mapping) for row in rows]
    told["person"] = told["person"][0] if told["person"] else None
    return told
