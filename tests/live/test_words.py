"""Talk and signs are counted by person, by address and by room, whichever socket or request they come by."""

from contextlib import AsyncExitStack
from functools import partial

import pytest

from app.live.rate_limits import WORDS_FROM_ADDRESS, WORDS_IN_ROOM, WORDS_OF_PERSON, TalkLimits
from app.texts import texts_in
from tests.live.served import at_table, seated_room, sign_in

MOST = int(WORDS_OF_PERSON.burst)


@pytest.fixture
def still_words(monkeypatch):
    """No bucket of words is filled again while the test goes on."""
    monkeypatch.setattr("app.live.tables.TalkLimits", partial(TalkLimits, clock=lambda: 0.0))


async def over_rest(person, room, number):
    """Say or show something by a request; the answer's status."""
    path, body = (("talk", {"text": f"line {number}"}), ("reactions", {"reaction": "wow"}))[number % 2]
    return await person.ask("POST", f"/rooms/{room.code}/{path}", body)


async def words_heard(listener, room, others):
    """What came through by now: one more person's line is the last of it."""
    await others.post(f"/rooms/{room.code}/talk", {"text": "the last line"})
    await listener.hear("said", text="the last line")
    heard = [m for m in listener.told if m["type"] in ("said", "reacted")]
    return [m for m in heard if m["name"] != others.name]


@pytest.mark.usefixtures("still_words")
async def test_words_of_many_tabs_and_requests_are_one_persons(site):
    room, elsewhere = await seated_room(site), await seated_room(site)
    loud, other = room.people
    async with AsyncExitStack() as stack:
        listener = await stack.enter_async_context(at_table(site, room.code, other))
        tabs = [await stack.enter_async_context(at_table(site, room.code, loud)) for _ in range(3)]
        answers = [(await over_rest(loud, room, number)).status_code for number in range(2)]
        assert answers == [204, 204]
        for number, tab in enumerate(tabs * 2):
            since = len(tab.told)
            await (tab.send(type="say", text="me") if number % 2 else tab.send(type="react", reaction="wow"))
            if number >= MOST - 2:
                assert (await tab.hear("nack", since=since))["code"] == "rate_limited"
            else:  # said one after the other
                await tab.until(lambda m: m["type"] in ("said", "reacted"), since)
        refused = await over_rest(loud, room, 0)
        assert (refused.status_code, int(refused.headers["retry-after"])) == (429, 1)
        refused = await over_rest(loud, elsewhere, 0)
        assert refused.status_code == 429
        assert len(await words_heard(listener, room, other)) == MOST
    assert (await over_rest(elsewhere.people[0], elsewhere, 0)).status_code == 204


@pytest.mark.usefixtures("still_words")
async def test_words_from_one_address_have_an_end_however_many_people(site):
    rooms = [await seated_room(site, 4) for _ in range(2)]
    people = [(room, person) for room in rooms for person in room.people]
    answers = [
        (await over_rest(person, room, number)).status_code
        for room, person in people
        for number in range(MOST - 1)
    ]
    assert answers == [204] * int(WORDS_FROM_ADDRESS.burst) + [429] * (len(answers) - 25)


@pytest.mark.usefixtures("still_words")
async def test_nameless_watchers_of_one_address_share_their_signs(site):
    room = await seated_room(site)
    async with at_table(site, room.code) as one, at_table(site, room.code) as other:
        for client in (one, other, one, other, one):
            since = len(client.told)
            await client.send(type="react", reaction="wow")
            await client.hear("reacted", since=since)
        await other.send(type="react", reaction="wow")
        assert (await other.hear("nack"))["code"] == "rate_limited"
    guest = await sign_in(site, "Guest")
    assert (await over_rest(guest, room, 0)).status_code == 204


def test_words_in_a_room_have_an_end_and_watchers_leave_half_to_the_players():
    words = TalkLimits(clock=lambda: 0.0)

    def say(number, room, *, is_seated=False):
        return words.may_speak(f"person {number}", f"address {number}", room, is_seated=is_seated)

    burst = int(WORDS_IN_ROOM.burst)
    assert [say(number, "loud") for number in range(burst)].count(True) == burst // 2
    players = [say(1000 + number, "loud", is_seated=True) for number in range(burst)]
    assert players.count(True) == burst // 2
    assert say(1, "quiet")


def test_words_refused_to_a_person_take_nothing_from_others():
    words = TalkLimits(clock=lambda: 0.0)
    said = [words.may_speak("loud", "home", "room", is_seated=True) for _ in range(1000)]
    assert said.count(True) == MOST
    assert words.addresses.level("home") == WORDS_FROM_ADDRESS.burst - MOST
    assert words.rooms.level("room") == WORDS_IN_ROOM.burst - MOST


async def test_refusal_is_said_in_the_language_of_the_handshake(site):
    room = await seated_room(site, talk=False)
    reader = room.people[0]
    reader.headers["Accept-Language"] = "fr"
    async with at_table(site, room.code, reader) as tab:
        await tab.send(type="say", text="hello")
        nack = await tab.hear("nack")
    assert (nack["code"], nack["message"]) == ("talk_off", texts_in("fr").t("errors.talk_off"))
