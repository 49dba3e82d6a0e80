"""Finished games stay for good, so their pages are fuller: a sixth is left for the new row of a move."""

from __future__ import annotations

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.execute("ALTER TABLE games SET (fillfactor = 85)")


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.execute("ALTER TABLE games SET (fillfactor = 50)")
