"""A room as people see it: the same for all, and beside it what it says to you alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import NotFound
from app.games.days import closes_at
from app.games.deadlines import is_slow
from app.games.first_game import is_first_game
from app.games.pauses import MOST_RESTS
from app.people.service import Identity
from app.rooms import repository
from app.rooms.attendance import RoomAttendance
from app.rooms.locked_room import options_of
from app.rooms.models import Room, SeatRow
from app.rooms.schemas import (
    CurrentGameView,
    DailyMark,
    ForkView,
    HintsView,
    OfferView,
    PastGameView,
    RoomCard,
    RoomView,
    SeatView,
    SeriesView,
    WatchersView,
    YouView,
)
from app.rooms.snapshot import GameSnapshot, RoomSnapshot, SeatSnapshot, fetch_in, read_room


async def room_view(db: AsyncSession, room_id: UUID, me: Identity | None = None) -> RoomView:
    """The room as `me` sees it, or as everybody does."""
    room = await read_room(fetch_in(db), room_id)
    if room is None:
        raise NotFound  # deleted in this very moment
    you = you_view(room, me.person, room.options.called(me.name, me.given_name)) if me else None
    return common_view(room).model_copy(update={"you": you})


def common_view(room: RoomSnapshot) -> RoomView:
    """The part that is the same for all."""
    game = room.game
    return RoomView(
        code=room.code,
        name=room.name,
        state=room.state,
        version=room.version,
        options=room.options,
        shut=room.is_shut,
        seats=[seat_view(room, seat) for seat in room.seats],
        watchers=watchers_view(room),
        game=CurrentGameView(
            id=game.id,
            number=game.number,
            commitment=game.commitment,
            state=game.state,
            head=game.head,
            due_at=game.due_at,
            now=room.now,
            guided=is_first_game(game.commitment),
            fork=fork_view(game),
            daily=daily_mark(game),
        ),
        games=[past_game_view(past) for past in room.played],
        hints=hints_view(room),
        series=series_view(room.played),
    )


def seat_view(room: RoomSnapshot, seat: SeatSnapshot) -> SeatView:
    """One chair."""
    attendance = RoomAttendance(room)
    presence, away_since = attendance.presence_of(seat)
    offer = attendance.offer_for(seat)
    return SeatView(
        seat=seat.seat,
        name=seat.name,
        bot=seat.bot,
        presence=presence,
        away_since=away_since,
        host=seat.person_id is not None and seat.person_id == room.host_id,
        sealed=seat.is_sealed,
        hushed=seat.person_id in room.hushed,
        offer=offer
        and OfferView(level=offer.level, agreed=list(offer.agreed), awaited=attendance.awaited(offer)),
        resting_until=room.resting_until(seat.seat),
    )


def hints_view(room: RoomSnapshot) -> HintsView | None:
    """Whether hints may be asked for, and on whose word that waits."""
    if room.state != "playing" or not room.options.hints:
        return None
    playing = [seat for seat in room.seats if seat.person_id is not None and seat.left_at is None]
    agreed = [seat.seat for seat in playing if seat.hints_game_id == room.game_id]
    awaited = [seat.seat for seat in playing if seat.seat not in agreed] if room.options.public else []
    return HintsView(agreed=agreed, awaited=awaited)


def watchers_view(room: RoomSnapshot) -> WatchersView:
    """Who looks on: all are counted, those we know are named."""
    seated = {seat.person_id for seat in room.seats if seat.person_id is not None}
    looking = [one for one in room.people if one.is_here and one.person not in seated]
    return WatchersView(count=len(looking), names=list(room.watchers))


def past_game_view(game: GameSnapshot) -> PastGameView:
    """A game that the room remembers."""
    return PastGameView(
        id=game.id,
        number=game.number,
        state=cast("Any", game.state),
        players=list(game.names),
        bots=list(game.bots),
        winners=None if game.winners is None else list(game.winners),
        ended_at=game.ended_at,
        fork=fork_view(game),
    )


def series_view(played: Sequence[GameSnapshot]) -> list[SeriesView]:
    """Who has won how many of the room's games: people wherever they sat, bots by their names. Whoever was
    forgotten is nobody's rival.
    """
    finished = [game for game in played if game.winners is not None and game.fork is None]
    found: dict[UUID | str, SeriesView] = {}
    for game in finished if len(finished) > 1 else ():
        for seat, (person, bot) in enumerate(zip(game.sat_ids, game.bots, strict=True)):
            key = person or (bot and game.names[seat])
            if key:
                one = found.setdefault(key, SeriesView(name="", bot=bot, won=0, games=0))
                one.name = game.names[seat]
                one.games += 1
                one.won += seat in (game.winners or ())
    return sorted(found.values(), key=lambda one: (-one.won, one.games, one.name))


def fork_view(game: GameSnapshot) -> ForkView | None:
    """Where a game goes on from, if from another one."""
    return None if game.fork is None else ForkView.model_validate(game.fork.model_dump())


def daily_mark(game: GameSnapshot) -> DailyMark | None:
    """On which day's world a game is played, if on one."""
    if game.daily is None:
        return None
    return DailyMark(day=game.daily, counted=game.is_try, closes_at=closes_at(game.daily))


def you_view(room: RoomSnapshot, person: UUID | None, name: str | None) -> YouView:
    """What this room says to one person alone, or to a watcher whom nobody knows."""
    mine = room.seat_of(person)
    is_host = person is not None and room.host_id == person
    return YouView(
        seat=mine.seat if mine else None,
        host=is_host,
        name=(mine.name if mine else None) or name,
        person=person,
        former=room.former_seats.get(person) if person is not None else None,
        rests=rests_left(room, mine),
        hushed=person in room.hushed,
        chats=room.webhooks if mine or is_host else 0,
        chats_off=room.webhooks_off if is_host else 0,
        known=person in room.known,
    )


def rests_left(room: RoomSnapshot, mine: SeatSnapshot | None) -> int:
    """How often somebody's seat may still rest; never where a move is one of minutes."""
    if mine is None or room.state != "playing" or not is_slow(room.options.clock):
        return 0
    return MOST_RESTS - len(room.rests_of(mine.seat))


async def open_rooms(db: AsyncSession, me: Identity | None) -> list[RoomCard]:
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
