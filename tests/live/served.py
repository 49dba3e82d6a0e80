"""A served app, and people who talk to it over real sockets. Every frame is read back by strict models."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import httpx
import websockets
from fastapi import FastAPI

from app.config import Settings
from app.live.server import Server, config_for
from app.main import create_app
from tests.live.server_messages import parse_server

PATIENCE = 40.0  # seconds for what usually takes none: the machine may be busy
NONCE = "0123456789abcdef"


class Site:
    """One process of the app, served on a port of its own."""

    def __init__(self, app: FastAPI, server: Server, http: httpx.AsyncClient) -> None:
        self.app = app
        self.http = http
        self.server = server
        port = server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.ws = f"ws://127.0.0.1:{port}"


@asynccontextmanager
async def serve(settings: Settings, **options: Any) -> AsyncIterator[Site]:
    """The app on a free port, until the block ends."""
    app = create_app(settings)
    server = Server(config_for(app, host="127.0.0.1", port=0, **options))
    running = asyncio.create_task(server._serve())
    while not server.started:
        if running.done():
            running.result()
        await asyncio.sleep(0.01)
    try:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            yield Site(app, server, http)
    finally:
        server.should_exit = True
        await running


class Person:
    """A program with a token; asks over REST."""

    def __init__(self, site: Site, made: dict[str, Any]) -> None:
        self.site = site
        self.id, self.name, self.token = made["id"], made["name"], made["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    async def ask(self, method: str, path: str, body: Any = None, site: Site | None = None) -> httpx.Response:
        site = site or self.site
        return await site.http.request(method, f"{site.url}/api{path}", json=body, headers=self.headers)

    async def get(self, path: str, site: Site | None = None) -> Any:
        return checked(await self.ask("GET", path, site=site))

    async def post(self, path: str, body: Any = None, site: Site | None = None) -> Any:
        return checked(await self.ask("POST", path, {} if body is None else body, site=site))


def checked(response: httpx.Response) -> Any:
    assert response.status_code < 400, response.text
    return response.json() if response.content else None


async def sign_in(site: Site, name: str | None = None) -> Person:
    made = await site.http.post(f"{site.url}/api/people", json={"name": name} if name else {})
    return Person(site, checked(made))


class Room:
    """A room with its people, the host first."""

    def __init__(self, code: str, invite: str, people: list[Person]) -> None:
        self.code, self.invite, self.people = code, invite, people

    async def view(self) -> Any:
        return await self.people[0].get(f"/rooms/{self.code}")

    async def game(self) -> str:
        return str((await self.view())["game"]["id"])


async def seated_room(site: Site, seats: int = 2, start: bool = True, **options: Any) -> Room:
    """A room in which everybody sits, and plays if `start`."""
    people = [await sign_in(site, f"Person {number}") for number in range(seats)]
    made = await people[0].post("/rooms", {"seats": seats, "nonce": NONCE, **options})
    room = Room(made["room"]["code"], made["invite"], people)
    for number, person in enumerate(people[1:], start=1):
        body = {"invite": room.invite, "nonce": f"{NONCE}{number}"}
        await person.post(f"/rooms/{room.code}/sit", body)
    if start:
        await people[0].post(f"/rooms/{room.code}/start")
    return room


class Client:
    """One socket: keeps everything it was told, checks that seqs come once and in order."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.told: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.seq: int | None = None
        self.mark: str | None = None
        self.game: str | None = None
        self.welcome: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.new = asyncio.Event()
        self.close_code: int | None = None
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            await self._read_all()
        finally:
            self.close_code = self.socket.close_code
            self.new.set()

    async def _read_all(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                parse_server(text)
                self.raw.append(text)
                self._take(json.loads(text))
                self.new.set()
        except websockets.ConnectionClosed:
            pass

    def _take(self, message: dict[str, Any]) -> None:
        self.told.append(message)
        match message["type"]:
            case "welcome":
                self.welcome = message
            case "snapshot":
                self.seq, self.view, self.game = message["seq"], message["view"], message["game"]
                self.mark = message["mark"]
            case "event":
                assert message["game"] == self.game or self.seq is None
                assert self.seq is None or message["seq"] == self.seq + 1, "a gap or a repeat"
                self.seq, self.mark = message["seq"], message["mark"]
            case "live":
                assert self.seq in (None, message["seq"])
                self.seq = message["seq"]

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def until(self, fits: Callable[[dict[str, Any]], bool], since: int = 0) -> dict[str, Any]:
        """The first message that fits, of those from `since` on; waits for it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.told[since:]:
                    if fits(message):
                        return message
                if self.reader.done():
                    self.reader.result()
                assert self.close_code is None, f"closed with {self.close_code}; told {self.told[-3:]}"
                self.new.clear()
                await self.new.wait()

    async def hear(self, kind: str, since: int = 0, **fields: Any) -> dict[str, Any]:
        return await self.until(
            lambda m: m["type"] == kind and all(m[name] == value for name, value in fields.items()), since
        )

    async def closed(self) -> int | None:
        async with asyncio.timeout(PATIENCE):
            await self.reader
        return self.close_code

    async def act(
        self, placement: Any, base: int | None = None, action_id: str | None = None
    ) -> dict[str, Any]:
        """Move, and the answer to it."""
        action_id = action_id or str(uuid4())
        tile, face, turn = placement
        since = len(self.told)
        base = self.seq if base is None else base
        await self.send(type="act", action_id=action_id, base=base, tile=tile, face=face, turn=turn)
        return await self.until(
            lambda m: m.get("action_id") == action_id and m["type"] in ("ack", "nack"), since
        )

    async def persist(self, placement: Any, base: int, action_id: str) -> dict[str, Any]:
        """Send the same move until it is answered for good; that answer."""
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = await self.act(placement, base=base, action_id=action_id)
                if answer["type"] == "ack" or not answer["retry"]:
                    return answer
                await asyncio.sleep(0.05)


@asynccontextmanager
async def at_table(
    site: Site, code: str, person: Person | None = None, *, hello: bool = True, **known: Any
) -> AsyncIterator[Client]:
    """A socket at a table. `known` are the `game`, `last_seq`, `epoch` and `mark` of before."""
    headers = person.headers if person else {}
    async with websockets.connect(
        f"{site.ws}/ws/rooms/{code}",
        additional_headers=headers,
        compression=None,
        max_size=None,
        open_timeout=PATIENCE,
        ping_interval=None,
    ) as socket:
        client = Client(socket)
        if hello:
            said = {"game": None, "last_seq": None, "epoch": None, **known}
            if known:
                client.seq, client.game = known.get("last_seq"), known.get("game")
            await client.send(type="hello", v=1, tab=str(uuid4()), **said)
            await client.hear("live")
        try:
            yield client
        finally:
            client.reader.cancel()


def legal(view: dict[str, Any], chance: random.Random) -> tuple[int, int, int]:
    """Any legal placement of the seat that is due."""
    areas = view["planets"][view["due"]]
    faces = [face for face in range(12) if areas[5 * face] == "."]
    tiles = [tile for tile, taker in zip(view["display"], view["taken"], strict=True) if taker is None]
    return chance.choice(tiles), chance.choice(faces), chance.randrange(5)
