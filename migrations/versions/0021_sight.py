"""Presence: whether somebody who is there sees their page. What an older server writes counts as seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.add_column(
        "presence", sa.Column("is_hidden", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_column("presence", "is_hidden")
