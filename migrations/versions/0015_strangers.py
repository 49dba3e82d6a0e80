"""Strangers: names that people are given, phrases, whom the host lets nobody hear, whom somebody does not
hear, reports, and rooms that nobody new may enter.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

GUEST = sa.text("'Guest ' || floor(1000 + random() * 9000)::int")
NOW = sa.text("now()")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.add_column("people", sa.Column("given_name", sa.Text(), server_default=GUEST, nullable=False))
    op.add_column("talk", sa.Column("phrase", sa.Text(), nullable=True))
    people = postgresql.ARRAY(sa.Uuid())
    op.add_column("rooms", sa.Column("hushed", people, server_default=sa.text("'{}'"), nullable=False))
    op.add_column(
        "rooms", sa.Column("is_shut", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    add_mutes()
    add_reports()


def add_mutes() -> None:
    op.create_table(
        "mutes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("muted_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", TIME, server_default=NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_mutes_person_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["muted_id"], ["people.id"], name=op.f("fk_mutes_muted_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mutes")),
        sa.UniqueConstraint("person_id", "muted_id", name=op.f("uq_mutes_person_id_muted_id")),
    )
    op.create_index(op.f("ix_mutes_muted_id"), "mutes", ["muted_id"])


def add_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("room_id", sa.Uuid(), nullable=True),
        sa.Column("game_id", sa.Uuid(), nullable=True),
        sa.Column("by_id", sa.Uuid(), nullable=True),
        sa.Column("about_id", sa.Uuid(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("names", postgresql.JSONB(), nullable=False),
        sa.Column("people", postgresql.ARRAY(sa.Uuid()), nullable=False),
        sa.Column("lines", postgresql.JSONB(), nullable=False),
        sa.Column("at", TIME, server_default=NOW, nullable=False),
        sa.Column("settled_at", TIME, nullable=True),
        *(
            sa.ForeignKeyConstraint(
                [column], [f"{table}.id"], name=op.f(f"fk_reports_{column}"), ondelete="SET NULL"
            )
            for column, table in (("room_id", "rooms"), ("by_id", "people"), ("about_id", "people"))
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_at"), "reports", ["at"])
    op.create_index(op.f("ix_reports_about_id"), "reports", ["about_id"])
    op.create_index(op.f("ix_reports_by_id"), "reports", ["by_id"])
    op.create_index(op.f("ix_reports_room_id"), "reports", ["room_id"])
    op.create_index("ix_reports_people", "reports", ["people"], postgresql_using="gin")


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_table("reports")
    op.drop_table("mutes")
    op.drop_column("rooms", "is_shut")
    op.drop_column("rooms", "hushed")
    op.drop_column("talk", "phrase")
    op.drop_column("people", "given_name")
