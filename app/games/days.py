"""The days of the daily world: each is a day of UTC, and one is closed for good some hours after its end.

Until then nothing of a day's games is told to anybody but their players, and the seed to nobody. The hours
are for those who were still playing at midnight: a try that has begun counts if it ends before they are over.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

HOURS_LEFT = 2  # to finish a try after the day's end


def begins_at(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def ends_at(day: date) -> datetime:
    """From then on no try of this day is begun any more."""
    return begins_at(day) + timedelta(days=1)


def closes_at(day: date) -> datetime:
    """From then on nothing of this day is secret, and no try ends in time."""
    return ends_at(day) + timedelta(hours=HOURS_LEFT)


def is_closed(day: date, now: datetime | None = None) -> bool:
    """Whether everything of this day may be told."""
    return (now or datetime.now(UTC)) >= closes_at(day)
