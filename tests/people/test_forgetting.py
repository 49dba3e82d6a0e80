"""Asking to be forgotten: what is gone, and what stays without a name."""

from sqlalchemy import text

from tests.guests import refused


async def rows(app, query: str) -> list[tuple[object, ...]]:
    async with app.state.database.sessions() as db:
        return [tuple(row) for row in await db.execute(text(query))]


async def whole_database(app) -> str:
    tables = [
        row[0] for row in await rows(app, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    ]
    contents = [await rows(app, f'SELECT row_to_json("{table}")::text FROM "{table}"') for table in tables]
    return str(contents)


async def finish(app) -> None:
    async with app.state.database.transaction() as db:
        await db.execute(text("UPDATE games SET state = 'over', ended_at = now() WHERE state = 'running'"))


async def test_forgotten_person_is_nowhere_in_the_database(app, maya, tom, ida):
    """After an old game, in a running one, at an open table, and in what was said."""
    old = await maya.make_room(seats=2)
    await old.seat(tom)
    await maya.post(f"{old.path}/start")
    await finish(app)
    running = await tom.make_room(seats=2)
    await running.seat(maya)
    await tom.post(f"{running.path}/start")
    waiting = await tom.make_room(seats=3)
    await waiting.seat(ida)
    async with app.state.database.transaction() as db:
        query = """
            INSERT INTO talk (room_id, person_id, name, seat, text)
            SELECT id, host_id, 'Tom', 0, 'hi' FROM rooms WHERE code = :c
        """
        await db.execute(text(query), {"c": waiting.code})
    assert tom.id in await whole_database(app)
    assert (await tom.ask("DELETE", "/people/me")).status_code == 204
    left = await whole_database(app)
    assert tom.id not in left
    assert "Tom" not in left
    assert await rows(app, "SELECT name, text FROM talk") == [("Someone", "hi")]


async def test_forgotten_person_leaves_the_table_and_its_host_seat(maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.ask("DELETE", "/people/me")
    view = await room.look(tom)
    assert [seat["name"] for seat in view["seats"]] == [None, "Tom"]
    assert view["you"]["host"]
    refused(await maya.ask("GET", "/people/me"), 401, "not_signed_in")


async def test_forgotten_player_is_played_for(app, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    await tom.ask("DELETE", "/people/me")
    view = await room.look()
    theirs = next(seat for seat in view["seats"] if seat["name"] != "Maya")
    assert (theirs["name"], theirs["presence"]) == ("Someone", "caretaker")
    assert view["games"][0]["players"] == ["Maya", "Someone"]
    assert await rows(app, "SELECT person_ids[2], sat_ids[2] FROM games") == [(None, None)]


async def test_person_whose_seat_a_bot_has_taken_over_is_nowhere(app, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    await tom.post(f"{room.path}/leave")
    await maya.post(f"{room.path}/takeover", {"seat": 1, "level": "grove"})
    assert (await room.look())["seats"][1]["name"] == "Tom"
    await tom.ask("DELETE", "/people/me")
    left = await whole_database(app)
    assert tom.id not in left
    assert "Tom" not in left


async def test_person_kicked_and_then_forgotten_is_nowhere(app, maya, tom):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    await maya.post(f"{room.path}/kick", {"seat": 1})
    await tom.ask("DELETE", "/people/me")
    left = await whole_database(app)
    assert tom.id not in left
    assert "Tom" not in left


async def test_new_name_reaches_every_table(maya, tom):
    rooms = [await maya.make_room(), await tom.make_room()]
    await rooms[1].seat(maya)
    assert (await maya.ask("PATCH", "/people/me", {"name": "Tom"})).json()["name"] == "Tom"
    assert (await rooms[0].names())[0] == "Tom"
    assert (await rooms[1].names())[:2] == ["Tom", "Tom 2"]
    assert (await rooms[0].look())["version"] == 2
