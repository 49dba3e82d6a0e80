"""A seat changes hands in the middle of a game: one entry of the log, written together with what the room
notes about it.

It does not go through the writer, since the entry and the room's seat must be there together or not at all.
Whoever holds the game's row may do this: a move under way then finds another head than it expected, reads
on, and is judged again.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from app.games.entries import table_id
from app.games.models import EventRow, Game


async def hand_over(db: AsyncSession, game: Game, seat: int, bot: str) -> None:
    """From now on `bot` plays this seat, and nobody else. The game's row is locked by the caller."""
    game.head += 1
    game.last_action = table_id(game.head)
    game.person_ids = [None if at == seat else person for at, person in enumerate(game.person_ids)]
    entry = {"seq": game.head, "seat": seat, "action_id": game.last_action, "body": {"bot": bot}}
    db.add(EventRow(game_id=game.id, kind="seat", **entry))
    await db.flush()
