"""The routes of chats that are told of a room: `/api/rooms/{code}/webhooks`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from app.api import READING, WRITING, Strict, limits_of
from app.config import Settings
from app.errors import Conflict, MalformedRequest, NotAllowed, NotFound, responses
from app.outside import LONGEST_ADDRESS
from app.people.deps import CurrentPerson
from app.push import webhooks
from app.push.webhook_sender import WebhookSender
from app.push.webhooks import Called, ChatWish, WebhookTold
from app.rooms.entrance import Entered, Inside
from app.rooms.models import Room
from app.rooms.schemas import SeatNumber
from app.routing import ApiRoute, DbSession
from app.security import address, own_origin
from app.texts import texts_for

WebhookKind = Literal["discord", "slack", "ntfy", "json"]
CHANGING = responses(*WRITING, NotFound, NotAllowed, Conflict)


def sender_of(request: Request) -> WebhookSender:
    """Who tells chats; 404 where whoever runs the server wants none told."""
    settings: Settings = request.app.state.settings
    if not settings.webhooks:
        raise NotFound
    sender: WebhookSender = request.app.state.webhook_sender
    return sender


@dataclass
class ChatVisit:
    """Somebody we know, who has something sent elsewhere from the room of the address."""

    request: Request
    db: DbSession
    me: CurrentPerson
    room: Entered
    sender: Annotated[WebhookSender, Depends(sender_of)]

    async def as_host(self) -> Room:
        """The room, if they host it. Nobody has things sent without end."""
        room = await webhooks.as_host(self.db, self.me, self.room.id)
        limits_of(self.request).webhooks.demand(address(self.request))
        limits_of(self.request).webhooks.demand(self.me.person)
        return room


VisitingChat = Annotated[ChatVisit, Depends()]
router = APIRouter(
    prefix="/api/rooms/{code}/webhooks",
    route_class=ApiRoute,
    tags=["rooms"],
    dependencies=[Depends(sender_of), Inside],
)


class NewWebhook(Strict):
    kind: WebhookKind
    address: str = Field(
        max_length=LONGEST_ADDRESS, description="Where that chat takes messages: https, on the internet."
    )


class WebhookView(BaseModel):
    """A chat that is told of this room. Nobody is shown its address."""

    id: UUID
    kind: WebhookKind
    service: str | None = Field(description="Whose it is, such as `discord.com`; for the host alone.")
    off: bool = Field(description="Switched off, since it failed again and again; a trial switches it on.")
    why: str | None = Field(description="Why it failed last; for the host alone.")
    told_at: datetime | None = Field(description="When it last took something; for the host alone.")
    mentions: dict[int, str] = Field(
        description="How it calls those who sit here, by seat: for the host all, for others their own."
    )


class NewWebhookView(BaseModel):
    """A chat just set."""

    webhook: WebhookView
    secret: str | None = Field(description="With which JSON is signed. It is told only here.")


class Mention(Strict):
    seat: SeatNumber
    mention: str | None = Field(max_length=64, description="Their id in that chat, or null for none.")


class TrialResult(BaseModel):
    taken: bool
    why: str | None = Field(
        description="`unreachable`, `untrusted` (its certificate), `private`, `elsewhere` (it redirects),"
        " `gone`, `busy` or `refused`."
    )


def view(told: WebhookTold) -> WebhookView:
    webhook, is_host = told.webhook, told.is_host
    return WebhookView(
        id=webhook.id,
        kind=webhook.kind,
        service=told.service if is_host else None,
        off=webhook.off_at is not None,
        why=webhook.why if is_host else None,
        told_at=webhook.told_at if is_host else None,
        mentions=told.mentions,
    )


@router.get("", responses=responses(*READING, NotFound, NotAllowed, MalformedRequest))
async def read(db: DbSession, me: CurrentPerson, room: Entered) -> list[WebhookView]:
    """The chats that are told of this room, for whoever sits here or hosts it."""
    return [view(one) for one in await webhooks.listed(db, me, room.id)]


@router.post("", status_code=201, responses=CHANGING)
async def add(visit: VisitingChat, body: NewWebhook) -> NewWebhookView:
    """Host: tell a chat whose move it is, that a game is over, that another one is wanted."""
    code = (await visit.as_host()).code
    await visit.db.commit()  # no connection is held while a name is looked up
    origin = own_origin(visit.request, visit.request.app.state.settings)
    wish = ChatWish(body.kind, body.address, texts_for(visit.request).lang, origin)
    await webhooks.check_address(visit.sender.outside, wish)
    made = await webhooks.add(visit.db, visit.me, code, wish)
    return NewWebhookView(webhook=view(WebhookTold(made, {}, is_host=True)), secret=made.secret)


@router.delete("/{webhook}", status_code=204, responses=CHANGING)
async def remove(db: DbSession, me: CurrentPerson, code: str, webhook: UUID) -> None:
    """Host: tell that chat nothing more."""
    await webhooks.remove(db, me, code, webhook)


@router.post("/{webhook}/trial", responses=CHANGING)
async def try_out(visit: VisitingChat, webhook: UUID) -> TrialResult:
    """Host: send something there now. If it is taken, it is told again, however often it had failed."""
    room = await visit.as_host()
    why = await webhooks.try_out(visit.db, visit.sender.outside, room, webhook)
    return TrialResult(taken=why is None, why=why)


@router.put("/{webhook}/mentions", status_code=204, responses=CHANGING)
async def mention(db: DbSession, me: CurrentPerson, code: str, webhook: UUID, body: Mention) -> None:
    """How that chat calls you; or, as the host, anybody who sits here."""
    await webhooks.mention(db, me, code, webhook, Called(body.seat, body.mention))
