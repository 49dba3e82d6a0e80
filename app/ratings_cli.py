"""The command `ratings`: makes all ratings anew from the logs of the rated games."""

from __future__ import annotations

import argparse
import asyncio

from app.cli import Subparsers

EXAMPLES = """\
example:
  DATABASE_URL=postgresql://… python -m app ratings rebuild

It may run while games are played, and as often as one likes: what is right stays as it is.
"""


def add_commands(subparsers: Subparsers) -> None:
    """Adds `ratings`."""
    ratings = subparsers.add_parser(
        "ratings",
        help="make all ratings anew from the games",
        description="For ratings, and the journal of how they came about.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = ratings.add_subparsers(title="actions", metavar="ACTION", required=True)
    rebuild = actions.add_parser("rebuild", help="from the logs; says what was otherwise, and puts it right")
    rebuild.set_defaults(run=lambda _given: run_rebuild())


def run_rebuild() -> int:
    """In the database of the settings."""
    from app.command_database import with_database

    return with_database("ratings needs DATABASE_URL.", lambda url: asyncio.run(_rebuild(url)))


async def _rebuild(url: str) -> int:
    from app.database import Database
    from app.games.recount import rebuild
    from app.games.store import LogStore
    from app.primary import connect

    store = LogStore(Database(url).url)
    connection = await connect(store.url)
    try:
        print((await rebuild(connection, store)).says)
    finally:
        await connection.close()
        await store.close()
    return 0
