"""The tables of the daily world: the server's secret, the worlds drawn from it, who has tried which, and the
circles in which people see each other's points.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import ForeignKey, Index, SmallInteger, func, text
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class DailySecret(Base):
    """The one secret that all days' keys are made of, drawn when it is first wanted."""

    __tablename__ = "daily_secret"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    secret: Mapped[bytes]


class DailyWorld(Base):
    """The world of a day. Until its choice is made all but the day and the lease is empty."""

    __tablename__ = "daily_worlds"

    day: Mapped[date] = mapped_column(primary_key=True)
    rule: Mapped[int | None] = mapped_column(SmallInteger)  # by which it was chosen
    key: Mapped[bytes | None]
    seal: Mapped[str | None]  # published at once; that of the key
    number: Mapped[int | None] = mapped_column(SmallInteger)  # of the candidate
    seed: Mapped[bytes | None]
    commitment: Mapped[str | None]  # published at once; that of the seed
    drawn_at: Mapped[datetime | None]
    line: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))  # Gaia's best game on it
    leased_until: Mapped[datetime | None]  # by whoever works on it


class DailyTry(Base):
    """Somebody's one try of a day. It counts if its game ends before the day is closed."""

    __tablename__ = "daily_tries"
    __table_args__ = (Unique("day", "person_id"), Index(None, "person_id"))

    game_id: Mapped[UUID] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    day: Mapped[date]
    person_id: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    is_shown: Mapped[bool] = mapped_column(server_default=text("false"))  # with a name, once the day is over
    begun_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Circle(Base):
    """Whoever has its link may join; those who have see each other's names and points. Every member may pass
    the link on, so it is kept as it is. Who has been in it longest looks after it: at first whoever made it.
    """

    __tablename__ = "circles"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    link: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class CircleMember(Base):
    """Somebody in a circle."""

    __tablename__ = "circle_members"
    __table_args__ = (Index(None, "person_id"),)

    circle_id: Mapped[UUID] = mapped_column(ForeignKey("circles.id", ondelete="CASCADE"), primary_key=True)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)
    joined_at: Mapped[datetime] = mapped_column(server_default=func.now())
    # What they are called by to whoever looks after the circle.
    key: Mapped[UUID] = mapped_column(server_default=text("gen_random_uuid()"))


class CircleOldLink(Base):
    """A link that was replaced. It leads nowhere, and whoever comes by it is told so."""

    __tablename__ = "circle_old_links"
    __table_args__ = (Index(None, "circle_id"),)

    link: Mapped[str] = mapped_column(primary_key=True)
    circle_id: Mapped[UUID] = mapped_column(ForeignKey("circles.id", ondelete="CASCADE"))
