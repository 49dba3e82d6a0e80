"""The first tables: people, rooms, games and the log.

An event is only ever added, never changed; that is for the code to keep, and for a production role without
UPDATE and DELETE on `events` to enforce.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = ("people", "sessions", "seat_passes", "rooms", "seats", "games", "events", "talk")


def at(name: str, *, null: bool = False, now: bool = False) -> sa.Column[object]:
    """A moment on the database's clock."""
    default = sa.func.now() if now else None
    return sa.Column(name, sa.DateTime(timezone=True), nullable=null, server_default=default)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    create_people()
    create_rooms()
    create_games()
    create_talk()


def create_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        at("created_at", now=True),
        at("seen_at", now=True),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("person_id", sa.Uuid(), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False, unique=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False, server_default=sa.text("''")),
        at("created_at", now=True),
        at("seen_at", now=True),
        at("revoked_at", null=True),
    )
    op.create_index(None, "sessions", ["person_id"])
    op.create_table(
        "seat_passes",
        sa.Column("token_hash", sa.LargeBinary(), primary_key=True),
        sa.Column("person_id", sa.Uuid(), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        at("created_at", now=True),
        at("expires_at"),
        at("used_at", null=True),
    )
    op.create_index(None, "seat_passes", ["person_id"])


def create_rooms() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("code", sa.Text(), nullable=False, unique=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("host_id", sa.Uuid(), sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("invite_hash", sa.LargeBinary(), unique=True),
        sa.Column("options", JSONB(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False, server_default=sa.text("'open'")),
        sa.Column("version", sa.Integer(), nullable=False, server_default=sa.text("1")),
        sa.Column("game_id", sa.Uuid()),
        sa.Column("kicked", ARRAY(sa.Uuid()), nullable=False, server_default=sa.text("'{}'")),
        at("created_at", now=True),
        at("touched_at", now=True),
        sa.CheckConstraint("state IN ('open', 'playing', 'over', 'closed')", name="state"),
    )
    op.create_index(None, "rooms", ["host_id"])
    op.create_index(None, "rooms", ["state", "touched_at"])
    op.create_table(
        "seats",
        sa.Column("room_id", sa.Uuid(), sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.Uuid(), sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("bot", sa.Text()),
        sa.Column("name", sa.Text()),
        sa.Column("nonce", sa.Text()),
        at("joined_at", now=True),
        at("left_at", null=True),
        sa.UniqueConstraint("room_id", "person_id"),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name="seat"),
        sa.CheckConstraint("person_id IS NULL OR bot IS NULL", name="one_sitter"),
    )
    op.create_index(None, "seats", ["person_id"])


def create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("room_id", sa.Uuid(), sa.ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("component_set", JSONB(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("players", JSONB()),
        sa.Column("person_ids", ARRAY(sa.Uuid()), nullable=False, server_default=sa.text("'{}'")),
        sa.Column("sat_ids", ARRAY(sa.Uuid()), nullable=False, server_default=sa.text("'{}'")),
        sa.Column("nonces", JSONB()),
        sa.Column("variants", JSONB(), nullable=False),
        sa.Column("deal", JSONB()),
        sa.Column("clock", sa.Integer()),
        sa.Column("wait", sa.Integer(), nullable=False, server_default=sa.text("60")),
        sa.Column("head", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("last_action", sa.Text()),
        sa.Column("state", sa.Text(), nullable=False, server_default=sa.text("'dealt'")),
        at("due_at", null=True),
        sa.Column("due_kind", sa.Text()),
        at("turn_started_at", null=True),
        at("started_at", null=True),
        at("ended_at", null=True),
        sa.Column("result", JSONB()),
        sa.UniqueConstraint("room_id", "number"),
        sa.CheckConstraint("state IN ('dealt', 'running', 'over', 'abandoned')", name="state"),
    )
    # The sweepers of every process look for what is due, and for nothing else.
    op.create_index(None, "games", ["due_at"], postgresql_where=sa.text("due_at IS NOT NULL"))
    op.create_index(None, "games", ["sat_ids"], postgresql_using="gin")
    op.create_table(
        "events",
        sa.Column("game_id", sa.Uuid(), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.SmallInteger()),
        sa.Column("action_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", JSONB(), nullable=False),
        at("at", now=True),
        sa.UniqueConstraint("game_id", "seat", "action_id"),
        sa.CheckConstraint("kind IN ('move', 'seat', 'abandoned')", name="kind"),
    )


def create_talk() -> None:
    op.create_table(
        "talk",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), primary_key=True),
        sa.Column("room_id", sa.Uuid(), sa.ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game_id", sa.Uuid(), sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("person_id", sa.Uuid(), sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger()),
        sa.Column("text", sa.Text(), nullable=False),
        at("at", now=True),
    )
    op.create_index(None, "talk", ["room_id", "id"])
    op.create_index(None, "talk", ["person_id"])


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    for table in reversed(TABLES):
        op.drop_table(table)
