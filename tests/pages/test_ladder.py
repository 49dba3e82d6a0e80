"""The week's ladder and one's own rating: who is there, in which order, and quick with a thousand people."""

import re
import time

import pytest

from app.ratings import reading
from tests.databases import execute
from tests.guests import answered

# A room with one game, and people with a rating in the week of that moment.
TABLE_SQL = """
INSERT INTO rooms (id, code, name, options, state)
VALUES (gen_random_uuid(), 'aaaaaaaaa', 'Bay', '{}', 'over')
"""
GAMES_SQL = """
INSERT INTO games (id, room_id, number, rules_version, component_set, seed, commitment, variants, state)
SELECT gen_random_uuid(), rooms.id, number, 1, '{{}}', '', '', '[]', 'over'
FROM rooms, generate_series({first}, {last}) AS number WHERE code = 'aaaaaaaaa'
"""
PEOPLE_SQL = """
INSERT INTO people (id, name, given_name, plays_rated, on_ladder)
SELECT gen_random_uuid(), 'own ' || number, 'Given ' || number, true, true
FROM generate_series(1, {count}) AS number
"""
CHANGES_SQL = """
INSERT INTO rating_changes (game_id, seat, person_id, number, at, week, seats, place, own_moves, is_finished,
    met, weight, mean_before, spread_before, mean, spread, games)
SELECT games.id, 0, people.id, games.number, {at}, date_trunc('week', {at} AT TIME ZONE 'UTC')::date, 2, 1,
    12, true, '{{0,0}}', 1, 25, 3, 10 + substr(given_name, 7)::int / 50.0, 2.04, {games}
FROM people JOIN games ON (games.number - 1) % {count} + 1 = substr(given_name, 7)::int
WHERE given_name LIKE 'Given%' AND games.number BETWEEN {first} AND {last}
"""


async def fill(url, count, *, games=1, at="now()", first=1, played=12):
    """So many people, each of whom has played so many games."""
    last = first + count * games - 1
    for statement in (*([TABLE_SQL, PEOPLE_SQL] if first == 1 else []), GAMES_SQL, CHANGES_SQL):
        whole = statement if statement is TABLE_SQL else statement.format(
            count=count, first=first, last=last, at=at, games=played
        )  # fmt: skip
        await execute(url, whole)


def names_of(page):
    return re.findall(r'<span class="name" dir="auto" title="([^"]*)"', page)


async def ladder(client, query="", **options):
    answer = await client.get(f"/ladder?seats=2{query}", **options)
    assert answer.status_code == 200
    return answer.text


async def test_ladder_is_empty_at_first_and_says_what_to_do(client):
    page = await ladder(client)
    assert "Nobody is here yet this week" in page
    assert page.count("POST /api/rated-games") == 3
    assert "Nobody was here in that week" in await ladder(client, "&week=2026-01-01")


async def test_ladder_shows_who_asked_for_it_by_their_given_names_the_best_first(client, database_url):
    await fill(database_url, 6)
    await execute(database_url, "UPDATE people SET on_ladder = false WHERE given_name = 'Given 6'")
    await execute(database_url, "UPDATE people SET plays_rated = false WHERE given_name = 'Given 5'")
    await execute(database_url, "UPDATE rating_changes SET games = 9 WHERE mean = 10.08")
    bar = "INSERT INTO measures (kind, person_id, reason) SELECT 'bar', id, 'spam' FROM people"
    await execute(database_url, f"{bar} WHERE given_name = 'Given 1'")
    page = await ladder(client)
    assert names_of(page) == ["Given 3", "Given 2", "Given 4"]  # the last one is provisional
    assert "own " not in page
    assert "10.1 ± 2.0" in page
    assert "−14.9" in page
    await execute(database_url, "UPDATE measures SET lifted_at = now()")
    await execute(database_url, "DELETE FROM people WHERE given_name = 'Given 3'")
    assert names_of(await ladder(client)) == ["Given 2", "Given 1", "Given 4"]


async def test_ladder_weeks_begin_on_monday_by_utc_and_lead_to_each_other(client, database_url):
    now = (await client.get("/ladder")).text
    assert 'rel="prev"' not in now
    await fill(database_url, 2, at="'2026-06-07 23:59:59+00'::timestamptz")
    await fill(database_url, 2, at="'2026-06-08 00:00:00+00'::timestamptz", first=3)
    sunday = await ladder(client, "&week=2026-06-07")
    monday = await ladder(client, "&week=2026-06-10")
    assert len(names_of(sunday)) == len(names_of(monday)) == 2
    assert "1 Jun 2026 to 7 Jun 2026" in sunday
    assert 'rel="next" href="/ladder?seats=2&amp;week=2026-06-08"' in sunday
    assert 'rel="prev" href="/ladder?seats=2&amp;week=2026-06-01"' in monday
    assert 'rel="next" href="/ladder?seats=2"' in monday  # nobody since: to this week
    assert (await client.get("/ladder?week=9999-12-31")).status_code == 200
    assert (await client.get("/ladder?week=yesterday")).status_code == 422


async def test_ladder_page_with_a_thousand_people_is_quick(client, database_url, maya):
    await fill(database_url, 1000, games=5)
    await execute(database_url, "ANALYZE")
    theirs = "(SELECT id FROM people WHERE given_name = 'Given 500')"
    mine = f"UPDATE rating_changes SET person_id = '{maya.id}' WHERE person_id = {theirs}"
    await execute(database_url, mine)
    answered(await maya.ask("PUT", "/people/me/rating", {"plays": True, "shown": True}))
    headers = {"Authorization": f"Bearer {maya.token}"}
    await ladder(client)
    started = time.process_time()
    page = await ladder(client, headers=headers)
    assert time.process_time() - started < 0.3  # of this process; `bench my_games` measures the whole
    assert len(names_of(page)) == reading.MOST_SHOWN + 1  # and I, who am far below
    assert page.count('aria-current="true"') == 1
    assert "Further down" in page
    last = await ladder(client, "&page=10", headers=headers)
    assert names_of(last)[-1] == "Given 1"
    assert "Further down" not in last


@pytest.mark.parametrize("lang", ["de", "ru", "pt"])
async def test_ladder_numbers_are_written_as_the_reader_does(client, database_url, lang):
    await fill(database_url, 1)
    page = await ladder(client, f"&lang={lang}")
    assert "10,0 ± 2,0" in page


async def test_my_games_tell_my_rating_and_how_it_came_about(client, database_url, maya):
    headers = {"Authorization": f"Bearer {maya.token}"}
    page = (await client.get("/games", headers=headers)).text
    assert "No rated game yet" in page
    await fill(database_url, 1, games=3)
    await execute(database_url, f"UPDATE rating_changes SET person_id = '{maya.id}'")
    await execute(database_url, f"INSERT INTO ratings VALUES ('{maya.id}', 2, 10.02, 2.04, 3)")
    page = (await client.get("/games", headers=headers)).text
    assert "10.0 ± 2.0" in page
    assert "provisional" in page
    assert page.count('<li class="row"><a href="/g/') == 3
    assert "curve-line" in page
