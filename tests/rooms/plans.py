"""How PostgreSQL would go about a statement."""

from typing import Any

from fastapi import FastAPI
from sqlalchemy import text


async def plan_of(app: FastAPI, statement: str, values: dict[str, Any]) -> str:
    """With what is in the tables by now."""
    async with app.state.database.transaction() as db:
        await db.execute(text("ANALYZE"))
        return "\n".join((await db.execute(text(f"EXPLAIN {statement}"), values)).scalars())
