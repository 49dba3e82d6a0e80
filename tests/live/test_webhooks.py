"""Chats that are told of a room, with a chat of our own."""

import asyncio
import json
import re
import socket
import textwrap
import time
from pathlib import Path
from uuid import UUID

import pytest

from app.push.webhook_sender import MINUTE, MOST_FAILURES
from app.rooms.retention import Retention
from tests.live.chat import LOCAL, NAME, chat
from tests.live.served import NONCE, at_table, seated_room, serve, sign_in
from tests.live.test_absence import change
from tests.live.test_slow_games import later, move
from tests.live.waiting import rows, until, until_rows

DAY = 86_400
WIRE = Path(__file__).parent.parent.parent / "docs/wire.md"
NEXT_MINUTE = "UPDATE webhooks SET next_at = now()"
AT_ONCE = "UPDATE webhook_notices SET send_at = now(), leased_until = NULL WHERE send_at IS NOT NULL"
STATE = "SELECT failures, why, off_at, extract(epoch FROM next_at - now())::float8 AS wait FROM webhooks"
NOTICES = "SELECT kind, extract(epoch FROM send_at - now())::float8 AS wait FROM webhook_notices"


@pytest.fixture
async def told(tmp_path):
    async with chat(tmp_path) as told:
        yield told


@pytest.fixture
async def site(quick, told):
    async with serve(quick.model_copy(update=told.settings)) as site:
        yield site


async def hook(room, told, kind="json", path="/hook", person=None):
    """Set by the host."""
    body = {"kind": kind, "address": told.address(path)}
    made = await (person or room.people[0]).post(f"/rooms/{room.code}/webhooks", body)
    return made["webhook"]["id"], made["secret"]


async def seat_of(room):
    """Where the host sits, who begins: that is for the deal to say."""
    return (await room.view())["you"]["seat"]


async def a_minute_later(site):
    await change(site, NEXT_MINUTE)
    await change(site, AT_ONCE)


async def test_whose_move_it_is_is_told_in_the_form_and_the_words_of_each_chat(site, told):
    room = await seated_room(site, clock=DAY, starts="host")
    host = room.people[0]
    host.headers["Accept-Language"] = "de"
    mentions = {"discord": "123456789012345678", "slack": "U012AB3CD", "ntfy": None}
    for kind, mention in mentions.items():
        made, secret = await hook(room, told, kind, f"/{kind}")
        assert secret is None
        if mention:
            body = {"seat": await seat_of(room), "mention": mention}
            assert (
                await host.ask("PUT", f"/rooms/{room.code}/webhooks/{made}/mentions", body)
            ).status_code == 204
    await until(lambda: len(told.received) == 3)
    name = (await room.view())["name"]
    url = f"{site.url}/r/{room.code}"
    (discord,), (slack,), (ntfy,) = told.got("/discord"), told.got("/slack"), told.got("/")
    assert discord.body["content"] == (
        f"<@123456789012345678> (Person 0), du bist dran\\: {name}, Runde 1\n{url}".replace("\\:", ":")
    )
    assert discord.body["allowed_mentions"] == {"parse": [], "users": ["123456789012345678"]}
    assert slack.body["text"] == f"<@U012AB3CD> (Person 0), du bist dran: {name}, Runde 1\n<{url}>"
    assert ntfy.body == {
        "topic": "ntfy", "title": name, "message": f"Person 0, du bist dran: {name}, Runde 1", "click": url,
        "priority": 3,
    }  # fmt: skip
    assert "authorization" not in discord.headers


async def test_names_have_no_other_meaning_in_a_chat(site, told):
    host = await sign_in(site, "@everyone *<!here>* &")
    made = await host.post("/rooms", {"seats": 2, "nonce": NONCE, "starts": "host"})
    code = made["room"]["code"]
    other = await sign_in(site, "b")
    await other.post(f"/rooms/{code}/sit", {"invite": made["invite"], "nonce": f"{NONCE}1"})
    await host.post(f"/rooms/{code}/start")
    for kind in ("discord", "slack"):
        body = {"kind": kind, "address": told.address(f"/{kind}")}
        await host.post(f"/rooms/{code}/webhooks", body)
    await until(lambda: len(told.received) == 2)
    ((discord,), (slack,)) = told.got("/discord"), told.got("/slack")
    assert discord.body["content"].startswith("@everyone \\*\\<!here\\>\\* &, it is your move")
    assert discord.body["allowed_mentions"] == {"parse": [], "users": []}
    assert slack.body["text"].startswith("@everyone *&lt;!here&gt;* &amp;, it is your move")


def example():
    """The program of docs/wire.md that checks a message."""
    text = WIRE.read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?def is_ours.*?)```", text, re.DOTALL)
    known: dict = {}
    exec(textwrap.dedent(found[1]), known)
    return known["is_ours"]


async def test_json_is_signed_as_the_document_says_and_says_what_it_says(site, told):
    room = await seated_room(site, clock=DAY, starts="host")
    made, secret = await hook(room, told)
    seat = await seat_of(room)
    body = {"seat": seat, "mention": "maya@example"}
    await room.people[0].ask("PUT", f"/rooms/{room.code}/webhooks/{made}/mentions", body)
    (got,) = await until(told.got)
    is_ours = example()
    headers = {name.title(): value for name, value in got.headers.items()}
    assert is_ours(secret, headers, got.raw)
    assert not is_ours(secret, headers, got.raw + b" ")
    assert not is_ours(secret + "x", headers, got.raw)
    later_on = headers | {"Terrahedron-Timestamp": str(int(time.time()) + 1)}
    assert not is_ours(secret, later_on, got.raw)
    assert not is_ours(secret, headers, got.raw, now=time.time() + 400)  # sent again by somebody else
    view = await room.view()
    said = got.body
    assert set(said) == {"v", "id", "news", "text", "room", "game", "round", "due", "due_at"}
    assert (said["v"], said["news"], said["round"], said["game"]) == (1, ["move"], 1, view["game"]["id"])
    assert said["room"] == {"code": room.code, "name": view["name"], "url": f"{site.url}/r/{room.code}"}
    assert said["due"] == {"seat": seat, "name": "Person 0", "mention": "maya@example"}
    assert said["due_at"][:19] == view["game"]["due_at"][:19]
    documented = json.loads(
        re.search(r"```json\n(\{\"v\".*?)```", WIRE.read_text(encoding="utf-8"), re.DOTALL)[1]
    )
    assert set(documented) == set(said)


async def test_at_most_one_message_a_minute_and_later_news_fold_into_it(site, told):
    room = await seated_room(site, clock=DAY, starts="host")
    await hook(room, told)
    await until(told.got)
    game = await room.game()
    for _ in range(3):
        await move(site, room, game)
        await change(site, AT_ONCE)
        await site.app.state.webhook_sender.step()
    assert len(told.got()) == 1
    (row,) = await rows(site, STATE)
    assert 0 < row["wait"] <= MINUTE
    await change(site, "UPDATE games SET state = 'over', ended_at = now(), due_at = NULL, head = head + 1")
    await until_rows(site, NOTICES, lambda found: found[0]["kind"] == "over")
    await room.people[0].post(f"/rooms/{room.code}/again")
    await until_rows(site, NOTICES, lambda found: found[0]["kind"] == "again")
    assert len(told.got()) == 1
    await a_minute_later(site)
    _, folded = await until(lambda: len(told.got()) == 2 and told.got())
    name = (await room.view())["name"]
    assert folded.body["news"] == ["over", "again"]
    assert folded.body["text"] == f"The game is over: {name}\nAnother game? {name} begins anew"
    assert (folded.body["due"], folded.body["round"]) == (None, None)


async def test_move_is_told_again_when_a_fifth_of_the_time_is_left(site, told):
    room = await seated_room(site, clock=DAY, starts="host")
    await hook(room, told)
    await until(told.got)
    (row,) = await until_rows(site, NOTICES, lambda found: found[0]["kind"] == "hurry")
    assert abs(row["wait"] - 0.8 * DAY) < 60
    await later(site, "20 hours")
    await a_minute_later(site)
    _, hurry = await until(lambda: len(told.got()) == 2 and told.got())
    assert hurry.body["news"] == ["hurry"]
    assert "little time is left" in hurry.body["text"]


async def test_whoever_has_the_table_in_sight_is_not_called(site, told):
    room = await seated_room(site, starts="host")
    async with at_table(site, room.code, room.people[0]):
        await hook(room, told)
        await until_rows(site, NOTICES, lambda found: found and found[0]["wait"] > 20)
        assert told.received == []
    await until_rows(site, "SELECT gone_at FROM presence WHERE gone_at IS NOT NULL", bool)
    await change(site, AT_ONCE)
    await until(told.got)


async def test_failures_are_tried_later_and_later_and_then_no_more_until_the_host_presses(site, told):
    room = await seated_room(site, clock=DAY, starts="host")
    await move(site, room, await room.game())  # now somebody is due who is not there
    told.will_answer("/hook", *[500] * MOST_FAILURES)
    made, _ = await hook(room, told)
    async with at_table(site, room.code, room.people[0]) as host, at_table(site, room.code) as watcher:
        for number in range(1, MOST_FAILURES + 1):
            await until(lambda number=number: len(told.got()) == number)
            (row,) = await until_rows(site, STATE, lambda found, n=number: found[0]["failures"] == n)
            assert abs(row["wait"] - min(MINUTE * 2 ** (number - 1), 3600)) < 5
            await a_minute_later(site)
        assert (row["why"], row["off_at"] is not None) == ("refused", True)
        await host.until(lambda m: m["type"] == "room" and m["room"]["you"]["chats_off"] == 1)
        for message in watcher.told:
            if message["type"] == "room":
                assert (message["room"]["you"]["chats"], message["room"]["you"]["chats_off"]) == (0, 0)
        await site.app.state.webhook_sender.step()
        assert len(told.got()) == MOST_FAILURES
        shown = await room.people[0].get(f"/rooms/{room.code}/webhooks")
        assert (shown[0]["off"], shown[0]["why"]) == (True, "refused")
        tried = await room.people[0].post(f"/rooms/{room.code}/webhooks/{made}/trial")
        assert tried == {"taken": True, "why": None}
        since = len(host.told)
        await host.until(
            lambda m: m["type"] == "room" and m["room"]["you"]["chats_off"] == 0, max(since - 3, 0)
        )
    assert told.got()[-1].body["news"] == ["trial"]
    (row,) = await rows(site, STATE)
    assert (row["failures"], row["why"], row["off_at"]) == (0, None, None)
    await a_minute_later(site)  # what was still to be told is told
    await until(lambda: told.got()[-1].body["news"] == ["move"])


@pytest.mark.parametrize("status", [404, 410])
async def test_chat_that_is_no_more_is_switched_off_at_once(site, told, status):
    room = await seated_room(site, clock=DAY, starts="host")
    told.will_answer("/hook", status)
    await hook(room, told)
    (row,) = await until_rows(site, STATE, lambda found: found[0]["off_at"] is not None)
    assert (row["failures"], row["why"]) == (1, "gone")
    assert (await room.view())["you"]["chats_off"] == 1


async def test_busy_chat_is_asked_again_when_it_says_and_has_not_failed(site, told):
    room = await seated_room(site, clock=DAY, starts="host")
    told.will_answer("/hook", b"HTTP/1.1 429 X\r\nRetry-After: 300\r\n\r\n")
    await hook(room, told)
    (row,) = await until_rows(site, STATE, lambda found: found[0]["why"] == "busy")
    assert (row["failures"], row["off_at"]) == (0, None)
    assert abs(row["wait"] - 300) < 5
    await a_minute_later(site)
    await until(lambda: len(told.got()) == 2)


PRIVATE = (
    "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "0", "127.0.0.2",
    "127.0.2", "2130706434", "0x7f000002", "0177.0.0.2", "224.0.0.1", "255.255.255.255", "198.18.0.1",
    "192.0.2.1", "240.0.0.1", "192.88.99.1", "[::1]", "[::]", "[fe80::1]", "[fec0::1]", "[fc00::1]",
    "[ff02::1]", "[::ffff:10.0.0.1]", "[::ffff:7f00:2]", "[::127.0.0.2]", "[64:ff9b::a00:1]",
    "[64:ff9b:1::a00:1]", "[2002:a00:1::1]", "[2001:0:a00:1::1]", "[2001:db8::1]", "[100::1]",
)  # fmt: skip
NO_ADDRESS = (
    "http://127.0.0.1:PORT/x", "https://me@127.0.0.1:PORT/x", "https://a:b@127.0.0.1:PORT/x",
    "https://127.0.0.1:22/x", "https://127.0.0.1/x", "https://127.0.0.1:PORT/#x", "https:///x",
    "https://127.0.0.1:PORT/ x", "https://127.0.0.1:PORT/\r\nX: y", "https://127.0.0.1:99999/x",
    "file:///etc/passwd", "//127.0.0.1:PORT/", "https://chat.example\\@127.0.0.1:PORT/", "",
)  # fmt: skip
REFUSED = (
    *(("json", f"https://{host}:PORT/x", "private") for host in PRIVATE),
    *(("json", address, "address") for address in NO_ADDRESS),
    ("json", "https://nobody.invalid:PORT/", "unreachable"),
    ("ntfy", "https://127.0.0.1:PORT/", "topic"),
    ("ntfy", "https://127.0.0.1:PORT/a/b", "topic"),
)


async def test_address_that_leads_nowhere_is_refused_and_changes_nothing(site, told):
    site.app.state.limits.webhooks.allowance = site.app.state.limits.requests.allowance
    room = await seated_room(site, start=False)
    for kind, address, why in REFUSED:
        body = {"kind": kind, "address": address.replace("PORT", str(told.port))}
        answer = await room.people[0].ask("POST", f"/rooms/{room.code}/webhooks", body)
        assert answer.status_code == 422, address
        refusal = answer.json()
        assert (refusal["code"], refusal["details"]) == ("bad_webhook", {"why": why}), address
    assert await rows(site, STATE) == []
    assert told.received == []


def lookups(monkeypatch, *answers):
    """The names of chats, as they are looked up one time after the other."""
    loop, asked = asyncio.get_running_loop(), []
    usual = loop.getaddrinfo

    async def looked_up(host, port, **how):
        if host != NAME:
            return await usual(host, port, **how)
        asked.append(host)
        found = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, 1, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(loop, "getaddrinfo", looked_up, raising=False)
    return asked


async def test_name_that_means_something_else_a_moment_later_leads_nowhere(site, told, monkeypatch):
    room = await seated_room(site, clock=DAY, starts="host")
    asked = lookups(monkeypatch, [LOCAL], [LOCAL], ["10.0.0.1"])
    body = {"kind": "json", "address": told.address(host=NAME)}
    made = await room.people[0].post(f"/rooms/{room.code}/webhooks", body)
    (got,) = await until(told.got)  # connected to what was vetted, with the name's certificate
    assert got.headers["host"] == f"{NAME}:{told.port}"
    assert (
        len(asked) == 2
    )  # once when it was set, once when it was told: never between vetting and connecting
    trial = await room.people[0].post(f"/rooms/{room.code}/webhooks/{made['webhook']['id']}/trial")
    assert trial == {"taken": False, "why": "private"}
    assert len(told.got()) == 1
    await move(site, room, await room.game())
    await a_minute_later(site)
    (row,) = await until_rows(site, STATE, lambda found: found[0]["off_at"] is not None)
    assert row["why"] == "private"


async def test_name_of_which_one_address_is_ours_is_refused(site, told, monkeypatch):
    room = await seated_room(site, start=False)
    lookups(monkeypatch, [LOCAL, "10.0.0.1"])
    body = {"kind": "json", "address": told.address(host=NAME)}
    answer = await room.people[0].ask("POST", f"/rooms/{room.code}/webhooks", body)
    assert answer.json()["details"] == {"why": "private"}


async def test_trial_says_why_it_was_not_taken(site, told, monkeypatch):
    monkeypatch.setattr("app.outside.SECONDS", 0.5)
    room = await seated_room(site, start=False)
    made, _ = await hook(room, told)
    trial = f"/rooms/{room.code}/webhooks/{made}/trial"
    elsewhere = f"HTTP/1.1 307 X\r\nLocation: {told.address('/other')}\r\n\r\n".encode()
    endless = b"HTTP/1.1 200 X\r\n" + b"X: y\r\n" * 100_000
    told.will_answer("/hook", elsewhere, 403, 404, 429, endless, b"nonsense\r\n\r\n")
    whys = [(await room.people[0].post(trial))["why"] for _ in range(6)]
    assert whys == ["elsewhere", "refused", "gone", "busy", "unreachable", "unreachable"]
    assert told.got("/other") == []
    told.holds = True
    assert (await room.people[0].post(trial))["why"] == "unreachable"
    (row,) = await rows(site, STATE)
    assert (row["failures"], row["why"]) == (0, "unreachable")  # a trial counts for nothing


async def test_trial_takes_the_minute_of_its_chat(site, told):
    room = await seated_room(site, start=False, starts="host")
    made, _ = await hook(room, told)
    await room.people[0].post(f"/rooms/{room.code}/webhooks/{made}/trial")
    (row,) = await rows(site, STATE)
    assert 0 < row["wait"] <= MINUTE
    await room.people[0].post(f"/rooms/{room.code}/start")
    await until_rows(site, NOTICES, lambda found: found and found[0]["kind"] == "move")
    await change(site, AT_ONCE)
    await site.app.state.webhook_sender.step()
    assert [each.body["news"] for each in told.got()] == [["trial"]]
    await a_minute_later(site)
    await until(lambda: [each.body["news"] for each in told.got()] == [["trial"], ["move"]])


async def test_certificate_of_another_name_or_authority_is_not_believed(quick, told, monkeypatch):
    settings = quick.model_copy(update={**told.settings, "webhook_authorities": None})
    async with serve(settings) as site:
        room = await seated_room(site, start=False)
        made, _ = await hook(room, told)
        trial = await room.people[0].post(f"/rooms/{room.code}/webhooks/{made}/trial")
        assert trial == {"taken": False, "why": "untrusted"}
    async with serve(quick.model_copy(update=told.settings)) as site:
        monkeypatch.setattr("tests.live.test_webhooks.NAME", "other.example")
        lookups(monkeypatch, [LOCAL])
        room = await seated_room(site, start=False)
        body = {"kind": "json", "address": told.address(host="other.example")}
        made = await room.people[0].post(f"/rooms/{room.code}/webhooks", body)
        trial = await room.people[0].post(f"/rooms/{room.code}/webhooks/{made['webhook']['id']}/trial")
        assert trial == {"taken": False, "why": "untrusted"}
    assert told.received == []


async def test_only_the_host_sets_chats_and_nobody_is_shown_an_address(site, told, caplog):
    room = await seated_room(site, starts="host")
    host, other = room.people
    stranger = await sign_in(site)
    made, secret = await hook(room, told, path="/a-secret-path")
    mention = {"seat": await seat_of(room), "mention": "x"}
    api = f"/rooms/{room.code}/webhooks"
    for person, status in ((other, 403), (stranger, 403)):
        body = {"kind": "json", "address": told.address()}
        assert (await person.ask("POST", api, body)).status_code == status
        assert (await person.ask("POST", f"{api}/{made}/trial", {})).status_code == status
        assert (await person.ask("DELETE", f"{api}/{made}")).status_code == status
        assert (await person.ask("PUT", f"{api}/{made}/mentions", mention)).status_code == status
    assert (await stranger.ask("GET", api)).status_code == 403
    assert (await site.http.get(f"{site.url}/api{api}")).status_code == 401
    (theirs,) = await other.get(api)
    assert theirs == {
        "id": made, "kind": "json", "service": None, "off": False, "why": None, "told_at": None,
        "mentions": {},
    }  # fmt: skip
    (own,) = await host.get(api)
    assert own["service"] == LOCAL
    await until(lambda: told.got("/a-secret-path"))
    answers = [
        (await site.http.get(site.url + path, headers=person.headers)).text
        for person in (host, other)
        for path in (f"/api{api}", f"/api/rooms/{room.code}", "/api/people/me/kept", f"/r/{room.code}")
    ]
    assert not any("a-secret-path" in answer or secret in answer for answer in answers)
    assert "a-secret-path" not in caplog.text
    kept = [(await person.get("/people/me/kept"))["webhooks"] for person in (host, other)]
    assert [len(each) for each in kept] == [1, 0]
    assert kept[0][0]["service"] == f"https://{LOCAL}:{told.port}"


async def test_everybody_says_how_they_are_called_and_the_host_for_all(site, told):
    room = await seated_room(site, start=False)
    host, other = room.people
    made, _ = await hook(room, told, "slack")
    api = f"/rooms/{room.code}/webhooks/{made}/mentions"
    assert (await other.ask("PUT", api, {"seat": 1, "mention": "UOTHER99"})).status_code == 204
    assert (await host.ask("PUT", api, {"seat": 0, "mention": "UHOST999"})).status_code == 204
    shown = [(await person.get(f"/rooms/{room.code}/webhooks"))[0]["mentions"] for person in (host, other)]
    assert shown == [{"0": "UHOST999", "1": "UOTHER99"}, {"1": "UOTHER99"}]
    assert (await host.ask("PUT", api, {"seat": 1, "mention": None})).status_code == 204
    assert (await other.get(f"/rooms/{room.code}/webhooks"))[0]["mentions"] == {}
    for wrong in ("everyone", "<!here>", "U1> <!channel", "", "x" * 65):
        refused = await host.ask("PUT", api, {"seat": 0, "mention": wrong})
        assert refused.status_code == 422, wrong
    assert (await host.ask("PUT", api, {"seat": 3, "mention": "UHOST999"})).json()["code"] == "no_such_seat"
    nobody = api.replace(made, str(UUID(int=1)))
    assert (await host.ask("PUT", nobody, {"seat": 0, "mention": "UHOST999"})).status_code == 404
    assert (await other.get("/people/me/kept"))["webhook_mentions"] == []


async def test_a_room_tells_three_chats_and_is_tried_out_now_and_then(site, told):
    room = await seated_room(site, start=False)
    made = [await hook(room, told, path=f"/{number}") for number in range(3)]
    body = {"kind": "json", "address": told.address("/4")}
    refused = await room.people[0].ask("POST", f"/rooms/{room.code}/webhooks", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_webhooks")
    trial = f"/rooms/{room.code}/webhooks/{made[0][0]}/trial"
    statuses = [(await room.people[0].ask("POST", trial, {})).status_code for _ in range(8)]
    assert statuses == [200] * 6 + [429] * 2
    assert (await room.people[0].ask("DELETE", trial.removesuffix("/trial"))).status_code == 204
    assert len(await room.people[0].get(f"/rooms/{room.code}/webhooks")) == 2


async def test_address_goes_with_its_room_and_with_its_host(site, told):
    room = await seated_room(site, start=False)
    await hook(room, told)
    await change(site, "UPDATE rooms SET state = 'closed'")
    await site.app.state.webhook_sender.step()
    await Retention().drop_old(site.app.state.database)
    assert await rows(site, STATE) == []
    other = await seated_room(site, start=False)
    await hook(other, told)
    assert (await other.people[0].ask("DELETE", "/people/me")).status_code == 204
    assert await rows(site, STATE) == []


async def test_server_that_wants_no_chats_told_has_none(quick, told):
    async with serve(quick.model_copy(update={**told.settings, "webhooks": False})) as site:
        room = await seated_room(site, start=False)
        api = f"/rooms/{room.code}/webhooks"
        assert (await room.people[0].ask("GET", api)).status_code == 404
        body = {"kind": "json", "address": told.address()}
        assert (await room.people[0].ask("POST", api, body)).status_code == 404
        assert not site.app.state.webhook_sender.tasks.tasks
