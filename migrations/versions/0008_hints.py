"""Who agrees to hints: a public room gives them once all who play do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.add_column("seats", sa.Column("hints_game_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_column("seats", "hints_game_id")
