"""Finished games get small: a day after its end a game's log goes into its row, and the rows of the log go.

Nothing that can be asked of a game is lost: the log that is read from a packed game is the same, entry by
entry, with its times. Two things are not kept, since nobody can need them any more: the ids under which
people's programs sent their moves (the last one's stays, by which processes compare logs), and what follows
from other columns: the deal from seed, nonces and variants, and the component set from its name. Where either
does not follow, as in a game that was dealt otherwise, it stays as it is.

Batches are small, each in a transaction of its own, and leave out what others hold: several processes share
the work, and a crash leaves what is still to do for the next step.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import orjson

from app.games.entries import By, Entry, planned_entry, table_id, timestamp
from app.games.log import IS_READABLE, LogRow, log_row
from app.rules.deal import deal_from_seed
from app.rules.errors import RulesError
from app.rules.parts import base_set
from app.rules.planet import Placement

if TYPE_CHECKING:
    from app.games.store import LogStore

log = logging.getLogger(__name__)

BATCH = 20
AFTER_HOURS = 24
NEXT_SQL = f"""
SELECT * FROM games WHERE ended_at < now() - interval '{AFTER_HOURS} hours' AND packed IS NULL
    AND {IS_READABLE}
ORDER BY ended_at LIMIT {BATCH} FOR UPDATE SKIP LOCKED
"""  # noqa: S608 (numbers of ours)
ENTRIES_SQL = "SELECT seq, seat, action_id, kind, body, at FROM events WHERE game_id = $1 ORDER BY seq"
PACK_SQL = (
    "UPDATE games SET packed = $2, component_set = $3::text::jsonb, deal = $4::text::jsonb WHERE id = $1"
)
LEAVE_SQL = "UPDATE games SET packed = $2 WHERE id = $1"
AS_IT_IS = b""  # of a game whose log stays where it was
DROP_SQL = "DELETE FROM events WHERE game_id = $1"

LETTERS: dict[By, str] = {"person": "p", "caretaker": "c", "bot": "b"}
WHO = {letter: by for by, letter in LETTERS.items()}
PLANNED, TAKEN_OVER, HINT, REST, ABANDONED = "n", "s", "h", "r", "a"
NOBODY = -1
EPOCH = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
MILLISECOND = timedelta(milliseconds=1)


class CannotPack(Exception):
    """A log that would not come out as it went in. It stays as it is."""


def packed(rows: Sequence[LogRow]) -> bytes:
    """A whole log. Column by column it packs better than row by row."""
    entries = [row.entry for row in rows]
    placements = [entry.placement for entry in entries if entry.placement is not None]
    columns = {
        "kinds": "".join(_letter(entry) for entry in entries),
        "seats": [NOBODY if entry.seat is None else entry.seat for entry in entries],
        "tiles": [placement.tile for placement in placements],
        "faces": [placement.face for placement in placements],
        "turns": [placement.turn for placement in placements],
        "bots": [entry.bot for entry in entries if _letter(entry) == TAKEN_OVER],
        "times": _differences([_milliseconds(row.at) for row in rows]),
    }
    return zlib.compress(orjson.dumps(columns), 9)


def unpacked(data: bytes, last_action: str | None) -> list[LogRow]:
    """The log that was packed. `last_action`, its last entry's action id, stands in the game's row."""
    columns: dict[str, Any] = orjson.loads(zlib.decompress(data))
    placements = zip(columns["tiles"], columns["faces"], columns["turns"], strict=True)
    bots = iter(columns["bots"])
    rows: list[LogRow] = []
    milliseconds = 0
    pairs = zip(columns["kinds"], columns["seats"], columns["times"], strict=True)
    for seq, (letter, number, later) in enumerate(pairs, 1):
        milliseconds += later
        seat = None if number == NOBODY else number
        if letter == PLANNED:
            entry = planned_entry(number, seq, Placement(*next(placements)))
        elif letter in WHO:
            entry = Entry("move", seat, table_id(seq), Placement(*next(placements)), WHO[letter])
        elif letter == TAKEN_OVER:
            entry = Entry("seat", seat, table_id(seq), bot=next(bots))
        elif letter == HINT:
            entry = Entry("seat", seat, table_id(seq), is_hint=True)
        elif letter == REST:
            entry = Entry("seat", seat, table_id(seq), is_rest=True)
        else:
            entry = Entry("abandoned", seat, table_id(seq))
        rows.append(LogRow(seq, entry, EPOCH + milliseconds * MILLISECOND, None, None))
    if rows and last_action is not None:
        rows[-1] = rows[-1]._replace(entry=rows[-1].entry._replace(action_id=last_action))
    return rows


def _letter(entry: Entry) -> str:
    if entry.by is not None:
        return PLANNED if entry.is_planned else LETTERS[entry.by]
    if entry.is_hint or entry.is_rest:
        return HINT if entry.is_hint else REST
    return TAKEN_OVER if entry.kind == "seat" else ABANDONED


def _milliseconds(at: datetime) -> int:
    return (at - EPOCH) // MILLISECOND


def _differences(times: Sequence[int]) -> list[int]:
    return [time - before for before, time in zip([0, *times], times, strict=False)]


def unpacked_game(game: Mapping[str, Any]) -> dict[str, Any]:
    """The row of a packed game with what follows from the rest of it."""
    whole = dict(game)
    if set(orjson.loads(game["component_set"])) == {"name"}:
        whole["component_set"] = orjson.dumps(base_set().to_json())
    if game["deal"] is None and game["nonces"] is not None:
        whole["deal"] = _dealt(game)
    return whole


def _dealt(game: Mapping[str, Any]) -> bytes:
    nonces, variants = orjson.loads(game["nonces"]), orjson.loads(game["variants"])
    deal = deal_from_seed(bytes(game["seed"]), nonces, variants, game["rules_version"])
    return orjson.dumps(deal.to_json())


def columns_of(game: Mapping[str, Any], rows: Sequence[LogRow]) -> tuple[bytes, str, str | None]:
    """What goes into the row: the packed log, the set, the deal. Raises CannotPack."""
    data = packed(rows)
    if [_compared(row) for row in unpacked(data, game["last_action"])] != [_compared(row) for row in rows]:
        raise CannotPack
    component_set, deal = game["component_set"], game["deal"]
    whole = orjson.loads(component_set)
    if whole == base_set().to_json():
        component_set = orjson.dumps({"name": whole["name"]}).decode()
    try:
        if deal is not None and orjson.loads(_dealt(game)) == orjson.loads(deal):
            deal = None
    except RulesError:
        log.info(
            "a game was dealt in another way; its deal is kept", extra={"context": {"game": str(game["id"])}}
        )
    return data, component_set, deal


def _compared(row: LogRow) -> tuple[Any, ...]:
    """An entry without the id of whoever sent it, and as every message tells its time."""
    return row.seq, row.entry._replace(action_id=""), timestamp(row.at)


class Packer:
    """Packs what has been over for long enough, a batch a step."""

    def __init__(self, store: LogStore) -> None:
        self.store = store

    async def step(self) -> None:
        """Until nothing is left that could be packed."""
        while await self.pack_batch() == BATCH:
            pass

    async def pack_batch(self) -> int:
        """Pack some games; says how many."""
        async with self.store.connection() as connection, connection.transaction():
            games = await connection.fetch(NEXT_SQL)
            for game in games:
                rows = [
                    log_row((*row, None, None)) for row in await connection.fetch(ENTRIES_SQL, game["id"])
                ]
                try:
                    await connection.execute(PACK_SQL, game["id"], *columns_of(game, rows))
                    await connection.execute(DROP_SQL, game["id"])
                except CannotPack:
                    log.error("a finished game is not packed", extra={"context": {"game": str(game["id"])}})
                    await connection.execute(LEAVE_SQL, game["id"], AS_IT_IS)
                await asyncio.sleep(0)  # each takes a millisecond or two
        return len(games)
