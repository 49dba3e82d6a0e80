"""A game in this process: a move is checked at once on the game in memory, then committed, then sent.

    CURRENT               the game in memory is the log, as far as anybody knows
    DOUBTFUL              it has to be compared with the log before anything is decided on it
    COMMITTING            an entry is being written
    COMMITTING_IN_DOUBT   the same, and the connection was lost meanwhile
    READING               the end of the log is being read

In the last three the game is busy: whatever arrives waits in the game's own queue and is checked after the
outcome. Everybody else (joins, resumes, REST) sees only what is committed.

The game in memory may be behind the log. So a move is refused only if that is certain: `base` is below a head
that is known to be the log's, or the end of the log has just been read again. What may or may not have been
committed is looked up in the log by its action id.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from enum import IntEnum, auto
from functools import partial
from typing import Any, Protocol

from app.bots.hints import MoveHint
from app.games.deadlines import NEVER, USUAL_TIMING, Due, Timing, TurnDeadlines, is_slow
from app.games.entries import Entry, LoggedEntry
from app.games.log import Fold, LogBroken, applied, logged_entry
from app.games.outcome import outcome_of
from app.games.pauses import MOST_RESTS, rests_now
from app.games.rated_ends import counting_of
from app.games.store import DatabaseUnavailable, LogStore
from app.games.submissions import Ack, Nack, Submission
from app.games.writer import CommitOutcome, PendingEntry, Writer
from app.rules.errors import RulesError
from app.rules.game import State

log = logging.getLogger(__name__)

MOST_WAITING = 64  # moves that may wait for one busy game
LOOKUP_SECONDS = 0.9  # to find out what became of a move whose commit is in doubt
MOST_TRIES = 3
# The base of what was decided on a log that is no more: always stale, even at equal heads.
OF_ANOTHER_LOG = -1
HintGiven = tuple[State, list[MoveHint]]  # in which state, and what was advised


class GameListener(Protocol):
    """Is called for a game's new entries, in order, right after they are committed."""

    def entered(self, live_game: LiveGame, logged: LoggedEntry) -> None: ...

    def restored(self, live_game: LiveGame) -> None:
        """The log is another than it was (a backup came back): what was shown before no longer holds."""


class Sync(IntEnum):
    """How the game in memory stands to its log."""

    CURRENT = auto()
    DOUBTFUL = auto()
    COMMITTING = auto()
    COMMITTING_IN_DOUBT = auto()
    READING = auto()


BUSY = frozenset({Sync.COMMITTING, Sync.COMMITTING_IN_DOUBT, Sync.READING})
NEXT: dict[Sync, frozenset[Sync]] = {
    Sync.CURRENT: frozenset({Sync.DOUBTFUL, Sync.COMMITTING, Sync.READING}),
    Sync.DOUBTFUL: frozenset({Sync.READING, Sync.CURRENT}),
    Sync.COMMITTING: frozenset({Sync.CURRENT, Sync.COMMITTING_IN_DOUBT, Sync.READING}),
    Sync.COMMITTING_IN_DOUBT: frozenset({Sync.DOUBTFUL, Sync.READING}),
    Sync.READING: frozenset({Sync.CURRENT, Sync.DOUBTFUL}),
}
IN_DOUBT = {Sync.CURRENT: Sync.DOUBTFUL, Sync.COMMITTING: Sync.COMMITTING_IN_DOUBT}
AFTER_COMMIT = {Sync.COMMITTING: Sync.CURRENT, Sync.COMMITTING_IN_DOUBT: Sync.DOUBTFUL}


class LiveGame:
    """One game in this process."""

    def __init__(self, fold: Fold, store: LogStore, writer: Writer, timing: Timing = USUAL_TIMING) -> None:
        self.fold = fold
        self.store = store
        self.writer = writer
        self.deadlines = TurnDeadlines(timing)
        self.sync = Sync.CURRENT
        self.freed: asyncio.Future[None] | None = None
        self.next_reading: asyncio.Task[None] | None = None
        self.waiting: deque[Submission] = deque()
        self.listeners: list[GameListener] = []
        self.hinted_seq = 0  # the last entry that a hint has told of, read or not
        self.is_deadline_in_doubt = False  # another process has set it, and we would set another one
        self.hint: HintGiven | None = None  # the last one
        self.used_at = 0.0  # when somebody last asked for it, by this process's clock
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        return self.sync in BUSY

    @property
    def is_followed(self) -> bool:
        """Whether somebody beside the registry listens: a table, which notices who comes and goes."""
        return len(self.listeners) > 1

    def _become(self, sync: Sync) -> None:
        assert sync in NEXT[self.sync], f"{self.sync} does not become {sync}"
        self.sync = sync

    def due_now(self, used: float = 0.0) -> Due:
        """When somebody else has to act for whoever is due, as far as this process knows who is there."""
        fold = self.fold
        if fold.is_over or fold.state is None:
            return NEVER
        return self.deadlines.due(fold, fold.state, fold.bots, used)

    def may_rest(self, seat: int | None) -> bool:
        """Whether somebody in this seat may rest from now on: where a move takes days, and not too often."""
        fold = self.fold
        if seat is None or fold.bots[seat] is not None or not is_slow(fold.clock):
            return False
        rests = fold.rests.get(seat, ())
        return len(rests) < MOST_RESTS and rests_now(rests, datetime.now(UTC)) is None

    # In.

    def submit(self, submission: Submission) -> None:
        """Check the entry now, or as soon as the game is not busy. It gets exactly one answer."""
        if not self.is_busy:
            self._judge(submission)
        elif len(self.waiting) < MOST_WAITING or not submission.entry.is_by_person:
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
        if self.sync is not Sync.CURRENT or self.fold.state is None:
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
        self._become(Sync.READING)
        try:
            await self._read_on()
        finally:
            self._free(Sync.DOUBTFUL)

    def suspect(self) -> None:
        """Do not refuse anything on this game in memory before it has been compared with the log."""
        self.sync = IN_DOUBT.get(self.sync, self.sync)

    # Judging.

    def _judge(self, submission: Submission, is_fresh: bool = False) -> None:
        """Answer it, have it written, or read the log first. `is_fresh`: the log has just been read."""
        known = self.fold.known(submission.entry.seat, submission.entry.action_id)
        if known is not None:
            self._answer_known(submission, known)
            return
        is_behind = submission.base is not None and submission.base < self.fold.head
        if is_behind and self.sync is Sync.CURRENT:
            self._refuse(submission, "stale")
            return
        try:
            after, event = self._check(submission)
        except _Refusal as refusal:
            if is_fresh:
                self._refuse(submission, refusal.code, refusal.details)
            else:
                self._look_again(submission)
            return
        if self.sync is Sync.CURRENT:
            self._commit(submission, after, event)
        else:
            self._look_again(submission)

    def _answer_known(self, submission: Submission, known: LoggedEntry) -> None:
        if known.entry.kind != "move" or known.entry.is_same_move(submission.entry):
            submission.reply(Ack(known.seq, dup=True))
        else:
            self._refuse(submission, "aid_conflict")

    def _check(self, submission: Submission) -> tuple[State, bytes]:
        """The state after the entry, and the event that tells of it."""
        fold, state, entry = self.fold, self.fold.state, submission.entry
        if fold.is_over:
            raise _Refusal("game_over")
        if state is None:
            raise _Refusal("not_seated")
        if submission.base is not None and submission.base != fold.head:
            raise _Refusal("stale")
        if entry.is_rest and not self.may_rest(entry.seat):
            raise _Refusal("no_rest")
        if (entry.kind == "move" or entry.is_hint) and (entry.seat is None or entry.seat != state.due):
            raise _Refusal("not_your_turn")
        try:
            return applied(state, entry)
        except RulesError as error:
            raise _Refusal("illegal", {"rule": error.code}) from None

    # Committing.

    def _commit(self, submission: Submission, after: State, event: bytes) -> None:
        self._become(Sync.COMMITTING)
        fold, entry = self.fold, submission.entry
        over = after.is_over and entry.kind == "move"
        phase = "abandoned" if entry.kind == "abandoned" else "over" if over else "running"
        due = self._due_after(entry, after) if phase == "running" else NEVER
        settle = partial(self._settled, submission, after, event, due)
        result = outcome_of(after) if over else None
        along = counting_of(fold, entry, after) if over and fold.rated else None
        self.writer.write(
            PendingEntry(fold.id, fold.head + 1, fold.last_action, entry, phase, due, result, settle, along)
        )

    def _due_after(self, entry: Entry, after: State) -> Due:
        """When the next move is due. A hint changes nothing about it: its row in the database stays. That of
        a rest stays as well until who is due is looked at again, which whoever hears of it sees to.
        """
        if entry.is_hint or entry.is_rest:
            return self.fold.entries[-1].due._replace(within=None) if self.fold.entries else NEVER
        return self.deadlines.due(self.fold, after, self.fold.bots_after(entry))

    def _settled(  # noqa: PLR0913, PLR0917 (bound by `_commit`, but for the last two)
        self,
        submission: Submission,
        after: State,
        event: bytes,
        due: Due,
        outcome: CommitOutcome,
        at: datetime | None,
    ) -> None:
        if outcome is CommitOutcome.COMMITTED and at is not None:
            if due.within is not None:
                due = Due(due.within, due.kind, at + timedelta(seconds=due.within))
            logged = logged_entry(self.fold, submission.entry, at, event, due)
            self.fold.append(logged, after)
            submission.reply(Ack(logged.seq))
            self.is_deadline_in_doubt = False
            self._tell(logged)
            self._free(AFTER_COMMIT[self.sync])
            return
        submission.tries += 1
        if outcome is CommitOutcome.REFUSED or submission.tries >= MOST_TRIES:
            code = "invalid" if outcome is CommitOutcome.REFUSED else "unavailable"
            self._become(Sync.READING)
            self._spawn(self._look_up(submission, code))
            return
        self._look_again(submission)

    def _tell(self, logged: LoggedEntry) -> None:
        for listener in self.listeners[:]:
            try:
                listener.entered(self, logged)
            except Exception:
                log.exception("a listener failed")

    def _free(self, sync: Sync) -> None:
        """The work under way has ended; the state is `sync` then, if that has not been said yet. Check what
        waited, until the game is busy again.
        """
        if self.is_busy:
            self._become(sync)
        while self.waiting and not self.is_busy:
            self._judge(self.waiting.popleft())
        if self.freed is not None and not self.is_busy:
            self.freed.set_result(None)
            self.freed = None

    # Reading on.

    def _look_again(self, submission: Submission) -> None:
        """Read the log's end, then check the entry on it, for good."""
        self._become(Sync.READING)
        self._spawn(self._judge_after_reading(submission))

    async def _judge_after_reading(self, submission: Submission) -> None:
        if await self._could_read(submission):
            self._judge(submission, is_fresh=True)
        if not self.is_busy:
            self._free(Sync.DOUBTFUL)

    async def _look_up(self, submission: Submission, code: str) -> None:
        """Answer by the log alone: there, or not."""
        if await self._could_read(submission):
            known = self.fold.known(submission.entry.seat, submission.entry.action_id)
            if known is not None:
                self._answer_known(submission, known)
            else:
                self._refuse(submission, code)
        self._free(Sync.DOUBTFUL)

    async def _could_read(self, submission: Submission) -> bool:
        """Read on. If that is not possible, the submission and all that wait are answered so."""
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                if not await self._read_on():
                    submission.base = OF_ANOTHER_LOG
        except (DatabaseUnavailable, TimeoutError, LogBroken) as error:
            if isinstance(error, LogBroken):
                log.error("a game cannot be replayed: %s", error)
            self._become(Sync.DOUBTFUL)
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
        if not await self.store.read_new_entries(self.fold):
            await self._read_anew()
            return False
        new = self.fold.entries_after(before)
        self.is_deadline_in_doubt = bool(new) and self._knows_better(new[-1])
        for logged in new:
            self._tell(logged)
        self._become(Sync.CURRENT)
        return True

    def _knows_better(self, last: LoggedEntry) -> bool:
        """Whether the process that has committed the last entry seems to know less than we do of who is
        there.
        """
        return self.deadlines.knows_who_is_there and last.due.kind != self.due_now().kind

    async def _read_anew(self) -> None:
        """The log is not the one we knew: read it from the start, and show everybody."""
        fold = await self.store.load(self.fold.id)
        if fold is None:
            raise DatabaseUnavailable("the game is gone")
        log.warning("a log was replaced", extra={"context": {"game": str(fold.id), "head": fold.head}})
        self.fold, self.hinted_seq = fold, 0
        for submission in self.waiting:
            submission.base = OF_ANOTHER_LOG
        for listener in self.listeners[:]:
            listener.restored(self)
        self._become(Sync.CURRENT)

    async def reload(self) -> None:
        """Read the stored game anew, because its row has changed (it has begun)."""
        fold = await self.store.load(self.fold.id)
        if fold is not None and not self.is_busy:
            self.fold, self.sync = fold, Sync.CURRENT

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
