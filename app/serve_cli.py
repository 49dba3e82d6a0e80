"""The command `serve`: from nothing to a served page."""

import argparse

EXAMPLES = """\
examples:
  python -m app serve                        on this computer only, at port 8000
  python -m app serve --host 0.0.0.0         for everyone in this network
  python -m app serve --data ~/my-planets    games kept in a folder of your choice
  python -m app serve --workers 4            four processes at one port, for very many players

Without DATABASE_URL a PostgreSQL of its own is started and stopped with the server.
"""


def add_commands(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds `serve`."""
    parser = subparsers.add_parser(
        "serve",
        help="serve the table",
        description="Serves Terrahedron until Ctrl-C.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to listen on (default 8000)")
    parser.add_argument("--data", metavar="DIR", help="folder for the games (default: your data folder)")
    parser.add_argument("--workers", type=int, metavar="N", help="processes that serve together (default 1)")
    parser.set_defaults(run=run_serve)


def run_serve(arguments: argparse.Namespace) -> int:
    """Serves until stopped."""
    from app.serve import serve

    names = ("host", "port", "data", "workers")
    chosen = {name: getattr(arguments, name) for name in names}
    return serve({name: value for name, value in chosen.items() if value is not None})
