"""A game in this process: a move is checked at once on the game in memory, then committed, then sent.

While one move is being committed the game is busy. Whatever else arrives waits in the game's own queue and is
checked after the outcome. Everybody else (joins, resumes, REST) sees only what is committed.

The game in memory may be behind the log. So a move is refused only if that is certain: `base` is below a head
that is known to be the log's, or the end of the log has just been read again. What may or may not have been
committed is looked up in the log by its action id.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import orjson

from app.games.deadlines import NEVER, USUAL_TIMING, Due, Timing, TurnSituation, bot_effort, next_due
from app.games.log import (
    Entry,
    Fold,
    LogBroken,
    after_move,
    entry_of,
    other_event,
    placement_in,
    timestamp,
)
from app.games.store import DatabaseUnavailable, LogStore
from app.games.submissions import Ack, Nack, Submission
from app.games.writer import CommitOutcome, PendingEntry, Writer
from app.rules.deal import Seat
from app.rules.errors import RulesError
from app.rules.game import State
from app.rules.scoring import winners_of

log = logging.getLogger(__name__)

MOST_WAITING = 64  # moves that may wait for one busy game
LOOKUP_SECONDS = 0.9  # seconds to find out what became of a move whose commit is in doubt
MOST_TRIES = 3
# The base of what was decided on a log that is no more: always stale, even at equal heads.
OF_ANOTHER_LOG = -1


class GameListener(Protocol):
    """Is called for a game's new entries, in order, right after they are committed."""

    def entered(self, live_game: LiveGame, entry: Entry) -> None: ...

    def restored(self, live_game: LiveGame) -> None:
        """The log is another than it was (a backup came back): what was shown before no longer holds."""


@dataclass(slots=True)
class _Judged:
    """A move that the rules allow, not committed yet."""

    submission: Submission
    state: State
    event: bytes


class LiveGame:
    """One game in this process."""

    def __init__(self, fold: Fold, store: LogStore, writer: Writer, timing: Timing = USUAL_TIMING) -> None:
        self.fold = fold
        self.timing = timing
        self.store = store
        self.writer = writer
        self.is_clean = True
        self.is_busy = False
        self.freed: asyncio.Future[None] | None = None
        self.next_reading: asyncio.Task[None] | None = None
        self.waiting: deque[Submission] = deque()
        self.listeners: list[GameListener] = []
        self.away: dict[int, float] = {}
        self.everyone_left_at: float | None = None
        self.hinted_seq = 0  # the last entry that a hint has told of, read or not
        self.used_at = 0.0  # when somebody last asked for it, by this process's clock
        self.tasks: set[asyncio.Task[None]] = set()

    # In.

    def submit(self, submission: Submission) -> None:
        """Judge `act` now, or as soon as the move under way is through. It gets exactly one answer."""
        if not self.is_busy:
            self._judge(submission)
        elif len(self.waiting) < MOST_WAITING or not submission.is_by_person:
            self.waiting.append(submission)
        else:
            self._refuse(submission, "rate_limited")

    async def refresh(self) -> None:
        """Read the log's end as it is now, and tell what is new. Raises DatabaseUnavailable."""
        if not self.is_busy and self.next_reading is None:
            await self._refresh()
            return
        # What is under way may have looked before that was written which we are asked for.
        if self.next_reading is None:
            self.next_reading = self._spawn(self._refresh_when_free())
        await asyncio.shield(self.next_reading)

    async def check(self) -> None:
        """Make sure that nothing of the log is missing here. Nearly always nothing is, and a crowd that comes
        at once asks that with one statement. Raises DatabaseUnavailable.
        """
        known = self.fold.last
        if self.is_busy or not self.is_clean or self.fold.state is None:
            await self.refresh()
            return
        end, fold = await self.store.end_of(self.fold.id), self.fold
        has_moved_on = fold.last != known and end is not None and end[0] < fold.head
        if end != fold.last and not has_moved_on:
            await self.refresh()

    async def _refresh_when_free(self) -> None:
        while self.is_busy:
            self.freed = self.freed or asyncio.get_running_loop().create_future()
            await self.freed
        self.next_reading = None
        await self._refresh()

    async def _refresh(self) -> None:
        self.is_busy = True
        try:
            await self._read_on()
        except DatabaseUnavailable:
            self.suspect()
            raise
        finally:
            self._free()

    def suspect(self) -> None:
        """Do not refuse anything on this fold before it has been compared with the log."""
        self.is_clean = False

    # Judging.

    def _judge(self, submission: Submission, is_fresh: bool = False) -> None:
        known = self.fold.known(submission.seat, submission.action_id)
        if known is not None:
            self._answer_known(submission, known)
            return
        if submission.base is not None and submission.base < self.fold.head and (self.is_clean or is_fresh):
            self._refuse(submission, "stale")
            return
        try:
            judged = self._check(submission)
        except _Refusal as refusal:
            if is_fresh:
                self._refuse(submission, refusal.code, refusal.details)
                return
            self._look_again(submission)
            return
        if not (self.is_clean or is_fresh):
            self._look_again(submission)
            return
        self._commit(judged)

    def _answer_known(self, submission: Submission, known: Entry) -> None:
        is_move = known.kind == "move"
        if not is_move or (
            submission.kind == "move" and placement_in(known.body) == placement_in(submission.body)
        ):
            submission.reply(Ack(known.seq, dup=True))
        else:
            self._refuse(submission, "aid_conflict")

    def _check(self, submission: Submission) -> _Judged:
        fold, state = self.fold, self.fold.state
        if fold.is_over:
            raise _Refusal("game_over")
        if state is None:
            raise _Refusal("not_seated")
        if submission.base is not None and submission.base != fold.head:
            raise _Refusal("stale")
        if submission.kind != "move":
            return _Judged(submission, state, other_event(submission.seat, submission.kind, submission.body))
        due = state.due
        if submission.seat is None or submission.seat != due:
            raise _Refusal("not_your_turn")
        try:
            return _Judged(
                submission,
                *after_move(state, Seat(submission.seat), placement_in(submission.body), submission.by),
            )
        except RulesError as error:
            raise _Refusal("illegal", {"rule": error.code}) from None

    # Committing.

    def _commit(self, judged: _Judged) -> None:
        self.is_busy = True
        submission, fold = judged.submission, self.fold
        over = judged.state.is_over and submission.kind == "move"
        phase = "abandoned" if submission.kind == "abandoned" else "over" if over else "running"
        due = self._due_after(judged) if phase == "running" else NEVER
        self.writer.write(
            PendingEntry(
                fold.id,
                fold.head + 1,
                fold.last_action,
                submission.seat,
                submission.action_id,
                submission.kind,
                orjson.dumps(submission.body).decode(),
                phase,
                due.within,
                due.kind,
                _result(judged.state) if over else None,
                lambda outcome, at: self._settled(judged, outcome, at),
            )
        )

    def _due_after(self, judged: _Judged) -> Due:
        bots = self.fold.bots
        if judged.submission.kind == "seat":
            bots = [
                judged.submission.body["bot"] if seat == judged.submission.seat else bot
                for seat, bot in enumerate(bots)
            ]
        return self.due_in(judged.state, bots)

    def due_at(self, used: float) -> Due:
        """When somebody else has to act for whoever is due, as far as this process knows who is there."""
        fold = self.fold
        return NEVER if fold.is_over or fold.state is None else self.due_in(fold.state, fold.bots, used)

    def due_in(self, state: State, bots: Sequence[str | None], used: float = 0.0) -> Due:
        """The same for a state that is not committed yet."""
        fold, seat = self.fold, state.due
        if seat is None or (self.is_all_here and fold.clock is None and bots[seat] is None):
            return NEVER
        hard = 1.0 if bots[seat] is None else bot_effort(state, bots)
        now = TurnSituation(seat, bots, fold.clock, fold.wait, self.away, self.everyone_left_at, used, hard)
        return next_due(now, self.timing)

    @property
    def is_all_here(self) -> bool:
        return not self.away and self.everyone_left_at is None

    def _settled(self, judged: _Judged, outcome: CommitOutcome, at: datetime | None) -> None:
        if outcome is CommitOutcome.COMMITTED and at is not None:
            self._entered(judged, at)
            self._free()
            return
        if outcome is not CommitOutcome.LOST:
            self.suspect()
        submission = judged.submission
        submission.tries += 1
        if outcome is CommitOutcome.REFUSED or submission.tries >= MOST_TRIES:
            code = "invalid" if outcome is CommitOutcome.REFUSED else "unavailable"
            self._spawn(self._look_up(submission, code))
            return
        self._look_again(submission)

    def _entered(self, judged: _Judged, at: datetime) -> None:
        entry = entry_of(self.fold, judged.submission, timestamp(at), judged.event)
        self.fold.append(entry, judged.state)
        judged.submission.reply(Ack(entry.seq))
        self._tell(entry)

    def _tell(self, entry: Entry) -> None:
        for listener in self.listeners[:]:
            try:
                listener.entered(self, entry)
            except Exception:
                log.exception("a listener failed")

    def _free(self) -> None:
        """Judge what waited, until the game is busy again."""
        self.is_busy = False
        while self.waiting and not self.is_busy:
            self._judge(self.waiting.popleft())
        if self.freed is not None and not self.is_busy:
            self.freed.set_result(None)
            self.freed = None

    # Reading on.

    def _look_again(self, submission: Submission) -> None:
        """Read the log's end, then judge `act` on it, for good."""
        self.is_busy = True
        self._spawn(self._judge_after_reading(submission))

    async def _judge_after_reading(self, submission: Submission) -> None:
        if await self._could_read(submission):
            self.is_busy = False
            self._judge(submission, is_fresh=True)
        if not self.is_busy:
            self._free()

    async def _look_up(self, submission: Submission, code: str) -> None:
        """Answer by the log alone: there, or not."""
        self.is_busy = True
        if await self._could_read(submission):
            known = self.fold.known(submission.seat, submission.action_id)
            if known is not None:
                self._answer_known(submission, known)
            else:
                self._refuse(submission, code)
        self._free()

    async def _could_read(self, submission: Submission) -> bool:
        """Read on; if the database is away, `act` and all that waits are told so."""
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                if not await self._read_on():
                    submission.base = OF_ANOTHER_LOG
        except (DatabaseUnavailable, TimeoutError, LogBroken) as error:
            if isinstance(error, LogBroken):
                log.exception("a game cannot be replayed")
            self.suspect()
            self.is_busy = False
            for each in (submission, *self.waiting):
                self._refuse(each, "unavailable")
            self.waiting.clear()
            return False
        return True

    async def _read_on(self) -> bool:
        """Read what is new in the log. False if it is not the log that we knew."""
        before = self.fold.head
        if self.fold.state is None:
            # That the game has begun does not stand in its log but in its row.
            self.fold = await self.store.load(self.fold.id) or self.fold
        if not await self.store.tail(self.fold):
            await self._read_anew()
            return False
        self.is_clean = True
        for entry in self.fold.entries_after(before):
            self._tell(entry)
        return True

    async def _read_anew(self) -> None:
        """The log is not the one we knew: fold it from the start, and show everybody."""
        fold = await self.store.load(self.fold.id)
        if fold is None:
            raise DatabaseUnavailable("the game is gone")
        log.warning("a log was replaced", extra={"context": {"game": str(fold.id), "head": fold.head}})
        self.fold, self.is_clean, self.hinted_seq = fold, True, 0
        for submission in self.waiting:
            submission.base = OF_ANOTHER_LOG
        for listener in self.listeners[:]:
            listener.restored(self)

    async def reload(self) -> None:
        """Fold the stored game anew, because its row has changed (it has begun)."""
        fold = await self.store.load(self.fold.id)
        if fold is not None and not self.is_busy:
            self.fold, self.is_clean = fold, True

    # Out.

    def _refuse(self, submission: Submission, code: str, details: dict[str, Any] | None = None) -> None:
        submission.reply(Nack(code, self.fold.head, details or {}))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


class _Refusal(Exception):
    def __init__(self, code: str, details: dict[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = details or {}


def _result(state: State) -> str:
    scores = state.scores
    winners = winners_of(scores)
    return orjson.dumps({"scores": [score.to_json() for score in scores], "winners": winners}).decode()
