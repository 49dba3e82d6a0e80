"""Hints at the table: the best moves, for whoever is due and asks. The host allows them or not; in a public
room, where strangers play, all who play must agree, each for this game. One no ends that.
"""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import AppError, Conflict, NotAllowed, Unavailable
from app.games.live_game import LiveGame
from app.games.registry import GameRegistry
from app.games.submissions import Nack
from app.people.service import Identity
from app.rooms.locked_room import bump_version, is_gone, lock_room
from app.rooms.models import Room
from app.rooms.schemas import HintsGiven, HintView
from app.rooms.snapshot import fetch_in, read_room
from app.rooms.views import hints_view


async def agree(db: AsyncSession, me: Identity, code: str, is_yes: bool) -> Room:
    """Say yes to hints in this game, or no."""
    locked = await lock_room(db, code)
    mine = locked.seat_of(me.person)
    if locked.room.state != "playing" or mine is None or is_gone(mine):
        raise NotAllowed("not_seated")
    if not locked.options.hints:
        raise Conflict("hints_off")
    before = [seat.hints_game_id for seat in locked.seats]
    if is_yes:
        mine.hints_game_id = locked.game.id
    else:
        for seat in locked.seats:
            seat.hints_game_id = None
    if [seat.hints_game_id for seat in locked.seats] != before:
        await bump_version(db, locked.room)
    return locked.room


async def game_with_hints(db: AsyncSession, room_id: UUID) -> UUID:
    """The game on the table, where hints are allowed, and agreed on if that is needed."""
    room = await read_room(fetch_in(db), room_id)
    allowed = None if room is None else hints_view(room)
    if room is None or allowed is None:
        raise Conflict("hints_off")
    if allowed.awaited:
        raise Conflict("hints_awaited", seats=allowed.awaited)
    return room.game_id


async def give(registry: GameRegistry, live_game: LiveGame, person: UUID) -> HintsGiven:
    """The best moves for this person, whose move it is."""
    seat = live_game.fold.seat_of(person)
    if seat is None:
        raise NotAllowed("not_seated")
    try:
        given = await registry.hints(live_game, seat)
    except (TimeoutError, BrokenExecutor) as error:
        raise Unavailable from error  # nothing depends on it, and it can be asked again
    if isinstance(given, Nack):
        raise AppError(given.code, head=given.head, **given.details)
    state, best = given
    told = [HintView.model_validate(hint) for hint in best]
    return HintsGiven(game=live_game.fold.id, moves=len(state.moves), best=told)
