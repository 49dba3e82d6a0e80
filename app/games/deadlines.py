"""When a turn is due: pure arithmetic on who is due, the clock, and who is away since when.

    bot        a bot's seat, after a moment's pause
    clock      a person's time for one move is up
    away       a person is away longer than the room waits
    abandon    nobody is there any more, for longer than a game is kept waiting

Times are seconds from now; the database turns them into moments on its own clock.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Protocol

from app.games.pauses import moment_after
from app.rules.game import FIRST_COLUMN, State

DAY = 86_400
PAUSE = 1.2  # what a bot's or caretaker's move waits, so that people can follow
EASIEST_PAUSE, PAUSE_PER_TILE, PAUSE_PER_CARD, HARDEST_PAUSE = (
    0.7,
    0.2,
    0.15,
    2.0,
)  # how a bot's pause grows with what there is to choose and to win
BOT_FOLLOWS = 0.5  # of it where another bot follows: nobody waits long for several of them
ABANDON_AFTER = 7 * DAY
SLOW_CLOCK = 3_600  # a game with more time than this for a move goes on while nobody is there


class Timing(NamedTuple):
    """What a host may set of it (`app/config.py`)."""

    pause: float = PAUSE
    abandon_after: float = ABANDON_AFTER


USUAL_TIMING = Timing()


class Due(NamedTuple):
    """When and why somebody else has to act for whoever is due. `at` is known once it is in the database."""

    within: float | None
    kind: str | None
    at: datetime | None = None


NEVER = Due(None, None)


def bot_effort(state: State, bots: Sequence[str | None]) -> float:
    """How hard the bot that is due has to think: longer among many tiles and where animals are to be had, and
    shorter where another bot moves next.
    """
    tiles = state.takers.count(None)
    cards = len(state.columns[state.round - FIRST_COLUMN]) if state.round >= FIRST_COLUMN else 0
    is_last = len(state.takers) - tiles == state.players - 1
    follows = (state.first if is_last else state.due or 0) + 1
    part = 1.0 if bots[follows % state.players] is None else BOT_FOLLOWS
    return part * min(EASIEST_PAUSE + PAUSE_PER_TILE * (tiles - 1) + PAUSE_PER_CARD * cards, HARDEST_PAUSE)


class GameRules(Protocol):
    """What a game says of its time (`log.Fold`)."""

    @property
    def clock(self) -> int | None: ...

    @property
    def wait(self) -> int: ...

    @property
    def nights(self) -> str | None: ...

    @property
    def rests(self) -> Mapping[int, Sequence[datetime]]: ...


def is_slow(clock: int | None) -> bool:
    """Whether a game goes on with nobody there: each has hours or days for a move."""
    return clock is not None and clock >= SLOW_CLOCK


def slow_moment(game: GameRules, seat: int, seconds: float, used: float) -> timedelta:
    """How far away the moment is at which so many seconds of this turn have counted."""
    now = datetime.now(UTC)
    start = now - timedelta(seconds=used)
    return moment_after(start, seconds, game.rests.get(seat, ()), game.nights) - now


class TurnDeadlines:
    """When the turns of one game are due, by what this process knows of who is away (since when: monotonic).

    This is the only place where a deadline is worked out: for a move before it is committed, and again when
    somebody comes or goes.
    """

    def __init__(self, timing: Timing = USUAL_TIMING) -> None:
        self.timing = timing
        self.away: Mapping[int, float] = {}  # by seat
        self.everyone_left_at: float | None = None
        self.knows_who_is_there = False

    def note(self, away: Mapping[int, float], everyone_left_at: float | None) -> None:
        """Who is away now, and since when nobody is there."""
        self.away, self.everyone_left_at, self.knows_who_is_there = away, everyone_left_at, True

    def due(self, game: GameRules, state: State, bots: Sequence[str | None], used: float = 0.0) -> Due:
        """When and why somebody else has to act for the seat that is due in `state`; `used` seconds of its
        turn are over.
        """
        seat, clock = state.due, game.clock
        if seat is None:
            return NEVER
        if self.everyone_left_at is not None and not is_slow(clock):
            left = self.timing.abandon_after - (time.monotonic() - self.everyone_left_at)
            return Due(max(left, 0.0), "abandon")
        if bots[seat] is not None:
            return Due(max(self.timing.pause * bot_effort(state, bots) - used, 0.0), "bot")
        if clock is not None and is_slow(clock):
            return Due(max(slow_moment(game, seat, clock, used).total_seconds(), 0.0), "clock")
        until_clock = None if clock is None else max(clock - used, 0.0)
        if seat in self.away:
            waited = time.monotonic() - self.away[seat]
            until_caretaker = max(game.wait - waited, self.timing.pause - used, 0.0)
            if until_clock is None or until_caretaker < until_clock:
                return Due(until_caretaker, "away")
        return NEVER if until_clock is None else Due(until_clock, "clock")
