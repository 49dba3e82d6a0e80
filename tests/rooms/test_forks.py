"""Forks: a game goes on from a moment of one that is over, with its tiles or others, and says so."""

import random
from html import unescape
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.games.statistics import FINISHED_SQL
from app.rules.record import verify
from app.texts import texts_in
from tests.live.served import NONCE, at_table, legal, seated_room, serve, sign_in
from tests.live.test_absence import change


@pytest.fixture
async def site(settings):
    quick = {"bot_think_seconds": 0.0, "changes_per_minute": 100_000, "requests_per_minute": 100_000}
    async with serve(settings.model_copy(update=quick)) as site:
        yield site


async def finished(site, **options):
    """A game of two that is over, and its room."""
    room = await seated_room(site, 2, **options)
    people, chance, game = {}, random.Random(7), await room.game()
    for person in room.people:
        people[(await person.get(f"/rooms/{room.code}"))["you"]["seat"]] = person
    room.people = [people[0], people[1]]
    view, head = (await people[0].get(f"/games/{game}"))["view"], 0
    while not view["over"]:
        tile, face, turn = legal(view, chance)
        body = {"action_id": str(uuid4()), "base": head, "tile": tile, "face": face, "turn": turn}
        head = (await people[view["due"]].post(f"/games/{game}/acts", body))["seq"]
        view = (await people[0].get(f"/games/{game}"))["view"]
    return room, game


async def fork(person, game, moves, **wish):
    return await person.ask(
        "POST", f"/games/{game}/forks", {"nonce": NONCE, "moves": moves, "seat": 0, **wish}
    )


async def play_on(site, person, made):
    """To the end against bots; the record."""
    chance, game = random.Random(3), made["room"]["game"]["id"]
    async with at_table(site, made["room"]["code"], person) as client:
        while True:
            state = await person.get(f"/games/{game}")
            if state["view"]["over"]:
                return await person.get(f"/games/{game}/record")
            if state["view"]["due"] != 0:
                await client.hear("event", seq=state["head"] + 1)
                continue
            answer = await client.act(legal(state["view"], chance), base=state["head"])
            assert answer["type"] == "ack", answer


@pytest.mark.parametrize("coming", ["same", "other"])
async def test_a_fork_goes_on_with_the_past_of_its_game_and_its_record_verifies(site, coming):
    room, game = await finished(site, variants=["mystery"])
    parent = await room.people[0].get(f"/games/{game}/record")
    answer = await fork(room.people[0], game, 11, coming=coming, bots="sapling")
    assert answer.status_code == 201, answer.text
    made = answer.json()
    shown = made["room"]["game"]["fork"]
    assert shown == {"game": game, "moves": 11, "coming": coming}
    record = await play_on(site, room.people[0], made)
    assert verify(record) == []
    assert record["moves"][:11] == parent["moves"][:11]
    assert record["moves"] != parent["moves"]
    assert (record["first"], record["objectives"]) == (parent["first"], parent["objectives"])
    seen = 30  # the sixth round is under way after eleven moves of two; twenty tiles are still to come
    assert record["order"][:seen] == parent["order"][:seen]
    assert (record["order"] == parent["order"]) == (coming == "same")
    assert [column[0] for column in record["animals"]] == [column[0] for column in parent["animals"]]
    (seal,) = record["fork"]["seals"]
    assert (seal["seed"], seal["nonces"]) == (parent["seed"], parent["nonces"])
    assert record["seed"] != parent["seed"]
    await check_page(site, made["room"]["game"]["id"], seal["commitment"], coming)
    await check_fork_of_fork(room, made["room"]["game"]["id"], record)


async def check_page(site, game, parents_seal, coming):
    """It says from which seals it was dealt, and does not say that its own has dealt everything."""
    page = unescape((await site.http.get(f"{site.url}/g/{game}")).text)
    texts = texts_in("en")
    assert parents_seal in page
    assert texts.t("game.fair_fork", moves=11) in page
    for each, key in (("same", "kept"), ("other", "anew")):
        assert (texts.t(f"game.fair_fork_{key}") in page) == (each == coming)
    assert texts.t("game.fair_deal") not in page


async def check_fork_of_fork(room, game, parent):
    """One that goes on from a fork, from before where that began, proves itself by all the seals."""
    answer = await fork(room.people[1], game, 4, coming="same", bots="sapling")
    made = answer.json()["room"]["game"]
    running = await room.people[1].get(f"/games/{made['id']}/record")
    assert running["seed"] is None
    assert [seal["moves"] for seal in running["fork"]["seals"]] == (
        [0, 11] if parent["fork"]["coming"] == "other" else [0]
    )


async def test_a_fork_is_open_for_friends_with_seats_and_rules_as_they_were(site):
    room, game = await finished(site)
    made = (await fork(room.people[1], game, 5, seat=1, coming="other")).json()
    code = made["room"]["code"]
    assert made["room"]["state"] == "open"
    assert [seat["name"] for seat in made["room"]["seats"]] == [None, room.people[1].name]
    for wish in ({"seats": 3}, {"variants": ["beginner"]}):
        refused = await room.people[1].ask("PATCH", f"/rooms/{code}/options", wish)
        assert (refused.status_code, refused.json()["code"]) == (409, "fork_fixed")
    assert (await room.people[1].ask("PATCH", f"/rooms/{code}/options", {"clock": 60})).status_code == 200
    friend = await sign_in(site, "Friend")
    await friend.post(f"/rooms/{code}/sit", {"invite": made["invite"], "nonce": NONCE})
    await room.people[1].post(f"/rooms/{code}/start")
    new = made["room"]["game"]["id"]
    state = await friend.get(f"/games/{new}")
    assert (state["seat"], state["head"]) == (0, 5)
    assert sum(map(len, state["view"]["placements"])) == 5
    events = (await friend.get(f"/games/{new}?since=0"))["events"]
    assert [event["seq"] for event in events] == [1, 2, 3, 4, 5]
    assert all(event["action_id"] is None for event in events), "no client's own id is used up"


async def test_a_seat_that_stays_empty_is_a_bots(site):
    room, game = await finished(site)
    made = (await fork(room.people[0], game, 0)).json()["room"]
    started = await room.people[0].post(f"/rooms/{made['code']}/start")
    assert [seat["bot"] for seat in started["seats"]] == [None, "grove"]
    assert started["game"]["state"] == "running"


async def test_nothing_goes_on_from_a_game_that_runs_or_from_a_moment_that_is_none(site):
    room = await seated_room(site, 2)
    running = await room.game()
    assert (await fork(room.people[0], running, 0)).json()["code"] == "game_running"
    waiting = await (await seated_room(site, 2, start=False)).game()
    assert (await fork(room.people[0], waiting, 0)).json()["code"] == "not_begun"
    assert (await fork(room.people[0], uuid4(), 0)).status_code == 404
    _, game = await finished(site)
    before = await change(site, "SELECT count(*) FROM rooms")
    cases = ((24, 0, "no_such_moment"), (25, 0, "no_such_moment"), (3, 2, "no_such_seat"))
    for moves, seat, code in cases:
        refused = await fork(room.people[0], game, moves, seat=seat)
        assert (refused.status_code, refused.json()["code"]) == (409, code)
    for wish in ({"moves": -1}, {"moves": 48}, {"coming": "better"}, {"bots": "nobody"}, {"nonce": "x"}):
        refused = await room.people[0].ask(
            "POST", f"/games/{game}/forks", {"nonce": NONCE, "moves": 1, "seat": 0, **wish}
        )
        assert refused.status_code == 422
    assert await change(site, "SELECT count(*) FROM rooms") == before


async def test_forks_are_counted_in_no_statistics_and_hold_nobodys_name(site):
    room, game = await finished(site)
    made = (await fork(room.people[0], game, 22, bots="sapling")).json()
    await play_on(site, room.people[0], made)
    new = UUID(made["room"]["game"]["id"])
    (row,) = await change(site, "SELECT fork::text, state FROM games WHERE id = $1", new)
    assert row["state"] == "over"
    assert not any(person.name in row["fork"] or person.id in row["fork"] for person in room.people)
    numbers = await site.http.get(f"{site.url}/games/numbers", headers=room.people[0].headers)
    assert numbers.status_code == 200
    async with site.app.state.database.reading() as db:
        found = (await db.execute(FINISHED_SQL, {"me": UUID(room.people[0].id)})).all()
        assert [str(one.id) for one in found] == [game]
        assert (await db.execute(text("SELECT count(*) FROM games WHERE state = 'over'"))).scalar() == 2
