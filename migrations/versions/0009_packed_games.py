"""The log of a finished game goes into its row; an index of those whose log has not."""

from __future__ import annotations

import orjson
import sqlalchemy as sa
from alembic import op

from app.games.packing import unpacked, unpacked_game

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    op.add_column("games", sa.Column("packed", sa.LargeBinary()))
    op.create_index(
        "ix_games_ended_at",
        "games",
        ["ended_at"],
        postgresql_where=sa.text("packed IS NULL AND ended_at IS NOT NULL"),
    )


PACKED = sa.text("""
SELECT id, packed, last_action, rules_version, seed, nonces::text, variants::text, component_set::text,
    deal::text
FROM games WHERE packed <> ''
""")
PUT_BACK = sa.text("""
UPDATE games SET component_set = CAST(:component_set AS jsonb), deal = CAST(:deal AS jsonb) WHERE id = :id
""")
INSERT = sa.text("""
INSERT INTO events (game_id, seq, seat, action_id, kind, body, at)
VALUES (:game, :seq, :seat, :action_id, :kind, CAST(:body AS jsonb), :at)
""")


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    unpack_all(op.get_bind())
    op.drop_index("ix_games_ended_at", "games")
    op.drop_column("games", "packed")


def unpack_all(db: sa.Connection) -> None:
    """Older code reads logs from their rows alone."""
    for game in db.execute(PACKED).mappings().all():
        whole = unpacked_game(dict(game))
        texts = {name: orjson.dumps(orjson.loads(whole[name])).decode() for name in ("component_set", "deal")}
        db.execute(PUT_BACK, {"id": game["id"], **texts})
        for row in unpacked(game["packed"], game["last_action"]):
            entry = row.entry
            values = {"seq": row.seq, "seat": entry.seat, "action_id": entry.action_id, "kind": entry.kind}
            db.execute(INSERT, {"game": game["id"], **values, "body": entry.body, "at": row.at})
