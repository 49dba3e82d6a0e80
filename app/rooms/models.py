"""The tables of rooms: the room itself, its seats, and what was said in it."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    SmallInteger,
    Uuid,
    func,
    text,
)
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Room(Base):
    """A place with seats, options and watchers, where several games are played one after the other."""

    __tablename__ = "rooms"
    __table_args__ = (
        CheckConstraint("state IN ('open', 'playing', 'over', 'closed')", name="state"),
        Index(None, "host_id"),
        Index(None, "state", "touched_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    code: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    host_id: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    invite_hash: Mapped[bytes | None] = mapped_column(unique=True)
    options: Mapped[dict[str, Any]]
    state: Mapped[str] = mapped_column(server_default=text("'open'"))
    version: Mapped[int] = mapped_column(server_default=text("1"))
    game_id: Mapped[UUID | None]  # no foreign key: games point here, and one direction is enough
    # Whom the host has sent away: they do not sit down here again.
    kicked: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid()), server_default=text("'{}'"))
    # Whom the host does not let speak here, and whether nobody new may come in.
    hushed: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid()), server_default=text("'{}'"))
    is_shut: Mapped[bool] = mapped_column(server_default=text("false"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    touched_at: Mapped[datetime] = mapped_column(server_default=func.now())


class SeatRow(Base):
    """One chair: empty, a person's or a bot's. There is a row for every seat the room offers."""

    __tablename__ = "seats"
    __table_args__ = (
        Unique("room_id", "person_id"),
        CheckConstraint("seat BETWEEN 0 AND 3", name="seat"),
        CheckConstraint("person_id IS NULL OR bot IS NULL", name="one_sitter"),
        Index(None, "person_id"),
    )

    room_id: Mapped[UUID] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    person_id: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    bot: Mapped[str | None]
    name: Mapped[str | None]
    nonce: Mapped[str | None]
    joined_at: Mapped[datetime] = mapped_column(server_default=func.now())
    left_at: Mapped[datetime | None]
    # Whether a bot may play on here: {"level": …, "agreed": [seats], "at": seconds}; see absence.py.
    offer: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    hints_game_id: Mapped[UUID | None]  # the game in which whoever sits here agrees to hints


class TalkRow(Base):
    """One sentence somebody said. `seat` is null for a watcher."""

    __tablename__ = "talk"
    __table_args__ = (
        Index(None, "room_id", "id"),
        Index(None, "person_id"),
        Index(None, "at"),
        Index(None, "game_id", postgresql_where=text("game_id IS NOT NULL")),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    room_id: Mapped[UUID] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"))
    game_id: Mapped[UUID | None] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    person_id: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    name: Mapped[str]
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    text: Mapped[str]  # of a phrase, its English words
    phrase: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(server_default=func.now())


class Report(Base):
    """What somebody reported of somebody else, with the last that was said there. `people` are all who are
    named in it, by their place: a line's `who` is one.
    """

    __tablename__ = "reports"
    __table_args__ = (
        Index(None, "at"),
        Index(None, "about_id"),
        Index(None, "by_id"),
        Index(None, "room_id"),
        Index("ix_reports_people", "people", postgresql_using="gin"),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    room_id: Mapped[UUID | None] = mapped_column(ForeignKey("rooms.id", ondelete="SET NULL"))
    game_id: Mapped[UUID | None]
    by_id: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    about_id: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    reason: Mapped[str]
    names: Mapped[list[Any]]
    people: Mapped[list[UUID | None]] = mapped_column(ARRAY(Uuid()))
    lines: Mapped[list[Any]]
    at: Mapped[datetime] = mapped_column(server_default=func.now())
    settled_at: Mapped[datetime | None]
