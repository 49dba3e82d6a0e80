"""The operator: what was done about whom, and a trail of it that nobody can change."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

NOW = sa.text("now()")
TIME = sa.DateTime(timezone=True)
REFUSE_SQL = """
CREATE FUNCTION refuse_change_of_trail() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
    RAISE EXCEPTION 'the trail of the operator is never changed' USING ERRCODE = 'insufficient_privilege';
END $$
"""
GUARD_SQL = """
CREATE TRIGGER trail_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON trail
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_trail()
"""


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    add_measures()
    add_trail()
    op.execute(REFUSE_SQL)
    op.execute(GUARD_SQL)


def add_measures() -> None:
    op.create_table(
        "measures",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=True),
        sa.Column("network", postgresql.CIDR(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", TIME, server_default=NOW, nullable=False),
        sa.Column("until", TIME, nullable=True),
        sa.Column("lifted_at", TIME, nullable=True),
        sa.CheckConstraint("kind IN ('rename', 'silence', 'bar', 'close')", name=op.f("ck_measures_kind")),
        sa.CheckConstraint("(person_id IS NULL) <> (network IS NULL)", name=op.f("ck_measures_whom")),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_measures_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_measures")),
    )
    op.create_index(op.f("ix_measures_person_id"), "measures", ["person_id"])
    op.create_index(op.f("ix_measures_at"), "measures", ["at"])


def add_trail() -> None:
    op.create_table(
        "trail",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("at", TIME, server_default=NOW, nullable=False),
        sa.Column("via", sa.Text(), nullable=False),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=True),
        sa.Column("room_id", sa.Uuid(), nullable=True),
        sa.Column("network", postgresql.CIDR(), nullable=True),
        sa.Column("about", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("until", TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trail")),
    )


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_table("trail")
    op.execute("DROP FUNCTION refuse_change_of_trail()")
    op.drop_table("measures")
