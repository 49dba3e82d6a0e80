"""The first game of somebody who has never played: a room of one's own, two gentle bots, and it has begun."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.config import Settings
from app.games.first_game import BOT, BOTS, COMMITMENT, NONCE, SEED, VARIANTS
from app.games.models import Game
from app.people.service import Identity
from app.rooms import repository, seating, service
from app.rooms.models import Room, SeatRow
from app.rooms.schemas import NewRoom


async def begin(db: AsyncSession, me: Identity, name: str, settings: Settings) -> Room:
    """My first game: the one under way, else a new one. A deal that is known is dealt nowhere else."""
    running = await under_way(db, me)
    if running is not None:
        return running
    wish = NewRoom.model_validate(
        {"seats": 1 + BOTS, "variants": list(VARIANTS), "nonce": NONCE, "talk": False}
    )
    room, _ = await service.create(db, me, wish, name, settings)
    game = await repository.game_of(db, room)
    game.seed, game.commitment = SEED, COMMITMENT
    for seat in range(1, 1 + BOTS):
        await seating.seat_bot(db, me, room.code, seat, BOT)
    await service.revoke_invite(db, me, room.code)
    return await service.start(db, me, room.code)


async def under_way(db: AsyncSession, me: Identity) -> Room | None:
    """The room of a first game that has not come to its end."""
    query = (
        select(Room)
        .join(Game, Game.id == Room.game_id)
        .join(SeatRow, SeatRow.room_id == Room.id)
        .where(SeatRow.person_id == me.person, Room.state == "playing")
        .where(Game.commitment == COMMITMENT, Game.state == "running")
        .order_by(Room.created_at)
        .limit(1)
    )
    return (await db.scalars(query)).one_or_none()
