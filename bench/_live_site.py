"""The servers that benchmarks measure, each its own process: the app, `serve --workers`, and the ceiling."""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import socket
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import httpx
import uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.config import Settings, environment_of
from app.database import Database
from app.live.server import Server, config_for
from app.main import create_app
from app.people import service as people
from app.people.service import Identity
from app.rooms import repository, seating, service
from app.rooms.schemas import NewRoom, Sit
from app.rules.deal import Seat
from app.rules.game import apply_move, new_game
from app.rules.parts import base_set
from app.rules.planet import Placement
from app.rules.record import deal_from_json
from app.serve import collect_garbage_less_often

SEATS = 4
Party = list[tuple[Identity, str]]  # who sits together, with their tokens
UNLIMITED = 1_000_000


async def make_sets(database: Database, settings: Settings, count: int, listing: Path) -> None:
    """With each line that comes, a set of rooms at play, with their people's tokens and a whole game of legal
    moves for each. They are made right before they are needed: whoever sits and does not come is away.
    """
    tables = [await sign_in_some(database) for _ in range(count)]
    while await asyncio.to_thread(sys.stdin.readline):
        listing.write_text(json.dumps(await full_rooms(database, settings, tables)))
        print("made", flush=True)


async def sign_in_some(database: Database) -> Party:
    async with database.transaction() as db:
        return [
            await people.sign_in(db, await people.create(db, "Somebody"), "program", "bench")
            for _ in range(SEATS)
        ]


async def full_rooms(database: Database, settings: Settings, tables: list[Party]) -> list[dict[str, Any]]:
    return [await full_room(database, settings, seated) for seated in tables]


async def full_room(database: Database, settings: Settings, seated: Party) -> dict[str, Any]:
    async with database.transaction() as db:
        host = seated[0][0]
        wish = NewRoom(nonce=secrets.token_urlsafe(16), wait=86400)
        room, invite = await service.create(db, host, wish, "Somewhere", settings)
        code = room.code
    async with database.transaction() as db:
        for identity, _ in seated[1:]:
            await seating.sit(db, identity, code, Sit(nonce=secrets.token_urlsafe(16), invite=invite))
    async with database.transaction() as db:
        await service.start(db, host, code)
        game = await repository.game_of(db, room)
        deal = game.deal
    tokens = [token for _, token in seated]
    return {"code": code, "tokens": tokens, "moves": some_game(deal)}


def some_game(deal: Any) -> list[list[int]]:
    state, chance, moves = new_game(base_set(), deal_from_json(deal, SEATS)), random.Random(7), []
    while state.due is not None:
        seat, tile = state.due, chance.choice(state.display)
        free = [face for face in range(12) if state.planets[seat].free_faces >> face & 1]
        placement = Placement(tile, chance.choice(free), chance.randrange(5))  # type: ignore[arg-type]
        moves.append([seat, *placement])
        state, _ = apply_move(state, Seat(seat), placement)
    return moves


def usual_settings(url: str, listing: Path, settings: dict[str, Any]) -> Settings:
    usual = {
        "grace_seconds": 1,  # whoever leaves after a set has left before the next one plays
        "messages_per_second": UNLIMITED,
        "sockets": 20_000,
        "sockets_per_address": 20_000,
        "sockets_per_person": 20_000,
        "open_rooms": UNLIMITED,
        "open_rooms_per_person": UNLIMITED,
        # Hundreds of games end here within seconds; how they are looked at afterwards is another bench's
        # (bench/beside_analysis.py), and so is the drawing of a day's world.
        "analyses_per_hour": 0,
        "daily": False,
    }
    return Settings(
        database_url=url, redis_url=None, data=listing.parent, log_level="error", **(usual | settings)
    )


async def serve_app(url: str, rooms: int, settings: dict[str, Any], listing: Path) -> None:
    chosen = usual_settings(url, listing, settings)
    app = create_app(chosen)
    server = Server(config_for(app, host="127.0.0.1", port=0))
    await announce(server, make_sets(app.state.database, chosen, rooms, listing))


async def serve_workers(url: str, rooms: int, settings: dict[str, Any], listing: Path) -> None:
    """`serve --workers`, as anybody starts it; the rooms are made beside it."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
    chosen = usual_settings(url, listing, settings)
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    server = await asyncio.create_subprocess_exec(
        *command, env={**os.environ, **environment_of(chosen)}, stdout=asyncio.subprocess.DEVNULL
    )
    while not await _answers(port):
        await asyncio.sleep(0.1)
    print(port, flush=True)
    database = Database(url)
    await make_sets(database, chosen, rooms, listing)
    await database.close()
    server.terminate()
    await server.wait()


async def _answers(port: int) -> bool:
    try:
        async with httpx.AsyncClient() as http:
            return (await http.get(f"http://127.0.0.1:{port}/readyz")).is_success
    except httpx.TransportError:
        return False


NO_MARK = "0" * 16  # the ceiling keeps no log; the players read one from each event


async def serve_ceiling(payload: int) -> None:
    """Whatever is said in a room goes to everybody in it, `payload` bytes long; no rules, no database."""
    tables: dict[str, list[WebSocket]] = {}
    seqs: dict[str, int] = {}

    async def at_table(socket: WebSocket) -> None:
        await socket.accept()
        code = socket.path_params["code"]
        here = tables.setdefault(code, [])
        here.append(socket)
        await socket.receive_text()
        await socket.send_text('{"type":"live","seq":0}')
        try:
            while True:
                await socket.receive_text()
                seqs[code] = seqs.get(code, 0) + 1
                text = (
                    f'{{"type":"event","seq":{seqs[code]},"mark":"{NO_MARK}","x":"'.ljust(payload - 2, "x")
                    + '"}'
                )
                for each in here:
                    await each.send_text(text)
        except WebSocketDisconnect:
            here.remove(socket)

    app = Starlette(routes=[WebSocketRoute("/ws/rooms/{code}", at_table)])
    server = Server(config_for(app, host="127.0.0.1", port=0))
    await announce(server, asyncio.to_thread(sys.stdin.read))


async def announce(server: Server, orders: Awaitable[object]) -> None:
    """Serves until no more orders come: whoever gave them has ended, or was killed."""
    collect_garbage_less_often()
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    print(server.servers[0].sockets[0].getsockname()[1], flush=True)
    await orders
    server.should_exit = server.force_exit = True
    await serving


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what in {"app", "workers"}:
        serve = serve_app if what == "app" else serve_workers
        work = serve(rest[0], int(rest[1]), json.loads(rest[2]), Path(rest[3]))
    else:
        work = serve_ceiling(int(rest[0]))
    uvloop.run(work)
