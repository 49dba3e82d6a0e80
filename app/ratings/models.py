"""The tables of ratings: what everybody's is, and the journal of how it came about."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Date, ForeignKey, Index, Sequence, SmallInteger
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base

NUMBERS = Sequence("rating_numbers", metadata=Base.metadata)  # the order in which games were counted


class RatingRow(Base):
    """Somebody's rating at tables of so many seats, after the last rated game."""

    __tablename__ = "ratings"

    person_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)
    seats: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    mean: Mapped[float]
    spread: Mapped[float]
    games: Mapped[int]


class RatingChange(Base):
    """What one rated game made of one seat's rating. `person_id` is nobody once they are forgotten; `number`,
    `met` and what they came with are then what the log does not have.
    """

    __tablename__ = "rating_changes"
    __table_args__ = (
        CheckConstraint("seats BETWEEN 2 AND 4", name="seats"),
        Index(None, "person_id", "number"),
        Index(None, "week", "seats", "person_id", "number"),
        Index(None, "number"),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    person_id: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    number: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime]  # when the game ended
    week: Mapped[date] = mapped_column(Date)  # its Monday, by UTC
    seats: Mapped[int] = mapped_column(SmallInteger)
    place: Mapped[int] = mapped_column(SmallInteger)
    own_moves: Mapped[int] = mapped_column(SmallInteger)
    is_finished: Mapped[bool]
    met: Mapped[list[int]] = mapped_column(ARRAY(SmallInteger))  # each other seat, before in that week
    weight: Mapped[float]
    mean_before: Mapped[float]
    spread_before: Mapped[float]
    mean: Mapped[float]
    spread: Mapped[float]
    games: Mapped[int]  # that count, this one included
