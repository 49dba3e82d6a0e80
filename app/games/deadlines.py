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
from typing import NamedTuple

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
    within: float | None
    kind: str | None


NEVER = Due(None, None)


class TurnSituation(NamedTuple):
    """What a deadline depends on: who is due, what time they have, and who is away since when (monotonic)."""

    seat: int | None
    bots: Sequence[str | None]
    clock: int | None
    wait: int
    away: Mapping[int, float]
    everyone_left_at: float | None
    used: float = 0.0  # seconds of the turn that are over already
    bot_effort: float = 1.0  # how long a bot seems to think, as a part of the usual pause


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


def next_due(now: TurnSituation, timing: Timing = USUAL_TIMING) -> Due:
    """When and why somebody else has to act for the seat that is due."""
    seat, used = now.seat, now.used
    if seat is None:
        return NEVER
    is_slow = now.clock is not None and now.clock >= SLOW_CLOCK
    if now.everyone_left_at is not None and not is_slow:
        return Due(max(timing.abandon_after - (time.monotonic() - now.everyone_left_at), 0.0), "abandon")
    if now.bots[seat] is not None:
        return Due(max(timing.pause * now.bot_effort - used, 0.0), "bot")
    left = None if now.clock is None else max(now.clock - used, 0.0)
    if seat in now.away and not is_slow:
        gone = max(now.wait - (time.monotonic() - now.away[seat]), timing.pause - used, 0.0)
        if left is None or gone < left:
            return Due(gone, "away")
    return Due(left, "clock" if left is not None else None)
