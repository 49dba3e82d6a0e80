"""The try that counts: one a person a day, resumed anywhere, and nobody else's before the day is closed."""

import asyncio
from uuid import UUID

import pytest
from sqlalchemy import select

from app.bots.daily import bot_move
from app.daily.models import DailyTry
from app.games.statistics import finished_games
from app.rules.deal import Seat
from app.rules.game import apply_move
from app.rules.planet import Placement
from app.rules.record import verify
from tests.daily.days import add_world, end_try, pass_days, play_to_the_end, today, world_state, yesterday
from tests.guests import Guest, refused, serving

SPOILS = (
    "/api/games/{game}", "/api/games/{game}?since=0", "/api/games/{game}/record", "/api/games/{game}/proof",
    "/g/{game}", "/g/{game}/ply/0", "/g/{game}/ply/9", "/g/{game}/planet/0", "/g/{game}/planet/0.png",
    "/g/{game}/sheet?seat=0", "/api/games/{game}/record.json",
)  # fmt: skip


def headers(guest):
    return {"Authorization": f"Bearer {guest.token}"} if guest else {}


async def tries(app):
    async with app.state.database.sessions() as db:
        return (await db.scalars(select(DailyTry))).all()


async def test_a_try_is_a_game_of_the_days_deal_against_its_bots(days, maya):
    await add_world(days)
    room = await maya.post(f"/daily/{today()}/try")
    assert (room["state"], room["shut"], room["options"]["hints"], room["options"]["talk"]) == (
        "playing", True, False, False,
    )  # fmt: skip
    assert [seat["bot"] for seat in room["seats"]] == [None, "hedge", "thicket", "orchard"]
    assert room["seats"][0]["name"] != maya.name
    assert (room["game"]["daily"]["day"], room["game"]["daily"]["counted"]) == (today().isoformat(), True)
    told = await maya.get("/daily")
    assert (told["mine"]["room"], told["mine"]["over"], told["commitment"]) == (
        room["code"], False, room["game"]["commitment"],
    )  # fmt: skip


async def test_two_tabs_and_two_processes_come_to_one_try(days, maya):
    """Whoever asks at the same moment, here or in another process, is led to the same room."""
    await add_world(days)
    async with serving(days.state.settings.model_copy(update={"daily": False})) as other:
        other._transport.app.state.settings = days.state.settings
        elsewhere = Guest(other, maya.id, maya.name, maya.token)
        asked = [who.post(f"/daily/{today()}/try") for who in (maya, elsewhere) * 3]
        codes = {room["code"] for room in await asyncio.gather(*asked)}
    assert len(codes) == len(await tries(days)) == 1


async def test_whole_try_is_the_same_for_whoever_plays_the_same(days, maya, tom):
    """Seed and position alone decide what the bots do: who lays the same sees the same to the end."""
    seed = await add_world(days)
    games = [(await guest.post(f"/daily/{today()}/try"))["game"]["id"] for guest in (maya, tom)]
    await asyncio.gather(*map(play_to_the_end, (maya, tom), games))
    one, other = [
        await guest.get(f"/games/{game}/record") for guest, game in zip((maya, tom), games, strict=True)
    ]
    assert one["moves"] == other["moves"]
    state = world_state(today(), seed)
    for _round, seat, tile, face, turn in one["moves"]:
        placement = Placement(tile, face, turn)
        assert seat == 0 or placement == bot_move(state, seed)
        state, _ = apply_move(state, Seat(seat), placement)
    assert (one["seed"], one["commitment"], one["nonces"], verify(one)) == (None, None, None, [])
    told = await maya.get("/daily")
    assert told["mine"]["counts"] is True
    assert told["mine"]["points"] == one["scores"][0]["total"]
    assert told["people"] == 2


async def test_a_try_goes_on_after_a_restart(days, maya):
    await add_world(days)
    room = await maya.post(f"/daily/{today()}/try")
    await play_to_the_end(maya, room["game"]["id"], stop=2)
    async with serving(days.state.settings.model_copy(update={"daily": False})) as later:
        later._transport.app.state.settings = days.state.settings
        again = Guest(later, maya.id, maya.name, maya.token)
        same = await again.post(f"/daily/{today()}/try")
        assert same["code"] == room["code"]
        await play_to_the_end(again, room["game"]["id"], stop=1)
        assert (
            sum(len(laid) for laid in (await again.get(f"/games/{room['game']['id']}"))["view"]["placements"])
            >= 3
        )


async def test_nobody_else_sees_a_try_before_its_day_is_closed(days, client, maya, tom):
    seed = await add_world(days)
    room = await maya.post(f"/daily/{today()}/try")
    game = room["game"]["id"]
    await play_to_the_end(maya, game)
    for path in SPOILS:
        for guest in (tom, None):
            answer = await client.get(path.format(game=game), headers=headers(guest))
            assert answer.status_code == 404, path
        answer = await client.get(path.format(game=game), headers=headers(maya))
        assert answer.status_code == 200, path
        assert seed.hex() not in answer.text
        assert "public" not in answer.headers.get("cache-control", "")
    refused(await tom.ask("GET", f"/rooms/{room['code']}"), 403, "room_shut")
    refused(
        await maya.ask("POST", f"/games/{game}/forks", {"nonce": "0" * 16, "moves": 3, "seat": 0}),
        409,
        "daily_sealed",
    )
    assert (await maya.get(f"/games/{game}/proof"))["seed"] is None
    exported = await client.get("/api/people/me/records.jsonl", headers=headers(maya))
    assert seed.hex() not in exported.text
    await pass_days(days, 2)
    for path in SPOILS:
        assert (await client.get(path.format(game=game), headers=headers(tom))).status_code == 200, path
    record = await tom.get(f"/games/{game}/record")
    assert record["seed"] == (await tom.get(f"/games/{game}/proof"))["seed"] == seed.hex()
    assert verify(record) == []


async def test_what_is_one_persons_and_once_stays_so(days, maya):
    await add_world(days)
    room = await maya.post(f"/daily/{today()}/try")
    path = f"/rooms/{room['code']}"
    await end_try(days, room["game"]["id"], 20)
    refused(await maya.ask("POST", f"{path}/again"), 409, "daily_fixed")
    refused(await maya.ask("POST", f"{path}/shut", {"shut": False}), 409, "daily_fixed")
    assert (await maya.post(f"/daily/{today()}/try"))["code"] == room["code"]
    assert await maya.get("/people/me/games")
    assert "daily_tries" in await maya.get("/people/me/kept")


async def test_a_free_try_comes_after_the_one_that_counts_and_counts_for_nothing(days, maya):
    await add_world(days)
    refused(await maya.ask("POST", f"/daily/{today()}/free"), 409, "daily_first")
    counted = await maya.post(f"/daily/{today()}/try")
    refused(await maya.ask("POST", f"/daily/{today()}/free"), 409, "daily_first")
    await end_try(days, counted["game"]["id"], 12)
    free = await maya.post(f"/daily/{today()}/free")
    assert free["game"]["daily"]["counted"] is False
    await end_try(days, free["game"]["id"], 30)
    told = await maya.get("/daily")
    assert (told["mine"]["points"], told["people"]) == (12, 1)
    assert told["histogram"] == [{"low": 12, "high": 12, "people": 1}]


async def test_a_day_that_is_over_is_begun_by_nobody_and_finished_by_who_had_begun(days, maya, tom):
    await add_world(days)
    room = await maya.post(f"/daily/{today()}/try")
    await pass_days(days)
    assert (await maya.post(f"/daily/{yesterday()}/try"))["code"] == room["code"]
    refused(await tom.ask("POST", f"/daily/{yesterday()}/try"), 409, "daily_over")
    await pass_days(days)
    day = (await maya.get(f"/daily/{yesterday().fromordinal(yesterday().toordinal() - 1)}"))["day"]
    assert (await tom.post(f"/daily/{day}/free"))["game"]["daily"]["counted"] is False


@pytest.mark.parametrize(("ended", "counts"), [("01:59:59", True), ("02:00:00", False)])
async def test_a_try_counts_until_two_hours_after_its_day(days, maya, ended, counts):
    await add_world(days)
    room = await maya.post(f"/daily/{today()}/try")
    await pass_days(days, 3)
    day = today().fromordinal(today().toordinal() - 3)
    await end_try(
        days,
        room["game"]["id"],
        17,
        ended=f"('{day}'::date + 1)::timestamp AT TIME ZONE 'UTC' + interval '{ended}'",
    )
    told = await maya.get(f"/daily/{day}")
    assert (told["mine"]["counts"], told["people"]) == (counts, int(counts))


async def test_a_bot_that_fails_is_asked_again_and_never_replaced(days, maya, monkeypatch):
    """The same for everybody, however busy the server: no simpler move steps in."""
    seed = await add_world(days)
    pool, fails = days.state.registry.bot_pool, iter([TimeoutError()])
    ask = pool._ask

    async def ask_in_vain(question, game):
        failure = next(fails, None)
        if failure is not None:
            raise failure
        return await ask(question, game)

    monkeypatch.setattr(pool, "_ask", ask_in_vain)
    room = await maya.post(f"/daily/{today()}/try")
    await play_to_the_end(maya, room["game"]["id"], stop=2)
    record = await maya.get(f"/games/{room['game']['id']}/record")
    state = world_state(today(), seed)
    for _round, seat, *placement in record["moves"]:
        assert seat == 0 or Placement(*placement) == bot_move(state, seed)
        state, _ = apply_move(state, Seat(seat), Placement(*placement))


async def test_where_there_are_no_worlds_nothing_speaks_of_them(app, client, maya):
    await add_world(app)
    for path in ("/daily", f"/daily/{today()}", "/api/daily", f"/api/daily/{today()}"):
        assert (await client.get(path)).status_code == 404, path
    assert "/daily" not in (await client.get("/")).text
    refused(await maya.ask("POST", f"/daily/{today()}/try"), 404, "not_found")


async def test_figures_of_ordinary_games_leave_worlds_of_a_day_out(days, client, maya):
    await add_world(days)
    room = await maya.post(f"/daily/{today()}/try")
    await end_try(days, room["game"]["id"], 40, won=True)
    async with days.state.database.sessions() as db:
        assert await finished_games(db, UUID(maya.id)) == []
    assert "World of a day" in (await client.get("/games", headers=headers(maya))).text
