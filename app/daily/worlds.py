"""The worlds of days in the database: drawn ahead, sealed, and read as far as the day allows.

What is drawn follows from the secret and the day alone, so it does not matter which process draws it, nor
whether one dies over it: a lease says who works on a day, and the next one takes it up.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import orjson

from app.bots.daily import BOTS, LINE_BUDGET, RULE, DailyChoice, best_line, choose, key_of, nonces_of, seal_of
from app.games.days import is_closed
from app.games.store import LogStore
from app.rules.forks import Seal
from app.rules.record import Player, Record, parse_record

SECRET_BYTES = 32
DAYS_AHEAD = 2  # so that a day's seal stands there more than a day before it
LEASE_SECONDS = 300
LINE_PLAYER = Player("Gaia", "gaia")

TODAY_SQL = "SELECT (now() AT TIME ZONE 'UTC')::date"
OWN_KEY_SQL = """
WITH made AS (INSERT INTO daily_secret (id, secret) VALUES (1, $1) ON CONFLICT DO NOTHING RETURNING secret)
SELECT secret FROM made UNION ALL SELECT secret FROM daily_secret WHERE id = 1 LIMIT 1
"""
CLAIM_SQL = f"""
INSERT INTO daily_worlds AS world (day, leased_until) VALUES ($1, now() + interval '{LEASE_SECONDS} s')
ON CONFLICT (day) DO UPDATE SET leased_until = excluded.leased_until
WHERE (world.seal IS NULL OR world.line IS NULL) AND coalesce(world.leased_until, '-infinity') < now()
RETURNING seal, seed
"""  # noqa: S608 (a number of ours)
DRAW_SQL = """
UPDATE daily_worlds SET rule = $2, key = $3, seal = $4, number = $5, seed = $6, commitment = $7,
    drawn_at = now(), leased_until = NULL
WHERE day = $1 AND seal IS NULL
"""
LINE_SQL = """
UPDATE daily_worlds SET line = $2::text::jsonb, leased_until = NULL WHERE day = $1 AND line IS NULL
"""
RELEASE_SQL = "UPDATE daily_worlds SET leased_until = NULL WHERE day = $1"


@dataclass(frozen=True, slots=True)
class World:
    """What there is of a day. Only what the day allows leaves the server, see `proof`."""

    day: date
    rule: int
    key: bytes
    seal: str
    number: int
    seed: bytes
    commitment: str
    line: dict[str, Any] | None

    @property
    def is_closed(self) -> bool:
        return is_closed(self.day)

    def proof(self) -> dict[str, Any]:
        """The seals always; what they seal once the day is closed."""
        told = {"day": self.day.isoformat(), "rule": self.rule, "seal": self.seal}
        told["commitment"] = self.commitment
        is_open = self.is_closed
        return told | {
            "key": self.key.hex() if is_open else None,
            "number": self.number if is_open else None,
            "seed": self.seed.hex() if is_open else None,
        }

    def line_record(self) -> dict[str, Any] | None:
        """Gaia's best game as a record, sealed only once the day is closed."""
        if self.line is None:
            return None
        if self.is_closed:
            seal = Seal(self.seed, self.commitment, tuple(nonces_of(self.day)))
            return {**self.line, **seal.to_json()}
        return self.line


def drawn(secret: bytes, day: date) -> DailyChoice:
    """Runs in a process of its own: seconds of thought."""
    return choose(key_of(secret, day), day)


def line_record(seed: bytes, day: date, budget: float = LINE_BUDGET) -> dict[str, Any]:
    """Runs there as well: Gaia's best game as a record without its seal."""
    players = (LINE_PLAYER, *(Player(level.capitalize(), level) for level in BOTS))
    return Record(players, best_line(seed, day, budget=budget), None).to_json()


async def today(store: LogStore) -> date:
    """Which day it is, by the database's clock."""
    found: date = (await store.fetch(TODAY_SQL))[0][0]
    return found


async def secret_of(store: LogStore) -> bytes:
    """The server's secret, made by whoever asks first."""
    while True:
        rows = await store.fetch(OWN_KEY_SQL, secrets.token_bytes(SECRET_BYTES))
        if rows:  # none where another process has made it in this very moment
            return bytes(rows[0][0])


def days_ahead(first: date) -> list[date]:
    return [first + timedelta(days=number) for number in range(DAYS_AHEAD + 1)]


async def claim(store: LogStore, day: date) -> tuple[bool, bytes | None] | None:
    """Work on this day, if there is anything to do and nobody else does; whether it is drawn, its seed."""
    rows = await store.fetch(CLAIM_SQL, day)
    return (rows[0]["seal"] is not None, rows[0]["seed"]) if rows else None


async def keep_choice(store: LogStore, key: bytes, choice: DailyChoice) -> None:
    """From here on the day's world stands, and its seal can be read by all."""
    told = (key, seal_of(key), choice.chosen.number, choice.seed, choice.commitment)
    await store.run(DRAW_SQL, choice.day, RULE, *told)


async def keep_line(store: LogStore, day: date, record: dict[str, Any]) -> None:
    parse_record(record)
    await store.run(LINE_SQL, day, orjson.dumps(record).decode())


async def release(store: LogStore, day: date) -> None:
    """Let somebody else try, at once."""
    await store.run(RELEASE_SQL, day)
