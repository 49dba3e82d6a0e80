"""Plans: what somebody wants their next move of this round to be, should it be possible when it is their
turn ("if this tile is still there: lay it so; else …"). Where a move may take a day, a round then does not
take as many days as there are people.

A plan is a row, and nothing else in the database changes by it: not the game's deadline, its log, or its
room. So nobody else can notice one, until it is a move. It belongs to one turn, by how many moves are made
before it: a round that ends otherwise ends its plans.

Each second every process looks for plans whose turn has come. Whoever takes one has it for some seconds; the
move goes into the log under the table's own name for that entry, so two processes that act for the same turn
make one move. What its player does at the table comes first: a plan is made a moment after its turn has
begun, and on the log as it stands then. Where nothing of it is possible any more, it lapses, and its player
is told that it is their move.
"""

from __future__ import annotations

import logging
import time
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.games.deadlines import is_slow
from app.games.entries import planned_entry
from app.games.live_game import LiveGame
from app.games.log import IS_READABLE, Fold
from app.games.registry import GameRegistry
from app.games.store import DatabaseUnavailable
from app.games.stuck import StuckGames
from app.games.submissions import Ack
from app.rules.deal import Seat
from app.rules.errors import RulesError
from app.rules.game import State, check_plan, first_in
from app.rules.planet import Placement

log = logging.getLogger(__name__)

MOST_WISHES = 3
PAUSE = 1  # seconds of its turn that are over before a plan is made
LEASE = 5  # seconds for which a plan that was taken is left to the process that took it
LATEST = 2.0  # seconds after it was taken, by our own clock, in which it is still made
MOST_TAKEN = 50

MOVES_SQL = "(SELECT count(*) FROM events WHERE game_id = games.id AND kind = 'move')"
IS_FREE = f"(taken_at IS NULL OR taken_at < now() - interval '{LEASE} s')"
# Whose seat it still is, and who has not got up.
IS_THEIRS = """
games.state = 'running' AND games.person_ids[plans.seat + 1] IS NOT DISTINCT FROM plans.person_id
AND NOT EXISTS (SELECT FROM seats WHERE seats.room_id = games.room_id AND seats.seat = plans.seat
    AND left_at IS NOT NULL)
"""
TAKE_SQL = f"""
UPDATE plans SET taken_at = now() FROM (
    SELECT plans.game_id, plans.seat, games.head FROM plans JOIN games ON games.id = plans.game_id
    WHERE lapsed_at IS NULL AND {IS_FREE} AND {IS_THEIRS} AND {IS_READABLE} AND games.head >= ply
        AND turn_started_at <= now() - interval '{PAUSE} s' AND ply = {MOVES_SQL}
    ORDER BY turn_started_at LIMIT {MOST_TAKEN} FOR UPDATE OF plans SKIP LOCKED
) AS due
WHERE plans.game_id = due.game_id AND plans.seat = due.seat
RETURNING plans.game_id, plans.seat, plans.ply, plans.wishes, due.head
"""  # noqa: S608 (words and numbers of ours)
OUTDATED_SQL = f"""
DELETE FROM plans USING games WHERE games.id = plans.game_id AND (
    NOT ({IS_THEIRS}) OR (games.head > ply AND ply < {MOVES_SQL})
)
"""  # noqa: S608 (words of ours)
THIS = "game_id = $1 AND seat = $2 AND ply = $3"
PLAYED_SQL = f"DELETE FROM plans WHERE {THIS}"  # noqa: S608
POSTPONED_SQL = f"UPDATE plans SET taken_at = now() + make_interval(secs => $4) WHERE {THIS}"  # noqa: S608
LAPSED_SQL = f"UPDATE plans SET taken_at = NULL, lapsed_at = now() WHERE {THIS}"  # noqa: S608

READ_SQL = text("SELECT ply, wishes, lapsed_at FROM plans WHERE game_id = :game AND seat = :seat")
KEEP_SQL = text(f"""
INSERT INTO plans (game_id, seat, person_id, ply, wishes)
VALUES (:game, :seat, :person, :ply, cast(:wishes AS jsonb))
ON CONFLICT (game_id, seat) DO UPDATE SET person_id = excluded.person_id, ply = excluded.ply,
    wishes = excluded.wishes, made_at = now(), taken_at = NULL, lapsed_at = NULL
WHERE plans.ply <> excluded.ply OR {IS_FREE.replace("taken_at", "plans.taken_at")}
RETURNING seat
""")  # noqa: S608 (words and numbers of ours)
WITHDRAW_SQL = text(f"""
DELETE FROM plans WHERE game_id = :game AND seat = :seat AND (ply < :moves OR {IS_FREE})
""")  # noqa: S608 (words and numbers of ours)
GIVE_UP_SQL = text("DELETE FROM plans WHERE game_id = :game AND seat = :seat")


class Plan(NamedTuple):
    """What is planned, for the turn that comes after so many moves."""

    ply: int
    wishes: tuple[Placement, ...]
    is_lapsed: bool = False


# What a person does.


def turn_to_plan(fold: Fold, seat: int) -> int | None:
    """After how many moves the turn of this round comes that the seat can plan for; None if it cannot."""
    state = fold.state
    if state is None or fold.is_over or not is_slow(fold.clock) or fold.due == seat:
        return None
    begun = (state.round - 1) * state.players
    ply = begun + (seat - first_in(state.deal, state.round)) % state.players
    return ply if ply > len(state.moves) else None


def wrong_wish(state: State, seat: int, wishes: list[Placement]) -> tuple[int, str] | None:
    """The first wish that is not possible as the game stands, and by which rule."""
    for number, wish in enumerate(wishes):
        try:
            check_plan(state, Seat(seat), wish)
        except RulesError as error:
            return number, error.code
    return None


async def read(db: AsyncSession, fold: Fold, seat: int) -> Plan | None:
    """The plan that stands for this seat, or has lapsed while its turn lasts."""
    row = (await db.execute(READ_SQL, {"game": fold.id, "seat": seat})).one_or_none()
    if row is None or fold.state is None or fold.is_over or row.ply < len(fold.state.moves):
        return None
    return Plan(row.ply, wishes_of(row.wishes), row.lapsed_at is not None)


async def keep(db: AsyncSession, fold: Fold, seat: int, plan: Plan) -> bool:
    """Plan this from now on, whatever was planned before. False where that is being played right now."""
    values = {
        "game": fold.id,
        "seat": seat,
        "person": fold.people[seat],
        "ply": plan.ply,
        "wishes": orjson.dumps([list(wish) for wish in plan.wishes]).decode(),
    }
    return (await db.execute(KEEP_SQL, values)).first() is not None


async def withdraw(db: AsyncSession, fold: Fold, seat: int) -> bool:
    """Plan nothing any more. False where a plan is being played right now."""
    moves = len(fold.state.moves) if fold.state is not None else 0
    await db.execute(WITHDRAW_SQL, {"game": fold.id, "seat": seat, "moves": moves})
    return (await db.execute(READ_SQL, {"game": fold.id, "seat": seat})).first() is None


async def give_up(db: AsyncSession, game: UUID, seat: int) -> None:
    """Whoever planned for this seat does not play it any more."""
    await db.execute(GIVE_UP_SQL, {"game": game, "seat": seat})


def wishes_of(stored: list[Any]) -> tuple[Placement, ...]:
    return tuple(Placement(*wish) for wish in stored)


# What becomes of it.


class Taken(NamedTuple):
    """A plan whose turn has come, and which this process plays."""

    game: UUID
    seat: int
    plan: Plan
    head: int

    @property
    def key(self) -> tuple[UUID, int, int]:
        return self.game, self.seat, self.plan.ply


class Planner:
    """One process's share of making moves as they were planned."""

    def __init__(self, registry: GameRegistry) -> None:
        self.registry = registry
        self.stuck = StuckGames()

    async def step(self) -> None:
        """Play what is due."""
        rows = await self.registry.store.fetch(TAKE_SQL)
        began = time.monotonic()
        for game, seat, ply, wishes, head in rows:
            taken = Taken(game, seat, Plan(ply, wishes_of(orjson.loads(wishes))), head)
            if time.monotonic() < began + LATEST:  # the others are left to whoever comes next
                await self._guarded(taken)

    async def forget_outdated(self) -> None:
        """Let go of plans whose turn is over, and of those whose people do not play any more."""
        await self.registry.store.run(OUTDATED_SQL)

    async def _guarded(self, taken: Taken) -> None:
        """One game that cannot be read keeps no other waiting; its plan is tried again."""
        try:
            await self._play(taken)
        except DatabaseUnavailable:
            raise
        except Exception as error:
            log.exception("a plan could not be played")
            wait = self.stuck.failed(taken.game, taken.head, type(error).__name__)
            await self.registry.store.run(POSTPONED_SQL, *taken.key, wait)

    async def _play(self, taken: Taken) -> None:
        live_game = await self.registry.fresh(taken.game)
        if live_game is None:
            return
        placement = first_possible(live_game, taken)
        if placement is None:
            is_their_turn = moves_of(live_game) == taken.plan.ply
            await self.registry.store.run(LAPSED_SQL if is_their_turn else PLAYED_SQL, *taken.key)
            return
        head = live_game.fold.head
        entry = planned_entry(taken.seat, head + 1, placement)
        answer = await self.registry.submit(live_game, entry, head)
        # Where it was refused and the turn lasts (the seat has begun to rest), it is taken up again.
        if isinstance(answer, Ack) or moves_of(live_game) != taken.plan.ply:
            await self.registry.store.run(PLAYED_SQL, *taken.key)


def moves_of(live_game: LiveGame) -> int:
    """How many moves are made."""
    return len(live_game.fold.state.moves) if live_game.fold.state is not None else 0


def first_possible(live_game: LiveGame, taken: Taken) -> Placement | None:
    """The first wish that can be made now; none where it is not this seat's turn any more."""
    fold, seat = live_game.fold, taken.seat
    state = fold.state
    is_theirs = fold.due == seat and fold.bots[seat] is None
    if state is None or not is_theirs or len(state.moves) != taken.plan.ply:
        return None
    return next((wish for wish in taken.plan.wishes if wrong_wish(state, seat, [wish]) is None), None)
