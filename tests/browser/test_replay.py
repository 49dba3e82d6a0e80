"""A game seen again: on its own page and from a file without a server; by pointer, key and finger."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from app.rules.parts import base_set
from tests.browser.fitting import misfits
from tests.browser.people import NONCE, Player, Program, any_move

SEATS = 2
PLIES = 12 * SEATS


def played(site: str, moves: int) -> tuple[str, list[Program]]:
    """A game of programs after so many moves: its id, and who played it."""
    programs = [Program(site, name) for name in ("W" * 24, "Maya Lind")]
    room = programs[0].post("/api/rooms", {"seats": SEATS, "nonce": NONCE})
    code, invite = room["room"]["code"], room["invite"]
    programs[1].sit(code, invite)
    programs[0].post(f"/api/rooms/{code}/start")
    game = programs[0].client.get(f"/api/rooms/{code}").json()["game"]["id"]
    for _ in range(moves):
        for program in programs:
            state = program.client.get(f"/api/games/{game}").json()
            if state["view"]["due"] == state["seat"]:
                program.post(f"/api/games/{game}/acts", any_move(state))
                break
    return game, programs


@pytest.fixture(scope="module")
def finished(site: str) -> Iterator[tuple[str, dict[str, object]]]:
    """A finished game and its record."""
    game, programs = played(site, PLIES)
    yield game, programs[0].client.get(f"/api/games/{game}/record").json()
    for program in programs:
        program.leave()


def moment(page: Page) -> Locator:
    return page.locator(".moment-text")


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the game")


def drag(page: Page, share: float) -> None:
    slider(page).scroll_into_view_if_needed()
    box = slider(page).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2, steps=12)
    page.mouse.up()


@pytest.mark.parametrize("phone", [False, True])
def test_address_opens_at_its_ply_and_time_is_gone_through(
    open_page: Callable[..., Player], finished: tuple[str, dict[str, list[list[int]]]], phone: bool
) -> None:
    game, record = finished
    player = open_page(phone=phone)
    page = player.page
    page.goto(f"/g/{game}/ply/17")
    expect(slider(page)).to_have_value("17")
    expect(moment(page)).to_contain_text(f"Round {record['moves'][16][0]}")
    page.get_by_role("button", name="One move later").click()
    expect(slider(page)).to_have_value("18")
    page.wait_for_url(f"**/g/{game}/ply/18")
    page.get_by_role("button", name="One round earlier").click()
    expect(slider(page)).to_have_value("16")
    drag(page, 0.001)
    expect(moment(page)).to_have_text("Before the first tile")
    drag(page, 0.999)
    expect(slider(page)).to_have_value(str(PLIES))
    expect(page.locator(".verdict[data-verdict='fair']")).to_be_attached()
    assert player.overflow() == 0
    assert player.violations() == []
    assert misfits(page, ["W" * 24]) == []


OVER_THE_NET = """() =>
  [...document.querySelectorAll(".whose > *, .moons > li, .moon-count, .board-bar button")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const points = [[left, top], [right, top], [left, bottom], [right, bottom]];
    const under = points.flatMap(([x, y]) => document.elementsFromPoint(x, y));
    return under.some((element) => element.closest(".net-face"));
  })
  .map((one) => one.textContent || one.outerHTML)"""


WITH_SO_MANY_ANIMALS = """(count) => {
  const moons = document.querySelector(".moons");
  moons.replaceChildren(...Array.from({ length: count }, () => moons.firstElementChild.cloneNode(true)));
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (360, 760), (390, 844), (844, 390)])
def test_on_a_phone_nothing_lies_over_the_net(
    open_page: Callable[..., Player],
    finished: tuple[str, dict[str, list[dict[str, int]]]],
    width: int,
    height: int,
) -> None:
    game, record = finished
    page = open_page(phone=True).page
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/g/{game}/ply/{PLIES}")
    page.get_by_role("button", name="Net", exact=True).click()
    expect(page.locator(".net-face")).to_have_count(12)
    seat = max(record["scores"], key=lambda score: score["animals"])["seat"]
    page.locator(".world").nth(seat).click()
    expect(page.locator(f".board[data-seat='{seat}'] .moons > li").first).to_be_attached()
    for count in (1, 9, 10, 14, 18):
        page.evaluate(WITH_SO_MANY_ANIMALS, count)
        page.locator(".board").evaluate("board => board.scrollIntoView()")
        assert page.evaluate(OVER_THE_NET) == [], count


def test_keys_step_through_a_replay_and_through_its_planet(
    open_page: Callable[..., Player], finished: tuple[str, dict[str, object]]
) -> None:
    page = open_page().page
    page.goto(f"/g/{finished[0]}/ply/3")
    expect(slider(page)).to_have_value("3")
    for key, ply in (("ArrowRight", 4), ("ArrowLeft", 3), (".", 4), (",", 3)):
        page.keyboard.press(key)
        expect(slider(page)).to_have_value(str(ply))
    slider(page).focus()
    for key, ply in (("End", PLIES), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(slider(page)).to_have_value(str(ply))
    page.locator("svg.net [data-face='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_value("1")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    expect(slider(page)).to_have_value("2")
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()


def test_secrets_are_shown_or_kept_through_anybodys_eyes(
    open_page: Callable[..., Player], finished: tuple[str, dict[str, list[str]]]
) -> None:
    game, record = finished
    page = open_page().page
    page.goto(f"/g/{game}/ply/9")
    expect(page.locator(".world-secret .habitat")).to_have_count(SEATS)
    page.get_by_role("button", name="Secrets shown").click()
    expect(page.locator(".world-secret")).to_have_count(0)
    expect(page.locator(".objective")).to_have_count(0)
    page.get_by_label("Seen by").select_option("1")
    expect(page.locator(f".objective[data-habitat='{record['objectives'][1]}']")).to_be_visible()
    expect(page.locator(".board")).to_have_attribute("data-seat", "1")
    page.reload()
    expect(page.get_by_role("button", name="Secrets hidden")).to_be_visible()


def test_award_opens_at_its_card_and_links_stay_on_the_page(
    open_page: Callable[..., Player], finished: tuple[str, dict[str, list[dict[str, object]]]]
) -> None:
    game, record = finished
    award = next(award for award in record["awards"] if award["seat"] is not None)
    page = open_page().page
    page.goto(f"/g/{game}/award/{base_set().animals[str(award['animal'])]}")  # type: ignore[index]
    expect(page.locator(".animal-card")).to_be_visible()
    expect(slider(page)).to_have_value(str(SEATS * int(str(award["round"]))))
    page.keyboard.press("Escape")
    expect(page.locator(".animal-card")).to_have_count(0)
    page.evaluate(
        """game => {
          globalThis.heard = [];
          document.addEventListener("ply", ({ detail }) => heard.push(detail.ply));
          const link = Object.assign(document.createElement("a"), { href: `/g/${game}/ply/5`, id: "five" });
          link.textContent = "five";
          document.querySelector("main").prepend(link);
        }""",
        game,
    )
    page.locator("#five").click()
    expect(slider(page)).to_have_value("5")
    assert page.evaluate("heard") == [5]


def test_record_of_ones_own_is_refused_in_the_verifiers_words_or_played_again(
    open_page: Callable[..., Player], finished: tuple[str, dict[str, list[list[int]]]]
) -> None:
    page = open_page(phone=True).page
    page.goto("/replay")
    wrong = json.loads(json.dumps(finished[1]))
    wrong["moves"][4][0] = 7
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    def bring(text: str) -> None:
        file = FilePayload(name="game.json", mimeType="application/json", buffer=text.encode())
        page.set_input_files("[name=file]", files=[file])

    bring(json.dumps(wrong))
    expect(page.get_by_role("alert")).to_contain_text(
        "record.moves[4] is said to be of round 7, but it is round 3"
    )
    which = page.locator("[data-which]")
    expect(which).to_be_hidden()
    bring(f"{json.dumps(wrong)}\n{json.dumps(finished[1])}\nnothing\n")
    expect(page.get_by_role("alert")).to_contain_text("record.moves[4]")
    points = [score["total"] for score in finished[1]["scores"]]  # type: ignore[call-overload]
    told = f"{'W' * 24} {points[0]}, Maya Lind {points[1]}"
    expect(which.locator("option")).to_have_text([f"1. {told}", f"2. {told}", "3. cannot be read"])
    which.select_option("1")
    expect(slider(page)).to_have_value(str(PLIES))
    expect(page.get_by_role("alert")).to_be_empty()
    which.select_option("0")
    expect(page.get_by_role("alert")).to_contain_text("record.moves[4]")
    which.select_option("1")
    expect(page.get_by_role("alert")).to_be_empty()
    assert misfits(page, ["W" * 24]) == []
    drag(page, 0.001)
    page.wait_for_url("**/replay#ply-0")
    bring(json.dumps(finished[1]))
    expect(which).to_be_hidden()
    page.wait_for_url("**/replay#ply-*")
    drag(page, 0.001)
    page.wait_for_url("**/replay#ply-0")
    page.reload()
    expect(moment(page)).to_have_text("Before the first tile")
    assert [url for url in asked if "/api/" in url] == []


def test_running_game_shows_its_past_and_no_secret(open_page: Callable[..., Player], site: str) -> None:
    game, programs = played(site, 9)
    page = open_page().page
    page.goto(f"/g/{game}/ply/4")
    expect(slider(page)).to_have_value("4")
    expect(slider(page)).to_have_attribute("max", "9")
    expect(page.get_by_role("button", name="Secrets")).to_have_count(0)
    expect(page.get_by_label("Seen by")).to_be_disabled()
    assert page.request.get(f"/g/{game}/ply/10").status == 404
    for program in programs:
        program.leave()
