"""Rated games: who asked for them, everybody's rating, and the journal of how it came about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

NO = sa.text("false")


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.add_column("people", sa.Column("plays_rated", sa.Boolean(), server_default=NO, nullable=False))
    op.add_column("people", sa.Column("on_ladder", sa.Boolean(), server_default=NO, nullable=False))
    op.add_column("games", sa.Column("rated", sa.Boolean(), server_default=NO, nullable=False))
    op.execute(sa.schema.CreateSequence(sa.Sequence("rating_numbers")))
    add_ratings()
    add_changes()


def add_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("mean", sa.Float(), nullable=False),
        sa.Column("spread", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_ratings_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person_id", "seats", name=op.f("pk_ratings")),
    )


def add_changes() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("game_id", sa.Uuid(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=True),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("week", sa.Date(), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("own_moves", sa.SmallInteger(), nullable=False),
        sa.Column("is_finished", sa.Boolean(), nullable=False),
        sa.Column("met", postgresql.ARRAY(sa.SmallInteger()), nullable=False),
        *(
            sa.Column(name, sa.Float(), nullable=False)
            for name in ("weight", "mean_before", "spread_before", "mean", "spread")
        ),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.CheckConstraint("seats BETWEEN 2 AND 4", name=op.f("ck_rating_changes_seats")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_rating_changes_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_rating_changes_person_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_rating_changes")),
    )
    for columns in (["person_id", "number"], ["week", "seats", "person_id", "number"], ["number"]):
        op.create_index(op.f(f"ix_rating_changes_{'_'.join(columns)}"), "rating_changes", columns)


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.drop_table("rating_changes")
    op.drop_table("ratings")
    op.execute(sa.schema.DropSequence(sa.Sequence("rating_numbers")))
    op.drop_column("games", "rated")
    op.drop_column("people", "on_ladder")
    op.drop_column("people", "plays_rated")
