"""The tables of being told: our key, the browsers and chats that asked for it, and what each is still to be
told.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class PushKey(Base):
    """The one key by which push services know us, made when first wanted. Whoever subscribed did so to it."""

    __tablename__ = "push_key"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    private: Mapped[bytes]


class PushSubscription(Base):
    """A browser in which somebody wants to be told: where to, and how to write so that only it can read."""

    __tablename__ = "push_subscriptions"
    __table_args__ = (Index(None, "person_id"), Index(None, "session_id"))

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    session_id: Mapped[UUID] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    endpoint: Mapped[str] = mapped_column(unique=True)
    point: Mapped[bytes]
    secret: Mapped[bytes]
    lang: Mapped[str]
    origin: Mapped[str]  # by which this person reaches us
    failures: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))  # one after the other
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Notice(Base):
    """What a browser was or is to be told of one room: the last thing takes the place of the one before."""

    __tablename__ = "push_notices"
    __table_args__ = (
        CheckConstraint("kind IN ('move', 'hurry', 'over', 'again', 'none')", name="kind"),
        Index(None, "send_at", postgresql_where=text("send_at IS NOT NULL")),
        Index(None, "room_id"),
    )

    subscription_id: Mapped[UUID] = mapped_column(
        ForeignKey("push_subscriptions.id", ondelete="CASCADE"), primary_key=True
    )
    room_id: Mapped[UUID] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    game_id: Mapped[UUID]
    head: Mapped[int]  # of the game's log, as far as it was looked at
    game_state: Mapped[str]
    ply: Mapped[int]
    kind: Mapped[str]
    send_at: Mapped[datetime | None]  # none: nothing is to be told
    tries: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
    leased_until: Mapped[datetime | None]


class Webhook(Base):
    """A chat that a host wants told of a room: where it is, and in which form. Whoever has the address may
    write there, so nobody is shown it again.
    """

    __tablename__ = "webhooks"
    __table_args__ = (
        CheckConstraint("kind IN ('discord', 'slack', 'ntfy', 'json')", name="kind"),
        Index(None, "room_id"),
        Index(None, "person_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    room_id: Mapped[UUID] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"))
    person_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))  # who has set it
    kind: Mapped[str]
    address: Mapped[str]
    secret: Mapped[str | None]  # with which what we send is signed
    lang: Mapped[str]
    origin: Mapped[str]  # by which its host reaches us
    failures: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))  # one after the other
    why: Mapped[str | None]  # it failed last
    off_at: Mapped[datetime | None]  # since when it is not told any more
    next_at: Mapped[datetime] = mapped_column(server_default=func.now())  # before which it is told nothing
    told_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class WebhookMention(Base):
    """How a chat calls somebody: with it they are notified there when it is their move."""

    __tablename__ = "webhook_mentions"
    __table_args__ = (Index(None, "person_id"),)

    webhook_id: Mapped[UUID] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"), primary_key=True)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)
    mention: Mapped[str]


class WebhookNotice(Base):
    """What a chat was or is to be told. News of one minute fold into one message: the last takes the place of
    the one before, and of an end that was not told yet it is noted that it is to be told, too.
    """

    __tablename__ = "webhook_notices"
    __table_args__ = (
        CheckConstraint("kind IN ('move', 'hurry', 'over', 'again', 'none')", name="kind"),
        Index(None, "send_at", postgresql_where=text("send_at IS NOT NULL")),
        Index(None, "room_id"),
    )

    webhook_id: Mapped[UUID] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"), primary_key=True)
    room_id: Mapped[UUID] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    game_id: Mapped[UUID]
    head: Mapped[int]
    game_state: Mapped[str]
    ply: Mapped[int]
    kind: Mapped[str]
    is_end_untold: Mapped[bool] = mapped_column(server_default=text("false"))
    send_at: Mapped[datetime | None]
    tries: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
    leased_until: Mapped[datetime | None]
