"""Being told, with a push service of our own that reads what it gets."""

import asyncio
import json
from uuid import UUID

import pytest

from app.push import notices, webhook_notices
from tests.live.pushing import DAY, QUEUE, quickly, serve_with, subscribed
from tests.live.served import NONCE, at_table, seated_room, serve, sign_in
from tests.live.test_absence import change
from tests.live.test_slow_games import later, move
from tests.live.waiting import rows, until, until_rows

SUBSCRIPTIONS = "SELECT endpoint, failures FROM push_subscriptions"
ENDED = "UPDATE games SET state = 'over', ended_at = now(), due_at = NULL, head = head + 1"


@pytest.fixture
async def site(quick, service):
    async with serve_with(service, quick) as site:
        yield site


async def test_whoever_is_due_is_told_two_seconds_later_and_nobody_else(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    mine, other = await subscribed(service, *room.people)
    (pushed,) = await until(lambda: service.told(mine))
    view = await room.view()
    url = f"{site.url}/r/{view['code']}"
    assert pushed.told["notification"] == {
        "title": "Your move", "body": f"{view['name']}, round 1", "lang": "en", "navigate": url,
        "tag": pushed.told["notification"]["tag"],
    }  # fmt: skip
    assert (pushed.told["web_push"], pushed.told["app_badge"]) == (8030, 1)
    assert pushed.headers["urgency"] == "normal"
    assert DAY - 60 <= int(pushed.headers["ttl"]) <= DAY
    assert len(pushed.headers["topic"]) <= 32
    assert pushed.size > 1024  # padded: its length tells nothing
    (row,) = [one for one in await rows(site, QUEUE) if one["kind"] != "none"]
    assert row["kind"] == "hurry"
    assert abs(row["wait"] - 0.8 * DAY) < 60
    await move(site, room, await room.game())
    (after,) = await until(lambda: service.told(other))
    assert after.headers["topic"] == pushed.headers["topic"]
    assert len(service.told(mine)) == 1


@pytest.mark.parametrize("queue", [notices.QUEUE, webhook_notices.QUEUE])
async def test_where_nobody_wants_to_be_told_no_room_or_game_is_looked_at(site, queue):
    """That is asked every second. PostgreSQL takes an empty table for one of some hundred rows, and would
    rather begin at one that it knows to be small.
    """
    await seated_room(site, clock=DAY, starts="host")
    await change(site, "ANALYZE sessions, seats, rooms, games, events")
    read = await tables_read(site, queue.note_sql)
    assert read & {"push_subscriptions", "webhooks"}
    assert not read & {"seats", "rooms", "games", "events"}


async def tables_read(site, statement):
    """Of which tables anything was looked for."""
    (row,) = await rows(site, f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}")
    plan = row["QUERY PLAN"]
    waiting, read = [(json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]], set()
    while waiting:
        node = waiting.pop()
        waiting += node.get("Plans", [])
        if node["Actual Loops"]:
            read.add(node.get("Relation Name"))
    return read


async def test_one_is_told_again_when_a_fifth_of_the_time_is_left_unless_the_seat_rests(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    (mine,) = await subscribed(service, room.people[0])
    await until(lambda: service.told(mine))
    await until_rows(site, QUEUE, lambda found: found[0]["kind"] == "hurry")
    await room.people[0].post(f"/games/{await room.game()}/rest")
    await quickly(site)
    (row,) = await until_rows(site, QUEUE, lambda found: found[0]["wait"] > DAY)
    assert abs(row["wait"] - (3 + 0.8) * DAY) < 60
    assert len(service.told(mine)) == 1
    await later(site, "92 hours")  # three days, and twenty hours
    await quickly(site)
    _, hurry = await until(lambda: len(told := service.told(mine)) == 2 and told)
    assert hurry.told["notification"]["title"] == "Your move, and little time left"
    assert hurry.headers["urgency"] == "high"
    assert int(hurry.headers["ttl"]) <= 0.2 * DAY


async def test_whoever_has_the_table_in_sight_is_told_nothing_until_they_have_gone(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    async with at_table(site, room.code, room.people[0]):
        (mine,) = await subscribed(service, room.people[0])
        (row,) = await until_rows(site, QUEUE, lambda found: found and found[0]["wait"] > 20)
        assert (row["kind"], row["tries"], service.asked) == ("move", 0, 0)
    gone = "SELECT gone_at FROM presence WHERE gone_at IS NOT NULL"
    await until_rows(site, gone, bool)
    await quickly(site)
    await until(lambda: service.told(mine))


async def test_what_holds_no_more_is_not_told(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    (mine,) = await subscribed(service, room.people[0])
    await until_rows(site, QUEUE, lambda found: found and found[0]["kind"] == "move")
    await move(site, room, await room.game())
    await quickly(site)
    await until_rows(site, QUEUE, lambda found: found[0]["wait"] is None)
    assert service.told(mine) == []


async def test_end_and_rematch_are_told_to_whoever_is_not_there(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    mine, other = await subscribed(service, *room.people)
    await until(lambda: service.told(mine))
    await change(site, ENDED)
    for browser in (mine, other):
        told = await until(lambda browser=browser: service.told(browser))
        last = await until(lambda told=told, browser=browser: service.told(browser)[-1])
        await until(
            lambda browser=browser: (
                service.told(browser)[-1].told["notification"]["title"] == "The game is over"
            )
        )
        assert last.headers["ttl"]
    await room.people[0].post(f"/rooms/{room.code}/again")
    await room.people[0].post(f"/rooms/{room.code}/nonce", {"nonce": NONCE})
    await until(lambda: service.told(other)[-1].told["notification"]["title"] == "Another game?")
    assert service.told(mine)[-1].told["notification"]["title"] == "The game is over"


async def test_end_that_was_seen_at_the_table_is_not_told_afterwards(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    async with at_table(site, room.code, room.people[0]):
        (mine,) = await subscribed(service, room.people[0])
        await until_rows(site, "SELECT FROM presence WHERE gone_at IS NULL AND NOT is_hidden", bool)
        await change(site, ENDED)
        await until_rows(site, QUEUE, lambda found: found and found[0]["kind"] == "over")
        await quickly(site)
        await until_rows(site, QUEUE, lambda found: found[0]["wait"] is None)
    await until_rows(site, "SELECT FROM presence WHERE gone_at IS NOT NULL", bool)
    await quickly(site)
    await site.app.state.pusher.step()
    assert service.told(mine) == []


@pytest.mark.parametrize("status", [404, 410])
async def test_browser_that_is_no_more_is_forgotten(site, service, status):
    room = await seated_room(site, clock=DAY, starts="host")
    browser = service.browser("gone")
    service.will_answer(browser, status)
    await room.people[0].ask("PUT", "/push/subscription", browser.subscription)
    await until(lambda: service.asked)
    await until_rows(site, SUBSCRIPTIONS, lambda found: not found)
    assert await rows(site, QUEUE) == []


async def test_busy_push_service_is_asked_again_later_and_later(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    browser = service.browser("busy")
    service.will_answer(browser, (429, {"Retry-After": "100"}), 500, 503)
    await room.people[0].ask("PUT", "/push/subscription", browser.subscription)
    for tries, wait in ((1, 100), (2, 20), (3, 40)):
        (row,) = await until_rows(
            site,
            QUEUE,
            lambda found, tries=tries: found and found[0]["tries"] == tries and found[0]["wait"] > 3,
        )
        assert abs(row["wait"] - wait) < 5
        await quickly(site)
    (pushed,) = await until(lambda: service.told(browser))
    assert pushed.told["notification"]["title"] == "Your move"


async def test_message_that_is_not_wanted_is_not_sent_again_and_a_key_that_is_not_ends_it(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    browser = service.browser("strict")
    service.will_answer(browser, 413, 403, 403, 403, 403, 403)
    await room.people[0].ask("PUT", "/push/subscription", browser.subscription)
    await until_rows(site, QUEUE, lambda found: found and found[0]["kind"] == "hurry")
    assert (await rows(site, SUBSCRIPTIONS))[0]["failures"] == 0
    for number in range(1, 6):
        await change(site, "UPDATE push_notices SET kind = 'move', send_at = now()")
        await until(lambda number=number: service.asked == 1 + number)
        await until_rows(site, QUEUE, lambda found: not found or found[0]["kind"] == "hurry")
    assert await rows(site, SUBSCRIPTIONS) == []


async def test_one_browser_that_does_not_answer_keeps_no_other_waiting(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    dead = service.browser("dead")
    await room.people[0].ask("PUT", "/push/subscription", dead.subscription)
    endpoint = dead.endpoint.replace(str(service.port), "1")
    await change(site, f"UPDATE push_subscriptions SET endpoint = '{endpoint}'")
    alive = service.browser("alive")
    await room.people[0].ask("PUT", "/push/subscription", alive.subscription)
    await until(lambda: service.told(alive))
    await until_rows(site, SUBSCRIPTIONS, lambda found: len(found) == 1)  # a port that we never ask


async def test_nobody_is_told_who_has_signed_out_or_unsubscribed(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    host = room.people[0]
    (mine,) = await subscribed(service, host)
    await until(lambda: service.told(mine))
    assert (await host.ask("DELETE", "/push/subscription", {"endpoint": mine.endpoint})).status_code == 204
    assert await rows(site, SUBSCRIPTIONS) == []
    await subscribed(service, host)
    await change(site, "UPDATE sessions SET revoked_at = now()")
    await asyncio.sleep(0)
    await site.app.state.pusher.step()
    assert await rows(site, QUEUE) == []


async def test_unsubscribing_somebody_else_does_nothing(site, service):
    maya, tom = await sign_in(site), await sign_in(site)
    (hers,) = await subscribed(service, maya)
    await tom.ask("DELETE", "/push/subscription", {"endpoint": hers.endpoint})
    assert len(await rows(site, SUBSCRIPTIONS)) == 1


async def test_newest_five_browsers_of_a_person_are_kept(site, service):
    maya = await sign_in(site)
    for number in range(7):
        await maya.ask("PUT", "/push/subscription", service.browser(f"b{number}").subscription)
    kept = sorted(row["endpoint"][-2:] for row in await rows(site, SUBSCRIPTIONS))
    assert kept == ["b2", "b3", "b4", "b5", "b6"]


async def test_key_stays_the_same_whoever_asks(site):
    made = (await site.http.get(f"{site.url}/api/push/key")).json()["key"]
    assert len(made) == 87
    pusher = site.app.state.pusher
    await pusher._own_key()
    assert (await site.http.get(f"{site.url}/api/push/key")).json()["key"] == made


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example/x"}, {"endpoint": "https://push.example:8443/x"},
        {"endpoint": "https://me@push.example/x"}, {"endpoint": "https:///x"}, {"endpoint": "https://a b/x"},
        {"endpoint": "https://push.example/\r\nX: y"}, {"endpoint": "https://" + "x" * 1000},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, {"keys": {"p256dh": "B" + "A" * 86, "auth": "A" * 22}},
        {"keys": {}}, {"keys": {"p256dh": "\u00e4" * 87, "auth": "A" * 22}},
    ],
)  # fmt: skip
async def test_what_is_no_subscription_is_refused_and_changes_nothing(site, service, wrong):
    maya = await sign_in(site)
    answer = await maya.ask("PUT", "/push/subscription", {**service.browser("x").subscription, **wrong})
    assert answer.status_code in (404, 422), answer.text
    assert await rows(site, SUBSCRIPTIONS) == []


async def test_server_that_wants_no_pushes_has_none(quick, service):
    async with serve(quick.model_copy(update={"push": False})) as site:
        maya = await sign_in(site)
        assert (await maya.ask("GET", "/push/key")).status_code == 404
        answer = await maya.ask("PUT", "/push/subscription", service.browser("x").subscription)
        assert answer.status_code == 404
        assert not site.app.state.pusher.tasks.tasks


async def test_message_names_nobody_and_nothing_that_is_hidden(site, service):
    room = await seated_room(site, clock=DAY, starts="host")
    mine, _ = await subscribed(service, *room.people)
    (pushed,) = await until(lambda: service.told(mine))
    game = UUID(await room.game())
    (deal,) = await change(site, "SELECT deal FROM games WHERE id = $1", game)
    text = json.dumps(pushed.told)
    assert set(pushed.told) == {"web_push", "notification", "app_badge"}
    assert str(game) not in text
    assert all(person.name not in text and person.id not in text for person in room.people)
    assert json.loads(deal[0])["objectives"]  # it is there to be hidden
