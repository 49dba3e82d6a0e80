"""What people do with rooms as a whole; `seating.py` has the rest. Pages, REST and sockets all come here."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.config import Settings
from app.errors import Conflict, NotSignedIn, TooMany, Unavailable
from app.games import dealing
from app.games.store import LogStore
from app.people.names import distinct
from app.people.service import Identity
from app.rooms import codes, repository
from app.rooms.locked_room import (
    LockedRoom,
    bump_version,
    empty_seat,
    invite_hash,
    is_gone,
    lock_room,
    longest_here,
    own_seat,
    require_host,
    require_open,
)
from app.rooms.models import Room, SeatRow
from app.rooms.options import KeptOptions, Options
from app.rooms.schemas import NewRoom, OptionsChange
from app.rooms.seat_order import Sitter, arrange, sitters_of
from app.rooms.seating import called, fill_seats, require_asked, seat_person
from app.rules.deal import FEWEST_PLAYERS
from app.rules.versions import KNOWN_RULES

INVITE_BYTES = 16  # 128 bits
CODE_TRIES = 5
NEARLY_FULL = 200  # rooms short of the most: from here on they are made one after the other
MARK_ROOM_OVER_SQL = """
UPDATE rooms SET state = 'over', version = version + 1, touched_at = now() FROM games
WHERE games.id = $1 AND games.state IN ('over', 'abandoned')
    AND rooms.id = games.room_id AND rooms.game_id = games.id AND rooms.state = 'playing'
"""


async def create(
    db: AsyncSession, me: Identity, wish: NewRoom, name: str, settings: Settings
) -> tuple[Room, str]:
    """A new room with its first game's commitment, and the invite, which is told only now."""
    if not await repository.lock_person(db, me.person):
        raise NotSignedIn  # forgotten in this very moment
    if await repository.count_open(db, me.person) >= settings.open_rooms_per_person:
        raise TooMany("too_many_rooms", limit="rooms_of_person")
    if await repository.count_open(db) >= settings.open_rooms - NEARLY_FULL:
        await repository.lock_room_creation(db)
    if await repository.count_open(db) >= settings.open_rooms:
        raise TooMany("too_many_rooms", retry_after=60, limit="open_rooms")
    invite = secrets.token_urlsafe(INVITE_BYTES)
    options = Options.model_validate(wish.model_dump(exclude={"nonce"}))
    if options.rated:
        await require_asked(db, me.person)
    room = await add_room(db, me, name, options, invite)
    game = await dealing.draw(db, room.id, 1, options.variants)
    room.game_id = game.id
    db.add_all(SeatRow(room_id=room.id, seat=number) for number in range(options.seats))
    await db.flush()
    if wish.nonce is not None:
        seat_person((await repository.seats_of(db, room.id))[0], me.person, called(options, me), wish.nonce)
        await db.flush()
    return room, invite


async def add_room(db: AsyncSession, me: Identity, name: str, options: Options, invite: str) -> Room:
    """The row, under a code that nobody has."""
    for _ in range(CODE_TRIES):
        room = Room(
            code=codes.new_code(),
            name=name,
            host_id=me.person,
            invite_hash=invite_hash(invite),
            options=options.model_dump(),
            state="open",
            version=1,
            kicked=[],
        )
        try:
            async with db.begin_nested():
                db.add(room)
        except IntegrityError:
            continue
        return room
    raise AssertionError("a code is free among so many")


async def renew_invite(db: AsyncSession, me: Identity, code: str) -> str:
    """A new link; whoever has the old one can no longer sit down with it."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    invite = secrets.token_urlsafe(INVITE_BYTES)
    locked.room.invite_hash = invite_hash(invite)
    await bump_version(db, locked.room)
    return invite


async def revoke_invite(db: AsyncSession, me: Identity, code: str) -> None:
    """No link any more: nobody else sits down here."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    locked.room.invite_hash = None
    await bump_version(db, locked.room)


async def change_options(db: AsyncSession, me: Identity, code: str, change: OptionsChange) -> Room:
    """Change what is named. A seat somebody sits in is not taken away under them."""
    locked = await lock_room(db, code)
    require_host(locked.room, me)
    require_open(locked.room)
    if locked.options.rated or change.rated:
        raise Conflict("rated_fixed")
    wanted = {**locked.options.model_dump(), **change.model_dump(exclude_unset=True)}
    options = KeptOptions.model_validate(wanted)
    is_same = (options.seats, options.variants) == (locked.options.seats, locked.options.variants)
    if locked.game.fork is not None and not is_same:
        raise Conflict("fork_fixed")
    await fit_seats(db, locked, options.seats)
    if options.is_guarded != locked.options.is_guarded:
        await call_by(db, locked, options)
    locked.room.options = options.model_dump()
    locked.game.variants = list(options.variants)
    await bump_version(db, locked.room)
    return locked.room


async def call_by(db: AsyncSession, locked: LockedRoom, options: Options) -> None:
    """Strangers come, or come no more: everybody who sits is called as these options want it."""
    names = await repository.names_of(db, [seat.person_id for seat in locked.seats if seat.person_id])
    taken = [seat.name for seat in locked.seats if seat.bot is not None and seat.name is not None]
    for seat in locked.seats:
        if seat.person_id in names:
            seat.name = distinct(options.called(*names[seat.person_id]), taken)
            taken.append(seat.name)


async def fit_seats(db: AsyncSession, locked: LockedRoom, wanted: int) -> None:
    """As many seats as wanted: empty ones are added or taken from the end."""
    surplus = locked.seats[wanted:]
    taken = [seat.seat for seat in surplus if seat.person_id is not None or seat.bot is not None]
    if taken:
        raise Conflict("seat_taken", seats=taken)
    for seat in surplus:
        await db.delete(seat)
    db.add_all(SeatRow(room_id=locked.room.id, seat=number) for number in range(len(locked.seats), wanted))


async def start(db: AsyncSession, me: Identity, code: str) -> Room:
    """Deal and begin, with everyone who sits; seats that stayed empty are left out."""
    locked = await lock_room(db, code)
    require_may_start(locked, me)
    require_open(locked.room)
    if locked.game.rules_version not in KNOWN_RULES:
        raise Unavailable("rules_too_new")
    if locked.options.rated:
        await require_full(db, locked.seats)
    if locked.game.fork is not None:
        fill_seats(locked.seats)
    sitters = sitters_of(locked.seats)
    require_ready(locked.seats, sitters)
    options = locked.options
    is_free = locked.game.fork is None  # in a fork every seat is a planet that has begun to grow
    starter = locked.room.host_id if options.starts == "host" and is_free else None
    sitters, nonces = arrange(locked.game, sitters, starter)
    await seat_all(db, locked, sitters)
    game = locked.game
    game.person_ids = [sitter.person for sitter in sitters]
    game.clock, game.wait, game.variants = options.clock, options.wait, list(options.variants)
    game.nights, game.rated = options.nights, options.rated
    await dealing.begin(db, game, [sitter.player for sitter in sitters], nonces)
    locked.room.state = "playing"
    await bump_version(db, locked.room)
    return locked.room


def require_may_start(locked: LockedRoom, me: Identity) -> None:
    """The host; in a rated room whoever sits there: nobody waits for a stranger who is elsewhere."""
    if not locked.options.rated or locked.seat_of(me.person) is None:
        require_host(locked.room, me)


async def require_full(db: AsyncSession, seats: Sequence[SeatRow]) -> None:
    """Ratings are by the number of seats; and whoever plays still wants it."""
    people = [seat.person_id for seat in seats if seat.person_id is not None]
    if len(people) < len(seats) or await repository.count_asked(db, people) < len(people):
        raise Conflict("rated_not_full", seats=len(seats))


def require_ready(seats: Sequence[SeatRow], sitters: Sequence[Sitter]) -> None:
    """Enough to play, one of them a person, and a nonce from each of these."""
    if len(sitters) < FEWEST_PLAYERS or all(sitter.person is None for sitter in sitters):
        raise Conflict("too_few", seats=len(sitters))
    unsealed = [seat.seat for seat in seats if seat.person_id is not None and seat.nonce is None]
    if unsealed:
        raise Conflict("not_sealed", seats=unsealed)


async def seat_all(db: AsyncSession, locked: LockedRoom, sitters: Sequence[Sitter]) -> None:
    """Put everyone into seats 0, 1, …, so that seats of the room and of its game are the same."""
    joined = {seat.person_id: seat.joined_at for seat in locked.seats}
    for seat in locked.seats:
        empty_seat(seat)
    await db.flush()  # nobody may sit twice, not even for a moment
    for seat, sitter in zip(locked.seats, sitters, strict=False):
        seat.person_id, seat.bot = sitter.person, sitter.bot
        seat.name, seat.nonce = sitter.name, sitter.nonce
        seat.joined_at = joined.get(sitter.person, seat.joined_at)


async def rematch(db: AsyncSession, me: Identity, code: str) -> Room:
    """One more game in the same room with everybody: a new commitment first, then everyone's new nonce."""
    locked = await lock_room(db, code)
    if locked.room.host_id != me.person:
        own_seat(locked, me)
    if locked.game.daily is not None:
        raise Conflict("daily_fixed")
    if locked.room.state == "playing":
        raise Conflict("game_running")
    if locked.room.state == "open":
        return locked.room  # somebody else was quicker with the same wish, or nothing was played yet
    for seat in locked.seats:
        seat.nonce = seat.offer = None
        if is_stand_in(locked, seat) or (seat.bot is None and (is_gone(seat) or seat.person_id is None)):
            empty_seat(seat)
    await db.flush()
    options = locked.options
    game = await dealing.draw(db, locked.room.id, locked.game.number + 1, options.variants)
    locked.room.game_id, locked.room.state = game.id, "open"
    if locked.room.host_id is None:
        locked.room.host_id = longest_here(locked)
    await bump_version(db, locked.room)
    return locked.room


def is_stand_in(locked: LockedRoom, seat: SeatRow) -> bool:
    """A bot that took the seat over in the game now over: in the next one a person may sit there again."""
    players = locked.game.players or []
    return seat.bot is not None and seat.seat < len(players) and players[seat.seat]["bot"] is None


async def mark_room_over(store: LogStore, game_id: UUID) -> None:
    """Note on the room that its game is over."""
    await store.run(MARK_ROOM_OVER_SQL, game_id)


async def close_idle(db: AsyncSession, settings: Settings) -> int:
    """Close rooms that nobody has touched for long. Two sweepers at once share the work."""
    found = await repository.idle_rooms(db, settings.room_idle_hours, settings.room_empty_hours)
    for room, game in found:
        room.state, room.invite_hash = "closed", None
        if game.state == "dealt":
            game.state, game.ended_at = "abandoned", func.now()
        await bump_version(db, room)
    return len(found)
