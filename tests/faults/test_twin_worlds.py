"""Twin worlds: two databases that differ only in what is hidden, the same people, the same actions. Whatever
anybody else receives (sockets, REST, pages, refusals) is the same to the last byte. A fork has twins of its
own (`test_twin_forks.py`).

The second world is a copy of the first, changed behind the app's back: the others' objectives, the tiles and
mystery animals that stay hidden as long as we play, and the seed.
"""

import asyncio
import json
import random
import re
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from uuid import UUID, uuid5

import asyncpg
import pytest

from app.games.store import dsn
from app.rules.parts import base_set
from tests.databases import execute, with_database
from tests.faults.history import follow
from tests.faults.player import make_room
from tests.faults.processes import asking, serving
from tests.live.served import at_table

ROUNDS = 6  # rounds that are played; what is hidden beyond them is changed
SEATS = 3
AUDIENCES = (0, None)  # a seat, and a watcher
MOMENTS = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)"
    r'|"conn":"[0-9a-f-]{36}"|"mark":"[0-9a-f]{16}"|nonce-[\w-]{22}|nonce="[\w-]{22}"|127\.0\.0\.1:\d+'
)
AWARDS = tuple(f"/g/{{game}}/award/{animal}" for animal in sorted(base_set().animals.values())[::3])
PAGES = (
    "/r/{code}", "/r/{code}/seats", "/r/{code}/options", "/r/{code}/secrets", "/g/{game}",
    "/g/{game}/ply/0", "/g/{game}/ply/9", "/g/{game}/ply/18", "/g/{game}/ply/19", *AWARDS,
    "/parts/waiting", "/ladder", "/ladder?seats=3&week=2026-11-20", "/ladder?week=x",
    "/games", "/games?who=a", "/games/numbers", "/games/with/{game}/1", "/g/{game}/planet/0", "/", "/rules",
)  # fmt: skip
COMPANY = (("mutes", {"seat": 1}), ("reports", {"seat": 1, "reason": "spoils"}))
NAMELESS = re.compile(r'"id":"[0-9a-f-]{36}"')  # drawn anew in each world
PATHS = (
    "/api/games/{game}", "/api/games/{game}?since=0", "/api/games/{game}?since=4", "/api/games/{game}/record",
    "/api/games/{game}/proof", "/api/rooms/{code}", "/api/people/me/games", "/api/games/{game}?since=x",
    "/api/games/{game}/analysis", "/api/people/me/records.jsonl", "/g/{game}/planet/1.png",
    "/api/people/me/kept", "/api/games/{game}/rating", "/api/games/{game}/ratings",
    "/api/people/me/rating",
)  # fmt: skip


@dataclass
class World:
    """What the audiences of one world received, in order, without moments and addresses."""

    told: dict[object, list[str]] = field(default_factory=lambda: {0: [], None: [], 1: []})
    logs: str = ""

    def note(self, audience, text):
        self.told[audience].append(MOMENTS.sub("~", text))


@pytest.fixture
async def twins(tmp_path, make_database, server_url):
    """A room in which a game has begun, twice; and the secrets of both."""
    first = make_database()
    async with serving(tmp_path, first) as (app,):
        room = await make_room([app.url], SEATS, variants=["mystery"])
        await app.stop()
    async with twin_of(server_url, first, room.game) as second:
        yield room, first, second


@asynccontextmanager
async def twin_of(server_url, first, game):
    """A copy of the database, with other secrets in the game."""
    plain = first.rsplit("/", 1)[1].split("?")[0]
    second = f"{plain}_twin"
    await execute(server_url, f"CREATE DATABASE {second} TEMPLATE {plain}")
    changed = with_database(first, second)
    await change_what_is_hidden(changed, UUID(game))
    yield changed
    await execute(server_url, f"DROP DATABASE {second} WITH (FORCE)")


async def change_what_is_hidden(database, game):
    connection = await asyncpg.connect(dsn(database))
    deal = json.loads(await connection.fetchval("SELECT deal FROM games WHERE id = $1", game))
    hidden = 5 * (ROUNDS + 1)
    deal["order"] = [*deal["order"][:hidden], *reversed(deal["order"][hidden:])]
    mysteries = [column for column in deal["animals"][ROUNDS:] if len(column) > 1]
    last = mysteries[-1][1]
    for column, other in zip(reversed(mysteries), reversed(mysteries[:-1]), strict=False):
        column[1] = other[1]
    mysteries[0][1] = last
    others = [letter for letter in "OFDMG" if letter not in deal["objectives"]]
    deal["objectives"] = [deal["objectives"][0], *others[:2]]
    await connection.execute(
        "UPDATE games SET deal = $2::text::jsonb, seed = $3 WHERE id = $1", game, json.dumps(deal), bytes(32)
    )
    await connection.close()


async def live_through(folder, database, room, *, begun=0, more=()):
    """The same for each world: everybody comes, plays, errs, asks and looks; so many moves are made already,
    and there are `more` addresses to look at.
    """
    folder.mkdir()
    world = World()
    analyses = {"TERRAHEDRON_ANALYSES_PER_HOUR": "1000"}
    async with serving(folder, database, **analyses) as (app,), AsyncExitStack() as stack:
        clients = []
        for who in [*room.people, None]:
            clients.append(await stack.enter_async_context(at_table(app, room.code, who)))
            await here(clients, SEATS if who is None else len(clients))
        audience = {0: clients[0], 1: clients[1], None: clients[3]}
        view = json.loads(json.dumps(clients[3].view))
        for seq in range(begun, ROUNDS * SEATS):
            await err(audience, seq, world, view)
            await play(clients, seq, view)
        for seq in range(ROUNDS * SEATS, (ROUNDS + 1) * SEATS):  # not to a round's end
            if view["due"] == 0:
                break
            await play(clients, seq, view)
        await talk(clients)
        await room.people[0].post(app.url, f"/rooms/{room.code}/invite")
        version = (await room.people[0].get(app.url, f"/rooms/{room.code}"))["version"]
        for who, client in audience.items():
            await client.until(lambda m: m["type"] == "room" and m["room"]["version"] == version)
            for text in client.raw:
                if json.loads(text)["type"] != "room":
                    world.note(who, text)
            world.note(who, [text for text in client.raw if json.loads(text)["type"] == "room"][-1])
            await ask(app, room, who, world, [*PATHS, *PAGES, *more])
        world.logs = app.words()
        assert app.accidents() == []
    return world


async def here(clients, number):
    """Until everybody at the table is known to be there; rooms are told when people have come."""
    await clients[-1].until(
        lambda message: (
            message["type"] == "room"
            and sum(seat["presence"] == "here" for seat in message["room"]["seats"]) >= min(number, SEATS)
        )
    )


def numbered(seq, what):
    return str(uuid5(UUID(int=0), f"{what} {seq}"))


async def play(clients, seq, view):
    """The due seat takes the first tile there is, at a face and turn by number; all hear of it."""
    due = view["due"]
    tile = next(t for t, taker in zip(view["display"], view["taken"], strict=True) if taker is None)
    face = next(f for f in range(12) if view["planets"][due][5 * f] == ".")
    answer = await clients[due].act((tile, face, seq % 5), base=seq, action_id=numbered(seq, "move"))
    assert answer["type"] == "ack", answer
    for client in clients:
        event = await client.hear("event", seq=seq + 1)
    follow(view, event["event"])


async def err(audience, seq, world, view):
    """Everything that can be refused, tiles that are still hidden among it; and the small talk of clients."""
    tiles = random.Random(seq).sample(range(52), 6)
    for who, client in audience.items():
        for number, tile in enumerate(
            tiles if who != view["due"] else [t for t in tiles if t not in view["display"]]
        ):
            name = numbered(seq, f"mistake {who} {number}")
            await client.act((tile, 0, 0), base=seq, action_id=name)
        await client.act((0, 99, 9), base=seq + 3, action_id=numbered(seq, f"ahead {who}"))
        if seq > 0:  # nobody can be late for the first move, and tile 0 may be on display
            await client.act((0, 0, 0), base=seq - 1, action_id=numbered(seq, f"late {who}"))
        since = len(client.told)
        await client.send(type="hb", seq=seq)
        await client.hear("hb_ack", since=since)
        client.seq = max(seq - 2, 0)
        mark = next((m["mark"] for m in client.told if m["type"] == "event" and m["seq"] == client.seq), None)
        await client.send(type="resync", mark=mark, **{"from": client.seq})
        await client.hear("live", since=since)


async def talk(clients):
    """One after the other: words are written down first, signs and looks are not."""
    words = {"said": {"type": "say", "text": "What do you hide?"}}
    words["reacted"] = {"type": "react", "reaction": "think"}
    words["looked"] = {"type": "look", "q": [0.5, 0.5, 0.5, 0.5]}
    for heard, said in words.items():
        await clients[1].send(**said)
        for client in clients[:1] + clients[2:]:
            await client.hear(heard)
    await clients[1].send(type="phrase", phrase="so_close")
    for client in clients:
        await client.hear("said", phrase="so_close")


async def ask(app, room, who, world, paths):
    """Every page and every answer of the API, errors too. Unpacked: the length of what is packed depends on a
    page's nonce and on the port.
    """
    headers = {"Accept-Encoding": "identity", **({} if who is None else room.people[who].headers)}
    async with asking(app.url, headers=headers) as http:
        for path in paths:
            answer = await http.get(
                path.format(code=room.code, game=room.game), headers={"Accept": "text/html, */*"}
            )
            headers = {k: v for k, v in answer.headers.items() if k not in ("x-request-id", "date", "etag")}
            world.note(who, f"{path} {answer.status_code} {sorted(headers.items())} {answer.text}")
        for number, tile in enumerate((0, 25, 49, 50)):
            body = {"action_id": numbered(number, f"rest {who}"), "base": ROUNDS * SEATS, "tile": tile}
            answer = await http.post(f"/api/games/{room.game}/acts", json={**body, "face": 77, "turn": 1})
            world.note(who, f"{answer.status_code} {answer.text}")
        for path, body in COMPANY:
            answer = await http.post(f"/api/rooms/{room.code}/{path}", json=body)
            assert answer.status_code == {0: 201, None: 401}.get(who, 409), answer.text  # 1 is who is meant
            world.note(who, NAMELESS.sub("~", f"{path} {answer.text}"))
        hints = await http.post(f"/api/rooms/{room.code}/hints", json={})
        assert hints.status_code == {0: 200, 1: 409, None: 401}[who]
        world.note(who, hints.text)


async def test_twin_worlds_are_one_to_everybody_else(tmp_path, twins):
    room, first, second = twins
    one, other = await asyncio.gather(
        live_through(tmp_path / "one", first, room), live_through(tmp_path / "other", second, room)
    )
    check_that_they_are_one(room, one, other)


def check_that_they_are_one(room, one, other):
    for audience in AUDIENCES:
        for left, right in zip(one.told[audience], other.told[audience], strict=True):
            assert left == right
        assert len(one.told[audience]) > 80
    assert one.told[1] != other.told[1], "the worlds do not differ, so this proves nothing"
    secrets = [room.invite, *(person.token for person in room.people)]
    assert not any(secret in world.logs for world in (one, other) for secret in secrets)
