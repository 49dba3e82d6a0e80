"""The command line: `python -m app COMMAND`.

Each command lives in a small module with `add_commands(subparsers)`, which adds its parsers and sets
`run`, a function from the parsed arguments to an exit code. Such a module imports what its commands need
only when they run, and only the module of the command asked for is imported: `record` starts without a
web server in memory.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TypeAlias

from app import VERSION

DESCRIPTION = """\
Terrahedron, an open table for the board game Planet.

  python -m app serve            open a table of your own: no account, no set-up
  python -m app COMMAND --help   what a command does, with examples
"""

COMMANDS = {
    "serve": "app.serve_cli",
    "migrate": "app.migrate_cli",
    "health": "app.health_cli",
    "people": "app.people_cli",
    "record": "app.rules_cli",
    "deal": "app.rules_cli",
    "set": "app.rules_cli",
    "bots": "app.bots_cli",
    "daily": "app.daily_cli",
    "admin": "app.admin_cli",
    "ratings": "app.ratings_cli",
}

Handler = Callable[[argparse.Namespace], int]
Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # it has no public name


def build_parser(modules: Sequence[str]) -> argparse.ArgumentParser:
    """The parser with the commands of `modules`, in their order."""
    parser = argparse.ArgumentParser(
        prog="python -m app", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"Terrahedron {VERSION}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for module in modules:
        importlib.import_module(module).add_commands(subparsers)
    return parser


def modules_for(arguments: Sequence[str]) -> list[str]:
    """The one module that knows the command asked for, else all of them, for the help text."""
    asked = COMMANDS.get(arguments[0]) if arguments else None
    return [asked] if asked else list(dict.fromkeys(COMMANDS.values()))


def main(arguments: Sequence[str]) -> int:
    """Runs the command in `arguments` and returns the exit code."""
    parser = build_parser(modules_for(arguments))
    if not arguments:
        parser.print_help()
        return 0
    parsed = parser.parse_args(arguments)
    run: Handler = parsed.run
    try:
        code = run(parsed)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader went away, as in `… | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
