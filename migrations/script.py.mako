"""${message}

Additive where it can be: an older app may still be running while this is applied.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    # A table that is in use must not be waited for with everybody queueing behind us.
    op.execute("SET LOCAL lock_timeout = '2s'")
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    op.execute("SET LOCAL lock_timeout = '2s'")
    ${downgrades if downgrades else "pass"}
