"""Analyses of finished games: asked for, under way, made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

LATER = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.create_table(
        "analyses",
        sa.Column("game_id", sa.Uuid(), nullable=False),
        sa.Column("pass", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default=sa.text("'waiting'"), nullable=False),
        sa.Column("asked_by", sa.Uuid(), nullable=True),
        sa.Column("asked_at", LATER, server_default=sa.text("now()"), nullable=False),
        sa.Column("tries", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("plies", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("leased_until", LATER, nullable=True),
        sa.Column("made_at", LATER, nullable=True),
        sa.Column("result", postgresql.JSONB(), nullable=True),
        sa.CheckConstraint("pass IN ('first', 'deep')", name=op.f("ck_analyses_pass")),
        sa.CheckConstraint(
            "state IN ('waiting', 'working', 'done', 'failed')", name=op.f("ck_analyses_state")
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_analyses_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["asked_by"], ["people.id"], name=op.f("fk_analyses_asked_by"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("game_id", "pass", name=op.f("pk_analyses")),
    )
    op.create_index(
        op.f("ix_analyses_asked_at"), "analyses", ["asked_at"],
        postgresql_where=sa.text("state IN ('waiting', 'working')"),
    )  # fmt: skip
    op.create_index(
        op.f("ix_analyses_asked_by"), "analyses", ["asked_by"],
        postgresql_where=sa.text("asked_by IS NOT NULL"),
    )  # fmt: skip
    op.create_index(op.f("ix_analyses_made_at"), "analyses", ["made_at"])


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_table("analyses")
