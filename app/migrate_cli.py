"""The command `migrate`: brings the database up to date, in production before the new app starts."""

import argparse
import sys

EXAMPLES = """\
examples:
  DATABASE_URL=postgresql://… python -m app migrate              up to the newest tables
  DATABASE_URL=postgresql://… python -m app migrate --to 0001    up or down to one migration; `base` is none

Safe beside a running server, and beside another migrate: one waits for the other. On the way down it says
what would be lost and asks first.
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
    parser.add_argument("--yes", action="store_true", help="do not ask before something is lost")
    parser.set_defaults(run=run_migrate)


def run_migrate(arguments: argparse.Namespace) -> int:
    """Migrates the database of the settings."""
    from app.command_database import with_database

    return with_database(
        "migrate needs DATABASE_URL; a server without one brings its own up to date.",
        lambda url: _migrate(url, arguments.to, is_agreed=arguments.yes),
    )


def _migrate(url: str, revision: str, *, is_agreed: bool) -> int:
    from alembic.util.exc import CommandError

    from app import migrate

    try:
        undone = migrate.undone_by(url, revision)
        if undone and not (is_agreed or _agrees(undone, migrate.rows(url))):
            print("Nothing was changed.", file=sys.stderr)
            return 2
        if undone:
            migrate.downgrade(url, revision)
        else:
            migrate.upgrade(url, revision)
        print(f"The database is at {migrate.current(url) or 'base'}.")
    except CommandError as error:
        print(f"The database could not be migrated: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    return 0


def _agrees(undone: list[str], rows: dict[str, int]) -> bool:
    """Says what would be lost, and asks whoever is at the terminal."""
    print(f"This takes back {', '.join(undone)},", file=sys.stderr)
    print("with everything in the tables and columns that came with it. They hold now:", file=sys.stderr)
    print("  " + ", ".join(f"{name} {count}" for name, count in rows.items()), file=sys.stderr)
    if not sys.stdin.isatty():
        print("Make a backup (pg_dump), then add --yes to go on.", file=sys.stderr)
        return False
    print("Type 'yes' to lose it: ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() == "yes"
