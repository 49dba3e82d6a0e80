"""A room as people see it: one picture for all, and beside it what it says to you alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from app.games.first_game import is_first_game
from app.games.models import Game
from app.games.presence import Presence
from app.people.service import Identity
from app.rooms import repository
from app.rooms.locked_room import options_of, state_of
from app.rooms.models import Room, SeatRow
from app.rooms.schemas import (
    CurrentGameView,
    OfferView,
    PastGameView,
    RoomCard,
    RoomState,
    RoomView,
    SeatView,
    WatchersView,
    YouView,
)
from app.rooms.snapshot import RoomSnapshot, fetch_in, read_room


async def room_view(db: AsyncSession, room: Room, presence: Presence, me: Identity | None = None) -> RoomView:
    """The room as `me` sees it, or as everybody does."""
    await db.flush()
    seen = await read_room(fetch_in(db), presence, room.id)
    assert seen is not None
    return common_view(seen).model_copy(update={"you": you_view(seen, me) if me else None})


def common_view(seen: RoomSnapshot) -> RoomView:
    """The part that is the same for all."""
    room, game = seen.room, seen.game
    return RoomView(
        code=room.code,
        name=room.name,
        state=cast("RoomState", state_of(room, game)),
        version=room.version,
        options=options_of(room),
        seats=[seat_view(seen, seat) for seat in seen.seats],
        watchers=watchers_view(seen),
        game=CurrentGameView(
            id=game.id,
            number=game.number,
            commitment=game.commitment,
            state=cast("Any", game.state),
            head=game.head,
            due_at=game.due_at,
            now=seen.now,
            guided=is_first_game(game),
        ),
        games=[past_game_view(past) for past in seen.games],
    )


def seat_view(seen: RoomSnapshot, seat: SeatRow) -> SeatView:
    """One chair."""
    presence, away_since = seen.attendance.presence_of(seat)
    return SeatView(
        seat=seat.seat,
        name=seat.name,
        bot=seat.bot,
        presence=presence,
        away_since=away_since,
        host=seat.person_id is not None and seat.person_id == seen.room.host_id,
        sealed=seat.nonce is not None,
        offer=offer_view(seen, seat),
    )


def offer_view(seen: RoomSnapshot, seat: SeatRow) -> OfferView | None:
    """The offer of a bot for a seat whose owner is missing."""
    offer = seen.attendance.offer_for(seat)
    if offer is None:
        return None
    return OfferView(
        level=offer["level"], agreed=offer["agreed"], awaited=seen.attendance.awaited(seen.seats, offer)
    )


def watchers_view(seen: RoomSnapshot) -> WatchersView:
    """Who looks on: all are counted, those we know are named."""
    seated = {seat.person_id for seat in seen.seats if seat.person_id is not None}
    looking = [one for one in seen.attending if one.is_here and one.person not in seated]
    return WatchersView(count=len(looking), names=list(seen.watchers))


def past_game_view(game: Game) -> PastGameView:
    """A game that the room remembers."""
    result = game.result or {}
    return PastGameView(
        id=game.id,
        number=game.number,
        state=cast("Any", game.state),
        players=[player["name"] for player in game.players or []],
        bots=[player["bot"] for player in game.players or []],
        winners=result.get("winners"),
        ended_at=game.ended_at,
    )


def you_view(seen: RoomSnapshot, me: Identity) -> YouView:
    """What this room says to you alone."""
    mine = next((seat for seat in seen.seats if seat.person_id == me.person), None)
    return YouView(
        seat=mine.seat if mine else None,
        host=seen.room.host_id == me.person,
        name=(mine.name if mine else None) or me.name,
        person=me.person,
        former=former_seats(seen).get(me.person),
        known=me.person in known_here(seen),
    )


def former_seats(seen: RoomSnapshot) -> dict[UUID, int]:
    """Who played a seat of this game that a bot has taken over since."""
    taken = {seat.seat for seat in seen.seats if seat.bot is not None}
    return {person: seat for seat, person in enumerate(seen.game.sat_ids) if person and seat in taken}


def known_here(seen: RoomSnapshot) -> frozenset[UUID]:
    """Who has played in this room, and was not sent away."""
    played = {person for game in seen.games for person in game.sat_ids if person}
    return frozenset(played.difference(seen.room.kicked))


async def cards(db: AsyncSession, me: Identity | None) -> list[RoomCard]:
    """The public rooms that wait for people and where `me` is welcome, those with a free seat first."""
    rooms = await repository.open_public(db, me.person if me else None)
    seats = await repository.seats_of_all(db, rooms)
    shown = [card(room, seats[room.id]) for room in rooms]
    return sorted(shown, key=lambda one: one.free == 0)


def card(room: Room, seats: Sequence[SeatRow]) -> RoomCard:
    """One public room."""
    return RoomCard(
        code=room.code,
        name=room.name,
        options=options_of(room),
        host=next((seat.name for seat in seats if seat.person_id and seat.person_id == room.host_id), None),
        sitting=[seat.name for seat in seats if seat.name is not None],
        free=sum(seat.person_id is None and seat.bot is None for seat in seats),
    )
