"""The globe at a real table: tiles laid by all means, planets turned in two windows, nothing left over."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import NONCE, Player, Program

FRONT = "document.querySelector('.globe-space canvas')?.stage"
SMALL = {"width": 940, "height": 620}
# A driver that takes no shader of ours.
REFUSE = """
const { shaderSource } = WebGL2RenderingContext.prototype;
WebGL2RenderingContext.prototype.shaderSource = function (shader, text) {
  shaderSource.call(this, shader, `${text}\n#error refused`);
};
"""


def as_globes(player: Player) -> Player:
    """Somebody who asked for globes and for less motion: what changes is there at once."""
    player.page.add_init_script("localStorage.setItem('board', '\"planet\"')")
    return player


def at_rest(page: Page) -> None:
    """The globe in front stands there in full quality."""
    page.wait_for_function(f"{FRONT}?.stats().rich", timeout=60_000)


@pytest.fixture
def globe_duel(open_page: Callable[..., Player], join: Callable[[str], Program]) -> Callable[..., Any]:
    """A game with globes against a program, just begun."""

    def begin(**how: Any) -> tuple[Player, Program, str]:
        player, program = as_globes(open_page(**how)), join("Robin Program")
        code, invite = player.make_room()
        program.sit(code, invite)
        player.start()
        at_rest(player.page)
        return player, program, code

    return begin


@pytest.fixture
def my_move(globe_duel: Callable[..., Any]) -> Callable[..., Player]:
    """Such a game, and it is my move in it whenever I have waited for that."""

    def begin(**how: Any) -> Player:
        player, program, code = globe_duel(**how)
        program.play(code)
        player.wait_for_move()
        return player  # type: ignore[no-any-return]

    return begin


def face_in_front(page: Page) -> dict[str, float]:
    """A point of the page on the face that is nearest to the eye."""
    point: dict[str, float] = page.evaluate(
        f"""() => {{
          const stage = {FRONT};
          const box = stage.canvas.getBoundingClientRect();
          const {{ x, y }} = stage.where(5 * stage.face);
          return {{ x: box.x + x, y: box.y + y }};
        }}"""
    )
    return point


def expect_placed(player: Player, count: int) -> None:
    expect(player.page.locator(".log-sign .is-mine")).to_have_count(count)
    expect(player.page.locator(".tile.is-held")).to_have_count(0)


def first_tile(page: Page) -> Locator:
    return page.locator(".tile:not([aria-disabled])").first


def key_of(tile: Locator) -> str:
    return tile.locator(".tile-key").inner_text()


def test_a_tile_is_laid_on_the_globe_by_pointer_and_by_keys(my_move: Callable[..., Player]) -> None:
    player = my_move(viewport=SMALL)
    page = player.page
    first_tile(page).click()
    at = face_in_front(page)
    page.mouse.click(at["x"], at["y"])
    page.get_by_role("button", name="Place it").click()
    expect_placed(player, 1)

    player.wait_for_move()
    page.keyboard.press(key_of(first_tile(page)))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#told")).to_contain_text("touching")
    page.keyboard.press("n")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect_placed(player, 2)


def test_a_tile_is_laid_on_the_globe_by_touch(my_move: Callable[..., Player]) -> None:
    player = my_move(phone=True)
    page = player.page
    first_tile(page).tap()
    at = face_in_front(page)
    page.touchscreen.tap(at["x"], at["y"])
    page.get_by_role("button", name="Place it").tap()
    expect_placed(player, 1)

    player.wait_for_move()
    first_tile(page).tap()  # the face in front is covered, and it hovers beside it
    page.get_by_role("button", name="Place it").tap()
    expect_placed(player, 2)


def test_a_tile_in_hand_can_always_be_placed_at_once(my_move: Callable[..., Player]) -> None:
    player = my_move(viewport=SMALL)
    page = player.page
    place = page.get_by_role("button", name="Place it")
    first_tile(page).click()
    place.click()
    expect_placed(player, 1)

    player.wait_for_move()
    page.keyboard.press(key_of(first_tile(page)))
    page.keyboard.press("Enter")
    expect_placed(player, 2)

    player.wait_for_move()
    tile = first_tile(page).bounding_box()
    assert tile
    page.mouse.move(tile["x"] + 30, tile["y"] + 30)
    page.mouse.down()
    at = face_in_front(page)
    page.mouse.move(at["x"], at["y"], steps=4)
    page.mouse.up()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    place.click()
    expect_placed(player, 3)


def test_graphics_that_refuse_a_shader_leave_the_net(
    open_page: Callable[..., Player], join: Callable[[str], Program]
) -> None:
    player, program = as_globes(open_page(viewport=SMALL)), join("Robin Program")
    player.page.add_init_script(REFUSE)
    code, invite = player.make_room()
    program.sit(code, invite)
    player.start()
    expect(player.page.get_by_text("The net is the same board")).to_be_visible()
    expect(player.page.locator(".globe-canvas")).to_have_count(0)
    program.play(code)
    player.wait_for_move()
    player.place()
    expect_placed(player, 1)


def test_keys_show_the_largest_regions_and_unroll_the_globe(my_move: Callable[..., Player]) -> None:
    player = my_move(viewport=SMALL)
    page = player.page
    page.keyboard.press(key_of(first_tile(page)))
    page.keyboard.press("Enter")
    expect_placed(player, 1)
    page.keyboard.press("l")
    expect(page.locator(".face-note.is-region")).to_contain_text("area")
    expect(page.locator("#told")).to_contain_text("touches")
    first = page.locator(".face-note.is-region").inner_text()
    page.keyboard.press("u")
    expect(page.locator("svg.net.has-lit [data-lit]").first).to_be_visible()
    page.get_by_role("button", name="Show the largest region of the next habitat").click()
    expect(page.locator(".face-note.is-region")).not_to_have_text(first)
    page.keyboard.press("u")
    at_rest(page)
    page.keyboard.press("Escape")
    expect(page.locator("svg.net.has-lit")).to_have_count(0)


def test_others_see_a_planet_as_its_owner_holds_it(open_page: Callable[..., Player]) -> None:
    host, friend = as_globes(open_page(viewport=SMALL)), as_globes(open_page(viewport=SMALL))
    _, invite = host.make_room()
    friend.sit_by_link(invite)
    host.start()
    for player in (host, friend):
        at_rest(player.page)
    friend.page.wait_for_selector(".world-globe canvas")
    box = host.page.locator(".globe-space canvas").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    host.page.mouse.move(x, y)
    host.page.mouse.down()
    host.page.mouse.move(x + 90, y + 60, steps=5)
    host.page.mouse.up()
    host.page.wait_for_timeout(300)  # it is set upright
    at_rest(host.page)
    held = host.page.evaluate(f"{FRONT}.attitude()")
    same = """(held) => {
      const seen = document.querySelector('.world-globe canvas').stage.attitude();
      return Math.abs(seen.reduce((sum, x, i) => sum + x * held[i], 0)) > 0.9999;
    }"""
    friend.page.wait_for_function(same, arg=held)
    friend.page.locator(".world").first.click()
    friend.page.wait_for_function(same.replace(".world-globe canvas", ".globe-space canvas"), arg=held)


HELD = f"""() => {{
  const stats = {FRONT}.stats();
  const animals = document.querySelectorAll('.moons li').length; // a picture each, as many as the game gave
  return [stats.geometries, stats.textures - animals, document.querySelectorAll('canvas').length];
}}"""
MOST_HELD = [8, 6, 3]  # geometries, textures, canvases
MOVE = """async ([game, act]) => {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(act);
  const answer = await fetch(`/api/games/${game}/acts`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}"""


def play_rounds(player: Player, program: Program, code: str, first: int, last: int) -> None:
    """Rounds of a game, the first tile on the first face, as fast as the server takes it."""
    page = player.page
    game = program.client.get(f"/api/rooms/{code}").json()["game"]["id"]
    for turn in range(2 * first - 2, 2 * last):
        state = program.client.get(f"/api/games/{game}").json()
        view, due = state["view"], state["view"]["due"]
        tile = next(t for t, s in zip(view["display"], view["taken"], strict=True) if s is None)
        face = view["planets"][due].index(".") // 5
        act = {"base": state["head"], "tile": tile, "face": face, "turn": 0}
        if due == state["seat"]:
            program.post(f"/api/games/{game}/acts", {"action_id": f"{game[:-2]}{turn:02}", **act})
        else:
            page.evaluate(MOVE, [game, {"action_id": f"{game[:-2]}{turn:02}", **act}])


def test_three_rematches_leave_nothing_behind(globe_duel: Callable[..., Any]) -> None:
    player, program, code = globe_duel(viewport={"width": 420, "height": 560})
    page = player.page
    devtools = page.context.new_cdp_session(page)
    held: list[list[int]] = []
    heaps: list[float] = []
    for again in range(4):
        if again:
            page.get_by_role("button", name="Play again").click()
            page.wait_for_url("**/r/*")
            program.post(f"/api/rooms/{code}/again")
            program.post(f"/api/rooms/{code}/nonce", {"nonce": NONCE})
            player.start()
            at_rest(page)
        play_rounds(player, program, code, 1, 12)
        player.expect_end()
        at_rest(page)
        held.append(page.evaluate(HELD))
        devtools.send("HeapProfiler.collectGarbage")
        heaps.append(devtools.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
    assert all(a <= b for one in held for a, b in zip(one, MOST_HELD, strict=True)), held
    assert heaps[3] < heaps[0] + 4, heaps  # megabytes


CALM = f"""async () => {{
  const frames = () => {FRONT}.stats().frames;
  for (let [last, since] = [frames(), 0]; since < 10; since++) {{
    await new Promise((done) => setTimeout(done, 100));
    if (frames() !== last) [last, since] = [frames(), -1];
  }}
  return frames();
}}"""


def test_an_idle_table_draws_no_frame_and_a_globe_out_of_sight_none_at_all(
    globe_duel: Callable[..., Any],
) -> None:
    player, _, _ = globe_duel(viewport=SMALL)
    page = player.page
    before = page.evaluate(CALM)
    page.wait_for_timeout(1200)  # the table's clock ticks meanwhile
    assert page.evaluate(f"{FRONT}.stats().frames") == before
    page.evaluate("document.querySelector('.globe-space').style.display = 'none'")
    before = page.evaluate(CALM)
    page.evaluate(f"{FRONT}.glow([0, 1])")
    assert page.evaluate(CALM) == before


# Notes each award that is drawn, and how many claims were counted on it; `pressed` ends the first at once.
WATCH_AWARDS = """(pressed) => {
  globalThis.awards = [];
  const presses = {
    key: () => new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }),
    press: () => new PointerEvent('pointerdown', { bubbles: true }),
  };
  new MutationObserver(() => {
    const card = document.querySelector('.ceremony');
    if (!card) return;
    if (pressed && awards.length === 0) document.body.dispatchEvent(presses[pressed]());
    const counted = card.querySelectorAll('[data-counted]').length;
    awards.push({ name: card.querySelector('.animal').title, counted, decided: 'decided' in card.dataset });
  }).observe(document.querySelector('.table-root'), { subtree: true, childList: true, attributes: true });
}"""


def awards_of_round_six(game: tuple[Player, Program, str], pressed: str | None) -> tuple[list[Any], int]:
    """What is drawn of a round's awards until the table is itself again, and how many cards there were."""
    player, program, code = game
    page = player.page
    play_rounds(player, program, code, 1, 5)
    expect(page.locator(".stop.is-now")).to_contain_text("6")
    page.keyboard.press("Shift")
    expect(page.locator(".ceremony")).to_have_count(0)
    page.evaluate(WATCH_AWARDS, pressed)
    play_rounds(player, program, code, 6, 6)
    page.wait_for_function("awards.length > 0")
    expect(page.locator(".ceremony")).to_have_count(0)
    return page.evaluate("awards"), page.locator(".stop.is-past").nth(5).locator(".animal").count()


@pytest.mark.parametrize("pressed", ["key", "press"])
def test_a_key_or_a_press_ends_the_awards_of_a_round(globe_duel: Callable[..., Any], pressed: str) -> None:
    game = globe_duel(viewport=SMALL, reduced_motion="no-preference")
    seen, cards = awards_of_round_six(game, pressed)
    assert cards > len({card["name"] for card in seen}) == 1
    assert not any(card["decided"] for card in seen)


def test_awards_stand_there_decided_for_whoever_wants_stillness(globe_duel: Callable[..., Any]) -> None:
    seen, cards = awards_of_round_six(globe_duel(viewport=SMALL), None)
    assert cards == len({card["name"] for card in seen}) > 1
    assert {card["counted"] for card in seen if not card["decided"]} <= {0}
    assert {card["counted"] for card in seen if card["decided"]} == {2}
