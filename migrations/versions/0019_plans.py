"""Plans: what somebody wants their next move to be."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.create_table(
        "plans",
        sa.Column("game_id", sa.Uuid(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("ply", sa.SmallInteger(), nullable=False),
        sa.Column("wishes", postgresql.JSONB(), nullable=False),
        sa.Column("made_at", MOMENT, server_default=sa.text("now()"), nullable=False),
        sa.Column("taken_at", MOMENT, nullable=True),
        sa.Column("lapsed_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_plans_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_plans_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_plans")),
    )
    op.create_index(op.f("ix_plans_person_id"), "plans", ["person_id"])


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_table("plans")
