"""Indexes for what goes after its time: what is old is found, and what refers to it, without a scan."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_people_seen_at": ("people", ["seen_at", "id"], None),
    "ix_sessions_seen_at": ("sessions", ["seen_at"], None),
    "ix_sessions_revoked_at": ("sessions", ["revoked_at"], "revoked_at IS NOT NULL"),
    "ix_seat_passes_expires_at": ("seat_passes", ["expires_at"], None),
    "ix_talk_at": ("talk", ["at"], None),
    "ix_talk_game_id": ("talk", ["game_id"], "game_id IS NOT NULL"),
    "ix_presence_gone_at": ("presence", ["gone_at"], "gone_at IS NOT NULL"),
    "ix_presence_person_id": ("presence", ["person_id"], None),
}


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    for name, (table, columns, where) in INDEXES.items():
        op.create_index(name, table, columns, postgresql_where=sa.text(where) if where else None)


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    for name, (table, _, _) in INDEXES.items():
        op.drop_index(name, table)
