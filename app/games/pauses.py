"""When time does not count in a game with days for a move: while a seat rests, and at night where the room
has nights.

A rest is an entry of the log, so everybody sees it. A night is from 23 to 7 on the clocks of one time zone,
the host's. Both are left out of the time that a seat has, here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

REST_DAYS = 3
MOST_RESTS = 2  # a seat, in one game
REST = timedelta(days=REST_DAYS)
NIGHT_BEGINS, NIGHT_ENDS = 23, 7  # o'clock
LONGEST_ZONE = 40


@lru_cache(maxsize=64)
def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of this name, if this machine knows it."""
    try:
        return ZoneInfo(name) if len(name) <= LONGEST_ZONE else None
    except (KeyError, OSError, ValueError):  # unknown, or no name of a zone at all
        return None


def moment_after(start: datetime, seconds: float, rests: Sequence[datetime], nights: str | None) -> datetime:
    """When so many seconds have counted since `start`. `rests` are the beginnings of the seat's rests."""
    now, left = start, timedelta(seconds=seconds)
    zone = zone_of(nights) if nights else None
    while True:
        now = _end_of_pause(now, rests, zone)
        pause = _next_pause(now, rests, zone)
        if pause is None or now + left <= pause:
            return now + left
        now, left = pause, left - (pause - now)


def _end_of_pause(now: datetime, rests: Sequence[datetime], zone: ZoneInfo | None) -> datetime:
    """`now`, or when the pauses that hold it have ended."""
    while True:
        end = max((rest + REST for rest in rests if rest <= now < rest + REST), default=now)
        end = _end_of_night(end, zone)
        if end == now:
            return now
        now = end


def _end_of_night(now: datetime, zone: ZoneInfo | None) -> datetime:
    if zone is None:
        return now
    here = now.astimezone(zone)
    if NIGHT_ENDS <= here.hour < NIGHT_BEGINS:
        return now
    day = here + timedelta(days=1) if here.hour >= NIGHT_BEGINS else here
    return day.replace(hour=NIGHT_ENDS, minute=0, second=0, microsecond=0).astimezone(now.tzinfo)


def _next_pause(now: datetime, rests: Sequence[datetime], zone: ZoneInfo | None) -> datetime | None:
    """When the next pause begins, seen from a moment that counts."""
    coming = [rest for rest in rests if rest > now]
    if zone is not None:
        evening = now.astimezone(zone).replace(hour=NIGHT_BEGINS, minute=0, second=0, microsecond=0)
        coming.append(evening.astimezone(now.tzinfo))
    return min(coming, default=None)


def rests_now(rests: Sequence[datetime], now: datetime) -> datetime | None:
    """Until when a seat rests, if it does."""
    return next((rest + REST for rest in rests if rest <= now < rest + REST), None)
