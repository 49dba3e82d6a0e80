"""The analyses of games in the database: asked for, leased by whichever process is free, made and kept.

A row is one pass over one game. It is kept under the game's moves and the version of the judgement, so what
was made of other moves (a restored backup) or by an older judgement counts as none. Whoever works on a row
holds it by a lease and by the number of its try: a process that died loses it to the next one, and one that
was only slow cannot write into it any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, cast
from uuid import UUID

import orjson

from app.analysis.game_analysis import GameAnalysis
from app.games.log import IS_READABLE
from app.games.store import LogStore

AnalysisState = Literal["none", "waiting", "working", "done", "failed"]
LEASE_SECONDS = 60
MOST_TRIES = 3
MOST_AT_ONCE = 3  # deep ones that one person waits for

# Nothing happens where it is asked for already, nor where the one who asks waits for too many.
ASK_SQL = f"""
INSERT INTO analyses AS known (game_id, pass, key, asked_by)
SELECT $1::uuid, $2::text, $3::text, $4::uuid WHERE $4::uuid IS NULL OR {MOST_AT_ONCE} > (
    SELECT count(*) FROM analyses
    WHERE asked_by = $4 AND state IN ('waiting', 'working') AND (game_id, pass) <> ($1, $2))
ON CONFLICT (game_id, pass) DO UPDATE SET key = excluded.key, asked_by = excluded.asked_by, state = 'waiting',
    asked_at = now(), tries = 0, plies = 0, leased_until = NULL, made_at = NULL, result = NULL
WHERE known.key <> excluded.key OR known.state = 'failed'
"""  # noqa: S608 (numbers of ours)
CLAIM_SQL = f"""
UPDATE analyses SET state = 'working', tries = tries + 1, plies = 0,
    leased_until = now() + interval '{LEASE_SECONDS} s'
WHERE (game_id, pass) = (
    SELECT game_id, pass FROM analyses
    WHERE pass = $1 AND (state = 'waiting' OR state = 'working' AND leased_until < now())
        AND EXISTS (SELECT FROM games WHERE id = game_id AND {IS_READABLE})
    ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING game_id, key, tries
"""  # noqa: S608 (numbers of ours)
HELD = "game_id = $1 AND pass = $2 AND tries = $3 AND state = 'working'"
RENEW_SQL = f"""
UPDATE analyses SET plies = $4, leased_until = now() + interval '{LEASE_SECONDS} s' WHERE {HELD} RETURNING 1
"""  # noqa: S608 (numbers of ours)
FINISH_SQL = f"""
UPDATE analyses SET state = 'done', result = $4::text::jsonb, made_at = now(), leased_until = NULL,
    asked_by = NULL
WHERE {HELD} RETURNING 1
"""  # noqa: S608 (words of ours)
RELEASE_SQL = f"UPDATE analyses SET state = 'waiting', leased_until = NULL WHERE {HELD}"  # noqa: S608
GIVE_UP_SQL = f"""
UPDATE analyses SET state = 'failed', made_at = now(), leased_until = NULL, asked_by = NULL WHERE {HELD}
"""  # noqa: S608 (words of ours)
READ_SQL = """
SELECT pass, state, plies, result::text, CASE WHEN pass = 'deep' AND state = 'waiting' THEN (
    SELECT count(*) FROM analyses AS other
    WHERE other.pass = 'deep' AND other.state IN ('waiting', 'working') AND other.asked_at < analyses.asked_at
) ELSE 0 END AS before
FROM analyses WHERE game_id = $1 AND key = $2
"""


class AnalysisJob(NamedTuple):
    """A pass over a game that this process has leased."""

    game: UUID
    key: str
    way: str
    tried: int


@dataclass(frozen=True, slots=True)
class KeptAnalysis:
    """One pass over a game, as far as it has come."""

    state: AnalysisState = "none"
    plies: int = 0
    before: int = 0  # that are worked on first
    result: str | None = None  # JSON

    @property
    def told(self) -> dict[str, object]:
        return {"state": self.state, "plies": self.plies, "before": self.before}


NONE_YET = KeptAnalysis()


async def ask(store: LogStore, game: UUID, way: str, key: str, person: UUID | None = None) -> None:
    await store.run(ASK_SQL, game, way, key, person)


async def read(store: LogStore, game: UUID, key: str) -> dict[str, KeptAnalysis]:
    """What there is of a game, by pass."""
    rows = await store.fetch(READ_SQL, game, key)
    return {
        row["pass"]: KeptAnalysis(
            cast("AnalysisState", row["state"]), row["plies"], row["before"], row["result"]
        )
        for row in rows
    }


async def claim(store: LogStore, way: str) -> AnalysisJob | None:
    """The next one that waits, or whose process has died."""
    rows = await store.fetch(CLAIM_SQL, way)
    return AnalysisJob(rows[0]["game_id"], rows[0]["key"], way, rows[0]["tries"]) if rows else None


async def renew(store: LogStore, job: AnalysisJob, plies: int) -> bool:
    """Tell how far it has come, and hold it longer; False if it is not ours any more."""
    return bool(await store.fetch(RENEW_SQL, job.game, job.way, job.tried, plies))


async def finish(store: LogStore, job: AnalysisJob, result: GameAnalysis) -> bool:
    """Keep what was made; False if it is not ours any more."""
    text = orjson.dumps(result).decode()
    return bool(await store.fetch(FINISH_SQL, job.game, job.way, job.tried, text))


async def release(store: LogStore, job: AnalysisJob) -> None:
    """Let somebody else try, at once."""
    await store.run(RELEASE_SQL, job.game, job.way, job.tried)


async def give_up(store: LogStore, job: AnalysisJob) -> None:
    await store.run(GIVE_UP_SQL, job.game, job.way, job.tried)
