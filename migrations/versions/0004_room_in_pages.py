"""Every move rewrites its game's row: half a page stays free, so that the new row fits beside the old."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.execute("ALTER TABLE games SET (fillfactor = 50)")


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.execute("ALTER TABLE games RESET (fillfactor)")
