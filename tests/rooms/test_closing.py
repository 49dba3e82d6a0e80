"""Rooms that everybody has forgotten close by the database's clock."""

import asyncio
from uuid import UUID

from sqlalchemy import text

from app.rooms import repository, service
from app.rooms.sweeper import sweep_once
from tests.guests import NONCE, refused


async def age(app, hours: float) -> None:
    async with app.state.database.transaction() as db:
        query = text("UPDATE rooms SET touched_at = now() - make_interval(secs => :seconds)")
        await db.execute(query, {"seconds": hours * 3600})


async def sweep(app) -> int:
    return await sweep_once(app.state.database, app.state.settings)


async def test_room_with_people_closes_after_long_idleness(app, client, maya, tom):
    room = await maya.make_room(public=True)
    await age(app, 71)
    assert await sweep(app) == 0
    await age(app, 73)
    assert await sweep(app) == 1
    view = await room.look()
    assert (view["state"], view["game"]["state"]) == ("closed", "abandoned")
    refused(await tom.ask("POST", f"{room.path}/sit", {"nonce": NONCE}), 409, "room_closed")
    refused(await client.get(f"/api/invites/{room.invite}"), 404, "not_found")
    assert (await client.get("/api/rooms")).json() == []


async def test_room_in_which_nobody_sits_closes_soon(app, maya, tom):
    empty, waiting = await maya.make_room(sits=False), await tom.make_room()
    await age(app, 2)
    assert await sweep(app) == 1
    assert [(await room.look())["state"] for room in (empty, waiting)] == ["closed", "open"]


async def test_room_at_play_stays_open_however_long_a_move_takes(app, maya, tom):
    room = await maya.make_room(seats=2, clock=86400)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    await age(app, 1000)
    assert await sweep(app) == 0
    assert (await room.look())["state"] == "playing"


async def test_room_whose_game_ended_long_ago_closes(app, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    await age(app, 100)
    async with app.state.database.transaction() as db:
        await db.execute(text("UPDATE games SET state = 'over', ended_at = now() - interval '80 hours'"))
    assert await sweep(app) == 1
    assert (await room.look())["state"] == "closed"
    assert len((await room.look())["games"]) == 1


async def test_room_in_use_is_left_alone_by_the_sweeper(app, maya):
    await maya.make_room()
    await age(app, 100)
    async with app.state.database.transaction() as db:
        await db.execute(text("SELECT 1 FROM rooms FOR UPDATE"))
        assert await sweep(app) == 0
    assert await sweep(app) == 1


async def test_two_sweepers_share_the_work(app, maya, tom, ida):
    for guest in (maya, tom, ida):
        await guest.make_room()
    await age(app, 100)
    assert sum(await asyncio.gather(sweep(app), sweep(app))) == 3


async def test_somebody_who_comes_between_two_sweeps_is_not_shut_out(app, maya):
    """They open the room after it was noted who is where, and before what is idle closes."""
    room = await maya.make_room()
    await age(app, 100)
    async with app.state.database.transaction() as db:
        found = await repository.room_access(db, room.code)
        await db.execute(
            text("INSERT INTO presence (room_id, key, process) VALUES (:room, :room, :room)"),
            {"room": found.id},
        )
    async with app.state.database.transaction() as db:
        assert await service.close_idle(db, app.state.settings) == 0


async def test_end_of_a_game_is_noted_on_its_room(app, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = (await maya.post(f"{room.path}/start"))["game"]
    async with app.state.database.transaction() as db:
        await db.execute(text("UPDATE games SET state = 'over'"))
    for _ in range(2):
        await service.mark_room_over(app.state.registry.store, UUID(game["id"]))
    view = await room.look()
    assert view["state"] == "over"
    async with app.state.database.sessions() as db:
        stored = (await db.execute(text("SELECT state, version FROM rooms"))).one()
    assert tuple(stored) == ("over", view["version"])


async def test_old_passes_are_swept_away(app, maya):
    await maya.post("/people/me/pass")
    async with app.state.database.transaction() as db:
        await db.execute(text("UPDATE seat_passes SET expires_at = now() - interval '2 days'"))
    await sweep(app)
    async with app.state.database.sessions() as db:
        assert (await db.execute(text("SELECT count(*) FROM seat_passes"))).scalar_one() == 0


async def test_talk_has_an_end(app, maya):
    await maya.make_room()
    say = "INSERT INTO talk (room_id, name, text, at) SELECT id, 'Maya', n::text, now() - {} FROM rooms, {}"
    async with app.state.database.transaction() as db:
        await db.execute(text(say.format("interval '31 days'", "generate_series(1, 3) AS n")))
        await db.execute(text(say.format("interval '29 days'", "generate_series(4, 602) AS n")))
        await db.execute(text(say.format("interval '1 minute'", "generate_series(603, 603) AS n")))
    await sweep(app)
    async with app.state.database.transaction() as db:
        kept = (await db.execute(text("SELECT text::int FROM talk ORDER BY id"))).scalars().all()
    assert kept == list(range(104, 604))
    async with app.state.database.transaction() as db:
        await db.execute(text("UPDATE talk SET at = now() - interval '31 days' WHERE text::int < 600"))
    await sweep(app)
    async with app.state.database.transaction() as db:
        assert (await db.execute(text("SELECT count(*) FROM talk"))).scalar_one() == 4
