"""Twin worlds of a day: two databases that differ only in what is hidden of it. Whoever has not come to its
end is told the same by every page and route, to the last byte.

The second one has another key and seed, other tiles to come and other secret habitats in games under way,
other points of those who are through, another best game, and somebody else who wants to be named.
"""

import json
import re
from uuid import UUID

import asyncpg
import httpx

from app.bots.daily import candidate, key_of
from app.daily.worlds import line_record
from app.games.store import dsn
from app.main import create_app
from tests.daily.days import SECRET, add_world, end_try, play_to_the_end, today
from tests.databases import execute, with_database
from tests.guests import join

ROUNDS = 3
CHANGING = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)|\d+ (day|hour|minute)s? left"
    r'|nonce-[\w-]{22}|nonce="[\w-]{22}"'
)
OF_A_GAME = (
    "/api/games/{}", "/api/games/{}?since=0", "/api/games/{}/record", "/api/games/{}/proof",
    "/api/games/{}/analysis", "/g/{}", "/g/{}/ply/3", "/g/{}/planet/0", "/g/{}/planet/0.png",
    "/g/{}/sheet?seat=0", "/parts/g/{}/analysis",
)  # fmt: skip
PATHS = (
    "/", "/daily", f"/daily/{today()}", "/games", "/games/numbers", "/parts/rooms", "/parts/games",
    "/parts/waiting", "/c/{link}", "/api/daily", f"/api/daily/{today()}", f"/api/daily/{today()}/line",
    "/api/circles", "/api/rooms/{mine}", "/api/rooms/{theirs}", "/r/{mine}", "/r/{theirs}", "/r/{mine}/seats",
    *(path.format(whose) for path in OF_A_GAME for whose in ("{game}", "{other}")),
    "/api/people/me/games", "/api/people/me/kept", "/api/people/me/records.jsonl",
)  # fmt: skip


async def change_what_is_hidden(database, game, other):
    connection = await asyncpg.connect(dsn(database))
    deal = json.loads(await connection.fetchval("SELECT deal FROM games WHERE id = $1", game))
    hidden = 5 * (ROUNDS + 2)
    deal["order"] = [*deal["order"][:hidden], *reversed(deal["order"][hidden:])]
    mine, *others = deal["objectives"]
    deal["objectives"] = [mine, *others[1:], next(one for one in "OFDMG" if one not in deal["objectives"])]
    await connection.execute("UPDATE games SET deal = $2::text::jsonb WHERE id = $1", game, json.dumps(deal))
    await connection.execute("UPDATE games SET seed = $1 WHERE daily IS NOT NULL", bytes(32))
    await connection.execute(
        "UPDATE daily_worlds SET seed = $1, key = $1, number = 5, line = NULL", bytes(32)
    )
    await connection.execute(
        "UPDATE games SET result = jsonb_set(result, '{scores,0,total}', '39') WHERE id = $1", other
    )
    await connection.execute("UPDATE daily_tries SET is_shown = true WHERE game_id = $1", other)
    await connection.close()


async def told(settings, people, places):
    """All that each audience is told, without moments."""
    heard = {}
    app = create_app(settings.model_copy(update={"analyses_per_hour": 100}))
    async with app.router.lifespan_context(app):
        app.state.settings = app.state.settings.model_copy(update={"daily": True})
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            for name, token in people.items():
                asked = {"Authorization": f"Bearer {token}"} if token else {}
                for path in PATHS:
                    answer = await client.get(path.format(**places), headers=asked)
                    assert answer.status_code < 500, path
                    heard[name, path] = (answer.status_code, CHANGING.sub("~", answer.text))
    return heard


async def test_nothing_hidden_of_a_day_shows_in_what_others_are_told(settings, server_url, database_url):
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        app.state.settings = app.state.settings.model_copy(update={"daily": True})
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            maya, tom, ida = [await join(client, name) for name in ("Maya", "Tom", "Ida")]
            line = line_record(candidate(key_of(SECRET, today()), 0), today(), 0.001)
            await add_world(app, line=line)
            circle = await maya.post("/circles", {"name": "All of us"})
            for other in (tom, ida):
                await other.post(f"/circles/{circle['link']}/join")
            mine = await maya.post(f"/daily/{today()}/try")
            await play_to_the_end(maya, mine["game"]["id"], stop=ROUNDS)
            theirs = await ida.post(f"/daily/{today()}/try")
            await end_try(app, theirs["game"]["id"], 21)
            while (await maya.get(f"/games/{mine['game']['id']}"))["view"]["due"] != 0:
                pass
    places = {
        "link": circle["link"],
        "mine": mine["code"],
        "theirs": theirs["code"],
        "game": mine["game"]["id"],
        "other": theirs["game"]["id"],
    }
    people = {"playing": maya.token, "not begun": tom.token, "stranger": None, "through": ida.token}
    plain = database_url.rsplit("/", 1)[1].split("?")[0]
    await execute(server_url, f"CREATE DATABASE {plain}_twin TEMPLATE {plain}")
    twin = with_database(database_url, f"{plain}_twin")
    await change_what_is_hidden(twin, UUID(places["game"]), UUID(places["other"]))
    first = await told(settings, people, places)
    second = await told(settings.model_copy(update={"database_url": twin}), people, places)
    differ = {key for key in first if first[key] != second[key]}
    assert [key for key in differ if key[0] != "through"] == []
    assert ("through", "/api/daily") in differ  # who may know the points of the day does
    assert first["playing", "/api/games/{game}/record"][0] == 200
    assert first["not begun", "/api/games/{other}/record"][0] == 404
    await execute(server_url, f"DROP DATABASE {plain}_twin WITH (FORCE)")
