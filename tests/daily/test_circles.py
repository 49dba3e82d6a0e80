"""Who looks after a circle, and what they alone can do: a new link, and taking somebody out."""

import asyncio
from uuid import uuid4

import pytest

from app.daily.keeper import DROP_EMPTY_CIRCLES_SQL
from tests.daily.days import add_world
from tests.databases import connected, execute
from tests.guests import answered, join, refused


@pytest.fixture
async def circle(days, maya, tom):
    """Made by Maya; Tom is in it."""
    await add_world(days)
    made = await maya.post("/circles", {"name": "Sunday table"})
    await tom.post(f"/circles/{made['link']}/join")
    return made["link"]


async def seen_by(guest):
    """Each circle of theirs: its link, and who is in it."""
    found = (await guest.get("/daily"))["circles"]
    return [(one["link"], sorted(member["name"] for member in one["members"])) for one in found]


async def key_of(keeper, name):
    members = (await keeper.get("/daily"))["circles"][0]["members"]
    return next(member["key"] for member in members if member["name"] == name)


async def page_of(client, path, **headers):
    return await client.get(path, headers={"Accept": "text/html", **headers})


async def test_new_link_lets_in_and_the_old_one_says_that_it_is_no_longer_valid(
    client, circle, maya, tom, ida
):
    new = (await maya.post(f"/circles/{circle}/link"))["link"]
    assert new != circle
    refused(await ida.ask("POST", f"/circles/{circle}/join"), 410, "circle_link_old")
    page = await page_of(client, f"/c/{circle}")
    assert page.status_code == 410
    assert "This link is no longer valid" in page.text
    assert "Sunday table" not in page.text
    assert new not in page.text
    in_german = await page_of(client, f"/c/{circle}", **{"Accept-Language": "de"})
    assert "Dieser Link gilt nicht mehr" in in_german.text
    assert await seen_by(tom) == [(new, ["Maya", "Tom"])]
    assert (await ida.post(f"/circles/{new}/join"))["people"] == 3


async def test_somebody_taken_out_sees_nothing_more_and_cannot_come_back(client, circle, maya, tom, ida):
    await ida.post(f"/circles/{circle}/join")
    told = answered(await maya.ask("DELETE", f"/circles/{circle}/members/{await key_of(maya, 'Tom')}"))
    assert (told["people"], told["keeper"]) == (2, True)
    assert await seen_by(tom) == []
    refused(await tom.ask("POST", f"/circles/{circle}/join"), 410, "circle_link_old")
    assert await seen_by(ida) == [(told["link"], ["Ida", "Maya"])]
    assert (await page_of(client, f"/c/{told['link']}")).status_code == 200


async def test_whoever_leaves_hands_the_circle_on_to_who_has_been_in_it_longest(circle, maya, tom, ida):
    await ida.post(f"/circles/{circle}/join")
    assert [one["keeper"] for one in await tom.get("/circles")] == [False]
    await maya.post(f"/circles/{circle}/leave")
    assert [one["keeper"] for one in await tom.get("/circles")] == [True]
    await maya.post(f"/circles/{circle}/join")
    refused(await maya.ask("POST", f"/circles/{circle}/link"), 403, "not_allowed")
    new = (await tom.post(f"/circles/{circle}/link"))["link"]
    answered(await tom.ask("DELETE", "/people/me"))
    assert [one["keeper"] for one in await ida.get("/circles")] == [True]
    await ida.post(f"/circles/{circle}/leave")  # by the link of before, as on a page opened then
    assert await seen_by(maya) == [(new, ["Maya"])]
    await maya.post(f"/circles/{new}/leave")
    refused(await ida.ask("POST", f"/circles/{circle}/join"), 404, "not_found")


async def test_nobody_else_makes_a_link_or_takes_somebody_out(client, circle, maya, tom, ida):
    before, key = await seen_by(maya), await key_of(maya, "Tom")
    other = (await ida.post("/circles", {"name": "Ida's"}))["link"]
    unknown = uuid4().hex[:22]
    for guest in (tom, ida):
        assert all(
            one["key"] is None for each in (await guest.get("/daily"))["circles"] for one in each["members"]
        )
        refused(await guest.ask("POST", f"/circles/{circle}/link"), 403, "not_allowed")
        refused(await guest.ask("DELETE", f"/circles/{circle}/members/{key}"), 403, "not_allowed")
        refused(await guest.ask("POST", f"/circles/{unknown}/link"), 404, "not_found")
        refused(await guest.ask("DELETE", f"/circles/{unknown}/members/{key}"), 404, "not_found")
    refused(await ida.ask("DELETE", f"/circles/{other}/members/{key}"), 404, "not_found")
    answered(await ida.ask("POST", f"/circles/{circle}/leave"))  # where she is not: nobody goes
    for path in (f"/circles/{circle}/link", f"/circles/{circle}/leave"):
        refused(await client.post(f"/api{path}"), 401, "not_signed_in")
    refused(await client.delete(f"/api/circles/{circle}/members/{key}"), 401, "not_signed_in")
    assert await seen_by(maya) == before


@pytest.mark.parametrize("key", ["x", "1", "%00", "00000000-0000-4000-8000-000000000000"])
async def test_only_who_is_in_it_can_be_taken_out(circle, maya, key):
    before = await seen_by(maya)
    answer = await maya.ask("DELETE", f"/circles/{circle}/members/{key}")
    assert answer.status_code in (404, 422)
    assert await seen_by(maya) == before


async def test_keeper_is_not_taken_out(circle, maya, database_url):
    before = await seen_by(maya)
    assert await key_of(maya, "Maya") is None
    key = uuid4()
    await execute(database_url, f"UPDATE circle_members SET key = '{key}' WHERE person_id = '{maya.id}'")
    refused(await maya.ask("DELETE", f"/circles/{circle}/members/{key}"), 409, "yourself")
    assert await seen_by(maya) == before


async def test_link_replaced_twice_at_once_is_replaced_once(client, circle, maya, ida):
    answers = await asyncio.gather(*(maya.ask("POST", f"/circles/{circle}/link") for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200, 410, 410, 410, 410]
    link = next(answer.json()["link"] for answer in answers if answer.is_success)
    assert await seen_by(maya) == [(link, ["Maya", "Tom"])]
    assert (await ida.post(f"/circles/{link}/join"))["people"] == 3


async def test_whoever_joins_and_leaves_while_the_link_is_replaced_gets_one_answer_and_one_outcome(
    client, circle, maya, tom
):
    guests = [await join(client) for _ in range(6)]
    joining = [guest.ask("POST", f"/circles/{circle}/join") for guest in guests]
    renewed, left, *joined = await asyncio.gather(
        maya.ask("POST", f"/circles/{circle}/link"), tom.ask("POST", f"/circles/{circle}/leave"), *joining
    )
    assert (renewed.status_code, left.status_code) == (200, 204)
    assert {answer.status_code for answer in joined} <= {200, 410}
    inside = [guest.name for guest, answer in zip(guests, joined, strict=True) if answer.is_success]
    assert await seen_by(maya) == [(renewed.json()["link"], sorted(["Maya", *inside]))]


async def test_page_offers_it_to_whoever_looks_after_the_circle_alone(client, circle, maya, tom):
    mine, theirs = [
        (await client.get("/daily", headers={"Authorization": f"Bearer {guest.token}"})).text
        for guest in (maya, tom)
    ]
    assert f"POST /api/circles/{circle}/link" in mine
    assert f"DELETE /api/circles/{circle}/members/{await key_of(maya, 'Tom')}" in mine
    assert 'data-name="Tom"' in mine
    assert f"/api/circles/{circle}/leave" in theirs
    assert f"/api/circles/{circle}/link" not in theirs
    assert "/members/" not in theirs
    assert "looks after the circle" in theirs


async def test_circle_whose_last_member_was_forgotten_is_dropped_after_an_hour(circle, database_url):
    empty = "INSERT INTO circles (id, link, name, created_at) VALUES (gen_random_uuid(), '{0}', '{0}', {1})"
    await execute(database_url, empty.format("new", "now()"))
    await execute(database_url, empty.format("old", "now() - interval '61 min'"))
    await execute(database_url, "UPDATE circles SET created_at = now() - interval '2 h' WHERE link <> 'new'")
    await execute(database_url, DROP_EMPTY_CIRCLES_SQL)
    async with connected(database_url) as connection:
        left = [row[0] for row in await connection.fetch("SELECT name FROM circles ORDER BY name")]
    assert sorted(left) == ["Sunday table", "new"]
