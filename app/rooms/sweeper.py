"""Closes rooms that everybody has forgotten and deletes what is kept no longer (`retention.py`), in every
process, by the database's clock. No room is forgotten where somebody has it open, or plays in it over REST:
the table of presence says who is where.
"""

from __future__ import annotations

import asyncio
import logging
from random import SystemRandom

from sqlalchemy.exc import SQLAlchemyError

from app.config import Settings
from app.database import UNAVAILABLE_ERRORS, Database
from app.rooms import repository, service
from app.rooms.retention import Retention

log = logging.getLogger(__name__)
SWEEP_SECONDS = 60


async def sweep_once(database: Database, settings: Settings, retention: Retention | None = None) -> int:
    """Close what is idle now, and let go of what is old; says how many rooms were closed."""
    soonest = 3600 * min(settings.room_idle_hours, settings.room_empty_hours)
    async with database.transaction() as db:
        await repository.touch_attended_rooms(db, soonest / 10)
    async with database.transaction() as db:
        closed = await service.close_idle(db, settings)
    await (retention or Retention()).drop_old(database)
    return closed


async def sweep(database: Database, settings: Settings) -> None:
    """Sweep for ever, not all processes in the same second. A database that is away is tried again."""
    retention = Retention()
    while True:
        await asyncio.sleep(SWEEP_SECONDS * SystemRandom().uniform(0.5, 1.5))
        if database.lacks_tables:
            continue
        try:
            closed = await sweep_once(database, settings, retention)
        except (*UNAVAILABLE_ERRORS, OSError, SQLAlchemyError) as error:
            log.warning("sweep failed: %s", type(error).__name__)
            continue
        if closed:
            log.info("idle rooms closed", extra={"context": {"closed": closed}})
