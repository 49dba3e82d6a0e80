"""The routes of games: read one, move in one, take its record and its proof along."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Never
from uuid import UUID

import orjson
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import text

from app.api import READING, WRITING
from app.errors import (
    AppError,
    Conflict,
    MalformedRequest,
    NotAllowed,
    NotFound,
    Unavailable,
    responses,
)
from app.games import game_views
from app.games.live_game import LiveGame
from app.games.log import Fold, LogBroken, RulesUnknown
from app.games.pauses import MOST_RESTS, REST
from app.games.registry import GameRegistry
from app.games.schemas import AckView, ActBody, GameState, MyGame, Proof, RestView
from app.games.submissions import Nack
from app.people.deps import CurrentPerson, OptionalPerson
from app.routing import ApiRoute, DbSession
from app.rules.parts import TileNo
from app.rules.planet import Placement
from app.rules.sphere import Face, Turn

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api/games", route_class=ApiRoute, tags=["games"])
mine = APIRouter(prefix="/api/people/me", route_class=ApiRoute, tags=["games"])

MOST_EVENTS = 100  # of a game in one answer; whoever wants more asks on from the last
MOST_LISTED = 50
UPDATE_SECONDS = 5  # after which another process may answer, in the middle of an update
LOOKING = responses(*READING, NotFound, MalformedRequest)
MOVING = responses(*WRITING, NotFound, NotAllowed, Conflict)
MY_GAMES_SQL = text("""
SELECT games.id, rooms.code AS room, number, games.state, array_position(sat_ids, :me) - 1 AS seat,
    jsonb_path_query_array(players, '$[*].name') AS players, result -> 'winners' AS winners
FROM games JOIN rooms ON rooms.id = room_id
WHERE sat_ids @> ARRAY[:me]::uuid[] ORDER BY started_at DESC LIMIT :most
""")


@contextmanager
def refusing_unreadable() -> Iterator[None]:
    """503 for what cannot be read just now, or never by this process."""
    try:
        yield
    except RulesUnknown:
        raise Unavailable("rules_too_new", retry_after=UPDATE_SECONDS) from None
    except (LogBroken, ConnectionError):
        raise Unavailable from None


async def live_game_of(request: Request, game: UUID) -> LiveGame:
    """The game as the log has it now; 404 if there is none for whoever asks, 503 if it cannot be read.

    Who asks is known to routes that say so in their signature; to all others a day's world is closed until
    the day is.
    """
    live_game = await any_game_of(request, game)
    if live_game.fold.is_sealed and getattr(request.state, "person", None) not in seated_in(live_game.fold):
        raise NotFound
    return live_game


def kept_by(fold: Fold) -> dict[str, str]:
    """The headers by which no cache keeps what only the player of a day's world may see."""
    return {"Cache-Control": "private, no-store"} if fold.is_sealed else {}


def seated_in(fold: Fold) -> set[UUID]:
    """The people who play."""
    return {person for person in fold.people if person is not None}


async def any_game_of(request: Request, game: UUID) -> LiveGame:
    """The same for whoever may see every game."""
    registry: GameRegistry = request.app.state.registry
    with refusing_unreadable():
        live_game = await registry.fresh(game)
    if live_game is None:
        raise NotFound
    return live_game


async def note_presence(request: Request, live_game: LiveGame, seat: int | None) -> None:
    """Nobody is played for who is there, even if they are there by requests alone. Where that cannot be
    noted (a full disk), the game can be read all the same.
    """
    registry: GameRegistry = request.app.state.registry
    try:
        await registry.note_presence(live_game, seat)
    except ConnectionError:
        log.warning("it cannot be noted who is there")


def refuse(nack: Nack) -> Never:
    """A refused move as an error, by the same code."""
    raise AppError(nack.code, head=nack.head, **nack.details)


def encoded(answer: Any) -> Response:
    return Response(orjson.dumps(answer, default=str), media_type="application/json")


def documented(model: type) -> dict[int | str, dict[str, Any]]:
    """The shape of an answer that is written without a model."""
    return {200: {"model": model}}


@router.get("/{game}", responses={**LOOKING, **documented(GameState)}, response_class=Response)
async def read(
    request: Request,
    me: OptionalPerson,
    game: UUID,
    since: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    mark: Annotated[str | None, Query(pattern="^[0-9a-f]{16}$", max_length=16)] = None,
) -> Response:
    """A game as you may see it; with `since`, only what came after that entry, 100 entries at most. With the
    `mark` that this entry had, the whole view where the log has become another one.
    """
    live_game = await live_game_of(request, game)
    fold = live_game.fold
    seat = fold.seat_of(me.person if me else None)
    await note_presence(request, live_game, seat)
    is_known = since is not None and since <= fold.head and mark in (None, fold.mark_at(since))
    missed = fold.entries_after(since)[:MOST_EVENTS] if since is not None and is_known else None
    answer: dict[str, Any] = {
        "game": fold.id,
        "seat": seat,
        "head": fold.head,
        "mark": fold.mark,
        "epoch": game_views.epoch_of(fold, seat),
    }
    if missed is None:
        return encoded({**answer, "view": game_views.view_of(fold, seat), "events": None})
    return encoded({**answer, "view": None, "events": [orjson.Fragment(entry.text) for entry in missed]})


@router.post("/{game}/acts", responses=MOVING)
async def act(request: Request, me: CurrentPerson, game: UUID, body: ActBody) -> AckView:
    """Move: the same as the socket's `act`, through the same functions."""
    registry: GameRegistry = request.app.state.registry
    live_game = await live_game_of(request, game)
    seat = live_game.fold.seat_of(me.person)
    if seat is None or live_game.fold.state is None:
        raise NotAllowed("not_seated")
    await note_presence(request, live_game, seat)
    placement = Placement(TileNo(body.tile), Face(body.face), Turn(body.turn))
    answer = await registry.play(live_game, seat, body.action_id, body.base, placement)
    if isinstance(answer, Nack):
        refuse(answer)
    return AckView(action_id=body.action_id, seq=answer.seq, dup=answer.dup)


@router.post("/{game}/rest", responses=MOVING)
async def rest(request: Request, me: CurrentPerson, game: UUID) -> RestView:
    """Rest for three days, twice in a game: your time stands still, and all hear of it. Only where a move may
    take hours or days.
    """
    registry: GameRegistry = request.app.state.registry
    live_game = await live_game_of(request, game)
    seat = live_game.fold.seat_of(me.person)
    if seat is None or live_game.fold.state is None:
        raise NotAllowed("not_seated")
    answer = await registry.rest(live_game, seat)
    if isinstance(answer, Nack):
        refuse(answer)
    rests = live_game.fold.rests[seat]
    return RestView(until=rests[-1] + REST, left=MOST_RESTS - len(rests))


@router.get("/{game}/record.json", include_in_schema=False)
@router.get("/{game}/record", responses={**LOOKING, **responses(Conflict)}, response_class=Response)
async def record(request: Request, me: OptionalPerson, game: UUID) -> Response:
    """The game's record, `planet-record/1`: whole once it is over, before that as you may see it."""
    fold = (await live_game_of(request, game)).fold
    written = game_views.record_of(fold, fold.seat_of(me.person if me else None))
    if written is None:
        raise Conflict("not_begun")
    return encoded(written)


@router.get("/{game}/proof", responses={**LOOKING, **documented(Proof)}, response_class=Response)
async def proof(request: Request, _me: OptionalPerson, game: UUID) -> Response:
    """What anyone can check the deal with: the commitment, and after the end seed and nonces."""
    return encoded(game_views.proof_of((await live_game_of(request, game)).fold))


@mine.get("/games", responses=responses(*READING))
async def my_games(db: DbSession, me: CurrentPerson) -> list[MyGame]:
    """The games you have played, the latest first."""
    rows = await db.execute(MY_GAMES_SQL, {"me": me.person, "most": MOST_LISTED})
    return [MyGame.model_validate(dict(row._mapping)) for row in rows]


@mine.get("/records.jsonl", responses=responses(*READING), response_class=StreamingResponse)
async def my_records(request: Request, me: CurrentPerson) -> StreamingResponse:
    """The records of all games you have played, a line each, the first game first."""
    registry: GameRegistry = request.app.state.registry
    try:
        lines = await registry.exports.begin(me.person)
    except ConnectionError:
        raise Unavailable from None
    headers = {"Content-Disposition": "attachment; filename=terrahedron.jsonl", "Cache-Control": "no-store"}
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)
