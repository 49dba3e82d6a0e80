"""Among strangers: given names, ready-made phrases, whom nobody hears, reports, and a door that is shut."""

import asyncio

import pytest
from sqlalchemy import text

from tests.guests import NONCE, answered, join, refused
from tests.people.test_forgetting import rows, whole_database


async def given_name(app, guest):
    return (await rows(app, f"SELECT given_name FROM people WHERE id = '{guest.id}'"))[0][0]


@pytest.fixture
async def public(maya, tom):
    """A public room in which Maya and Tom sit."""
    room = await maya.make_room(public=True)
    await room.seat(tom)
    return room


async def said(app):
    return await rows(app, "SELECT name, text, phrase FROM talk ORDER BY id")


async def line_of(app, room, guest, seat="NULL", words="hello"):
    """Something that somebody has said, by its id."""
    insert = f"""
        INSERT INTO talk (room_id, game_id, person_id, name, seat, text)
        SELECT id, game_id, '{guest.id}', '{guest.name}', {seat}, '{words}'
        FROM rooms WHERE code = '{room.code}'
        RETURNING id
    """
    async with app.state.database.transaction() as db:
        return (await db.execute(text(insert))).scalar_one()


async def test_strangers_bear_the_names_they_were_given(app, public, maya, tom, ida):
    names = [await given_name(app, guest) for guest in (maya, tom)]
    assert (await public.names())[:2] == names
    assert not {"Maya", "Tom"} & set(names)
    await maya.ask("PATCH", "/people/me", {"name": "Rude Word"})
    assert (await public.names())[:2] == names
    assert (await public.look(ida))["you"]["name"] == await given_name(app, ida)
    (card,) = await ida.get("/rooms")
    assert (card["host"], card["sitting"]) == (names[0], names)


async def until_answered(guest, room, status):
    """The table hears of the room's new options a moment later."""
    async with asyncio.timeout(20):
        while (await guest.ask("POST", f"{room.path}/talk", {"text": "hello"})).status_code != status:
            await asyncio.sleep(0.1)


async def test_host_may_allow_names_and_words_of_ones_own(app, public, maya, tom):
    refused(await tom.ask("POST", f"{public.path}/talk", {"text": "buy this"}), 409, "phrases_only")
    assert await said(app) == []
    answered(await maya.ask("PATCH", f"{public.path}/options", {"free": True}))
    assert (await public.names())[:2] == ["Maya", "Tom"]
    await until_answered(tom, public, 204)
    answered(await maya.ask("PATCH", f"{public.path}/options", {"free": False}))
    given = await given_name(app, tom)
    assert (await public.names())[1] == given
    await until_answered(tom, public, 409)
    answered(await tom.ask("POST", f"{public.path}/phrases", {"phrase": "good_luck"}))
    lines = await said(app)
    assert lines[0] == ("Tom", "hello", None)
    assert lines[-1] == (given, "Good luck, have fun!", "good_luck")


async def test_invite_lets_people_speak_freely(app, maya, tom):
    room = await maya.make_room(free=False)
    await room.seat(tom)
    assert (await room.names())[:2] == ["Maya", "Tom"]
    answered(await tom.ask("POST", f"{room.path}/talk", {"text": "hello"}))
    answered(await tom.ask("POST", f"{room.path}/phrases", {"phrase": "yes"}))
    refused(await tom.ask("POST", f"{room.path}/phrases", {"phrase": "rude"}), 422, "malformed")
    assert len(await said(app)) == 2


async def test_two_of_the_same_given_name_are_told_apart(app, maya, tom):
    async with app.state.database.transaction() as db:
        await db.execute(text("UPDATE people SET given_name = 'Quiet Heron'"))
    room = await maya.make_room(public=True)
    await room.seat(tom)
    assert (await room.names())[:2] == ["Quiet Heron", "Quiet Heron 2"]


async def test_host_lets_nobody_hear_somebody_and_again(app, public, maya, tom, ida):
    refused(await tom.ask("POST", f"{public.path}/hush", {"seat": 0, "hushed": True}), 403, "not_host")
    refused(await maya.ask("POST", f"{public.path}/hush", {"seat": 0, "hushed": True}), 409, "yourself")
    view = await maya.post(f"{public.path}/hush", {"seat": 1, "hushed": True})
    assert [seat["hushed"] for seat in view["seats"]] == [False, True, False, False]
    assert (await public.look(tom))["you"]["hushed"]
    for path, body in (("phrases", {"phrase": "no"}), ("reactions", {"reaction": "wow"})):
        refused(await tom.ask("POST", f"{public.path}/{path}", body), 403, "hushed")
    assert await said(app) == []
    assert (await maya.post(f"{public.path}/hush", {"seat": 1, "hushed": True}))["version"] == view["version"]
    await maya.post(f"{public.path}/hush", {"seat": 1, "hushed": False})
    await tom.post(f"{public.path}/phrases", {"phrase": "no"})
    line = await line_of(app, public, ida)
    await maya.post(f"{public.path}/hush", {"line": line, "hushed": True})
    refused(await ida.ask("POST", f"{public.path}/phrases", {"phrase": "no"}), 403, "hushed")


async def test_shut_room_lets_in_whoever_has_been_there(client, public, maya, tom, ida):
    refused(await tom.ask("POST", f"{public.path}/shut", {"shut": True}), 403, "not_host")
    assert (await maya.post(f"{public.path}/shut", {"shut": True}))["shut"]
    assert await ida.get("/rooms") == []
    for path in (public.path, f"/invites/{public.invite}"):
        refused(await ida.ask("GET", path), 403, "room_shut")
        assert (await tom.get(path))["shut"]
    body = {"nonce": NONCE, "invite": public.invite}
    refused(await ida.ask("POST", f"{public.path}/sit", body), 403, "room_shut")
    page = await client.get(f"/r/{public.code}", headers={"Accept": "text/html"})
    assert page.status_code == 403
    assert "lets nobody new in" in page.text
    await tom.post(f"{public.path}/leave")
    await maya.post(f"{public.path}/shut", {"shut": False})
    await ida.post(f"{public.path}/sit", body)


async def test_mutes_are_remembered_and_ended(app, public, maya, tom, ida):
    first = await maya.post(f"{public.path}/mutes", {"seat": 1})
    assert first["name"] == await given_name(app, tom)
    assert await maya.post(f"{public.path}/mutes", {"seat": 1}) == first
    assert await maya.get("/people/me/mutes") == [first]
    assert await tom.get("/people/me/mutes") == []
    refused(await tom.ask("DELETE", f"/people/me/mutes/{first['id']}"), 404, "not_found")
    refused(await maya.ask("POST", f"{public.path}/mutes", {"seat": 0}), 409, "yourself")
    refused(await maya.ask("POST", f"{public.path}/mutes", {"seat": 2}), 409, "seat_empty")
    refused(await maya.ask("POST", f"{public.path}/mutes", {"line": 1}), 404, "not_found")
    for body in ({}, {"seat": 1, "line": 1}, {"seat": 1, "name": "Tom"}, {"line": 0}, {"line": 2**63}):
        refused(await maya.ask("POST", f"{public.path}/mutes", body), 422, "malformed")
    line = await line_of(app, public, ida)
    assert (await tom.post(f"{public.path}/mutes", {"line": line}))["name"] == "Ida"
    assert (await maya.ask("DELETE", f"/people/me/mutes/{first['id']}")).status_code == 204
    assert await maya.get("/people/me/mutes") == []


async def test_mutes_have_an_end(app, public, maya, monkeypatch):
    monkeypatch.setattr("app.rooms.company.MOST_MUTED", 0)
    refused(await maya.ask("POST", f"{public.path}/mutes", {"seat": 1}), 409, "too_many_muted")


async def test_player_can_point_at_no_line_of_a_watcher(app, maya, tom, ida):
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    await maya.post(f"{room.path}/start")
    line = await line_of(app, room, ida)
    refused(await tom.ask("POST", f"{room.path}/mutes", {"line": line}), 404, "not_found")
    refused(await tom.ask("POST", f"{room.path}/reports", {"line": line, "reason": "spam"}), 404, "not_found")
    watcher = await join(maya.client, "Watcher")
    await watcher.post(f"{room.path}/mutes", {"line": line})


async def test_report_keeps_who_was_there_and_what_was_said(app, public, maya, tom, ida):
    await line_of(app, public, tom, seat=1, words="go away")
    await line_of(app, public, ida)
    taken = await maya.post(f"{public.path}/reports", {"seat": 1, "reason": "insult"})
    assert taken["kept_days"] == 30
    (kept,) = await rows(app, "SELECT id, by_id, about_id, reason, names, lines FROM reports")
    assert (kept[0], str(kept[1]), str(kept[2]), kept[3]) == (taken["report"], maya.id, tom.id, "insult")
    assert kept[4][0] == await given_name(app, tom)
    assert [(kept[4][line["who"]], line["seat"], line["text"]) for line in kept[5]] == [
        ("Tom", 1, "go away"),
        ("Ida", None, "hello"),
    ]
    refused(await maya.ask("POST", f"{public.path}/reports", {"seat": 1, "reason": "x"}), 422, "malformed")
    refused(await maya.ask("POST", f"{public.path}/reports", {"seat": 0, "reason": "spam"}), 409, "yourself")


async def test_forgotten_person_is_in_no_report_and_no_mute(app, public, maya, tom, ida):
    await line_of(app, public, tom, seat=1, words="go away")
    await maya.post(f"{public.path}/reports", {"seat": 1, "reason": "insult"})
    await maya.post(f"{public.path}/mutes", {"seat": 1})
    await maya.post(f"{public.path}/hush", {"seat": 1, "hushed": True})
    given = await given_name(app, tom)
    assert (await tom.ask("DELETE", "/people/me")).status_code == 204
    left = await whole_database(app)
    assert tom.id not in left
    assert given not in left
    assert "'Tom'" not in left
    (kept,) = await rows(app, "SELECT names, lines -> 0 ->> 'text' FROM reports")
    assert (kept[0].count("Someone"), kept[1]) == (2, "go away")
    await maya.ask("DELETE", "/people/me")
    assert maya.id not in await whole_database(app)


@pytest.mark.usefixtures("standing_clock")
async def test_reports_have_an_end(settings, client, public, maya, tom):
    body = {"seat": 1, "reason": "spam"}
    answers = [await maya.ask("POST", f"{public.path}/reports", body) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [201] * 10 + [429]
    await tom.post(f"{public.path}/reports", {"seat": 0, "reason": "other"})
