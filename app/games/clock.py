"""What time does to games. Every deadline is a row (`games.due_at`), judged by the database's clock.

Whichever process is free takes the rows that are due (`FOR UPDATE SKIP LOCKED`) by moving them a little into
the future, so a process that dies with one leaves it to the next. What is then played goes into the log under
the table's own name for that entry (`acts.table_id`): two processes that fire for the same turn make one
move. Where it cannot be made, that is told and tried again later and later (`stuck.py`).

Deadlines stand still while there is nobody to keep them: the pulse is a row that every process renews each
second, and when it finds that it had stopped (database away, all processes down), all running games get the
missing time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from uuid import UUID

from app.games.acts import Act, Answer, Nack, table_id
from app.games.desk import Desk
from app.games.log import By, Fold, body_of
from app.games.playing import Playing
from app.games.presence import RENEW_EVERY
from app.games.rounds import Rounds
from app.games.sharing import Game, Owner
from app.games.store import Away
from app.games.stuck import StuckGames
from app.games.turns import Due
from app.rules.deal import thinking_seed

log = logging.getLogger(__name__)

LEFT = -1e12  # since when somebody is away who has left

LOOK_EVERY = 0.5
BEAT_EVERY = 1.0
LOST_BEAT = 5  # seconds without any pulse that count as an outage
SWEEP_EVERY = 5.0
MOST_DUE = 50
AT_ONCE = 0.05  # seconds to go that are not worth another round
HOLD = 5  # seconds for which a taken row is left to the process that took it

TAKE = f"""
UPDATE games SET due_at = now() + interval '{HOLD} s' WHERE id IN (
    SELECT id FROM games WHERE due_at <= now() AND state = 'running' ORDER BY due_at LIMIT {MOST_DUE}
    FOR UPDATE SKIP LOCKED
) RETURNING id, head
"""  # noqa: S608 (numbers of ours)
SET_DUE = """
UPDATE games SET due_at = now() + make_interval(secs => $3), due_kind = $4
WHERE id = $1 AND head = $2 AND state = 'running' AND (due_kind IS DISTINCT FROM $4
    OR (due_at IS NULL) <> ($3::float8 IS NULL)
    OR abs(extract(epoch FROM due_at - now()) - $3) > 0.1)
RETURNING id
"""
POSTPONE = """
UPDATE games SET due_at = now() + make_interval(secs => $3)
WHERE id = $1 AND head = $2 AND state = 'running'
"""
TURN = """
SELECT extract(epoch FROM now() - turn_started_at)::float8, extract(epoch FROM now() - started_at)::float8,
    ARRAY(SELECT seat FROM seats WHERE seats.room_id = games.room_id AND left_at IS NOT NULL)
FROM games WHERE id = $1
"""
BEAT = f"""
WITH was AS (SELECT at FROM pulse WHERE id = 1 FOR UPDATE)
UPDATE pulse SET at = clock_timestamp(),
    since = CASE WHEN clock_timestamp() - was.at > interval '{LOST_BEAT} s'
        THEN clock_timestamp() ELSE since END
FROM was WHERE id = 1 RETURNING extract(epoch FROM clock_timestamp() - was.at)::float8 AS gap
"""  # noqa: S608 (numbers of ours)
EXTEND = """
UPDATE games SET due_at = due_at + make_interval(secs => $1),
    turn_started_at = turn_started_at + make_interval(secs => $1)
WHERE id IN (
    SELECT id FROM games WHERE state = 'running' AND due_at IS NOT NULL ORDER BY id FOR UPDATE
)
"""
# Games that nothing will move though somebody is missing: their process died before it could say so.
OVERLOOKED = f"""
SELECT id, head FROM games WHERE state = 'running' AND due_at IS NULL AND EXISTS (
    SELECT FROM unnest(person_ids) AS who (person) WHERE person IS NOT NULL AND NOT EXISTS (
        SELECT FROM presence WHERE room_id = games.room_id AND person_id = person AND gone_at IS NULL
    )
) ORDER BY turn_started_at LIMIT {MOST_DUE}
"""  # noqa: S608 (numbers of ours)


class Clock:
    """The tasks of one process that keep time."""

    def __init__(
        self, desk: Desk, on_vanished: Callable[[UUID], Coroutine[Any, Any, None]] | None = None
    ) -> None:
        self.desk = desk
        self.on_vanished = on_vanished
        self.wake = asyncio.Event()
        self.firing: set[UUID] = set()
        self.stuck = StuckGames()
        self.rounds = Rounds()
        desk.on_seen.append(self.look_around)
        desk.on_entry.append(lambda playing, _: self.stuck.moved(playing.fold.id))

    def start(self) -> None:
        self.rounds.keep(self._take_due, LOOK_EVERY, self.wake)
        self.rounds.keep(self._beat, BEAT_EVERY)
        self.rounds.keep(self.desk.presence.renew, RENEW_EVERY)
        self.rounds.keep(self._sweep, SWEEP_EVERY)

    async def stop(self) -> None:
        await self.rounds.stop()

    def expect(self, within: float) -> None:
        """Something falls due soon: look again then, not only at the next round."""
        asyncio.get_running_loop().call_later(within + 0.005, self.wake.set)

    # Deadlines.

    async def _take_due(self) -> None:
        for row in await self.desk.store.fetch(TAKE):
            if row["id"] not in self.firing:  # somebody there may still be thinking
                self.desk.spawn(self._fire_once(row["id"], row["head"]))

    async def _fire_once(self, game: UUID, head: int) -> None:
        self.firing.add(game)
        try:
            await self._guarded(self._fire(game, head), game, head)
        finally:
            self.firing.discard(game)

    async def _guarded(self, work: Awaitable[None], game: UUID, head: int) -> None:
        """Whatever keeps a game from going on is told, and tried again later; only a database that is away
        is everybody's trouble, not this game's.
        """
        try:
            await work
        except Away:
            raise
        except Exception as error:
            log.exception("a game could not be looked after")
            await self._postpone(game, head, type(error).__name__)

    async def _postpone(self, game: UUID, head: int, why: str) -> None:
        await self.desk.store.run(POSTPONE, game, head, self.stuck.failed(game, head, why))

    async def _fire(self, game: UUID, head: int) -> None:
        """Play for whoever is due, if that is still so; the row says only that it is time to look."""
        playing = await self.desk.get(game)
        if playing is None:
            return
        if playing.fold.head != head or playing.fold.state is None or not playing.is_clean:
            await playing.refresh()
        if playing.fold.head != head:
            return  # somebody has moved meanwhile, and with that the deadline
        due = await self._due_of(playing)
        if due.within is None or due.within > AT_ONCE:
            await self.desk.store.run(SET_DUE, game, head, due.within, due.kind)
            return
        answer = await self._act_for(playing, due.kind, head)
        if isinstance(answer, Nack) and playing.fold.head == head:
            await self._postpone(game, head, answer.code)

    async def _act_for(self, playing: Playing, kind: str | None, head: int) -> Answer | None:
        """The answer to what was entered; none where there is nothing to do."""
        fold = playing.fold
        action_id, seat, state = table_id(head + 1), fold.due, fold.state
        if kind == "abandon":
            return await self.desk.submit(playing, Act(None, action_id, head, {}, "abandoned"))
        if seat is None or state is None:
            return None
        by: By = "bot" if fold.bots[seat] is not None else "caretaker"
        secret = thinking_seed(fold.seed, len(state.moves))
        game = Game(self._owners(fold), playing.deserted_since is None)
        placement = await self.desk.minds.choose(state, seat, fold.bots[seat], secret, game)
        answer = await self.desk.submit(playing, Act(seat, action_id, head, body_of(placement, by)))
        if isinstance(answer, Nack) and answer.code == "illegal":
            log.error("a bot chose an illegal move", extra={"context": {"level": fold.bots[seat]}})
            placement = self.desk.minds.simplest(state, seat)
            answer = await self.desk.submit(playing, Act(seat, action_id, head, body_of(placement, by)))
        return answer

    def _owners(self, fold: Fold) -> list[Owner]:
        """For whom a game's bots think: the people who play in it."""
        return [Owner(each, self.desk.callers.address_of(each)) for each in fold.people if each is not None]

    # Who is there.

    async def look_around(self, playing: Playing) -> bool:
        """Somebody came or went: set this game's deadline accordingly. Whether it is another now."""
        if playing.fold.due is None:
            return False
        head = playing.fold.head
        due = await self._due_of(playing)
        changed = await self.desk.store.fetch(SET_DUE, playing.fold.id, head, due.within, due.kind)
        if due.within is not None:
            self.expect(due.within)
        return bool(changed)

    async def _due_of(self, playing: Playing) -> Due:
        """When the turn is due, by who is there now. Notes in `playing` who is away, for the moves that
        follow.
        """
        fold = playing.fold
        attending = await self.desk.presence.at(fold.room_id)
        used, lasted, left = (await self.desk.store.fetch(TURN, fold.id))[0]
        now = time.monotonic()
        here = {each.person for each in attending if each.is_here}
        gone = {each.person: now - each.gone_for for each in attending if not each.is_here}
        playing.away, someone = {}, False
        for seat, person in enumerate(fold.people):
            if fold.bots[seat] is not None:
                continue
            if person is None or seat in left:
                playing.away[seat] = LEFT  # left or sent away: nobody waits for them
            elif person in here:
                someone = True
            else:
                playing.away[seat] = gone.get(person, now - lasted)
        last = max((since for since in playing.away.values() if since != LEFT), default=now - used)
        playing.deserted_since = None if someone else last
        return playing.due_at(used)

    async def look_around_in(self, game: UUID) -> None:
        playing = await self.desk.get(game)
        if playing is not None:
            await self.look_around(playing)

    # Keeping time.

    async def _beat(self) -> None:
        async with self.desk.store.connection() as connection, connection.transaction():
            gap = await connection.fetchval(BEAT)
            if gap is not None and gap > LOST_BEAT:
                log.info("time stood still for %.0f s; all games get it back", gap)
                await connection.execute(EXTEND, gap)

    async def _sweep(self) -> None:
        for room in await self.desk.presence.sweep():
            if self.on_vanished is not None:
                self.desk.spawn(self.on_vanished(room))
        for row in await self.desk.store.fetch(OVERLOOKED):
            await self._guarded(self.look_around_in(row["id"]), row["id"], row["head"])
