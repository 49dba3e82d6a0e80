"""The routes of being told: `/api/push`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import AfterValidator, BaseModel, Field

from app.api import READING, WRITING, Strict
from app.config import Settings
from app.errors import NotFound, responses
from app.outside import LONGEST_ADDRESS, NotOutside
from app.people.deps import CurrentPerson
from app.push import subscriptions
from app.push.encryption import SECRET_BYTES, BrowserKeys, decoded, read_point
from app.push.pusher import Pusher
from app.routing import ApiRoute, DbSession
from app.security import own_origin
from app.texts import texts_for

router = APIRouter(prefix="/api/push", route_class=ApiRoute, tags=["people"])


def a_point(text: str) -> str:
    """A key that can be written to; anything else is refused now, not when something is to be told."""
    read_point(decoded(text))
    return text


def a_secret(text: str) -> str:
    if len(decoded(text)) != SECRET_BYTES:
        raise ValueError("not 16 bytes")
    return text


class PushKeys(Strict):
    """As a browser has them, in base64url."""

    p256dh: Annotated[str, Field(max_length=100), AfterValidator(a_point)]
    auth: Annotated[str, Field(max_length=40), AfterValidator(a_secret)]


class Unsubscribed(Strict):
    endpoint: str = Field(
        max_length=LONGEST_ADDRESS, description="Where this browser's push service listens."
    )


class Subscribed(Unsubscribed):
    """What `PushSubscription.toJSON()` says in a browser."""

    keys: PushKeys


class PushKeyView(BaseModel):
    key: str = Field(description="The `applicationServerKey` to subscribe with.")


def pusher_of(request: Request) -> Pusher:
    """Who tells; 404 where whoever runs the server wants no pushes."""
    settings: Settings = request.app.state.settings
    if not settings.push:
        raise NotFound
    pusher: Pusher = request.app.state.pusher
    return pusher


@router.get("/key", responses=responses(*READING, NotFound))
async def key(request: Request, db: DbSession) -> PushKeyView:
    """The key that a browser subscribes with."""
    pusher_of(request)
    return PushKeyView(key=await subscriptions.public_key(db))


@router.put("/subscription", status_code=204, responses=responses(*WRITING, NotFound))
async def subscribe(request: Request, db: DbSession, me: CurrentPerson, body: Subscribed) -> None:
    """Tell me in this browser when it is my move, when a game is over, when another one is wanted."""
    try:
        pusher_of(request).check(body.endpoint)
    except NotOutside:
        raise NotFound from None
    keys = BrowserKeys(decoded(body.keys.p256dh), decoded(body.keys.auth))
    origin = own_origin(request, request.app.state.settings)
    told = subscriptions.ToldBrowser(keys, texts_for(request).lang, origin)
    await subscriptions.subscribe(db, me, body.endpoint, told)


@router.delete("/subscription", status_code=204, responses=responses(*WRITING))
async def unsubscribe(db: DbSession, me: CurrentPerson, body: Unsubscribed) -> None:
    """Tell me nothing here any more."""
    await subscriptions.unsubscribe(db, me, body.endpoint)
