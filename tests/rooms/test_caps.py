"""What is counted stays within its limit, however many ask at the same moment; and one person who was
forgotten keeps nobody else from being there.
"""

import asyncio
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.live.decisions import Decisions
from app.rooms import takeover
from tests.guests import join, refused, serving


async def made(guests, number):
    """How many of so many rooms were made that all were wished for at once."""
    wished = [guests[n % len(guests)].ask("POST", "/rooms", {}) for n in range(number)]
    answers = await asyncio.gather(*wished)
    for answer in answers:
        if answer.status_code != 201:
            refused(answer, 429, "too_many_rooms")
    return sum(answer.status_code == 201 for answer in answers)


async def test_rooms_of_one_person_stay_within_their_number(settings):
    async with serving(settings, open_rooms_per_person=3, rooms_per_hour=1000) as client:
        assert await made([await join(client)], 20) == 3


async def test_rooms_an_hour_are_counted_by_person_and_by_address(settings):
    async with serving(settings, rooms_per_hour=2, open_rooms_per_person=100) as client:
        *four, fifth = [await join(client) for _ in range(5)]
        for guest in four:
            for _ in range(2):
                assert (await guest.ask("POST", "/rooms", {})).status_code == 201
        for guest in (four[0], fifth):  # of whom the fifth has made none
            refused(await guest.ask("POST", "/rooms", {}), 429, "too_many")


async def test_rooms_of_all_stay_within_their_number(settings):
    async with serving(settings, open_rooms=5, rooms_per_hour=1000) as client:
        guests = [await join(client) for _ in range(20)]
        assert await made(guests, 20) == 5


async def test_somebody_forgotten_keeps_nobody_else_from_being_there(app, maya, tom):
    made_room = await maya.make_room()
    database, presence = app.state.database, app.state.registry.presence
    async with database.transaction() as db:
        (room,) = (await db.execute(text("SELECT id FROM rooms"))).one()
    presence.mine = {(room, UUID(each.id)): UUID(each.id) for each in (maya, tom)}
    nobody = uuid4()
    presence.mine[room, nobody] = nobody
    await presence.renew()
    here = {each.person for each in await presence.at(room)}
    assert here == {UUID(maya.id), UUID(tom.id)}
    presence.mine = {}
    assert (await made_room.look())["watchers"]["count"] == 1


async def test_mistake_of_ours_is_not_told_as_a_database_that_is_away(app, monkeypatch):
    async def fail(*_):
        raise IntegrityError("INSERT", {}, Exception("a foreign key"))

    monkeypatch.setattr(takeover, "answer", fail)
    with pytest.raises(IntegrityError):
        await Decisions(app.state.database).take_over(uuid4(), "22222", 0, None)
