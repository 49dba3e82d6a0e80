"""Days for the tests: worlds without a rehearsal, time that passes, and games that are over."""

import asyncio
import json
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

from sqlalchemy import text

from app.bots.daily import RULE, candidate, key_of, nonces_of, seal_of
from app.daily.models import DailyWorld
from app.rules.deal import commitment, deal_from_seed
from app.rules.game import new_game
from app.rules.parts import base_set

SECRET = bytes(range(32))
# Everything that says which day something was, moved into the past.
AGE_SQL = """
WITH passed AS (SELECT CAST(:days AS int) AS days), worlds AS (
    UPDATE daily_worlds SET day = day - days FROM passed
), tries AS (
    UPDATE daily_tries SET day = day - days, begun_at = begun_at - make_interval(days => days) FROM passed
)
UPDATE games SET daily = daily - days, ended_at = ended_at - make_interval(days => days) FROM passed
WHERE daily IS NOT NULL
"""


def today() -> date:
    return datetime.now(UTC).date()


async def add_world(app, day=None, **more):
    """The world of a day, with its first candidate, flat or not."""
    day = day or today()
    key = key_of(SECRET, day)
    seed = candidate(key, 0)
    sealed = {"seal": seal_of(key), "commitment": commitment(seed), "drawn_at": datetime.now(UTC)}
    async with app.state.database.transaction() as db:
        db.add(DailyWorld(day=day, rule=RULE, key=key, number=0, seed=seed, **sealed, **more))
    return seed


async def pass_days(app, days=1):
    """So many days later. Games are read anew, as after a restart."""
    async with app.state.database.transaction() as db:
        await db.execute(text(AGE_SQL), {"days": days})
    app.state.registry.cache.clear()


async def end_try(app, game, points, *, ended="now()", won=False):
    """The game is over, with so many points for the person, as its row tells it."""
    result = {
        "scores": [
            {"seat": seat, "total": points if seat == 0 else 10, "animals": 3, "objective": "F", "areas": 9,
             "objective_points": 1}
            for seat in range(4)
        ],
        "winners": [0 if won else 1],
        "won": [[], [], [], []],
        "regions": [{}, {}, {}, {}],
    }  # fmt: skip
    statement = text(f"""
        UPDATE games SET state = 'over', due_at = NULL, ended_at = {ended}, result = CAST(:result AS jsonb)
        WHERE id = :game
    """)
    async with app.state.database.transaction() as db:
        await db.execute(statement, {"game": game, "result": json.dumps(result)})
    app.state.registry.cache.clear()


async def play_to_the_end(guest, game, stop=None):
    """Every move of the person's is the first legal one; so many of them, or all."""
    made = 0
    while made != stop:
        seen = await guest.get(f"/games/{game}")
        if seen["view"]["over"]:
            break
        if seen["view"]["due"] != seen["seat"]:
            await asyncio.sleep(0.01)
            continue
        tile, face, turn = first_of(seen["view"], seen["seat"])
        body = {"action_id": str(uuid4()), "base": seen["head"], "tile": tile, "face": face, "turn": turn}
        await guest.post(f"/games/{game}/acts", body)
        made += 1


def first_of(view, seat):
    tile = next(t for t, taker in zip(view["display"], view["taken"], strict=True) if taker is None)
    face = next(face for face in range(12) if view["planets"][seat][5 * face] == ".")
    return tile, face, 0


def world_state(day, seed):
    return new_game(base_set(), deal_from_seed(seed, nonces_of(day)))


def yesterday() -> date:
    return today() - timedelta(days=1)
