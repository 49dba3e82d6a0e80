"""Two people from the invite link to the last point, one on a phone, a third watching; and then once more."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import Player


def play_on(players: list[Player]) -> None:
    """Everybody moves when it is their move, until the game is over."""
    while players[0].page.locator("h1").inner_text() != "The end":
        for player in players:
            if player.is_due():
                player.place()


def test_two_play_from_the_link_to_the_last_point_and_again(open_page: Callable[..., Player]) -> None:
    host, friend, watcher = open_page(), open_page(phone=True), open_page()
    code, invite = host.make_room()
    friend.sit_by_link(invite)
    host.start()
    friend.expect_table()
    watcher.page.goto(f"/r/{code}")
    watcher.expect_table()
    expect(host.page.locator(".watching")).to_contain_text("1 watching")
    expect(watcher.page.locator(".objective")).to_have_count(0)

    play_on([host, friend])

    for player in (host, friend, watcher):
        player.expect_end()
        assert player.violations() == []
    assert host.scores() == friend.scores() == watcher.scores()
    assert len(host.scores()) == 2
    expect(host.page.locator(".proof")).to_contain_text("The deal was fair")

    mine = friend.page.get_by_role("link", name="Your planet")
    winning = watcher.page.get_by_role("link", name="Winning planet")
    for link in (mine, winning):
        path = str(link.get_attribute("href"))
        assert friend.page.request.get(path).ok, path
    assert str(mine.get_attribute("href")).endswith("/planet/1")

    with watcher.page.expect_popup() as opened:
        watcher.page.get_by_role("link", name="Check it yourself").click()
    result = Player(opened.value)
    expect(watcher.page.locator(".end")).to_be_visible()

    host.page.get_by_role("button", name="Play again").click()
    host.page.wait_for_url("**/r/*")
    result.page.reload()
    expect(result.page.locator("[data-verdict]")).to_have_attribute("data-verdict", "fair")
    rows = result.page.locator(".result-row").all()
    points = [(row.locator("h3").inner_text(), row.locator("strong").last.inner_text()) for row in rows]
    assert points == watcher.scores()
    assert result.violations() == []
    result.page.set_viewport_size({"width": 360, "height": 640})
    assert result.overflow() <= 0
    friend.page.get_by_role("button", name="Play again").click()
    host.start()
    friend.expect_table()
    for player in (host, friend):
        expect(player.page.locator(".stop.is-now")).to_contain_text("1")
        assert player.covered == 0


def test_a_record_can_be_taken_along(duel: Callable[..., Any]) -> None:
    player, _, _ = duel()
    play_on([player])
    player.expect_end()
    with player.page.expect_download() as saved:
        player.page.get_by_role("link", name="Save").click()
    assert '"planet-record/1"' in saved.value.path().read_text()
