"""A real PostgreSQL of our own for whoever has none: started with the server, gone with it.

Only the programs of the wheel are used, never its code: `docs/decisions/embedded-postgresql.md` says why.
"""

from app.embedded.errors import AlreadyRunning, CannotEnter, DidNotStart, EmbeddedError, NoBinaries
from app.embedded.server import CONNECTIONS, EmbeddedPostgres

__all__ = [
    "CONNECTIONS",
    "AlreadyRunning",
    "CannotEnter",
    "DidNotStart",
    "EmbeddedError",
    "EmbeddedPostgres",
    "NoBinaries",
]
