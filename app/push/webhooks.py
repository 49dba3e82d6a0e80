"""The chats that are told of a room: set by its host, tried out, switched on again, taken away; and how each
of them calls those who sit there.

An address is a key to that chat. It is taken once and shown to nobody again, its host included: of it stays
the name of the service.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import Conflict, MalformedRequest, NotAllowed, NotFound
from app.outside import NotOutside, Outside, read_address
from app.people.service import Identity
from app.push.models import Webhook, WebhookMention
from app.push.webhook_messages import FORMS, TOPIC, TRIAL, letter
from app.push.webhook_notices import RoomForChat
from app.push.webhook_sender import MINUTE, Refused, deliver
from app.rooms import repository
from app.rooms.locked_room import bump_version, lock_room, require_host
from app.rooms.models import Room, SeatRow

MOST = 3  # of one room
SECRET_BYTES = 24


@dataclass(frozen=True)
class ChatWish:
    """A chat that a host wants told."""

    kind: str
    address: str
    lang: str
    origin: str


@dataclass(frozen=True)
class WebhookTold:
    """A chat as somebody may see it."""

    webhook: Webhook
    mentions: dict[int, str]  # by seat
    is_host: bool  # who sees it

    @property
    def service(self) -> str:
        return urlsplit(self.webhook.address).hostname or ""


class Called(NamedTuple):
    """How a chat is to call whoever sits there."""

    seat: int
    mention: str | None


class BadWebhook(MalformedRequest):
    """What cannot be the address of a chat; `details.why` says why."""

    code = "bad_webhook"


class BadMention(MalformedRequest):
    """No chat of that kind calls anybody so."""

    code = "bad_mention"


async def check_address(outside: Outside, wish: ChatWish) -> None:
    """Refuse now what would never be sent."""
    try:
        parts = read_address(wish.address, outside.ports)
    except NotOutside:
        raise BadWebhook(why="address") from None
    if wish.kind == "ntfy" and not TOPIC.fullmatch(parts.path):
        raise BadWebhook(why="topic")
    try:
        await outside.vet(wish.address)
    except NotOutside:
        raise BadWebhook(why="private") from None
    except (OSError, TimeoutError, UnicodeError):
        raise BadWebhook(why="unreachable") from None


async def as_host(db: AsyncSession, me: Identity, room_id: UUID) -> Room:
    """The room, if it is mine; it is not locked."""
    room = await the_room(db, room_id)
    require_host(room, me)
    return room


async def the_room(db: AsyncSession, room_id: UUID) -> Room:
    room = await db.get(Room, room_id)
    if room is None:
        raise NotFound  # deleted in this very moment
    return room


async def listed(db: AsyncSession, me: Identity, room_id: UUID) -> list[WebhookTold]:
    """All chats of the room, for its host; for others who sit there with nothing but their own mention."""
    room, seats = await the_room(db, room_id), await repository.seats_of(db, room_id)
    is_host = room.host_id == me.person
    seated = {seat.person_id: seat.seat for seat in seats if seat.person_id is not None}
    if not is_host:
        if me.person not in seated:
            raise NotAllowed("not_seated")
        seated = {me.person: seated[me.person]}
    of_room = select(Webhook).where(Webhook.room_id == room_id).order_by(Webhook.created_at, Webhook.id)
    webhooks = (await db.scalars(of_room)).all()
    mentions = await mentions_of(db, [one.id for one in webhooks])
    return [
        WebhookTold(
            one,
            {seated[person]: said for person, said in mentions.get(one.id, ()) if person in seated},
            is_host,
        )
        for one in webhooks
    ]


async def mentions_of(db: AsyncSession, webhooks: list[UUID]) -> dict[UUID, list[tuple[UUID, str]]]:
    found: dict[UUID, list[tuple[UUID, str]]] = {}
    for row in await db.scalars(select(WebhookMention).where(WebhookMention.webhook_id.in_(webhooks))):
        found.setdefault(row.webhook_id, []).append((row.person_id, row.mention))
    return found


async def add(db: AsyncSession, me: Identity, code: str, wish: ChatWish) -> Webhook:
    """Tell one chat more; its address has been looked at."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    there = select(func.count()).select_from(Webhook).where(Webhook.room_id == locked.room.id)
    if (await db.scalar(there) or 0) >= MOST:
        raise Conflict("too_many_webhooks", limit=MOST)
    secret = secrets.token_urlsafe(SECRET_BYTES) if wish.kind == "json" else None
    made = Webhook(
        room_id=locked.room.id,
        person_id=me.person,
        kind=wish.kind,
        address=wish.address,
        secret=secret,
        lang=wish.lang,
        origin=wish.origin,
    )
    db.add(made)
    await bump_version(db, locked.room)
    await db.refresh(made)
    return made


async def remove(db: AsyncSession, me: Identity, code: str, webhook: UUID) -> None:
    """Tell that chat nothing more."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    mine = Webhook.id == webhook, Webhook.room_id == locked.room.id
    if (await db.scalar(delete(Webhook).where(*mine).returning(Webhook.id))) is None:
        raise NotFound
    await bump_version(db, locked.room)


async def mention(db: AsyncSession, me: Identity, code: str, webhook: UUID, called: Called) -> None:
    """How that chat calls whoever sits there; said by themselves or by the host."""
    locked = await lock_room(db, code)
    seat, said = locked.seat(called.seat), called.mention
    require_own_or_host(locked.room, seat, me)
    found = await find(db, locked.room.id, webhook)
    if seat.person_id is None:
        raise Conflict("seat_empty")
    if said is not None and not FORMS[found.kind].mention.fullmatch(said):
        raise BadMention
    theirs = WebhookMention.webhook_id == webhook, WebhookMention.person_id == seat.person_id
    await db.execute(delete(WebhookMention).where(*theirs))
    if said is not None:
        values = {"webhook_id": webhook, "person_id": seat.person_id, "mention": said}
        await db.execute(insert(WebhookMention).values(**values))


def require_own_or_host(room: Room, seat: SeatRow, me: Identity) -> None:
    if seat.person_id != me.person:
        require_host(room, me)


async def find(db: AsyncSession, room_id: UUID, webhook: UUID) -> Webhook:
    mine = select(Webhook).where(Webhook.id == webhook, Webhook.room_id == room_id)
    found = (await db.scalars(mine)).one_or_none()
    if found is None:
        raise NotFound
    return found


async def try_out(db: AsyncSession, outside: Outside, room: Room, webhook: UUID) -> str | None:
    """Send something there now. Why it was not taken, or None: then it is told again, however often it had
    failed. No connection is held while somebody else's server thinks.
    """
    found = await find(db, room.id, webhook)
    assert room.game_id is not None
    code = room.code
    standing = RoomForChat(
        kind=TRIAL,
        game=room.game_id,
        ply=0,
        code=code,
        name=room.name,
        round=1,
        clock=None,
        left=None,
        is_in_sight=False,
        lang=found.lang,
        origin=found.origin,
        form=found.kind,
        address=found.address,
        secret=found.secret,
    )
    await db.commit()
    try:
        await deliver(outside, letter(standing, [TRIAL]))
    except Refused as refusal:
        await db.execute(update(Webhook).where(Webhook.id == webhook).values(why=refusal.why))
        return refusal.why
    await note_well(db, code, webhook)
    return None


async def note_well(db: AsyncSession, code: str, webhook: UUID) -> None:
    """It has taken something: it is on, with nothing against it, and its minute has begun."""
    locked = await lock_room(db, code)
    found = await find(db, locked.room.id, webhook)
    was_off = found.off_at is not None
    found.failures, found.why, found.off_at = 0, None, None
    found.told_at = func.now()
    found.next_at = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, MINUTE)
    await db.flush()
    if was_off:
        await bump_version(db, locked.room)
