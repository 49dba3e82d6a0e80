"""A feed of one's own moves, at an address that nobody guesses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.add_column("people", sa.Column("feed_hash", sa.LargeBinary(), nullable=True))
    op.create_unique_constraint(op.f("uq_people_feed_hash"), "people", ["feed_hash"])


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_constraint(op.f("uq_people_feed_hash"), "people", type_="unique")
    op.drop_column("people", "feed_hash")
