"""A well-behaved program: plays and watches over sockets, comes back by itself, and never plays a move twice.

It keeps to `docs/wire.md`: the same action id until there is an answer, again after 3 s of silence and after
each `live`; `last_seq`, `epoch` and `mark` when it comes back; a random wait before. Everything it says and
hears goes into a `History`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any
from uuid import uuid4

import httpx
import websockets

from tests.faults.history import Acting, History, Witness
from tests.faults.processes import PATIENCE, asking

SILENCE = 3.0
BEAT = 20.0  # seconds without a word, after which it asks whether anybody is there, and then leaves
LATE = 32  # from this entry of the log on a game is nearly over
FINAL = {4400, 4403, 4404, 4409, 4426}
NONCE = "nonce-of-this-seat-0"
A_DAY = 86_400

Message = dict[str, Any]


class Person:
    """Somebody with a token, known to all processes."""

    def __init__(self, made: Message) -> None:
        self.id, self.name, self.token = made["id"], made["name"], made["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    async def ask(self, url: str, method: str, path: str, body: Any = None) -> httpx.Response:
        async with asking() as http:
            return await http.request(method, f"{url}/api{path}", json=body, headers=self.headers)

    async def get(self, url: str, path: str) -> Any:
        return checked(await self.ask_until_answered(url, "GET", path))

    async def post(self, url: str, path: str, body: Any = None) -> Any:
        return checked(await self.ask_until_answered(url, "POST", path, {} if body is None else body))

    async def ask_until_answered(self, url: str, method: str, path: str, body: Any = None) -> httpx.Response:
        """Again after the time named, as long as the server says that it is too busy just now."""
        async with asyncio.timeout(PATIENCE):
            while (answer := await self.ask(url, method, path, body)).status_code == 503:
                await asyncio.sleep(int(answer.headers["Retry-After"]))
        return answer


def checked(response: httpx.Response) -> Any:
    assert response.status_code < 400, response.text
    return response.json() if response.content else None


async def sign_in(url: str, name: str) -> Person:
    async with asking() as http:
        return Person(checked(await http.post(f"{url}/api/people", json={"name": name})))


class Room:
    """A room and who sits there, the host first."""

    def __init__(self, made: Message, people: list[Person]) -> None:
        self.code, self.invite, self.people = made["room"]["code"], made["invite"], people
        self.game = made["room"]["game"]["id"]


async def make_room(urls: list[str], seats: int, *, start: bool = True, **options: Any) -> Room:
    """A room in which everybody sits; each asks another process. Nobody is played for soon, so that a slow
    test is no other test.
    """
    people = [await sign_in(urls[n % len(urls)], f"Program {n}") for n in range(seats)]
    options = {"seats": seats, "nonce": NONCE, "wait": A_DAY, **options}
    made = await people[0].post(urls[0], "/rooms", options)
    room = Room(made, people)
    for number, person in enumerate(people[1:], start=1):
        body = {"invite": room.invite, "nonce": f"{NONCE}{number}", "seat": number}
        await person.post(urls[number % len(urls)], f"/rooms/{room.code}/sit", body)
    if start:
        await people[0].post(urls[0], f"/rooms/{room.code}/start")
    return room


class Player:
    """One person (or, without one, a watcher) at one table, through whichever process answers."""

    def __init__(
        self, urls: list[str], room: Room, person: Person | None, history: History, chance: random.Random
    ) -> None:
        self.urls, self.room, self.person, self.chance = urls, room, person, chance
        self.witness = Witness(room.game, person.id if person else None)
        history.witnesses.append(self.witness)
        self.history = history
        self.tab = str(uuid4())
        self.turn = chance.randrange(len(urls))
        self.seat: int | None = None
        self.epoch: str | None = None
        self.pending: Acting | None = None
        self.said_at = self.heard_at = 0.0
        self.asked_at: float | None = None
        self.beat = BEAT
        self.is_live = False
        self.pause = self.late_pause = 0.0  # seconds that it thinks about a move, on average
        self.socket: websockets.ClientConnection | None = None
        self.close_codes: list[int] = []
        self.byes: list[Message] = []

    @property
    def view(self) -> Message:
        return self.witness.view or {}

    @property
    def is_done(self) -> bool:
        return bool(self.view.get("over"))

    def cut_off(self) -> None:
        """Lose the line at once, if there is one: nothing more is said or heard on it."""
        if self.socket is not None:
            self.socket.transport.abort()

    async def play(self) -> None:
        """Be at the table until the game is over, whatever happens to the connection."""
        tries = 0
        while not self.is_done:
            try:
                await self._sit_once()
                tries = 0
            except (OSError, websockets.WebSocketException, TimeoutError):
                tries += 1
            self.is_live, self.socket = False, None
            if self.close_codes and self.close_codes[-1] in FINAL:
                return
            if not self.is_done:
                self.turn += 1
                await asyncio.sleep(self.chance.uniform(0, min(1.0, 0.05 * 2**tries)))

    async def _sit_once(self) -> None:
        url = self.urls[self.turn % len(self.urls)].replace("http", "ws", 1)
        async with websockets.connect(
            f"{url}/ws/rooms/{self.room.code}",
            additional_headers=self.person.headers if self.person else {},
            compression=None,
            max_size=None,
            open_timeout=10,
            close_timeout=1,
        ) as self.socket:
            self.heard_at, self.asked_at = asyncio.get_running_loop().time(), None
            await self._hello()
            try:
                while not self.is_done:
                    await self._read_one()
            except websockets.ConnectionClosed:
                self.close_codes.append(self.socket.close_code or 1006)

    async def _hello(self) -> None:
        known = self.witness.seq is not None
        await self._send(
            type="hello", v=1, tab=self.tab, game=self.room.game if known else None,
            last_seq=self.witness.seq, epoch=self.epoch if known else None,
            **({"mark": self.witness.mark} if known else {}),
        )  # fmt: skip

    async def _send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def _read_one(self) -> None:
        assert self.socket is not None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5 if self.pending or not self.is_live else 1.0):
                text = await self.socket.recv()
                assert isinstance(text, str)
                self.heard_at, self.asked_at = asyncio.get_running_loop().time(), None
                await self._hear(json.loads(text), text)
        loop = asyncio.get_running_loop()
        await self._ask_whether_anybody_is_there(loop.time())
        if self.pending and self.is_live and loop.time() - self.said_at > SILENCE:
            await self._say_move()
        await self._move_if_due()

    async def _ask_whether_anybody_is_there(self, now: float) -> None:
        """Raises TimeoutError if nobody answers: a line may be dead without saying so."""
        if self.asked_at is not None and now - self.asked_at > self.beat:
            raise TimeoutError
        if self.asked_at is None and now - self.heard_at > self.beat:
            self.asked_at = now
            await self._send(type="hb", seq=self.witness.seq or 0)

    async def _hear(self, message: Message, text: str) -> None:
        self.witness.heard(message, text)
        match message["type"]:
            case "welcome":
                self.seat, self.epoch, self.is_live = message["seat"], message["epoch"], False
            case "snapshot":
                self.epoch = message["epoch"]
                if message["restored"]:
                    self.pending = None  # what was decided on a log that is no more is not asked for again
            case "live":
                self.is_live = True
                if self.pending:
                    await self._say_move()
            case "ack" | "nack":
                self._answered(message)
            case "bye":
                self.byes.append(message)

    def _answered(self, message: Message) -> None:
        if self.pending is None or message["action_id"] != self.pending.action_id:
            return
        if message["type"] == "nack" and message["retry"]:
            self.said_at = asyncio.get_running_loop().time() - SILENCE + 0.2  # the same move again, soon
            return
        self.pending = None

    async def _move_if_due(self) -> None:
        view = self.view
        if self.seat is None or not self.is_live or self.pending or view.get("due") != self.seat:
            return
        base = self.witness.seq
        assert base is not None
        thought = await self._think(base)
        tile, face, turn = legal(view, self.chance)
        self.pending = self.history.invoke(self.witness, self.seat, str(uuid4()), base, (tile, face, turn))
        self.pending.thought = thought
        await self._say_move()

    async def _think(self, base: int) -> float:
        """Returns for how long. Nobody thinks on who has no pause any more."""
        pause = self.late_pause or self.pause if base >= LATE else self.pause
        began = asyncio.get_running_loop().time()
        end = began + self.chance.uniform(0, 2 * pause)
        while self.pause and (left := end - asyncio.get_running_loop().time()) > 0:
            await asyncio.sleep(min(left, 0.5))
        return asyncio.get_running_loop().time() - began

    async def _say_move(self) -> None:
        pending = self.pending
        assert pending is not None
        self.said_at = asyncio.get_running_loop().time()
        tile, face, turn = pending.placement
        await self._send(
            type="act", action_id=pending.action_id, base=pending.base, tile=tile, face=face, turn=turn
        )


def legal(view: Message, chance: random.Random) -> tuple[int, int, int]:
    """Any legal placement of the seat that is due."""
    areas = view["planets"][view["due"]]
    faces = [face for face in range(12) if areas[5 * face] == "."]
    tiles = [tile for tile, taker in zip(view["display"], view["taken"], strict=True) if taker is None]
    return chance.choice(tiles), chance.choice(faces), chance.randrange(5)


async def all_done(players: list[Player], seconds: float = PATIENCE * 2) -> None:
    """Let them play their games to the end."""
    async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())
