"""Closes rooms that everybody has forgotten, in every process, by the database's clock."""

from __future__ import annotations

import asyncio
import logging
import random

from sqlalchemy.exc import SQLAlchemyError

from app.config import Settings
from app.database import AWAY, Database
from app.people import repository as people
from app.rooms import service

log = logging.getLogger(__name__)
SWEEP_SECONDS = 60


async def sweep_once(database: Database, settings: Settings) -> int:
    """Close what is idle now; says how many."""
    async with database.transaction() as db:
        await people.drop_old_passes(db)
        return await service.close_idle(db, settings)


async def sweep(database: Database, settings: Settings) -> None:
    """Sweep for ever, not all processes in the same second. A database that is away is tried again."""
    while True:
        await asyncio.sleep(SWEEP_SECONDS * random.uniform(0.5, 1.5))  # noqa: S311 (no secret)
        try:
            closed = await sweep_once(database, settings)
        except (*AWAY, OSError, SQLAlchemyError) as error:
            log.warning("sweep failed: %s", type(error).__name__)
            continue
        if closed:
            log.info("idle rooms closed", extra={"context": {"closed": closed}})
