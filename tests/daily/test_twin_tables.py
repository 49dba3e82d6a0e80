"""Twin worlds of a day at its tables: whatever comes over a socket, and all pages and routes beside it, is
the same to the last byte where only what is hidden differs.

To whoever plays, tiles to come, the bots' secret habitats, key and seed are hidden; to whoever is through,
key and seed until the day is closed, and all of the day to come.
"""

import asyncio
import json
import re
from contextlib import asynccontextmanager
from copy import deepcopy
from datetime import timedelta
from uuid import UUID

import asyncpg
import httpx
import orjson
import pytest

from app.bots.daily import candidate, key_of, seal_of
from app.daily.models import DailyWorld
from app.daily.worlds import line_record
from app.games.entries import move_entry, table_id
from app.games.store import dsn
from app.main import create_app
from app.rules.deal import Seat, commitment
from app.rules.planet import Placement
from app.rules.views import view as view_of
from tests.daily.days import SECRET, add_world, first_of, play_to_the_end, today
from tests.daily.test_twin_days import CHANGING, PATHS, ROUNDS, change_what_is_hidden
from tests.databases import execute, with_database
from tests.faults.history import follow
from tests.faults.test_twin_worlds import numbered
from tests.guests import join
from tests.live.served import Person, at_table, serve

UNSAID = re.compile(
    CHANGING.pattern + r'|"conn":"[0-9a-f-]{36}"|"mark":"[0-9a-f]{16}"|127\.0\.0\.1:\d+'
    r'|"due_at":("[^"]*"|null)'
    # A room is told as it was read last, which is a matter of time:
    r'|"presence":"(?:here|away)","away_since":(?:null|"[^"]*")|"state":"running","head":\d+'
)
TOMORROW = today() + timedelta(days=1)
LATER = (f"/daily/{TOMORROW}", f"/api/daily/{TOMORROW}", f"/api/daily/{TOMORROW}/line")
LAST = 4 * (ROUNDS + 2) - 1  # the move after which tiles would come that differ
CLOSED = "the socket is closed with {}"


@asynccontextmanager
async def with_days(settings):
    """The app with worlds, none of which it draws; asked without a port."""
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        app.state.settings = app.state.settings.model_copy(update={"daily": True})
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            yield app, client


@pytest.fixture
async def places(settings, database_url):
    """A day on which Maya plays, Tom has not begun and Ida is through; and another one that is to come."""
    async with with_days(settings) as (app, client):
        maya, tom, ida = [await join(client, name) for name in ("Maya", "Tom", "Ida")]
        line = line_record(candidate(key_of(SECRET, today()), 0), today(), 0.001)
        await add_world(app, line=line)
        await add_tomorrow(app)
        circle = await maya.post("/circles", {"name": "All of us"})
        for other in (tom, ida):
            await other.post(f"/circles/{circle['link']}/join")
        mine, theirs = [await guest.post(f"/daily/{today()}/try") for guest in (maya, ida)]
        await asyncio.gather(
            play_to_the_end(maya, mine["game"]["id"], stop=ROUNDS), play_to_the_end(ida, theirs["game"]["id"])
        )
        while (await maya.get(f"/games/{mine['game']['id']}"))["view"]["due"] != 0:
            await asyncio.sleep(0.01)
    await execute(database_url, "UPDATE presence SET gone_at = now() - interval '1 day'")
    games = {"game": mine["game"]["id"], "other": theirs["game"]["id"]}
    people = {"playing": maya, "not begun": tom, "through": ida, "stranger": None}
    return {"link": circle["link"], "mine": mine["code"], "theirs": theirs["code"], **games}, people


async def add_tomorrow(app):
    """Its seals are told today, and nothing else of it."""
    key = key_of(SECRET, TOMORROW)
    seed = candidate(key, 3)
    sealed = {"seal": seal_of(key), "commitment": commitment(seed), "number": 3, "rule": 1}
    async with app.state.database.transaction() as db:
        db.add(DailyWorld(day=TOMORROW, key=key, seed=seed, line={"tiles": 5}, **sealed))


@asynccontextmanager
async def twin(server_url, database_url):
    plain = database_url.rsplit("/", 1)[1].split("?")[0]
    await execute(server_url, f"CREATE DATABASE {plain}_twin TEMPLATE {plain}")
    try:
        yield with_database(database_url, f"{plain}_twin")
    finally:
        await execute(server_url, f"DROP DATABASE {plain}_twin WITH (FORCE)")


class World:
    """One of the two, served, and what each audience is told of it."""

    def __init__(self, site, places, people):
        self.site, self.places = site, places
        self.people = {
            name: guest and Person(site, {"id": guest.id, "name": guest.name, "token": guest.token})
            for name, guest in people.items()
        }
        self.told = {name: [] for name in people}
        self.bots_see = b""

    def note(self, audience, text):
        self.told[audience].append(UNSAID.sub("~", text))

    async def knock(self, audience, room):
        """The table of somebody else's try: closed before anything is said."""
        async with at_table(self.site, room, self.people[audience], hello=False) as client:
            self.note(audience, CLOSED.format(await client.closed()))
            assert client.raw == []

    async def ask(self, paths):
        """Every page and route, as everybody gets it."""
        for audience, person in self.people.items():
            headers = person.headers if person else {}
            for path in paths:
                asked = self.site.url + path.format(**self.places)
                answer = await self.site.http.get(asked, headers={"Accept-Encoding": "identity", **headers})
                assert answer.status_code < 500, path
                self.note(audience, f"{path} {answer.status_code} {answer.text}")

    async def play(self):
        """Maya's table from her first words on it to the last tile that lies in both worlds."""
        room, maya = self.places["mine"], self.people["playing"]
        async with at_table(self.site, room, maya) as client:
            view = deepcopy(client.view)
            seq = client.seq
            while seq < LAST:
                if view["due"] == 0:
                    await self.err(client, seq)
                    answer = await client.act(first_of(view, 0), base=seq, action_id=numbered(seq, "move"))
                    assert answer["type"] == "ack", answer
                else:
                    await self.move_for_bot(view, seq)
                follow(view, (await client.hear("event", seq=seq + 1))["event"])
                seq += 1
            for text in client.raw:
                if json.loads(text)["type"] != "room":  # those come when it is known who is there
                    self.note("playing", text)
            game, mark = self.places["game"], client.mark
            known = {"game": game, "epoch": client.welcome["epoch"], "last_seq": seq, "mark": mark}
        async with at_table(self.site, room, maya, **known) as again:
            self.note("playing", "\n".join(again.raw))

    async def err(self, client, seq):
        """What is refused, hidden tiles among it, and what a client asks besides."""
        for tile in (*range(0, 50, 7), 50, 51, 999):
            await client.act((tile, 77, 9), base=seq, action_id=numbered(seq, f"mistake {tile}"))
        await client.act((0, 0, 0), base=seq - 1, action_id=numbered(seq, "late"))
        await client.act((0, 0, 0), base=seq + 1, action_id=numbered(seq, "ahead"))
        since = len(client.told)
        await client.send(type="say", text="What do you hide?")
        await client.send(type="react", reaction="think")
        await client.hear("reacted", since=since)
        await client.send(type="hb", seq=seq)
        await client.hear("hb_ack", since=since)
        client.seq = max(seq - 5, 0)
        mark = next((m["mark"] for m in client.told if m["type"] == "event" and m["seq"] == client.seq), None)
        await client.send(type="resync", mark=mark, **{"from": client.seq})
        await client.hear("live", since=since)

    async def move_for_bot(self, view, seq):
        """The day's bots are asked for no move here: theirs would follow from what they hide."""
        registry = self.site.app.state.registry
        live_game = await registry.get(UUID(self.places["game"]))
        tile, face, _ = first_of(view, view["due"])
        placement = Placement(tile, face, seq % 5)
        entry = move_entry(view["due"], table_id(seq + 1), placement, "bot")
        await registry.submit(live_game, entry, seq)
        self.bots_see = orjson.dumps(view_of(live_game.fold.state, Seat(1)))

    async def see_the_end(self):
        """Ida's table, after her game."""
        async with at_table(self.site, self.places["theirs"], self.people["through"]) as client:
            for text in client.raw:
                if json.loads(text)["type"] != "room":
                    self.note("through", text)


async def live_through(settings, places, people, *, plays):
    """The same for each world."""
    slow = {"bot_think_seconds": 3600.0, "messages_per_second": 10_000.0, "grace_seconds": 600.0}
    async with serve(settings.model_copy(update=slow)) as site:
        site.app.state.settings = site.app.state.settings.model_copy(update={"daily": True})
        world = World(site, places, people)
        for audience, room in (
            ("not begun", "mine"), ("stranger", "mine"), ("through", "mine"), ("playing", "theirs")
        ):  # fmt: skip
            await world.knock(audience, places[room])
        if plays:
            await world.play()
        await world.see_the_end()
        await world.ask((*PATHS, *LATER))
    return world


def check_that_they_are_one(one, other, audiences):
    for audience in audiences:
        for left, right in zip(one.told[audience], other.told[audience], strict=True):
            assert left == right, audience
        assert len(one.told[audience]) > len(PATHS)


async def test_nothing_hidden_of_a_day_comes_over_its_tables_socket(
    settings, places, server_url, database_url
):
    named, people = places
    async with twin(server_url, database_url) as other_url:
        await change_what_is_hidden(other_url, UUID(named["game"]), UUID(named["other"]))
        one = await live_through(settings, named, people, plays=True)
        twins = settings.model_copy(update={"database_url": other_url})
        other = await live_through(twins, named, people, plays=True)
    check_that_they_are_one(one, other, ("playing", "not begun", "stranger"))
    heard = {kind for text in one.told["playing"] for kind in re.findall(r'^{"type":"(\w+)"', text)}
    assert {"welcome", "snapshot", "event", "ack", "nack", "hb_ack", "live"} <= heard
    assert one.bots_see != other.bots_see, "the worlds do not differ, so this proves nothing"


async def change_what_is_sealed(database):
    connection = await asyncpg.connect(dsn(database))
    await connection.execute("UPDATE games SET seed = $1 WHERE daily IS NOT NULL", bytes(32))
    await connection.execute("UPDATE daily_worlds SET seed = $1, key = $1, number = 7", bytes(32))
    await connection.execute("UPDATE daily_worlds SET line = NULL WHERE day > $1", today())
    await connection.execute("UPDATE daily_secret SET secret = $1", bytes(32))
    await connection.close()


async def test_key_and_seed_stay_sealed_for_whoever_is_through_until_the_day_is_closed(
    settings, places, server_url, database_url
):
    named, people = places
    async with twin(server_url, database_url) as other_url:
        await change_what_is_sealed(other_url)
        one = await live_through(settings, named, people, plays=False)
        twins = settings.model_copy(update={"database_url": other_url})
        other = await live_through(twins, named, people, plays=False)
    check_that_they_are_one(one, other, people)
    end = next(text for text in one.told["through"] if text.startswith('{"type":"snapshot"'))
    assert '"over":true' in end
    record = next(text for text in one.told["through"] if text.startswith("/api/games/{other}/record 200"))
    assert '"scores"' in record
