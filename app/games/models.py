"""The tables of games: the deal with its commitment, and the log that is the game."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, Uuid, func, text
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base


class Game(Base):
    """One playing of twelve rounds. The seed is drawn, and committed to, before anybody sits.

    `person_ids` says who may move for a seat; somebody sent away is taken out of it. `sat_ids` remembers who
    sat there at the start, so that everyone finds their games, and can be forgotten in them.
    """

    __tablename__ = "games"
    __table_args__ = (
        Unique("room_id", "number"),
        CheckConstraint("state IN ('dealt', 'running', 'over', 'abandoned')", name="state"),
        Index(None, "due_at", postgresql_where=text("due_at IS NOT NULL")),
        Index(None, "sat_ids", postgresql_using="gin"),
        Index(
            "ix_games_ended_at",
            "ended_at",
            postgresql_where=text("packed IS NULL AND ended_at IS NOT NULL"),
        ),
        Index("ix_games_plain", "id", postgresql_where=text("state = 'over' AND (result -> 'won') IS NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    room_id: Mapped[UUID] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"))
    number: Mapped[int]
    rules_version: Mapped[int]
    component_set: Mapped[dict[str, Any]]
    seed: Mapped[bytes]
    commitment: Mapped[str]
    players: Mapped[list[Any] | None]
    person_ids: Mapped[list[UUID | None]] = mapped_column(ARRAY(Uuid()), server_default=text("'{}'"))
    sat_ids: Mapped[list[UUID | None]] = mapped_column(ARRAY(Uuid()), server_default=text("'{}'"))
    nonces: Mapped[list[Any] | None]
    variants: Mapped[list[Any]]
    deal: Mapped[dict[str, Any] | None]
    clock: Mapped[int | None]  # seconds for a move, from the room's options at the start
    wait: Mapped[int] = mapped_column(server_default=text("60"))  # seconds before the caretaker helps
    nights: Mapped[str | None]  # the time zone whose nights do not count, from there as well
    rated: Mapped[bool] = mapped_column(server_default=text("false"))  # its end changes ratings
    head: Mapped[int] = mapped_column(server_default=text("0"))
    last_action: Mapped[str | None]
    state: Mapped[str] = mapped_column(server_default=text("'dealt'"))
    due_at: Mapped[datetime | None]
    due_kind: Mapped[str | None]
    turn_started_at: Mapped[datetime | None]
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    # Where it goes on from, if from another game: what its record says of that, and the moves up to there.
    fork: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    daily: Mapped[date | None]  # whose world it is played on, see days.py; what is sealed of it
    result: Mapped[dict[str, Any] | None]  # once it is over, see outcome.py
    packed: Mapped[bytes | None] = mapped_column(deferred=True)  # its log, some time later, see packing.py


class EventRow(Base):
    """One entry of the log. Rows are added, never changed."""

    __tablename__ = "events"
    __table_args__ = (
        Unique("game_id", "seat", "action_id"),
        CheckConstraint("kind IN ('move', 'seat', 'abandoned')", name="kind"),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int | None] = mapped_column(SmallInteger)
    action_id: Mapped[str]
    kind: Mapped[str]
    body: Mapped[dict[str, Any]]
    at: Mapped[datetime] = mapped_column(server_default=func.now())


class PlanRow(Base):
    """What somebody wants their next move to be, should it still be possible then, see plans.py. Nobody else
    is to know of it.
    """

    __tablename__ = "plans"
    __table_args__ = (Index(None, "person_id"),)

    game_id: Mapped[UUID] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    person_id: Mapped[UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    ply: Mapped[int] = mapped_column(SmallInteger)  # so many moves are made when it is their turn
    wishes: Mapped[list[Any]]  # each [tile, face, turn], in order
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    taken_at: Mapped[datetime | None]  # since when a process is about to play it
    lapsed_at: Mapped[datetime | None]  # since when none of it is possible any more


class PresenceRow(Base):
    """Somebody has a tab open at a table, says a process. Not part of any log, and gone after a crash
    (UNLOGGED).
    """

    __tablename__ = "presence"
    __table_args__ = (
        Index(None, "seen_at", postgresql_where=text("gone_at IS NULL")),
        Index(None, "gone_at", postgresql_where=text("gone_at IS NOT NULL")),
        Index(None, "person_id"),
        {"prefixes": ["UNLOGGED"]},
    )

    room_id: Mapped[UUID] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[UUID] = mapped_column(primary_key=True)  # the person, or an unnamed watcher's own
    process: Mapped[UUID] = mapped_column(primary_key=True)
    person_id: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    gone_at: Mapped[datetime | None]
    is_hidden: Mapped[bool] = mapped_column(server_default=text("false"))  # no page of theirs can be seen


class Pulse(Base):
    """The one row that says when this service was last alive, and since when without a break."""

    __tablename__ = "pulse"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(server_default=func.now())
    since: Mapped[datetime] = mapped_column(server_default=func.now())


class AnalysisRow(Base):
    """An analysis of a finished game, asked for, under way or made. It names nobody but the one who waits."""

    __tablename__ = "analyses"
    __table_args__ = (
        CheckConstraint("pass IN ('first', 'deep')", name="pass"),
        CheckConstraint("state IN ('waiting', 'working', 'done', 'failed')", name="state"),
        Index(None, "asked_at", postgresql_where=text("state IN ('waiting', 'working')")),
        Index(None, "asked_by", postgresql_where=text("asked_by IS NOT NULL")),
        Index(None, "made_at"),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    way: Mapped[str] = mapped_column("pass", primary_key=True)
    key: Mapped[str]  # of its moves, and of how they are judged
    state: Mapped[str] = mapped_column(server_default=text("'waiting'"))
    asked_by: Mapped[UUID | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    asked_at: Mapped[datetime] = mapped_column(server_default=func.now())
    tries: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
    plies: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))  # that are analysed by now
    leased_until: Mapped[datetime | None]
    made_at: Mapped[datetime | None]
    result: Mapped[dict[str, Any] | None]
