"""How a game comes to be: a seed, committed to before anybody sits; then, at the start, the deal."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from app.games.forking import add_past, deal_on
from app.games.models import Game
from app.rules.deal import SEED_BYTES, commitment
from app.rules.parts import base_set
from app.rules.record import Player
from app.rules.versions import RULES_VERSION


async def draw(db: AsyncSession, room_id: UUID, number: int, variants: Collection[str]) -> Game:
    """The room's next game: its seed is fixed from here on, and its commitment can be read by all."""
    seed = secrets.token_bytes(SEED_BYTES)
    game = Game(
        room_id=room_id,
        number=number,
        rules_version=RULES_VERSION,
        component_set=base_set().to_json(),
        seed=seed,
        commitment=commitment(seed),
        variants=list(variants),
        state="dealt",
        head=0,
        person_ids=[],
        sat_ids=[],
    )
    db.add(game)
    await db.flush()
    return game


async def begin(db: AsyncSession, game: Game, players: Sequence[Player], nonces: Sequence[str]) -> None:
    """Deal, and let time run. Who sits where, clock and waiting time have been set on the row before."""
    deal = deal_on(game, list(nonces))
    game.players = [player.to_json() for player in players]
    game.nonces = list(nonces)
    game.deal = deal.to_json()
    game.sat_ids = list(game.person_ids)
    add_past(db, game)
    game.state = "running"
    game.started_at = game.turn_started_at = func.now()
    # Due at once: whichever clock looks first finds out when the first seat really is.
    game.due_at, game.due_kind = func.now(), "begin"
    await db.flush()
    await db.refresh(game)
