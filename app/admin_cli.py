"""The command `admin`: what the operator's pages do, for a terminal."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

EXAMPLES = """\
examples:
  DATABASE_URL=postgresql://… python -m app admin list reports
  DATABASE_URL=postgresql://… python -m app admin show person 3f0c…
  DATABASE_URL=postgresql://… python -m app admin silence 3f0c… --reason insult --hours 24
  DATABASE_URL=postgresql://… python -m app admin bar 203.0.113.0/24 --reason spam
  DATABASE_URL=postgresql://… python -m app admin lift 17

Running servers hear of it within two seconds. Whoever it is about is told the reason in their language.
"""
LISTS = ("overview", "rooms", "games", "stuck", "reports", "people", "measures", "trail")
REASONS = ("insult", "spam", "spoils", "name", "other")
VIA = "command line"
Deed = Callable[[Any], Awaitable[str]]  # from a session to what is printed


def add_commands(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds `admin` and what can be done by it."""
    parser = subparsers.add_parser(
        "admin",
        help="see what goes on, and do something about somebody",
        description="What an operator sees and does, on the database at DATABASE_URL.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    deeds = parser.add_subparsers(title="deeds", metavar="DEED", dest="deed", required=True)
    deeds.add_parser("list", help="a list").add_argument("what", choices=LISTS)
    shown = deeds.add_parser("show", help="one room, game, report or person")
    shown.add_argument("what", choices=("room", "game", "report", "person"))
    shown.add_argument("which", help="its code or id")
    for name, what in (("rename", "give a person another name"), ("silence", "let nobody hear a person"),
                       ("bar", "shut out a person or a network"), ("close", "close a room")):  # fmt: skip
        deed = deeds.add_parser(name, help=what)
        deed.add_argument("whom", help="the room's code" if name == "close" else "the person's id")
        deed.add_argument("--reason", required=True, choices=REASONS, help="which they are told")
        deed.add_argument("--hours", type=float, help="for so long (default: until it is lifted)")
    for name, what in (("lift", "end a silence or a bar"), ("settle", "a report needs nothing more")):
        deeds.add_parser(name, help=what).add_argument("whom", type=int, help="its number")
    parser.set_defaults(run=run_admin)


def run_admin(arguments: argparse.Namespace) -> int:
    """Does it, and prints what there is."""
    from app.command_database import with_database

    return with_database("admin needs DATABASE_URL.", lambda url: asyncio.run(_run(url, arguments)))


async def _run(url: str, arguments: argparse.Namespace) -> int:
    from app.database import Database
    from app.errors import AppError

    database = Database(url, pool_size=2)
    try:
        async with database.transaction() as db:
            print(await _do(db, url, arguments))
    except AppError as refusal:
        print(f"Not done: {refusal.code} {refusal.details or ''}".rstrip(), file=sys.stderr)
        return 1
    except ValueError:
        print("Not done: that is no id.", file=sys.stderr)
        return 1
    finally:
        await database.close()
    return 0


async def _do(db: Any, url: str, asked: argparse.Namespace) -> str:
    from app.admin import deeds, reading

    match asked.deed:
        case "list":
            return _table(await reading.read(db, asked.what))
        case "show":
            return await _show(db, url, asked.what, asked.which)
        case "lift":
            await deeds.lift(db, asked.whom, VIA)
        case "settle":
            await deeds.settle(db, asked.whom, VIA)
        case _:
            return await _about(db, asked, deeds.Why(VIA, asked.reason, asked.hours))
    return "Done."


async def _about(db: Any, asked: argparse.Namespace, why: Any) -> str:
    from app.admin import deeds

    if asked.deed == "close":
        await deeds.close_room(db, asked.whom, why)
    elif asked.deed == "bar" and not _is_id(asked.whom):
        return f"Barred {await deeds.bar_network(db, asked.whom, why)}."
    elif asked.deed == "rename":
        return f"Called {await deeds.rename(db, UUID(asked.whom), why)} from now on."
    else:
        await getattr(deeds, asked.deed)(db, UUID(asked.whom), why)
    return "Done."


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


async def _show(db: Any, url: str, what: str, which: str) -> str:
    from app.admin import reading
    from app.config import read_settings
    from app.rooms import codes

    words = reading.words_in(read_settings().flag_words)
    if what == "room":
        found = await reading.read_room(db, codes.normalised(which) or "", words)
    elif what == "report":
        found = await reading.read_report(db, int(which), words)
    elif what == "person":
        found = await reading.read_person(db, UUID(which), words)
    else:
        found = [await _game(url, UUID(which))]
    return "\n\n".join(f"{one.title}\n{_table(one)}" for one in found)


async def _game(url: str, game: UUID) -> Any:
    from app.admin import reading
    from app.errors import NotFound
    from app.games.store import LogStore

    store = LogStore(url)
    try:
        fold = await store.load(game)
    finally:
        await store.close()
    if fold is None:
        raise NotFound
    return reading.read_game(fold)


def _table(listing: Any) -> str:
    """Tabs between, a line a row."""
    return "\n".join("\t".join(row) for row in [listing.heads, *listing.rows])
