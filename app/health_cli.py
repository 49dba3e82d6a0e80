"""The command `health`: asks a running server whether it is alive, for whoever watches over it."""

import argparse
import http.client
import os
import sys


def add_commands(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds `health`."""
    parser = subparsers.add_parser(
        "health",
        help="ask a running server whether it is alive",
        description="Exits with 0 if a server answers at this computer's port, else with 1.",
    )
    parser.add_argument("--port", type=int, help="where it listens (default: TERRAHEDRON_PORT, else 8000)")
    parser.set_defaults(run=run_health)


def run_health(arguments: argparse.Namespace) -> int:
    """Asks once, briefly."""
    chosen = os.environ.get("TERRAHEDRON_PORT") or "8000"
    if arguments.port is None and not chosen.isdecimal():
        print("TERRAHEDRON_PORT: must be a whole number; the default is 8000", file=sys.stderr)
        return 2
    port = int(chosen) if arguments.port is None else arguments.port
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        print(f"No server answers at port {port}: {error}")
        return 1
    finally:
        connection.close()
    print(f"The server at port {port} answers {status}.")
    return 0 if status == http.client.OK else 1
