"""A backup comes back while somebody's line is down: the page shows the game as it is now, and says so."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import PATIENT
from tests.browser.people import Player, Program, play_rounds
from tests.browser.wire import Wire
from tests.databases import in_own_loop
from tests.faults.backup import Backup
from tests.serving import serving

SET_BACK = "This game was set back to an earlier moment."


@pytest.fixture
def database(make_database: Any) -> str:
    return str(make_database())


@pytest.fixture
def site(database: str) -> Iterator[str]:
    with serving(database_url=database, **PATIENT) as server:
        yield server.address


@pytest.fixture
def wire(site: str) -> Iterator[Wire]:
    wire = Wire(site)
    yield wire
    wire.close()


def play_on(player: Player, program: Program, code: str, site: str, head: int) -> None:
    """Both move over REST, past the page, until the log is this long: the last tile on the last free face."""
    game = program.client.get(f"/api/rooms/{code}").json()["game"]["id"]
    while (state := program.client.get(f"/api/games/{game}").json())["head"] < head:
        view, due = state["view"], state["view"]["due"]
        tile = [t for t, s in zip(view["display"], view["taken"], strict=True) if s is None][-1]
        face = view["planets"][due].rindex(".") // 5
        action_id = f"{game[:-4]}ff{state['head']:02}"
        act = {"action_id": action_id, "base": state["head"], "tile": tile, "face": face, "turn": 0}
        if due == state["seat"]:
            program.post(f"/api/games/{game}/acts", act)
        else:
            url = f"{site}/api/games/{game}/acts"
            answer = player.page.context.request.post(url, data=act, headers={"Origin": site})
            assert answer.ok, answer.text()


def expect_the_same(one: Player, fresh: Player) -> None:
    """A tab shows the board, the tiles and the whole log as one that was opened just now."""
    fresh.expect_table()
    expect(fresh.page.locator(".log-line")).not_to_have_count(0)
    for what in ("svg.net", ".display", ".log"):
        text = fresh.page.locator(what).first
        expect(text).not_to_be_empty()
        expect(one.page.locator(what).first).to_have_text(text.text_content() or "")
    assert one.covered == fresh.covered


@pytest.mark.parametrize("head", [4, 9], ids=["behind", "longer"])
def test_a_tab_that_saw_a_lost_log_shows_the_game_as_it_is_now(
    duel: Callable[..., tuple[Player, Program, str]],
    open_page: Callable[..., Player],
    wire: Wire,
    site: str,
    database: str,
    tmp_path: Path,
    head: int,
) -> None:
    player, program, code = duel(plays=False, base_url=wire.address)
    backup = Backup(tmp_path / "backup")
    play_rounds(player, program, code, 1, 2)
    in_own_loop(backup.take(database))
    play_rounds(player, program, code, 3, 4)
    expect(player.page.locator(".net-face.is-free")).to_have_count(8)
    wire.cut()
    in_own_loop(backup.restore(database))
    play_on(player, program, code, site, head)
    wire.mend()
    expect(player.page.locator(".toast")).to_contain_text(SET_BACK)
    fresh = open_page(beside=player)
    fresh.page.goto(f"{wire.address}/r/{code}")
    expect_the_same(player, fresh)


def test_an_entry_that_does_not_fit_is_not_shown_and_the_whole_game_is_asked_for(
    duel: Callable[..., tuple[Player, Program, str]], open_page: Callable[..., Player]
) -> None:
    """On the way to the page the second entry is swapped for one of another history."""
    player, program, code = duel(plays=False)
    heard: list[str] = []

    def spoil(text: str | bytes) -> str | bytes:
        message = json.loads(text)
        heard.append(message["type"])
        if message["type"] == "event" and message["seq"] == 2:
            message["event"]["round"] = 7
        return json.dumps(message)

    def stand_between(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        server_side.on_message(lambda text: page_side.send(spoil(text)))

    player.page.route_web_socket(lambda url: f"/ws/rooms/{code}" in url, stand_between)
    player.page.reload()
    player.expect_table()
    play_rounds(player, program, code, 1, 2)
    fresh = open_page(beside=player)
    fresh.page.goto(f"/r/{code}")
    expect_the_same(player, fresh)
    assert heard.count("snapshot") >= 2
