"""The browsers that somebody wants to be told in, and the key by which push services know us."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.people.service import Identity
from app.push.encryption import BrowserKeys, encoded, new_key, point_of, read_key
from app.push.models import PushKey, PushSubscription

MOST = 5  # of one person; the newest stay


async def private_key(db: AsyncSession) -> bytes:
    """Our key, made by whoever asks first."""
    await db.execute(insert(PushKey).values(id=1, private=new_key()).on_conflict_do_nothing())
    return (await db.execute(select(PushKey.private).where(PushKey.id == 1))).scalar_one()


async def public_key(db: AsyncSession) -> str:
    """The public half, as browsers want it."""
    return encoded(point_of(read_key(await private_key(db))))


class ToldBrowser(NamedTuple):
    """A browser, as it is to be written to."""

    keys: BrowserKeys
    lang: str
    origin: str


async def subscribe(db: AsyncSession, me: Identity, endpoint: str, told: ToldBrowser) -> None:
    """Tell me here. A browser that was somebody else's is mine from now on; of too many the oldest go."""
    mine = {
        "person_id": me.person,
        "session_id": me.session,
        "point": told.keys.point,
        "secret": told.keys.secret,
        "lang": told.lang,
        "origin": told.origin,
        "failures": 0,
    }
    made = insert(PushSubscription).values(endpoint=endpoint, **mine)
    await db.execute(
        made.on_conflict_do_update(index_elements=["endpoint"], set_={**mine, "created_at": func.now()})
    )
    newest = (
        select(PushSubscription.id)
        .where(PushSubscription.person_id == me.person)
        .order_by(PushSubscription.created_at.desc(), PushSubscription.id)
        .limit(MOST)
    )
    surplus = PushSubscription.person_id == me.person, PushSubscription.id.not_in(newest)
    await db.execute(delete(PushSubscription).where(*surplus))


async def unsubscribe(db: AsyncSession, me: Identity, endpoint: str) -> None:
    """Tell me nothing here any more."""
    mine = PushSubscription.person_id == me.person, PushSubscription.endpoint == endpoint
    await db.execute(delete(PushSubscription).where(*mine))
