"""Which numbers of each part are shown among the metrics. What they are good for, and what to do when one is
wrong, says `docs/operating.md`; a test sees to it that every number named there, in the dashboard and in the
alerts exists.
"""

from __future__ import annotations

import time

import asyncpg

from app.database import Database
from app.games.bot_pool import BotPool
from app.games.registry import GameRegistry
from app.games.store import DatabaseUnavailable, LogStore
from app.live.tables import Tables
from app.metrics import Metrics
from app.push.webhook_sender import WebhookSender

CENSUS_SECONDS = 15.0  # for which the database's own numbers are good
CENSUS_SQL = """
SELECT (SELECT count(*) FROM rooms WHERE state IN ('open', 'over')),
    (SELECT count(*) FROM rooms WHERE state = 'playing'), pg_database_size(current_database())
"""


class Census:
    """What only the database knows, of all processes together. It is asked when somebody asks for metrics."""

    def __init__(self, store: LogStore) -> None:
        self.store = store
        self.looked_at = -CENSUS_SECONDS
        self.open = self.playing = self.size = 0

    async def look(self) -> None:
        """Look again, unless that was a moment ago. Without a database the numbers stay what they were."""
        now = time.monotonic()
        if now - self.looked_at < CENSUS_SECONDS:
            return
        self.looked_at = now
        try:
            self.open, self.playing, self.size = (await self.store.fetch(CENSUS_SQL))[0]
        except (DatabaseUnavailable, asyncpg.PostgresError):
            self.looked_at = -CENSUS_SECONDS


def show_all(shown: Metrics, database: Database, tables: Tables) -> Census:
    """Everything, of all parts."""
    show_tables(shown, tables)
    show_games(shown, tables.registry)
    show_bot_pool(shown, tables.registry.bot_pool)
    show_connections(shown, database, tables.registry.store)
    return show_census(shown, Census(tables.registry.store))


def show_tables(shown: Metrics, tables: Tables) -> None:
    """What happens at the tables of this process."""
    shown.show("sockets", "Sockets that are open.", lambda: len(tables.conversations))
    shown.show("bus_up", "1 while hints from other processes come through.", lambda: tables.bus.is_up)
    shown.show("tables", "Tables with somebody at them.", lambda: len(tables.open_tables))
    tables.note_lag = shown.spread(
        "hint_seconds", "From a move's commit in another process to its arrival here, by both clocks."
    )
    shown.show(
        "found_missing", "Entries that a sweep found and no hint told of.", lambda: tables.found_missing
    )
    stuck = tables.timekeeper.stuck
    shown.show("games_stuck", "Games that stand still: the table's own move fails.", lambda: stuck.count)
    shown.show("table_moves_failed", "Tries of such moves that failed.", lambda: stuck.failures)
    tables.note_answer = shown.spread("answer_seconds", "From a move's arrival on a socket to its answer.")
    tables.note_refusal = lambda code: shown.refused("socket", code)
    closed = shown.count("sockets_closed_total", "Sockets that we closed, by the code.", "code")
    tables.note_close = lambda code: closed(str(int(code)))


def show_games(shown: Metrics, registry: GameRegistry) -> None:
    """What becomes of moves."""
    writer = registry.writer
    shown.show("games", "Games kept in memory.", lambda: len(registry.cache))
    shown.show("moves_waiting", "Entries that wait to be committed.", lambda: len(writer.waiting))
    shown.show_total("moves", "Entries committed by this process.", lambda: writer.moves)
    shown.show_total("commits", "Commits of such entries.", lambda: writer.batches)
    writer.note_commit = shown.spread("commit_seconds", "How long the database takes for a commit of moves.")


def show_bot_pool(shown: Metrics, bot_pool: BotPool) -> None:
    """How much the bots have to think, and how much less than usual they do."""
    shown.show("bots_asked", "Bots that think or wait for their turn to think.", lambda: bot_pool.asked)
    shown.show(
        "bots_cut_short",
        "Moves that bots thought about for less than the usual time, since many had to think.",
        lambda: bot_pool.cut_short,
    )
    bot_pool.note_wait = shown.spread("bot_wait_seconds", "How long a bot waits for its turn to think.")
    bot_pool.note_thought = shown.spread("bot_think_seconds", "How long a bot thinks about a move.")


def show_connections(shown: Metrics, database: Database, store: LogStore) -> None:
    """Who has all of them in use makes everybody else wait."""
    pool = database.engine.pool
    size, used = (getattr(pool, name) for name in ("size", "checkedout"))
    shown.show("pool_size", "Connections for pages and rooms.", size)
    shown.show("pool_used", "And of these, in use.", used)
    shown.show("reads_size", "Connections for reading games.", lambda: store.size)
    shown.show("reads_used", "And of these, in use.", lambda: store.used)


def show_webhooks(shown: Metrics, sender: WebhookSender) -> None:
    """What becomes of messages to chats."""
    shown.show_total("webhooks_sent", "Messages taken by chats.", lambda: sender.sent)
    shown.show_total("webhooks_failed", "Messages that chats did not take.", lambda: sender.failed)
    shown.show_total(
        "webhooks_off", "Chats switched off after failing again and again.", lambda: sender.switched_off
    )


def show_census(shown: Metrics, census: Census) -> Census:
    """What holds for all processes; each of them tells the same."""
    shown.show("rooms_open", "Rooms that wait for people or for the next game.", lambda: census.open)
    shown.show("rooms_playing", "Rooms with a game under way.", lambda: census.playing)
    shown.show("database_bytes", "Size of the database.", lambda: census.size)
    return census
