"""The games of one person, as the front page and "my games" list them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypedDict
from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from app.bots.levels import LEVELS
from app.games.deadlines import is_slow
from app.games.models import Game
from app.pages import queries
from app.pages.contexts import Animal, Choice, SeatMark, called, players_called
from app.pages.home_contexts import GameCard, RunningGame
from app.pages.little_nets import little_net
from app.pages.mine_contexts import GameLine, MinePage, WaitingGame
from app.pages.queries import GameSearch
from app.people.service import Identity
from app.rooms import repository
from app.rooms.models import Room, SeatRow
from app.rules.game import due_after
from app.rules.parts import base_set
from app.rules.variants import VARIANTS
from app.texts import Texts

LENGTHS = {"days": 86_400, "hours": 3_600, "minutes": 60}


async def running_games(texts: Texts, db: AsyncSession, me: Identity | None) -> tuple[RunningGame, ...]:
    """What somebody can go back to."""
    return tuple(running for running, _, _ in await running_now(texts, db, me))


def with_planets(running: Sequence[RunningGame], planets: Mapping[str, str]) -> tuple[RunningGame, ...]:
    """The same, with the planets that are known by their rooms' codes."""
    return tuple(
        replace(one, planet=little_net(planets[one.code])) if one.code in planets else one for one in running
    )


async def running_now(
    texts: Texts, db: AsyncSession, me: Identity | None
) -> list[tuple[RunningGame, Room, Game]]:
    """The same with room and game, first where it is their move."""
    found = await queries.running(db, me.person) if me else []
    moves = await queries.moves_in(db, [game.id for _, game, _ in found])
    games = [
        (running_game(texts, room, game, seat, moves[game.id]), room, game) for room, game, seat in found
    ]
    return sorted(games, key=lambda one: not one[0].is_due)


def running_game(texts: Texts, room: Room, game: Game, seat: SeatRow, moves: int) -> RunningGame:
    """Whoever has left is waited for no more: the caretaker makes their moves until they come back."""
    players, has_left = len(game.players or []), seat.left_at is not None
    due = due_after(game.deal["first"], players, moves) if game.deal else None
    return RunningGame(
        code=room.code,
        game=game.id,
        name=room.name,
        round=moves // players + 1 if game.deal else None,
        seat=seat.seat,
        is_due=due == seat.seat and not has_left,
        has_left=has_left,
        pace=pace_of(texts, game),
    )


def pace_of(texts: Texts, game: Game) -> str:
    """Of a game with days for a move: how many, and how long whoever is due still has."""
    if not is_slow(game.clock):
        return ""
    pace = texts.t(f"options.short_clock_{game.clock}")
    is_known = game.due_at is not None and game.due_at > datetime.now(UTC)  # not in the moment of a deadline
    return f"{pace} · {time_left(texts, game.due_at)}" if game.due_at and is_known else pace


def time_left(texts: Texts, until: datetime) -> str:
    """In words: days as long as there are two of them, then hours, then minutes."""
    seconds = max((until - datetime.now(UTC)).total_seconds(), 0)
    unit = next((unit for unit, length in LENGTHS.items() if seconds >= 1.5 * length), "minutes")
    return texts.t(f"table.{unit}_left", count=max(round(seconds / LENGTHS[unit]), 1))


async def waiting_games(texts: Texts, db: AsyncSession, person: UUID) -> list[WaitingGame]:
    """The games in which it is somebody's move, the one that has waited longest first."""
    found = await queries.running(db, person)
    moves = await queries.moves_in(db, [game.id for _, game, _ in found])
    games = [
        WaitingGame(
            code=room.code,
            name=room.name,
            game=game.id,
            moves=moves[game.id],
            since=game.turn_started_at or game.started_at or room.touched_at,
            pace=pace_of(texts, game),
        )
        for room, game, seat in found
        if running_game(texts, room, game, seat, moves[game.id]).is_due
    ]
    return sorted(games, key=lambda one: one.since)


async def games_to_watch(db: AsyncSession, me: Identity | None) -> tuple[GameCard, ...]:
    """The running games of public rooms."""
    found = await queries.playing_in_public(db, me.person if me else None)
    moves = await queries.moves_in(db, [game.id for _, game in found])
    return tuple(game_card(room, game, moves[game.id]) for room, game in found)


def game_card(room: Room, game: Game, moves: int) -> GameCard:
    players = game.players or []
    marks = tuple(
        SeatMark(seat=seat, presence="here", is_bot=bool(player["bot"]))
        for seat, player in enumerate(players)
    )
    return GameCard(
        code=room.code,
        name=room.name,
        round=moves // len(players) + 1,
        marks=marks,
        is_rated=game.rated,
    )


async def mine_page(texts: Texts, db: AsyncSession, me: Identity | None, search: GameSearch) -> MinePage:
    """Everything one person plays and has played, or what they look for."""
    running = await running_now(texts, db, me)
    seats = await repository.seats_of_all(db, [room for _, room, _ in running])
    search = replace(search, bots=bots_called(texts, search.who))
    played, has_more = await queries.played(db, me.person, search) if me else ([], False)
    sets = await queries.sets_of(db, me.person) if me else []
    return MinePage(
        title=texts.t("mine.title"),
        description=texts.t("site.description"),
        path="/games",
        script="js/pages/games.js",
        is_listed=False,
        is_live=True,
        is_known=me is not None,
        your_name=me.name if me else "",
        running=tuple(running_line(texts, game, found, seats[room.id]) for game, room, found in running),
        finished=tuple(finished_line(texts, room, game, me.person) for room, game in played if me),
        who=search.who,
        rules=rules_choices(texts, search.rules),
        sets=set_choices(texts, sets, search.set) if len(sets) > 1 else (),
        is_narrowed=search.is_narrowed,
        query=address_of(search, search.page),
        earlier=address_of(search, search.page + 1) if has_more else "",
        later=address_of(search, search.page - 1) if search.page > 1 else "",
    )


def bots_called(texts: Texts, who: str) -> tuple[str, ...]:
    """The levels whose names, as the reader knows them, hold these letters."""
    wanted = who.casefold()
    return tuple(name for name in LEVELS if wanted and wanted in texts.t(f"bots.{name}").casefold())


def rules_choices(texts: Texts, chosen: str) -> tuple[Choice, ...]:
    named = {"": texts.t("mine.any")} | {
        name: texts.t(f"options.short_{name}") for name in (queries.STANDARD, *VARIANTS)
    }
    return tuple(Choice(value=name, text=text, is_chosen=name == chosen) for name, text in named.items())


def set_choices(texts: Texts, names: Sequence[str], chosen: str) -> tuple[Choice, ...]:
    named = {"": texts.t("mine.any")} | {name: name for name in names}
    return tuple(Choice(value=name, text=text, is_chosen=name == chosen) for name, text in named.items())


def address_of(search: GameSearch, page: int) -> str:
    """What is looked for as the end of an address, empty where that is nothing."""
    asked = {"who": search.who, "rules": search.rules, "set": search.set, "page": page if page > 1 else ""}
    return urlencode({name: value for name, value in asked.items() if value})


def running_line(texts: Texts, running: RunningGame, game: Game, seats: list[SeatRow]) -> GameLine:
    waiting = "left" if running.has_left else "waiting" if running.round else "not_started"
    return GameLine(
        code=running.code,
        game=str(game.id),
        room_name=running.name,
        companions=companions(
            texts, [called(texts, s.bot, s.name) or "" for s in seats if s.name and s.seat != running.seat]
        ),
        result=texts.t("mine.your_move" if running.is_due else f"mine.{waiting}"),
        is_due=running.is_due,
        is_running=True,
        is_fork=game.fork is not None,
        is_daily=game.daily is not None,
        pace=running.pace,
    )


def finished_line(texts: Texts, room: Room, game: Game, person: UUID) -> GameLine:
    names = players_called(texts, game)
    seat, result = game.sat_ids.index(person), game.result or {}
    totals = {score["seat"]: score["total"] for score in result.get("scores") or ()}
    return GameLine(
        code=room.code,
        game=str(game.id),
        room_name=room.name,
        companions=companions(texts, rivals(texts, names, seat, totals)),
        result=result_of(texts, names, result.get("winners") or (), seat),
        points=texts.t("mine.points", count=totals[seat]) if seat in totals else "",
        is_due=False,
        is_running=False,
        ended_at=game.ended_at,
        is_fork=game.fork is not None,
        is_daily=game.daily is not None,
        **what_i_did(texts, result, seat),
    )


class Done(TypedDict, total=False):
    """What somebody had in the end: the secret habitat, and the animals."""

    objective: str
    objective_name: str
    animals: tuple[Animal, ...]


def what_i_did(texts: Texts, result: Mapping[str, Any], seat: int) -> Done:
    if "won" not in result:
        return {}
    objective, keys = result["scores"][seat]["objective"] or "", base_set().animals
    return {
        "objective": objective,
        "objective_name": texts.t(f"habitats.{objective}") if objective else "",
        "animals": tuple(
            Animal(key=keys[card], letter=card[0], label=texts.t(f"animals.{keys[card]}"))
            for card in result["won"][seat]
        ),
    }


def rivals(texts: Texts, names: Sequence[str], mine: int, totals: Mapping[int, int]) -> list[str]:
    """Those somebody has played against, the best first, with their points where any were counted."""
    others = [seat for seat in range(len(names)) if seat != mine]
    others.sort(key=lambda seat: -totals.get(seat, 0))
    return [
        texts.t("game.score", name=names[seat], points=totals[seat]) if seat in totals else names[seat]
        for seat in others
    ]


def result_of(texts: Texts, names: Sequence[str], winners: Sequence[int], seat: int | None) -> str:
    """Who has won, to somebody who may have sat in `seat`; without winners it was never played to the end."""
    if not winners:
        return texts.t("mine.abandoned")
    if seat in winners:
        return texts.t("mine.won" if len(winners) == 1 else "mine.shared")
    return texts.t("mine.played", winners=[names[winner] for winner in winners], count=len(winners))


def companions(texts: Texts, names: list[str]) -> str:
    return texts.t("mine.with", names=names, count=len(names)) if names else texts.t("mine.alone")
