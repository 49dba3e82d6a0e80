"""A game by its own address: what came of it, its proof in words, and who may know what."""

import random
from typing import Any
from uuid import uuid4

import pytest
from fastapi import FastAPI

from app.bots.levels import LEVELS
from app.games.log import fold_of
from app.games.models import Game
from app.pages.contexts import called
from app.pages.results import Result
from app.rooms.bots import name_of
from app.rules.deal import deal_from_seed
from app.rules.game import apply_move, new_game
from app.rules.parts import base_set
from app.rules.versions import RULES_VERSION
from app.texts import Noun, t, texts_in
from tests.databases import execute
from tests.guests import Guest, RoomOf
from tests.live.served import legal
from tests.pages.conftest import Parsed, Read


async def play(room: RoomOf, guests: list[Guest], moves: int = 48) -> str:
    """Start, and make so many moves; the game's id."""
    await room.host.post(f"{room.path}/start")
    game: str = (await room.look())["game"]["id"]
    by_seat = {(await room.look(guest))["you"]["seat"]: guest for guest in guests}
    chance = random.Random(4)
    for _ in range(moves):
        state = await room.host.get(f"/games/{game}")
        if state["view"]["over"]:
            break
        placed = dict(zip(("tile", "face", "turn"), legal(state["view"], chance), strict=True))
        act = {"action_id": str(uuid4()), "base": state["head"], **placed}
        await by_seat[state["view"]["due"]].post(f"/games/{game}/acts", act)
    return game


async def test_game_can_be_opened_after_a_rematch(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom])
    await maya.post(f"{room.path}/again")
    response = await read(f"/g/{game}")
    page = Parsed(response.text)
    assert response.status_code == 200
    record = await maya.get(f"/games/{game}/record")
    assert [row["id"] for row in page.all("li") if str(row.get("class")).startswith("result-row")] == [
        f"seat-{score['seat']}"
        for score in sorted(record["scores"], key=lambda score: (-score["total"], -score["animals"]))
    ]
    for score in record["scores"]:
        assert t("counted.points", count=score["total"]) in page.words
        assert t("game.objective_brings", **brings(score)) in page.words
    labels = [mark["aria-label"] for mark in page.all("svg", role="img")]
    assert sum("points" in str(label) or "1 point" in str(label) for label in labels) == sum(
        score["animals"] for score in record["scores"]
    )
    assert page.all("a", href=f"/api/games/{game}/record")
    assert page.all("meta", name="robots")[0]["content"] == "noindex"
    assert f'href="/g/{game}"' in (await read("/games", maya)).text
    assert f'href="/g/{game}"' in (await read(f"/r/{room.code}", tom)).text


def brings(score: dict[str, Any]) -> dict[str, Any]:
    return {"count": score["objective_points"], "areas": Noun("counted.areas", score["areas"])}


async def test_proof_is_told_in_words_with_all_that_can_be_checked(
    read: Read, maya: Guest, tom: Guest
) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom])
    proof = await maya.get(f"/games/{game}/proof")
    page = Parsed((await read(f"/g/{game}")).text)
    for told in (proof["commitment"], proof["seed"], *proof["nonces"], t("game.fair_deal")):
        assert told in page.words
    assert page.all("a", href=f"/api/games/{game}/proof")


async def test_who_played_is_you_and_finds_the_room_others_do_not(
    read: Read, maya: Guest, tom: Guest, ida: Guest
) -> None:
    winners: list[int] = []
    while len(winners) != 1:  # a game of chance may be shared
        room = await maya.make_room(seats=2)
        await room.seat(tom)
        game = await play(room, [maya, tom])
        winners = (await maya.get(f"/games/{game}/record"))["winners"]
    names = {0: maya, 1: tom}
    winner, loser = names[winners[0]], names[1 - winners[0]]
    assert Parsed((await read(f"/g/{game}", winner)).text).words.count(t("end.wins_you")) >= 1
    assert t("end.wins", name=winner.name) in Parsed((await read(f"/g/{game}", loser)).text).words
    assert room.code in (await read(f"/g/{game}", tom)).text
    for stranger in (ida, None):
        assert room.code not in (await read(f"/g/{game}", stranger)).text


async def test_every_ply_and_award_has_an_address_that_tells_of_it(
    read: Read, maya: Guest, tom: Guest
) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom])
    record = await maya.get(f"/games/{game}/record")
    names = [player["name"] for player in record["players"]]
    for ply in (1, 7, 24):
        number, seat, _, face, _ = record["moves"][ply - 1]
        page = Parsed((await read(f"/g/{game}/ply/{ply}")).text)
        heading = t("log.moment", round=number, name=names[seat])
        assert heading in page.words
        assert str(page.all("meta", property="og:title")[0]["content"]).startswith(heading)
        assert str(page.all("meta", property="og:url")[0]["content"]).endswith(f"/g/{game}/ply/{ply}")
        said = t("log.placed", name=names[seat], face=face).replace("*", "")
        assert str(page.all("meta", property="og:description")[0]["content"]).startswith(said)
        assert page.all("div", data_ply=str(ply))
    assert t("log.at_start") in Parsed((await read(f"/g/{game}/ply/0")).text).words
    award = next(award for award in record["awards"] if award["seat"] is not None)
    key = base_set().animals[award["animal"]]
    page = Parsed((await read(f"/g/{game}/award/{key}")).text)
    assert page.all("div", data_award=award["animal"], data_ply=str(2 * award["round"]))
    chose = t("log.chose", animal=Noun(f"animals.{key}"), name=names[award["seat"]]).replace("*", "")
    assert chose in page.words


async def test_moment_that_has_not_come_is_nowhere(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom], moves=7)
    record = await maya.get(f"/games/{game}/record")
    you = (await maya.get(f"/games/{game}"))["seat"]
    assert f'data-mine="{you}"' in (await read(f"/g/{game}/ply/7", maya)).text
    assert "data-mine" not in (await read(f"/g/{game}/ply/7")).text
    assert "data-over" not in (await read(f"/g/{game}/ply/7")).text
    coming = record["animals"][5][0]  # of round 8
    for path in ("ply/8", f"award/{base_set().animals[coming]}", "award/nobody"):
        assert (await read(f"/g/{game}/{path}", maya)).status_code == 404
    for path in ("ply/-1", "ply/49", "ply/x"):
        assert (await read(f"/g/{game}/{path}", maya)).status_code == 422
    assert (await read(f"/g/{uuid4()}/ply/1")).status_code == 404


async def test_reader_who_made_the_move_is_you(read: Read, maya: Guest, tom: Guest) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    game = await play(room, [maya, tom], moves=3)
    seat = (await maya.get(f"/games/{game}"))["seat"]
    moves = (await maya.get(f"/games/{game}/record"))["moves"]
    ply = next(count for count, move in enumerate(moves, start=1) if move[1] == seat)
    page = Parsed((await read(f"/g/{game}/ply/{ply}", maya)).text)
    assert t("log.moment_you", round=moves[ply - 1][0]) in page.words


async def test_page_for_ones_own_record_asks_no_server(read: Read) -> None:
    page = Parsed((await read("/replay")).text)
    assert t("replay.page") in page.words
    assert page.all("input", type="file", name="file")
    assert not page.all("form", method="post")


async def test_running_game_keeps_its_secrets_and_unknown_ones_are_nowhere(
    read: Read, maya: Guest, tom: Guest
) -> None:
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    dealt = (await room.look())["game"]["id"]
    assert (await read(f"/g/{dealt}")).status_code == 404
    game = await play(room, [maya, tom], moves=5)
    page = Parsed((await read(f"/g/{game}", maya)).text)
    assert t("game.running") in page.words
    assert t("game.running_says", round=3) in page.words
    assert t("game.fair_seed_waiting") in page.words
    assert t("game.objective") not in page.words
    assert (await read(f"/g/{uuid4()}")).status_code == 404
    malformed = await read("/g/nonsense")
    assert malformed.status_code == 422
    assert t("pages.422") in malformed.text


@pytest.mark.parametrize("variants", [[], ["beginner"]])
async def test_game_that_everyone_left_has_animals_but_no_points(
    app: FastAPI, read: Read, maya: Guest, tom: Guest, database_url: str, variants: list[str]
) -> None:
    room = await maya.make_room(seats=2, variants=variants)
    await room.seat(tom)
    game = await play(room, [maya, tom], moves=12)
    await execute(
        database_url,
        f"""INSERT INTO events (game_id, seq, action_id, kind, body)
        VALUES ('{game}', 13, 'all left', 'abandoned', '{{}}');
        UPDATE games SET head = 13, last_action = 'all left', state = 'abandoned', ended_at = now(),
        due_at = NULL WHERE id = '{game}'""",
    )
    page = Parsed((await read(f"/g/{game}")).text)
    assert t("game.abandoned") in page.words
    assert t("game.abandoned_says") in page.words
    assert (await maya.get(f"/games/{game}/proof"))["seed"] in page.words
    assert "points" not in page.words.split(t("game.fair"))[0]
    assert t("mine.abandoned") in Parsed((await read("/games", maya)).text).words


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (17, "As many points, and as many animals"),
        (82, "17 points each, and more animals: 10 to 9"),
        (1, ""),
    ],
)
def test_level_points_are_explained(number: int, says: str) -> None:
    seed, nonces = number.to_bytes(32, "big"), ("nonce-of-seat-0-xxxx", "nonce-of-seat-1-xxxx")
    state, chance = new_game(base_set(), deal_from_seed(seed, nonces, ())), random.Random(number)
    while state.due is not None:
        state, _ = apply_move(state, state.due, chance.choice(list(state.legal_placements())))
    row: dict[str, Any] = dict.fromkeys(Game.__table__.columns.keys())
    fold = fold_of({**row, "rules_version": RULES_VERSION, "state": "dealt", "head": 0, "seed": seed}, [])
    assert Result(texts_in("en"), fold, state, ["Maya", "Tom"], None).says == says


@pytest.mark.parametrize(
    ("bot", "name", "told"),
    [
        ("grove", "Grove", "Dąbrowa"),
        ("grove", "Grove 2", "Dąbrowa 2"),
        (None, "Grove", "Grove"),
        ("grove", "Maya", "Maya"),
    ],
)
def test_bot_is_called_in_the_language_of_the_reader(bot: str | None, name: str, told: str) -> None:
    assert called(texts_in("pl"), bot, name) == told


def test_every_bot_sits_under_the_name_it_has_in_english() -> None:
    assert {level: name_of(level).lower() for level in LEVELS} == {level: level for level in LEVELS}
