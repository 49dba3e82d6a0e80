"""The routes of rooms and invites: parse, allow, call the service, answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Concatenate, ParamSpec
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends, Request, Response

from app.api import ANYBODY, READING, WRITING, limits_of
from app.errors import Conflict, MalformedRequest, NotAllowed, NotFound, responses
from app.games.endpoints import live_game_of
from app.people.deps import AnyPerson, CurrentPerson, OptionalPerson
from app.people.service import Identity
from app.rooms import first_game, forks, hints, kept, rated, seating, service, takeover
from app.rooms.entrance import (
    Entered,
    Inside,
    asker_of,
    count_wrong_invite,
    enter,
    enter_by_invite,
    guesses_of,
)
from app.rooms.models import Room
from app.rooms.schemas import (
    BotChoice,
    HintsAnswer,
    HintsGiven,
    InviteView,
    NewFork,
    NewNonce,
    NewRoom,
    NewRoomView,
    OptionsChange,
    RatedWish,
    RoomCard,
    RoomView,
    SeatChoice,
    Sit,
)
from app.rooms.views import open_rooms, room_view
from app.routing import ApiRoute, DbSession
from app.security import address, own_origin
from app.texts import texts_for
from app.texts.friendly import first_room_name, room_name
from app.turns import let_others_go

router = APIRouter(prefix="/api/rooms", route_class=ApiRoute, tags=["rooms"])
inside = APIRouter(prefix="/api/rooms/{code}", route_class=ApiRoute, tags=["rooms"], dependencies=[Inside])
invites = APIRouter(prefix="/api/invites", route_class=ApiRoute, tags=["rooms"])
first = APIRouter(prefix="/api/first-game", route_class=ApiRoute, tags=["rooms"])
mine = APIRouter(prefix="/api/people/me", route_class=ApiRoute, tags=["people"])
rated_games = APIRouter(prefix="/api/rated-games", route_class=ApiRoute, tags=["rooms"])
forked = APIRouter(prefix="/api/games/{game}/forks", route_class=ApiRoute, tags=["games"])
Wish = ParamSpec("Wish")
LOOKING = responses(*READING, NotFound, NotAllowed, MalformedRequest)
CHANGING = responses(*WRITING, NotFound, NotAllowed, Conflict)


@dataclass
class Visit:
    """Somebody we know, who changes something in the room of the address."""

    db: DbSession
    me: CurrentPerson
    code: str

    async def after(
        self,
        change: Callable[Concatenate[DbSession, Identity, str, Wish], Awaitable[Room]],
        *wish: Wish.args,
        **named: Wish.kwargs,
    ) -> RoomView:
        """The room after this change, as they see it."""
        room = await change(self.db, self.me, self.code, *wish, **named)
        return await room_view(self.db, room.id, self.me)


Visiting = Annotated[Visit, Depends()]


def invite_view(request: Request, invite: str) -> InviteView:
    """An invite and the link to it."""
    origin = own_origin(request, request.app.state.settings)
    return InviteView(invite=invite, invite_url=f"{origin}/i/{invite}")


@router.post("", status_code=201, responses=responses(*WRITING), openapi_extra=ANYBODY)
async def create(request: Request, db: DbSession, me: AnyPerson, body: NewRoom) -> NewRoomView:
    """Make a room. You are its host; the invite is told only here."""
    demand_room(request, me)
    name = room_name(texts_for(request))
    room, invite = await service.create(db, me, body, name, request.app.state.settings)
    link = invite_view(request, invite)
    return NewRoomView(room=await room_view(db, room.id, me), **link.model_dump())


def demand_room(request: Request, me: Identity) -> None:
    """Nobody makes rooms without end."""
    limits_of(request).new_rooms_from_address.demand(address(request))
    limits_of(request).new_rooms.demand(me.person)


@first.post("", status_code=201, responses=responses(*WRITING), openapi_extra=ANYBODY)
async def begin_first_game(request: Request, db: DbSession, me: AnyPerson) -> RoomView:
    """Play the game that explains itself, on a deal that all know, against two bots; or go on with it."""
    demand_room(request, me)
    name = first_room_name(texts_for(request))
    room = await first_game.begin(db, me, name, request.app.state.settings)
    return await room_view(db, room.id, me)


@rated_games.post("", responses=responses(*WRITING, Conflict), openapi_extra=ANYBODY)
async def play_rated(request: Request, db: DbSession, me: AnyPerson, body: RatedWish) -> RoomView:
    """Sit down to a rated game: back where you wait already, else with people of a similar rating who wait,
    else in a room of your own. For those who asked for rated games.
    """
    name = room_name(texts_for(request))
    room = await rated.seek(db, me, body, name, lambda: demand_room(request, me), request.app.state.settings)
    return await room_view(db, room.id, me)


@forked.post("", status_code=201, responses=CHANGING, openapi_extra=ANYBODY)
async def fork(request: Request, db: DbSession, me: AnyPerson, game: UUID, body: NewFork) -> NewRoomView:
    """Go on from a moment of a game that is over, in a room of your own: against bots or with friends."""
    demand_room(request, me)
    fold = (await live_game_of(request, game)).fold
    name = room_name(texts_for(request))
    room, invite = await forks.begin(db, me, fold, body, name, request.app.state.settings)
    link = invite_view(request, invite)
    return NewRoomView(room=await room_view(db, room.id, me), **link.model_dump())


@router.get("", responses=responses(*READING), openapi_extra=ANYBODY)
async def list_open(db: DbSession, me: OptionalPerson) -> list[RoomCard]:
    """Public rooms that wait for people, without those you were sent away from."""
    return await open_rooms(db, me)


@inside.get("", responses=LOOKING, openapi_extra=ANYBODY)
async def read(db: DbSession, me: OptionalPerson, room: Entered) -> RoomView:
    """The room with this code; whoever has it may watch, unless the host has sent them away."""
    return await room_view(db, room.id, me)


@inside.patch("/options", responses=CHANGING)
async def change_options(visit: Visiting, body: OptionsChange) -> RoomView:
    """Host: change what is named, before the start."""
    return await visit.after(service.change_options, body)


@inside.post("/invite", responses=CHANGING)
async def renew_invite(request: Request, db: DbSession, me: CurrentPerson, code: str) -> InviteView:
    """Host: a new link; the old one is dead."""
    return invite_view(request, await service.renew_invite(db, me, code))


@inside.delete("/invite", status_code=204, responses=CHANGING)
async def revoke_invite(db: DbSession, me: CurrentPerson, code: str) -> None:
    """Host: no link any more."""
    await service.revoke_invite(db, me, code)


@router.post("/{code}/sit", responses=CHANGING, openapi_extra=ANYBODY)
async def sit(request: Request, db: DbSession, me: AnyPerson, code: str, body: Sit) -> RoomView:
    """Sit down, change seats before the start, or come back to your own."""
    await enter(db, guesses_of(request), asker_of(request, me), code, body.invite)
    try:
        room = await seating.sit(db, me, code, body)
    except NotAllowed as error:
        raise count_wrong_invite(request, error) from None
    return await room_view(db, room.id, me)


@inside.post("/nonce", responses=CHANGING)
async def give_nonce(visit: Visiting, body: NewNonce) -> RoomView:
    """Seal your seat for the next deal, as a rematch needs it."""
    return await visit.after(seating.give_nonce, body.nonce)


@inside.post("/leave", responses=CHANGING)
async def leave(visit: Visiting) -> RoomView:
    """Get up; in a running game the caretaker plays for you, and you may come back."""
    return await visit.after(seating.leave)


@inside.post("/kick", responses=CHANGING)
async def kick(visit: Visiting, body: SeatChoice) -> RoomView:
    """Host: send somebody away for good."""
    return await visit.after(seating.kick, body.seat)


@inside.post("/unseat", responses=CHANGING)
async def unseat(visit: Visiting, body: SeatChoice) -> RoomView:
    """Host: take a seat back before the start, from somebody who does not come. They may sit down again."""
    return await visit.after(seating.unseat, body.seat)


@inside.post("/bot", responses=CHANGING)
async def seat_bot(visit: Visiting, body: BotChoice) -> RoomView:
    """Host: a bot for an empty seat, or none."""
    return await visit.after(seating.seat_bot, body.seat, body.level)


@inside.post("/takeover", responses=CHANGING)
async def take_over(visit: Visiting, body: BotChoice) -> RoomView:
    """Players: let a bot play on for somebody who has left, or (without a level) rather not."""
    room = await takeover.answer(visit.db, visit.me.person, visit.code, body.seat, body.level)
    return await room_view(visit.db, room.id, visit.me)


@inside.post("/hints", responses=CHANGING)
async def ask_hints(request: Request, db: DbSession, me: CurrentPerson, room: Entered) -> HintsGiven:
    """Whoever is due: the best moves in Grove's eyes, by what your seat may see. All hear that you asked."""
    game = await hints.game_with_hints(db, room.id)
    await db.commit()  # no connection is held while a bot thinks, and nobody waits for it
    let_others_go(request.scope)
    live_game = await live_game_of(request, game)
    return await hints.give(request.app.state.registry, live_game, me.person)


@inside.post("/hints/agreement", responses=CHANGING)
async def agree_to_hints(visit: Visiting, body: HintsAnswer) -> RoomView:
    """Players of a public room: there may be hints in this game, or rather not. All must agree."""
    return await visit.after(hints.agree, body.agree)


@inside.post("/start", responses=CHANGING)
async def start(visit: Visiting) -> RoomView:
    """Host: deal and begin, with those who sit."""
    return await visit.after(service.start)


@inside.post("/again", responses=CHANGING)
async def rematch(visit: Visiting) -> RoomView:
    """One more game with everybody; each gives a new nonce."""
    return await visit.after(service.rematch)


@invites.get("/{invite}", responses=LOOKING, openapi_extra=ANYBODY)
async def read_invite(request: Request, db: DbSession, me: OptionalPerson, invite: str) -> RoomView:
    """The room an invite leads to. Looking at it changes nothing; sitting down is `POST …/sit`."""
    room = await enter_by_invite(db, guesses_of(request), asker_of(request, me), invite)
    return await room_view(db, room.id, me)


@mine.get("/kept", responses=responses(*READING), response_class=Response)
async def kept_of_me(db: DbSession, me: CurrentPerson) -> Response:
    """Everything that this server keeps of you, table by table."""
    told = orjson.dumps(await kept.kept_of(db, me.person), default=str, option=orjson.OPT_INDENT_2)
    headers = {
        "Content-Disposition": "attachment; filename=terrahedron-me.json",
        "Cache-Control": "no-store",
    }
    return Response(told, media_type="application/json", headers=headers)
