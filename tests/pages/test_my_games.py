"""My games: found again, in figures, one against the other; and all of it only of those who played."""

from uuid import uuid4

import pytest
from fastapi import FastAPI

from app.texts import t
from tests.databases import execute
from tests.guests import Guest
from tests.pages.conftest import HTML, Parsed, Read
from tests.pages.test_game_page import play
from tests.rooms.test_statements import counted


@pytest.fixture
async def played(maya: Guest, tom: Guest) -> str:
    """A finished game of Maya and Tom."""
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    return await play(room, [maya, tom])


SEARCHES = {
    "who=tO": True,
    "who=Maya": False,  # that is oneself
    "who=ida": False,
    "who=%25": False,
    "rules=standard": True,
    "rules=mystery": False,
    "set=base": True,
    "set=other": False,
    "who=tom&rules=standard&set=base": True,
    "page=2": False,
}


async def test_games_are_searched(read: Read, maya: Guest, played: str) -> None:
    for query, is_found in SEARCHES.items():
        for path in ("/games", "/parts/games"):
            page = await read(f"{path}?{query}", maya)
            assert page.status_code == 200
            assert (f'href="/g/{played}"' in page.text) == is_found, query
            assert (t("mine.found_none") in page.text) != is_found, query


async def test_what_cannot_be_searched_is_refused(read: Read, maya: Guest) -> None:
    for query in ("rules=chess", "page=0", "page=x", f"who={'W' * 61}", "who=%00", "set=%00"):
        assert (await read(f"/games?{query}", maya)).status_code == 422, query


async def test_bots_are_found_by_their_name_in_the_readers_language(
    read: Read, maya: Guest, database_url: str
) -> None:
    room = await maya.make_room(seats=2)
    await maya.post(f"{room.path}/bot", {"seat": 1, "level": "grove"})
    await maya.post(f"{room.path}/start")
    game = (await room.look())["game"]["id"]
    await execute(database_url, "UPDATE games SET state = 'abandoned', ended_at = now()")
    assert f"/g/{game}" in (await read("/games?who=dąbrow&lang=pl", maya)).text
    assert f"/g/{game}" not in (await read("/games?who=dąbrow", maya)).text


async def test_list_says_what_i_did(read: Read, maya: Guest, played: str) -> None:
    record = await maya.get(f"/games/{played}/record")
    seat = [player["name"] for player in record["players"]].index("Maya")
    page = Parsed((await read("/games", maya)).text)
    discs = [one for one in page.all("span") if one.get("class") == "animal"]
    assert len(discs) == record["scores"][seat]["animals"]
    habitat = record["scores"][seat]["objective"]
    assert [one for one in page.all("span", data_habitat=habitat) if one["class"] == "habitat"]


async def test_pages_of_many_games_lead_on_and_back(
    read: Read, maya: Guest, tom: Guest, played: str, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.pages.queries.MOST_PLAYED", 1)
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    latest = await play(room, [maya, tom], moves=1)
    await execute(
        database_url, "UPDATE games SET state = 'abandoned', ended_at = now() WHERE state = 'running'"
    )
    first, second, third = [await read(f"/games?who=tom&page={page}", maya) for page in (1, 2, 3)]
    assert [game for game in (played, latest) if f"/g/{game}" in first.text] == [latest]
    assert [game for game in (played, latest) if f"/g/{game}" in second.text] == [played]
    assert [link["href"] for link in Parsed(first.text).all("a", rel="next")] == ["/games?who=tom&page=2"]
    assert [link["href"] for link in Parsed(second.text).all("a", rel="prev")] == ["/games?who=tom"]
    assert [link["href"] for link in Parsed(third.text).all("a", rel="prev")] == ["/games?who=tom&page=2"]
    assert not Parsed(first.text).all("a", rel="prev") + Parsed(second.text).all("a", rel="next")


async def test_running_games_are_told_with_their_round_and_whose_move_it_is(
    read: Read, maya: Guest, tom: Guest
) -> None:
    room = await maya.make_room(seats=2, public=True)
    await room.seat(tom)
    game = await play(room, [maya, tom], moves=3)
    due = (await maya.get(f"/games/{game}"))["view"]["due"]
    for guest in (maya, tom):
        is_due = (await room.look(guest))["you"]["seat"] == due
        told = t(f"home.{'your_move' if is_due else 'waiting'}", room=room.view["name"], round=2)
        words = Parsed((await read("/", guest)).text).words
        assert told.replace("*", "").replace(" ", "") in words.replace(" ", "")
    assert t("home.round", round=2) in Parsed((await read("/parts/rooms")).text).words


async def test_numbers_are_those_of_the_games_played(
    read: Read, maya: Guest, tom: Guest, played: str
) -> None:
    record = await maya.get(f"/games/{played}/record")
    for guest in (maya, tom):
        seat = [player["name"] for player in record["players"]].index(guest.name)
        page = Parsed((await read("/games/numbers", guest)).text)
        won = {award["animal"] for award in record["awards"] if award["seat"] == seat}
        assert t("numbers.album_says", found=len(won), all=45) in page.words
        assert len([one for one in page.all("li") if one.get("class") == "is-missing"]) == 45 - len(won)
        assert t("counted.points", count=record["scores"][seat]["total"]) in page.words
        assert page.all("a", href=f"/games/with/{played}/{1 - seat}")


async def test_games_against_bots_are_told_apart(read: Read, maya: Guest, played: str) -> None:
    assert t("numbers.none") in Parsed((await read("/games/numbers?kind=bots", maya)).text).words
    assert t("numbers.none") not in Parsed((await read("/games/numbers?kind=people", maya)).text).words
    assert (await read("/games/numbers?kind=all", maya)).status_code == 422


async def test_stranger_and_newcomer_have_no_numbers(read: Read, ida: Guest, played: str) -> None:
    for guest in (ida, None):
        assert t("numbers.none") in Parsed((await read("/games/numbers", guest)).text).words


async def test_two_are_met_head_to_head_by_each_other_alone(
    read: Read, maya: Guest, tom: Guest, ida: Guest, played: str
) -> None:
    record = await maya.get(f"/games/{played}/record")
    toms = [player["name"] for player in record["players"]].index("Tom")
    page = Parsed((await read(f"/games/with/{played}/{toms}", maya)).text)
    mine, theirs = record["scores"][1 - toms]["total"], record["scores"][toms]["total"]
    assert t("numbers.score", mine=mine, theirs=theirs, name="Tom") in page.words
    for guest, seat in ((maya, 1 - toms), (maya, 3), (ida, toms), (None, toms)):
        assert (await read(f"/games/with/{played}/{seat}", guest)).status_code == 404
    assert (await read(f"/games/with/{uuid4()}/{toms}", maya)).status_code == 404
    assert (await read(f"/games/with/{played}/4", maya)).status_code == 422


async def test_of_many_games_with_one_other_the_latest_are_shown(
    read: Read, maya: Guest, tom: Guest, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.pages.numbers.MOST_MEETINGS", 1)
    record = await maya.get(f"/games/{played}/record")
    path = f"/games/with/{played}/{[player['name'] for player in record['players']].index('Tom')}"
    assert not Parsed((await read(path, maya)).text).all("a", href="/games?who=Tom")
    room = await maya.make_room(seats=2)
    await room.seat(tom)
    latest = await play(room, [maya, tom])
    page = await read(path, maya)
    assert [game for game in (played, latest) if f'"/g/{game}"' in page.text] == [latest]
    assert Parsed(page.text).all("a", href="/games?who=Tom")


async def test_forgotten_person_is_gone_from_lists_and_numbers(
    read: Read, maya: Guest, tom: Guest, played: str
) -> None:
    record = await maya.get(f"/games/{played}/record")
    toms = [player["name"] for player in record["players"]].index("Tom")
    await tom.ask("DELETE", "/people/me")
    for path in ("/games", "/games/numbers"):
        assert "Tom" not in (await read(path, maya)).text
    assert (await read(f"/games/with/{played}/{toms}", maya)).status_code == 404
    assert t("mine.found_none") in (await read("/games?who=Tom", maya)).text
    numbers = Parsed((await read("/games/numbers", maya)).text)
    assert t("numbers.none") not in numbers.words


STATEMENTS = {"/games/numbers": 2, "/games/with/{game}/{seat}": 2, "/games": 7, "/games?who=tom": 7}


async def test_pages_of_my_games_take_a_few_statements_however_many_there_are(
    app: FastAPI, maya: Guest, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = await maya.get(f"/games/{played}/record")
    seat = [player["name"] for player in record["players"]].index("Tom")
    headers = {**HTML, "Authorization": f"Bearer {maya.token}"}
    for path, statements in STATEMENTS.items():
        with counted(app, monkeypatch) as sent:
            answer = await maya.client.get(path.format(game=played, seat=seat), headers=headers)
        assert answer.status_code == 200
        assert len(sent) == statements, sent


async def test_forks_are_listed_and_never_counted(
    read: Read, maya: Guest, played: str, database_url: str
) -> None:
    await execute(database_url, "UPDATE games SET fork = '{}' WHERE state = 'over'")
    assert t("numbers.none") in Parsed((await read("/games/numbers", maya)).text).words
    assert (await read(f"/games/with/{played}/0", maya)).status_code == 404
    assert (await read(f"/games/with/{played}/1", maya)).status_code == 404
