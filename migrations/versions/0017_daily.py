"""A world a day: the secret, the worlds, who has tried them, and circles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.add_column("games", sa.Column("daily", sa.Date(), nullable=True))
    op.create_table(
        "daily_secret",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_daily_secret")),
    )
    op.create_table(
        "daily_worlds",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("rule", sa.SmallInteger(), nullable=True),
        sa.Column("key", sa.LargeBinary(), nullable=True),
        sa.Column("seal", sa.Text(), nullable=True),
        sa.Column("number", sa.SmallInteger(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("commitment", sa.Text(), nullable=True),
        sa.Column("drawn_at", MOMENT, nullable=True),
        sa.Column("line", postgresql.JSONB(), nullable=True),
        sa.Column("leased_until", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_daily_worlds")),
    )
    op.create_table(
        "daily_tries",
        sa.Column("game_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=True),
        sa.Column("is_shown", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("begun_at", MOMENT, server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_daily_tries_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_daily_tries_person_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_daily_tries")),
        sa.UniqueConstraint("day", "person_id", name=op.f("uq_daily_tries_day_person_id")),
    )
    op.create_index(op.f("ix_daily_tries_person_id"), "daily_tries", ["person_id"])
    op.create_table(
        "circles",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_circles")),
        sa.UniqueConstraint("link", name=op.f("uq_circles_link")),
    )
    op.create_table(
        "circle_members",
        sa.Column("circle_id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("joined_at", MOMENT, server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["circle_id"], ["circles.id"], name=op.f("fk_circle_members_circle_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_circle_members_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("circle_id", "person_id", name=op.f("pk_circle_members")),
    )
    op.create_index(op.f("ix_circle_members_person_id"), "circle_members", ["person_id"])


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    for table in ("circle_members", "circles", "daily_tries", "daily_worlds", "daily_secret"):
        op.drop_table(table)
    op.drop_column("games", "daily")
