"""The commands of `people`: what whoever runs a server does for somebody who asks what is kept of them."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from app.cli import Subparsers

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession

Action = Callable[["AsyncSession"], Awaitable[int]]
EXAMPLES = """\
examples:
  DATABASE_URL=postgresql://… python -m app people find Maya       who is called so, and where they sat
  DATABASE_URL=postgresql://… python -m app people kept ID         everything that is kept of them, as JSON
  DATABASE_URL=postgresql://… python -m app people forget ID       what `Forget me` on the page does

Ask back before you hand anything out: a name is no proof of who somebody is; their own device, with the
page's button on it, is. A tab that they have open at a table stays there until it is closed.
"""
MOST_FOUND = 50
FIND_SQL = """
SELECT people.id, people.name, people.created_at, people.seen_at,
    (SELECT string_agg(DISTINCT code, ' ' ORDER BY code) FROM rooms
        WHERE host_id = people.id
            OR rooms.id IN (SELECT room_id FROM seats WHERE person_id = people.id)
            OR rooms.id IN (SELECT room_id FROM games WHERE sat_ids @> ARRAY[people.id])) AS rooms
FROM people WHERE lower(people.name) = lower(:name) ORDER BY people.seen_at DESC LIMIT :most
"""


def add_commands(subparsers: Subparsers) -> None:
    """Adds `people`."""
    people = subparsers.add_parser(
        "people",
        help="what is kept of somebody, and forgetting them",
        description="For requests about what this server keeps of somebody.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = people.add_subparsers(title="actions", metavar="ACTION", required=True)
    find = actions.add_parser("find", help="who is called so")
    find.add_argument("name")
    find.set_defaults(run=lambda given: in_transaction(lambda db: run_find(db, given.name)))
    for name, help_, work in (
        ("kept", "everything that is kept of them, as JSON", run_kept),
        ("forget", "delete their name and sign them out everywhere", run_forget),
    ):
        action = actions.add_parser(name, help=help_)
        action.add_argument("id", type=UUID)
        action.set_defaults(run=lambda given, work=work: in_transaction(lambda db: work(db, given.id)))


def in_transaction(work: Action) -> int:
    """Does it in the database of the settings."""
    from app.command_database import with_database

    return with_database("people needs DATABASE_URL.", lambda url: asyncio.run(_run(url, work)))


async def _run(url: str, work: Action) -> int:
    from app.database import Database

    database = Database(url)
    try:
        async with database.transaction() as db:
            return await work(db)
    finally:
        await database.close()


async def run_find(db: AsyncSession, name: str) -> int:
    """A line each, as JSON."""
    from sqlalchemy import text

    rows = (await db.execute(text(FIND_SQL), {"name": name, "most": MOST_FOUND})).all()
    for row in rows:
        show(dict(row._mapping))
    if not rows:
        print(f"Nobody is called {name!r}.", file=sys.stderr)
    return 0 if rows else 1


async def run_kept(db: AsyncSession, person: UUID) -> int:
    from app.rooms.kept import kept_of

    told = await kept_of(db, person)
    if told["person"] is None:
        return unknown(person)
    show(told, indent=2)
    return 0


async def run_forget(db: AsyncSession, person: UUID) -> int:
    from app.people.models import Person
    from app.people.service import Identity, forget
    from app.rooms.person_hooks import PERSON_HOOKS

    known = await db.get(Person, person)
    if known is None:
        return unknown(person)
    await forget(db, Identity(person, known.name, person, "program", known.given_name), (PERSON_HOOKS,))
    print(f"{person} is forgotten.")
    return 0


def unknown(person: UUID) -> int:
    print(f"There is nobody with the id {person}.", file=sys.stderr)
    return 1


def show(told: dict[str, Any], indent: int | None = None) -> None:
    print(json.dumps(told, default=str, ensure_ascii=False, indent=indent))
