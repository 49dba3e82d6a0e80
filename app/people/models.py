"""The tables of people: who they are, where they are signed in, and their passes to another device."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base

GUEST = "'Guest ' || floor(1000 + random() * 9000)::int"  # for whoever an older server has made


class Person(Base):
    """Somebody with a name. Nothing else is known about anybody."""

    __tablename__ = "people"
    __table_args__ = (Index("ix_people_seen_at", "seen_at", "id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    name: Mapped[str]
    # What somebody is called among strangers: never of their own making.
    given_name: Mapped[str] = mapped_column(server_default=text(GUEST))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    feed_hash: Mapped[bytes | None] = mapped_column(unique=True)  # of their feed's address, if there is one
    plays_rated: Mapped[bool] = mapped_column(server_default=text("false"))  # they have asked for it
    on_ladder: Mapped[bool] = mapped_column(server_default=text("false"))  # and for this, too


class Session(Base):
    """One browser or program in which a person is signed in; the token itself is never stored."""

    __tablename__ = "sessions"
    __table_args__ = (
        Index(None, "person_id"),
        Index(None, "seen_at"),
        Index(None, "revoked_at", postgresql_where=text("revoked_at IS NOT NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    kind: Mapped[str]
    label: Mapped[str] = mapped_column(server_default=text("''"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    revoked_at: Mapped[datetime | None]


class Mute(Base):
    """Whom somebody does not want to hear, at whatever table; `name` is what they were called then."""

    __tablename__ = "mutes"
    __table_args__ = (Unique("person_id", "muted_id"), Index(None, "muted_id"))

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    muted_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    name: Mapped[str]
    at: Mapped[datetime] = mapped_column(server_default=func.now())


class SeatPass(Base):
    """A one-use link that signs the same person in on another device."""

    __tablename__ = "seat_passes"
    __table_args__ = (Index(None, "person_id"), Index(None, "expires_at"))

    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
