"""An index of finished games whose rows do not say yet who won which animals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.create_index(
        "ix_games_plain",
        "games",
        ["id"],
        postgresql_where=sa.text("state = 'over' AND (result -> 'won') IS NULL"),
    )


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_index("ix_games_plain", "games")
