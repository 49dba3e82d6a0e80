"""Webhooks: the chats that hosts want told, how these call people, and what each is still to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

NOW = sa.text("now()")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    add_webhooks()
    add_mentions()
    add_notices()


def add_webhooks() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("room_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=True),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("failures", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("off_at", TIME, nullable=True),
        sa.Column("next_at", TIME, server_default=NOW, nullable=False),
        sa.Column("told_at", TIME, nullable=True),
        sa.Column("created_at", TIME, server_default=NOW, nullable=False),
        sa.CheckConstraint("kind IN ('discord', 'slack', 'ntfy', 'json')", name=op.f("ck_webhooks_kind")),
        sa.ForeignKeyConstraint(
            ["room_id"], ["rooms.id"], name=op.f("fk_webhooks_room_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_webhooks_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
    )
    op.create_index(op.f("ix_webhooks_room_id"), "webhooks", ["room_id"])
    op.create_index(op.f("ix_webhooks_person_id"), "webhooks", ["person_id"])


def add_mentions() -> None:
    op.create_table(
        "webhook_mentions",
        sa.Column("webhook_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("mention", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhooks.id"], name=op.f("fk_webhook_mentions_webhook_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_webhook_mentions_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("webhook_id", "person_id", name=op.f("pk_webhook_mentions")),
    )
    op.create_index(op.f("ix_webhook_mentions_person_id"), "webhook_mentions", ["person_id"])


def add_notices() -> None:
    op.create_table(
        "webhook_notices",
        sa.Column("webhook_id", sa.Uuid(), nullable=False),
        sa.Column("room_id", sa.Uuid(), nullable=False),
        sa.Column("game_id", sa.Uuid(), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("game_state", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("is_end_untold", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("send_at", TIME, nullable=True),
        sa.Column("tries", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("leased_until", TIME, nullable=True),
        sa.CheckConstraint(
            "kind IN ('move', 'hurry', 'over', 'again', 'none')", name=op.f("ck_webhook_notices_kind")
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["rooms.id"], name=op.f("fk_webhook_notices_room_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhooks.id"], name=op.f("fk_webhook_notices_webhook_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("webhook_id", "room_id", name=op.f("pk_webhook_notices")),
    )
    op.create_index(op.f("ix_webhook_notices_room_id"), "webhook_notices", ["room_id"])
    op.create_index(
        op.f("ix_webhook_notices_send_at"), "webhook_notices", ["send_at"],
        postgresql_where=sa.text("send_at IS NOT NULL"),
    )  # fmt: skip


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_table("webhook_notices")
    op.drop_table("webhook_mentions")
    op.drop_table("webhooks")
