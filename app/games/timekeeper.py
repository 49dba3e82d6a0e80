"""Deadlines: finds games whose time has come and makes the move that is due. Every deadline is a row
(`games.due_at`), and the database's clock decides.

Whichever process is free takes the rows that are due (`FOR UPDATE SKIP LOCKED`) by moving them a little into
the future, so a process that dies with one leaves it to the next. What is then played goes into the log under
the table's own name for that entry (`submissions.table_id`): two processes that act for the same turn make
one move. Where it cannot be made, that is logged and tried again with longer and longer pauses (`stuck.py`).

Deadlines move on when nobody could keep them: the pulse is a row that every process renews each second.
When a process finds that it had not been renewed (database unavailable, all processes down), all running
games get the missing time. If the database's clock was set back, they give that much.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from uuid import UUID

from app.games.deadlines import Due
from app.games.entries import By, Entry, move_entry, table_id
from app.games.live_game import LiveGame, Sync
from app.games.log import IS_READABLE, Fold, LogBroken
from app.games.periodic import PeriodicTasks
from app.games.plans import Planner
from app.games.presence import RENEW_EVERY
from app.games.registry import GameRegistry
from app.games.store import DatabaseUnavailable
from app.games.stuck import StuckGames
from app.games.submissions import Answer, Nack
from app.games.thinking_turns import AskingGame, BotOwner
from app.rules.deal import thinking_seed

log = logging.getLogger(__name__)

LEFT_FOR_GOOD = -1e12  # since when somebody is away who has left

CLAIM_EVERY = 0.5
PULSE_EVERY = 1.0
OUTAGE_SECONDS = 5  # seconds without any pulse that count as an outage
SWEEP_EVERY = 5.0
PLAN_EVERY = 1.0
MOST_CLAIMED = 50
DUE_NOW_SECONDS = 0.05  # a deadline that is so near counts as reached
CLAIM_SECONDS = 5  # seconds for which a claimed row is left to the process that claimed it

CLAIM_DUE_SQL = f"""
UPDATE games SET due_at = now() + interval '{CLAIM_SECONDS} s' WHERE id IN (
    SELECT id FROM games WHERE due_at <= now() AND state = 'running' AND {IS_READABLE}
    ORDER BY due_at LIMIT {MOST_CLAIMED}
    FOR UPDATE SKIP LOCKED
) RETURNING id, head, due_kind
"""  # noqa: S608 (numbers of ours)
SET_DEADLINE_SQL = """
UPDATE games SET due_at = now() + make_interval(secs => $3), due_kind = $4
WHERE id = $1 AND head = $2 AND state = 'running' AND (due_kind IS DISTINCT FROM $4
    OR (due_at IS NULL) <> ($3::float8 IS NULL)
    OR abs(extract(epoch FROM due_at - now()) - $3) > 0.1)
RETURNING id
"""
POSTPONE_SQL = """
UPDATE games SET due_at = now() + make_interval(secs => $3)
WHERE id = $1 AND head = $2 AND state = 'running'
"""
TURN_TIMES_SQL = """
SELECT extract(epoch FROM now() - turn_started_at)::float8, extract(epoch FROM now() - started_at)::float8,
    ARRAY(SELECT seat FROM seats WHERE seats.room_id = games.room_id AND left_at IS NOT NULL)
FROM games WHERE id = $1
"""
PULSE_SQL = f"""
WITH was AS (SELECT at FROM pulse WHERE id = 1 FOR UPDATE)
UPDATE pulse SET at = clock_timestamp(),
    since = CASE WHEN abs(extract(epoch FROM clock_timestamp() - was.at)) > {OUTAGE_SECONDS}
        THEN clock_timestamp() ELSE since END
FROM was WHERE id = 1 RETURNING extract(epoch FROM clock_timestamp() - was.at)::float8 AS gap
"""  # noqa: S608 (numbers of ours)
GIVE_TIME_BACK_SQL = """
UPDATE games SET due_at = due_at + make_interval(secs => $1),
    turn_started_at = turn_started_at + make_interval(secs => $1)
WHERE id IN (
    SELECT id FROM games WHERE state = 'running' AND due_at IS NOT NULL ORDER BY id FOR UPDATE
)
"""
# Games that nothing will move though somebody is missing: their process died before it could say so.
OVERLOOKED_GAMES_SQL = f"""
SELECT id, head FROM games WHERE state = 'running' AND due_at IS NULL AND {IS_READABLE} AND EXISTS (
    SELECT FROM unnest(person_ids) AS who (person) WHERE person IS NOT NULL AND NOT EXISTS (
        SELECT FROM presence WHERE room_id = games.room_id AND person_id = person AND gone_at IS NULL
    )
) ORDER BY turn_started_at LIMIT {MOST_CLAIMED}
"""  # noqa: S608 (numbers of ours)


class Timekeeper:
    """One process's periodic work on deadlines, presence and the pulse."""

    def __init__(
        self, registry: GameRegistry, on_vanished: Callable[[UUID], Coroutine[Any, Any, None]] | None = None
    ) -> None:
        self.registry = registry
        self.on_vanished = on_vanished
        self.wake = asyncio.Event()
        self.handling: set[UUID] = set()
        self.stuck = StuckGames()
        self.planner = Planner(registry)
        self.tasks = PeriodicTasks()
        registry.on_presence_change.append(self.update_deadline)
        registry.on_entry.append(lambda live_game, _: self.stuck.moved(live_game.fold.id))

    def start(self) -> None:
        self.tasks.repeat(self._claim_due, CLAIM_EVERY, self.wake)
        self.tasks.repeat(self._renew_pulse, PULSE_EVERY)
        self.tasks.repeat(self.registry.presence.renew, RENEW_EVERY)
        self.tasks.repeat(self._sweep, SWEEP_EVERY)
        self.tasks.repeat(self.planner.step, PLAN_EVERY)
        self.tasks.repeat(self.planner.forget_outdated, SWEEP_EVERY)

    async def stop(self) -> None:
        await self.tasks.stop()

    def look_again_in(self, within: float) -> None:
        """Something falls due soon: look again then, not only at the next round."""
        asyncio.get_running_loop().call_later(within + 0.005, self.wake.set)

    # Deadlines.

    async def _claim_due(self) -> None:
        for row in await self.registry.store.fetch(CLAIM_DUE_SQL):
            if row["id"] not in self.handling:  # somebody there may still be thinking
                self.registry.spawn(self._handle_due_once(*row))

    async def _handle_due_once(self, game: UUID, head: int, kind: str) -> None:
        self.handling.add(game)
        try:
            await self._guarded(self._handle_due(game, head, kind), game, head)
        finally:
            self.handling.discard(game)

    async def _guarded(self, work: Awaitable[None], game: UUID, head: int) -> None:
        """Whatever keeps a game from going on is logged, and tried again later; but if the database is
        unavailable, that is no failure of this game.
        """
        try:
            await work
        except DatabaseUnavailable:
            raise
        except LogBroken as error:
            log.error("a game cannot be replayed: %s", error)
            await self._postpone(game, head, type(error).__name__)
        except Exception as error:
            log.exception("a game could not be looked after")
            await self._postpone(game, head, type(error).__name__)

    async def _postpone(self, game: UUID, head: int, why: str) -> None:
        await self.registry.store.run(POSTPONE_SQL, game, head, self.stuck.failed(game, head, why))

    async def _handle_due(self, game: UUID, head: int, kind: str) -> None:
        """Make the move that is due, if it still is: the row says only that it is time to check."""
        live_game = await self.registry.get(game)
        if live_game is None:
            return
        if live_game.fold.head != head or live_game.fold.state is None or live_game.sync is Sync.DOUBTFUL:
            await live_game.refresh()
        if live_game.fold.head != head:
            return  # somebody has moved meanwhile, and with that the deadline
        if not is_bots_turn(live_game, kind):
            due = await self._work_out_deadline(live_game)
            if due.within is None or due.within > DUE_NOW_SECONDS:
                await self.registry.store.run(SET_DEADLINE_SQL, game, head, due.within, due.kind)
                return
            kind = due.kind or ""
        answer = await self._act_for(live_game, kind, head)
        if isinstance(answer, Nack) and live_game.fold.head == head:
            await self._postpone(game, head, answer.code)

    async def _act_for(self, live_game: LiveGame, kind: str, head: int) -> Answer | None:
        """The answer to what was entered; none where there is nothing to do."""
        fold = live_game.fold
        action_id, seat, state = table_id(head + 1), fold.due, fold.state
        if kind == "abandon":
            return await self.registry.submit(live_game, Entry("abandoned", None, action_id), head)
        if seat is None or state is None:
            return None
        by: By = "bot" if fold.bots[seat] is not None else "caretaker"
        secret = thinking_seed(fold.seed, len(state.moves))
        game = AskingGame(self._owners(fold), live_game.deadlines.everyone_left_at is None)
        level = fold.bots[seat]
        if fold.daily is not None and level is not None:  # the same for everybody, if it takes a second try
            placement = await self.registry.bot_pool.choose_exactly(state, seat, level, secret, game)
        else:
            placement = await self.registry.bot_pool.choose_move(state, seat, level, secret, game)
        answer = await self.registry.submit(live_game, move_entry(seat, action_id, placement, by), head)
        if isinstance(answer, Nack) and answer.code == "illegal":
            log.error("a bot chose an illegal move", extra={"context": {"level": fold.bots[seat]}})
            placement = self.registry.bot_pool.choose_simplest(state, seat)
            answer = await self.registry.submit(live_game, move_entry(seat, action_id, placement, by), head)
        return answer

    def _owners(self, fold: Fold) -> list[BotOwner]:
        """For whom a game's bots think: the people who play in it."""
        return [
            BotOwner(each, self.registry.callers.address_of(each)) for each in fold.people if each is not None
        ]

    # Who is there.

    async def update_deadline(self, live_game: LiveGame) -> bool:
        """Somebody came or went: set this game's deadline accordingly. Whether it is another now."""
        if live_game.fold.due is None:
            return False
        head = live_game.fold.head
        due = await self._work_out_deadline(live_game)
        changed = await self.registry.store.fetch(
            SET_DEADLINE_SQL, live_game.fold.id, head, due.within, due.kind
        )
        if due.within is not None:
            self.look_again_in(due.within)
        return bool(changed)

    async def _work_out_deadline(self, live_game: LiveGame) -> Due:
        """When the turn is due, by who is there now; noted in the game for the moves that follow."""
        fold = live_game.fold
        attending = await self.registry.presence.at(fold.room_id)
        used, lasted, left = (await self.registry.store.fetch(TURN_TIMES_SQL, fold.id))[0]
        now = time.monotonic()
        here = {each.person for each in attending if each.is_here}
        gone = {each.person: now - each.gone_for for each in attending if not each.is_here}
        away: dict[int, float] = {}
        someone = False
        for seat, person in enumerate(fold.people):
            if fold.bots[seat] is not None:
                continue
            if person is None or seat in left:
                away[seat] = LEFT_FOR_GOOD  # left or sent away: nobody waits for them
            elif person in here:
                someone = True
            else:
                away[seat] = gone.get(person, now - lasted)
        last = max((since for since in away.values() if since != LEFT_FOR_GOOD), default=now - used)
        live_game.deadlines.note(away, None if someone else last)
        return live_game.due_now(used)

    async def update_deadline_of(self, game: UUID) -> None:
        live_game = await self.registry.get(game)
        if live_game is not None:
            await self.update_deadline(live_game)

    # Keeping time.

    async def _renew_pulse(self) -> None:
        async with self.registry.store.connection() as connection, connection.transaction():
            gap = await connection.fetchval(PULSE_SQL)
            if gap is not None and abs(gap) > OUTAGE_SECONDS:
                log.info("the pulse is %.0f s old; all deadlines move by that", gap)
                await connection.execute(GIVE_TIME_BACK_SQL, gap)

    async def _sweep(self) -> None:
        for room in await self.registry.presence.sweep():
            if self.on_vanished is not None:
                self.registry.spawn(self.on_vanished(room))
        for row in await self.registry.store.fetch(OVERLOOKED_GAMES_SQL):
            await self._guarded(self.update_deadline_of(row["id"]), row["id"], row["head"])


def is_bots_turn(live_game: LiveGame, kind: str) -> bool:
    """Whether the row may be believed without asking who is there: a bot is due, and this process follows who
    comes and goes in the game's room.
    """
    fold = live_game.fold
    is_known = live_game.is_followed and live_game.deadlines.knows_who_is_there
    return kind == "bot" and is_known and fold.due is not None and fold.bots[fold.due] is not None
