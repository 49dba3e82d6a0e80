"""Being told: our key, the browsers that want it, and what each is still to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.create_table(
        "push_key",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("private", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_key")),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("point", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("failures", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_at", MOMENT, server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_push_subscriptions_person_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_push_subscriptions_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscriptions_endpoint")),
    )
    op.create_index(op.f("ix_push_subscriptions_person_id"), "push_subscriptions", ["person_id"])
    op.create_index(op.f("ix_push_subscriptions_session_id"), "push_subscriptions", ["session_id"])
    op.create_table(
        "push_notices",
        sa.Column("subscription_id", sa.Uuid(), nullable=False),
        sa.Column("room_id", sa.Uuid(), nullable=False),
        sa.Column("game_id", sa.Uuid(), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("game_state", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("send_at", MOMENT, nullable=True),
        sa.Column("tries", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.CheckConstraint(
            "kind IN ('move', 'hurry', 'over', 'again', 'none')", name=op.f("ck_push_notices_kind")
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["rooms.id"], name=op.f("fk_push_notices_room_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["subscription_id"], ["push_subscriptions.id"], name=op.f("fk_push_notices_subscription_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("subscription_id", "room_id", name=op.f("pk_push_notices")),
    )  # fmt: skip
    op.create_index(op.f("ix_push_notices_room_id"), "push_notices", ["room_id"])
    op.create_index(
        op.f("ix_push_notices_send_at"), "push_notices", ["send_at"],
        postgresql_where=sa.text("send_at IS NOT NULL"),
    )  # fmt: skip


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_table("push_notices")
    op.drop_table("push_subscriptions")
    op.drop_table("push_key")
