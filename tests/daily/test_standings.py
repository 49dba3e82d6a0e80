"""What came of a day: everybody's points, streaks, circles, and the page that shows them."""

import json
import time
from datetime import date, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import text

from app.daily.standings import DayStanding, streak_of
from tests.daily.days import add_world, end_try, pass_days, today
from tests.guests import refused

DAY = date(2026, 11, 19)


def played(*ago):
    return [DAY - timedelta(days=days) for days in sorted(ago, reverse=True)]


@pytest.mark.parametrize(
    ("days", "now", "best", "at_risk"),
    [
        ((), 0, 0, False),
        ((0,), 1, 1, False),
        ((1, 0), 2, 2, False),
        ((3, 1, 0), 3, 3, False),  # one missed day is forgiven
        ((2, 1), 2, 2, False),  # today is not missed yet
        ((3, 2), 2, 2, True),  # yesterday was: today decides
        ((4, 3), 0, 2, False),  # two in a row are not
        ((9, 8, 7, 4, 0), 1, 3, False),
    ],
)
def test_streak_forgives_one_day(days, now, best, at_risk):
    streak = streak_of(played(*days), DAY)
    assert (streak.days, streak.best, streak.is_at_risk) == (now, best, at_risk)


def test_bars_hold_everybody_and_are_few():
    points = {5: 1, 17: 40, 18: 2, 44: 3}
    bars = DayStanding(points).bars
    assert sum(bar.people for bar in bars) == 46
    assert len(bars) <= 12
    assert (bars[0].low, bars[0].people) == (5, 1)
    assert DayStanding(points).beaten_by(18) == 41
    assert DayStanding({}).bars == []


ADD_PEOPLE_SQL = """
WITH made AS (
    INSERT INTO people (id, name, given_name) SELECT gen_random_uuid(), 'Player ' || n, 'Player ' || n
    FROM generate_series(1, :people) AS n RETURNING id
), numbered AS (SELECT id, row_number() OVER () AS n FROM made), games AS (
    INSERT INTO games (id, room_id, number, rules_version, component_set, seed, commitment, players,
        person_ids, sat_ids, variants, state, ended_at, started_at, daily, result)
    SELECT gen_random_uuid(), room_id, 1000 + n, rules_version, component_set, seed, commitment, players,
        ARRAY[numbered.id], ARRAY[numbered.id], variants, 'over', now(), now(), daily,
        jsonb_build_object('winners', '[0]'::jsonb, 'scores', jsonb_build_array(
            jsonb_build_object('seat', 0, 'total', 5 + n % 20)))
    FROM numbered, games WHERE games.id = :game RETURNING id, sat_ids, daily
) INSERT INTO daily_tries (game_id, day, person_id) SELECT id, daily, sat_ids[1] FROM games
"""


async def test_a_thousand_players_are_all_in_the_histogram_and_the_page_is_quick(days, client, maya):
    await add_world(days)
    room = await maya.post(f"/daily/{today()}/try")
    async with days.state.database.transaction() as db:
        await db.execute(text(ADD_PEOPLE_SQL), {"people": 999, "game": room["game"]["id"]})
    asked = {"Authorization": f"Bearer {maya.token}"}
    before = await maya.get("/daily")
    assert (before["people"], before["histogram"], before["fewer"]) == (999, None, None)
    assert 'class="daily-bar' not in (await client.get("/daily", headers=asked)).text
    await end_try(days, room["game"]["id"], 14)
    told = await maya.get("/daily")
    expected = {5 + n: 999 // 20 + (1 <= n <= 999 % 20) for n in range(20)}
    expected[14] += 1
    found = dict.fromkeys(expected, 0)
    for bar in told["histogram"]:
        span = range(bar["low"], bar["high"] + 1)
        assert bar["people"] == sum(expected.get(points, 0) for points in span)
        found |= {points: expected[points] for points in span if points in expected}
    assert (found, sum(found.values()), told["people"]) == (expected, 1000, 1000)
    assert told["fewer"] == sum(people for points, people in expected.items() if points < 14)
    took = []
    for _ in range(5):
        began = time.perf_counter()
        page = await client.get("/daily", headers=asked)
        took.append(time.perf_counter() - began)
    assert "1,000 people" in page.text
    assert page.text.count("is-mine") == 2  # the bar, and its row in the table
    assert min(took) < 0.3


async def test_others_points_are_told_once_my_own_try_is_over(days, maya, tom):
    await add_world(days)
    for guest, points in ((maya, 31), (tom, None)):
        room = await guest.post(f"/daily/{today()}/try")
        if points is not None:
            await end_try(days, room["game"]["id"], points)
    told = await tom.get("/daily")
    assert (told["histogram"], told["replays"], told["line_points"], told["people"]) == (None, [], None, 1)
    refused(await tom.ask("GET", f"/daily/{today()}/line"), 404, "not_found")
    assert (await maya.get("/daily"))["histogram"] == [{"low": 31, "high": 31, "people": 1}]


async def test_games_of_a_closed_day_are_nameless_unless_wished(days, client, maya, tom):
    await add_world(days)
    for guest, points in ((maya, 31), (tom, 20)):
        room = await guest.post(f"/daily/{today()}/try")
        await end_try(days, room["game"]["id"], points)
    assert (await maya.ask("PUT", f"/daily/{today()}/name", {"shown": True})).status_code == 204
    assert (await maya.get("/daily"))["replays"] == []
    await pass_days(days, 2)
    day = today() - timedelta(days=2)
    told = (await client.get(f"/api/daily/{day}")).json()
    assert [one["points"] for one in told["replays"]] == [31, 20]
    assert told["replays"][0]["name"] not in (None, "Maya")  # the one that she was given
    assert told["replays"][1]["name"] is None
    page = (await client.get(f"/daily/{day}")).text
    assert "Somebody" in page
    assert "Tom" not in page
    assert (await client.get(f"/g/{told['replays'][1]['game']}")).status_code == 200


async def test_circle_is_joined_by_its_link_and_left(days, client, maya, tom, ida):
    await add_world(days)
    circle = await maya.post("/circles", {"name": "Sunday table"})
    page = await client.get(f"/c/{circle['link']}")
    assert "Sunday table" in page.text
    assert "Maya" not in page.text
    assert (await tom.post(f"/circles/{circle['link']}/join"))["people"] == 2
    assert (await tom.post(f"/circles/{circle['link']}/join"))["people"] == 2
    for guest, points in ((maya, 22), (tom, 27)):
        room = await guest.post(f"/daily/{today()}/try")
        members = (await guest.get("/daily"))["circles"][0]["members"]
        assert [member["points"] for member in members] == [None, None]
        await end_try(days, room["game"]["id"], points)
    members = (await maya.get("/daily"))["circles"][0]["members"]
    assert [(one["name"], one["points"], one["you"]) for one in members] == [
        ("Tom", 27, False),
        ("Maya", 22, True),
    ]
    assert (await ida.get("/daily"))["circles"] == []
    refused(await ida.ask("POST", f"/circles/{uuid4().hex[:22]}/join"), 404, "not_found")
    await tom.post(f"/circles/{circle['link']}/leave")
    assert [one["name"] for one in (await maya.get("/daily"))["circles"][0]["members"]] == ["Maya"]
    await maya.post(f"/circles/{circle['link']}/leave")
    assert (await client.get(f"/c/{circle['link']}")).status_code == 404


async def test_whoever_is_forgotten_is_gone_from_circles_and_lists(days, client, maya, tom):
    """Their points stay among everybody's, and nobody can say whose they were."""
    await add_world(days)
    circle = await maya.post("/circles", {"name": "Two"})
    await tom.post(f"/circles/{circle['link']}/join")
    for guest, points in ((maya, 22), (tom, 27)):
        room = await guest.post(f"/daily/{today()}/try")
        await end_try(days, room["game"]["id"], points)
    await tom.ask("PUT", f"/daily/{today()}/name", {"shown": True})
    given = (await tom.get("/people/me/kept"))["person"]["given_name"]
    assert (await tom.ask("DELETE", "/people/me")).status_code < 300
    told = await maya.get("/daily")
    assert told["people"] == 2
    assert [one["name"] for one in told["circles"][0]["members"]] == ["Maya"]
    await pass_days(days, 2)
    told = await maya.get(f"/daily/{today() - timedelta(days=2)}")
    assert [(one["points"], one["name"]) for one in told["replays"]] == [(27, None), (22, None)]
    assert given not in json.dumps(told)


async def test_streak_belongs_to_the_person_wherever_they_sign_in(days, client, maya):
    """A seat pass signs the same person in elsewhere, and so carries it along."""
    await add_world(days)
    for ago in (3, 1):
        await add_world(days, today() - timedelta(days=10 + ago))
    room = await maya.post(f"/daily/{today()}/try")
    await end_try(days, room["game"]["id"], 22)
    assert (await maya.get("/daily"))["streak"] == {"days": 1, "best": 1, "at_risk": False}
    made = await maya.post("/people/me/pass")
    carried = await client.post("/api/pass", json={"pass": made["url"].rsplit("/", 1)[1]})
    token = carried.json()["token"]
    told = (await client.get("/api/daily", headers={"Authorization": f"Bearer {token}"})).json()
    assert told["streak"]["days"] == 1


async def test_pages_say_what_there_is_to_do(days, client, maya):
    asked = {"Authorization": f"Bearer {maya.token}"}
    assert "being drawn" in (await client.get("/daily")).text
    assert "Today’s world" not in (await client.get("/", headers=asked)).text
    await add_world(days)
    assert "Play today’s world" in (await client.get("/", headers=asked)).text
    page = (await client.get("/daily", headers=asked)).text
    assert f"POST /api/daily/{today()}/try" in page
    room = await maya.post(f"/daily/{today()}/try")
    assert f'href="/r/{room["code"]}"' in (await client.get("/daily", headers=asked)).text
    await end_try(days, room["game"]["id"], 22)
    page = (await client.get("/daily", headers=asked)).text
    assert "22 points" in page
    assert "Nobody else has come to the end yet." in page
    assert "data-share-line" in page
    for lang in ("de", "es", "fr", "it", "nl", "pl", "pt", "ru"):
        told = (await client.get("/daily", headers={**asked, "Accept-Language": lang})).text
        assert "daily." not in told.split("<main")[1].split("</main>")[0].replace("js/pages/daily.js", "")
