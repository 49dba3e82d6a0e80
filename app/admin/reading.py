"""What an operator reads,
    as tables of plain cells: the pages and the command line show the same. Of a running
game no more than a watcher sees.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import NotFound
from app.games.log import Fold


@dataclass(frozen=True)
class Listing:
    """A table; some columns hold what has a page of its own."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


QUERIES = {
    "overview": """
SELECT (SELECT count(*) FROM rooms WHERE state <> 'closed') AS rooms,
    (SELECT count(*) FROM games WHERE state = 'running') AS "games running",
    (SELECT count(*) FROM games WHERE state = 'running' AND due_at < now() - interval '30 s') AS stuck,
    (SELECT count(*) FROM people WHERE seen_at > now() - interval '1 hour') AS "people this hour",
    (SELECT count(*) FROM talk WHERE at > now() - interval '1 hour') AS "lines this hour",
    (SELECT count(*) FROM reports WHERE settled_at IS NULL) AS "open reports"
""",
    "rooms": """
SELECT code AS room, name, state,
    CASE WHEN (options ->> 'public')::bool THEN 'public' ELSE 'private' END AS kind,
    (SELECT count(*) FROM seats WHERE room_id = rooms.id AND person_id IS NOT NULL) AS people,
    (SELECT count(*) FROM presence WHERE room_id = rooms.id AND gone_at IS NULL) AS here,
    game_id AS game, touched_at AS touched
FROM rooms WHERE state <> 'closed' ORDER BY touched_at DESC LIMIT 200
""",
    "games": """
SELECT games.id AS game, code AS room, number, head AS entries, started_at AS started, due_at AS due,
    due_kind AS "due for"
FROM games JOIN rooms ON rooms.id = room_id WHERE games.state = 'running' ORDER BY started_at DESC LIMIT 200
""",
    "stuck": """
SELECT games.id AS game, code AS room, head AS entries, due_at AS due, due_kind AS "due for",
    now() - due_at AS late
FROM games JOIN rooms ON rooms.id = room_id
WHERE games.state = 'running' AND due_at < now() - interval '30 s' ORDER BY due_at LIMIT 200
""",
    "reports": """
SELECT reports.id AS report, reports.at, reason, names ->> 0 AS name, about_id AS person,
    by_id AS "reported by", code AS room,
    CASE WHEN settled_at IS NULL THEN 'open' ELSE 'settled' END AS state
FROM reports LEFT JOIN rooms ON rooms.id = room_id ORDER BY settled_at IS NOT NULL, reports.id DESC
    LIMIT 200
""",
    "people": """
SELECT people.id AS person, people.name, given_name AS "among strangers", reported, spoken AS lines,
    made AS rooms, measures,
    seen_at AS seen
FROM people
LEFT JOIN (SELECT about_id, count(*) AS reported
    FROM reports GROUP BY about_id) AS r ON r.about_id = people.id
LEFT JOIN (SELECT person_id, count(*) AS spoken FROM talk
    WHERE at > now() - interval '1 day' GROUP BY person_id) AS t
    ON t.person_id = people.id
LEFT JOIN (SELECT host_id, count(*) AS made FROM rooms
    WHERE created_at > now() - interval '1 day' GROUP BY host_id) AS h
    ON h.host_id = people.id
LEFT JOIN (SELECT person_id, count(*) AS measures
    FROM measures GROUP BY person_id) AS m ON m.person_id = people.id
ORDER BY coalesce(reported, 0) DESC, coalesce(spoken, 0) + 10 * coalesce(made, 0) DESC, seen_at DESC
    LIMIT 200
""",
    "measures": """
SELECT id AS measure, kind, person_id AS person, network::text, reason, at, until FROM measures
WHERE kind IN ('silence', 'bar') AND lifted_at IS NULL AND (until IS NULL OR until > now())
    ORDER BY id DESC LIMIT 200
""",
    "trail": """
SELECT id, at, via, deed, person_id AS person, (SELECT code FROM rooms WHERE id = room_id) AS room,
    network::text, about,
    reason, until FROM trail ORDER BY id DESC LIMIT 200
""",
}
SEATS_SQL = """
SELECT seat, seats.name, person_id AS person, bot, left_at AS left
    FROM seats JOIN rooms ON rooms.id = room_id
WHERE code = :code ORDER BY seat
"""
LINES_SQL = """
SELECT talk.at, talk.name, person_id AS person, seat, text FROM talk JOIN rooms ON rooms.id = room_id
WHERE code = :code ORDER BY talk.id DESC LIMIT 200
"""
SAID_BY_SQL = """
SELECT talk.at, code AS room, talk.name, text FROM talk JOIN rooms ON rooms.id = room_id
WHERE person_id = :person ORDER BY talk.id DESC LIMIT 200
"""
PERSON_SQL = """
SELECT id AS person, name, given_name AS "among strangers", created_at AS since, seen_at AS seen
FROM people WHERE id = :person
"""
ABOUT_SQL = """
SELECT id AS measure, kind, reason, at, until, lifted_at AS lifted FROM measures
    WHERE person_id = :person ORDER BY id DESC
"""
SEATED_SQL = """
SELECT code AS room, seat, seats.name FROM seats JOIN rooms ON rooms.id = room_id WHERE person_id = :person
"""
REPORT_SQL = "SELECT * FROM reports WHERE id = :report"


def cell(value: Any) -> str:
    """As it is read: a time to the second, nothing for nothing."""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    return "" if value is None else str(value)


async def listing(db: AsyncSession, title: str, statement: str, **values: Any) -> Listing:
    found = await db.execute(text(statement), values)
    heads = list(found.keys())
    return Listing(title, heads, [[cell(value) for value in row] for row in found.all()])


async def read(db: AsyncSession, name: str) -> Listing:
    """One of the lists that need nothing else."""
    return await listing(db, name, QUERIES[name])


async def read_room(db: AsyncSession, code: str, words: frozenset[str]) -> list[Listing]:
    seats = await listing(db, "seats", SEATS_SQL, code=code)
    if not seats.rows:
        raise NotFound
    return [seats, flagged(await listing(db, "talk", LINES_SQL, code=code), words)]


async def read_person(db: AsyncSession, person: UUID, words: frozenset[str]) -> list[Listing]:
    whom = await listing(db, "person", PERSON_SQL, person=person)
    if not whom.rows:
        raise NotFound
    lines = flagged(await listing(db, "talk", SAID_BY_SQL, person=person), words)
    seats = await listing(db, "seats", SEATED_SQL, person=person)
    return [whom, await listing(db, "measures", ABOUT_SQL, person=person), seats, lines]


async def read_report(db: AsyncSession, report: int, words: frozenset[str]) -> list[Listing]:
    """A report: what it is about, who was there, what was said."""
    row = (await db.execute(text(REPORT_SQL), {"report": report})).mappings().one_or_none()
    if row is None:
        raise NotFound
    names, people = row["names"], row["people"]
    about = [cell(row[key]) for key in ("id", "at", "reason", "about_id", "by_id", "game_id", "settled_at")]
    who = [[name, cell(person)] for name, person in zip(names, people, strict=True)]
    lines = [[line["at"][:19], names[line["who"]], cell(line["seat"]), line["text"]] for line in row["lines"]]
    return [
        Listing("report", ["report", "at", "reason", "person", "reported by", "game", "settled"], [about]),
        Listing("who was there", ["name", "person"], who),
        flagged(Listing("talk", ["at", "name", "seat", "text"], lines), words),
    ]


def read_game(fold: Fold) -> Listing:
    """A game's log, as all its audiences have it: what is secret is in none of its messages."""
    rows = []
    for entry in fold.entries_after(0):
        told = json.loads(entry.text)
        rows.append([str(entry.seq), told["at"], json.dumps(told["event"])])
    return Listing("log", ["entry", "at", "event"], rows)


def flagged(lines: Listing, words: frozenset[str]) -> Listing:
    """With a mark beside what holds a word of the operator's list; that is all such a list does."""
    if not words:
        return lines
    at = list(lines.heads).index("text")
    rows = [["⚑" if holds(row[at], words) else "", *row] for row in lines.rows]
    return Listing(lines.title, ["flag", *lines.heads], rows)


def holds(said: str, words: frozenset[str]) -> bool:
    plain = said.casefold()
    return any(word in plain for word in words)


def words_in(path: Path | None) -> frozenset[str]:
    """The operator's list, a word a line."""
    if path is None:
        return frozenset()
    return frozenset(line.strip().casefold() for line in path.read_text("utf-8").splitlines() if line.strip())
