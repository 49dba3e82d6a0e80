"""What pages ask the database that nothing else does: where somebody sits, and what they have played."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import bindparam, exists, func, select, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import defer

from app.games.models import EventRow, Game
from app.rooms.models import Room, SeatRow
from app.rooms.repository import is_welcome

MOST_RUNNING = 5
MOST_PLAYED = 50
MOST_TO_WATCH = 12
STANDARD = "standard"  # a search for games without any variant
WITHOUT_SET = defer(Game.component_set)  # most of a game's row, and no page shows it


async def running(db: AsyncSession, person: UUID) -> Sequence[tuple[Room, Game, SeatRow]]:
    """Rooms somebody sits in whose game has not ended, the latest first."""
    query = (
        select(Room, Game, SeatRow)
        .options(WITHOUT_SET)
        .join(SeatRow, SeatRow.room_id == Room.id)
        .join(Game, Game.id == Room.game_id)
        .where(SeatRow.person_id == person, Room.state.in_(("open", "playing")))
        .where(Game.state.in_(("dealt", "running")))
        .order_by(Room.touched_at.desc())
        .limit(MOST_RUNNING)
    )
    return [(room, game, seat) for room, game, seat in (await db.execute(query)).all()]


async def playing_in_public(db: AsyncSession, person: UUID | None) -> Sequence[tuple[Room, Game]]:
    """Public rooms whose game is running, as far as somebody is welcome there, the liveliest first."""
    query = (
        select(Room, Game)
        .options(WITHOUT_SET)
        .join(Game, Game.id == Room.game_id)
        .where(Room.state == "playing", Room.options["public"].astext == "true", Game.state == "running")
        .where(is_welcome(person))
        .order_by(Room.touched_at.desc(), Room.id)
        .limit(MOST_TO_WATCH)
    )
    return [(room, game) for room, game in (await db.execute(query)).all()]


@dataclass(frozen=True, kw_only=True)
class GameSearch:
    """Which of somebody's games: with whom, by which rules, with which tiles. Nothing asks for nothing."""

    who: str = ""
    rules: str = ""
    set: str = ""
    page: int = 1
    bots: Sequence[str] = ()  # levels that the reader's language calls so

    @property
    def is_narrowed(self) -> bool:
        return bool(self.who or self.rules or self.set)


PLAYED_WITH = text("""EXISTS (
    SELECT FROM jsonb_array_elements(players) WITH ORDINALITY AS one (player, seat)
    WHERE seat <> array_position(sat_ids, :me)
        AND (strpos(lower(player ->> 'name'), lower(:who)) > 0 OR player ->> 'bot' = ANY(:bots))
)""")


async def played(
    db: AsyncSession, person: UUID, search: GameSearch
) -> tuple[Sequence[tuple[Room, Game]], bool]:
    """A page of what somebody played to its end, the latest first; and whether there is more."""
    query = (
        select(Room, Game)
        .options(WITHOUT_SET)
        .join(Game, Game.room_id == Room.id)
        .where(Game.sat_ids.contains([person]), Game.state.in_(("over", "abandoned")))
        .order_by(Game.ended_at.desc(), Game.id)
        .offset(MOST_PLAYED * (search.page - 1))
        .limit(MOST_PLAYED + 1)
    )
    if search.who:
        query = query.where(PLAYED_WITH.bindparams(me=person, who=search.who, bots=list(search.bots)))
    if search.rules:
        variants = [] if search.rules == STANDARD else [search.rules]
        query = query.where(
            Game.variants.contains(variants) if variants else Game.variants == bindparam("none", [], JSONB)
        )
    if search.set:
        query = query.where(Game.component_set["name"].astext == search.set)
    found = [(room, game) for room, game in (await db.execute(query)).all()]
    return found[:MOST_PLAYED], len(found) > MOST_PLAYED


async def sets_of(db: AsyncSession, person: UUID) -> Sequence[str]:
    """What somebody has played with, by the names of the sets."""
    name = Game.component_set["name"].astext
    query = select(name).distinct().where(Game.sat_ids.contains([person])).order_by(name)
    return (await db.execute(query)).scalars().all()


async def is_newcomer(db: AsyncSession, person: UUID | None) -> bool:
    """Whether somebody has never sat down to a game."""
    if person is None:
        return True
    return not (await db.execute(select(exists().where(Game.sat_ids.contains([person]))))).scalar_one()


async def game_in_room(db: AsyncSession, game: UUID) -> tuple[Room, Game]:
    """A game that there is, with its room."""
    query = select(Room, Game).join(Game, Game.room_id == Room.id).where(Game.id == game)
    room, found = (await db.execute(query)).one()
    return room, found


async def moves_in(db: AsyncSession, games: Sequence[UUID]) -> Counter[UUID]:
    """How many tiles have been placed in each of these games."""
    query = (
        select(EventRow.game_id, func.count())
        .where(EventRow.game_id.in_(games), EventRow.kind == "move")
        .group_by(EventRow.game_id)
    )
    return Counter({row[0]: row[1] for row in await db.execute(query)})
