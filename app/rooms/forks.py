"""Going on from a moment of a game that is over: a room of one's own, in which every seat is a planet of that
game. Friends may take the others, or bots do; a seat that stays empty is played by the caretaker's bot.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from app.config import Settings
from app.errors import Conflict
from app.games.forking import NoSuchMoment, fork_at
from app.games.log import Fold
from app.people.service import Identity
from app.rooms import repository, seating, service
from app.rooms.locked_room import bump_version
from app.rooms.models import Room
from app.rooms.schemas import NewFork, NewRoom


async def begin(  # noqa: PLR0913, PLR0917 (what a room is made of, and the game to go on from)
    db: AsyncSession, me: Identity, fold: Fold, wish: NewFork, name: str, settings: Settings
) -> tuple[Room, str]:
    """The room, and its invite, which is told only now."""
    state = fold.state
    if state is None:
        raise Conflict("not_begun")
    if not fold.is_over:
        raise Conflict("game_running")
    if fold.is_sealed:
        raise Conflict("daily_sealed")
    if wish.seat >= state.players:
        raise Conflict("no_such_seat", seats=state.players)
    try:
        fork = fork_at(fold, wish.moves, wish.coming)
    except NoSuchMoment:
        raise Conflict("no_such_moment") from None
    same = NewRoom.model_validate({"seats": state.players, "variants": list(state.deal.variants)})
    room, invite = await service.create(db, me, same, name, settings)
    game = await repository.game_of(db, room)
    game.fork, game.component_set = fork, state.component_set.to_json()
    game.rules_version = state.deal.rules  # what was played stays legal
    seats = await repository.seats_of(db, room.id)
    seating.seat_person(seats[wish.seat], me.person, me.name, wish.nonce)
    await db.flush()
    if wish.bots is not None:
        seating.fill_seats(seats, wish.bots)
        room = await service.start(db, me, room.code)
    else:
        await bump_version(db, room)
    return room, invite
