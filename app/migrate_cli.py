"""The command `migrate`: brings the database up to date, in production before the new app starts."""

import argparse
import sys

EXAMPLES = """\
examples:
  DATABASE_URL=postgresql://… python -m app migrate              up to the newest tables
  DATABASE_URL=postgresql://… python -m app migrate --to 0001    up or down to one migration; `base` is none

Safe beside a running server, and beside another migrate: one waits for the other.
"""


def add_commands(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds `migrate`."""
    parser = subparsers.add_parser(
        "migrate",
        help="bring the database up to date",
        description="Applies the migrations that the database at DATABASE_URL lacks.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--to", metavar="REVISION", default="head", help="where to stop (default: the newest)"
    )
    parser.set_defaults(run=run_migrate)


def run_migrate(arguments: argparse.Namespace) -> int:
    """Migrates; says what is wrong in one line if it cannot."""
    from alembic.util.exc import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    from app import migrate
    from app.config import Settings

    url = Settings().database_url
    if url is None:
        print("migrate needs DATABASE_URL; a server without one brings its own up to date.", file=sys.stderr)
        return 2
    try:
        revision = migrate.move_to(url, arguments.to)
    except (CommandError, SQLAlchemyError, OSError) as error:
        print(f"The database could not be migrated: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    print(f"The database is at {revision or 'base'}.")
    return 0
