"""Circles: links that were replaced, and a key that names a member to whoever looks after the circle."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.create_table(
        "circle_old_links",
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("circle_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["circle_id"], ["circles.id"], name=op.f("fk_circle_old_links_circle_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("link", name=op.f("pk_circle_old_links")),
    )
    op.create_index(op.f("ix_circle_old_links_circle_id"), "circle_old_links", ["circle_id"])
    op.add_column(
        "circle_members",
        sa.Column("key", sa.Uuid(), server_default=sa.text("gen_random_uuid()"), nullable=False),
    )


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_column("circle_members", "key")
    op.drop_table("circle_old_links")
