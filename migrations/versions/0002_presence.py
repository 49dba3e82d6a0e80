"""Who is at which table, and the pulse of the service.

A log's table cannot refer to one that a crash empties, but the other way round it can: `presence` is
unlogged.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.create_table(
        "presence",
        sa.Column("room_id", sa.Uuid(), sa.ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.Uuid(), primary_key=True),
        sa.Column("process", sa.Uuid(), primary_key=True),
        sa.Column("person_id", sa.Uuid(), sa.ForeignKey("people.id", ondelete="CASCADE")),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("gone_at", sa.DateTime(timezone=True)),
        prefixes=["UNLOGGED"],
    )
    op.create_index(None, "presence", ["seen_at"], postgresql_where=sa.text("gone_at IS NULL"))
    op.create_table(
        "pulse",
        sa.Column("id", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.execute("INSERT INTO pulse (id) VALUES (1)")


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_table("pulse")
    op.drop_table("presence")
