"""The globe at a real table: tiles laid by all means, planets turned in two windows, nothing left over."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import NONCE, Player, Program, play_rounds

FRONT = "document.querySelector('.globe-space canvas')?.stage"
SMALL = {"width": 940, "height": 620}
# A driver that takes no shader of ours.
REFUSE = """
const { shaderSource } = WebGL2RenderingContext.prototype;
WebGL2RenderingContext.prototype.shaderSource = function (shader, text) {
  shaderSource.call(this, shader, `${text}\n#error refused`);
};
"""
PAGE_ONLY = """
const { getContext } = OffscreenCanvas.prototype;
OffscreenCanvas.prototype.getContext = function (kind, ...how) {
  return kind === "webgl2" ? null : getContext.call(this, kind, ...how);
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


RIM = f"""() => {{
  const stage = {FRONT};
  const box = stage.canvas.getBoundingClientRect();
  const faces = [...Array(12).keys()].map((face) => {{
    const seen = [0, 1, 2, 3, 4].map((slot) => stage.where(5 * face + slot)).filter((at) => at.faces);
    const [x, y] = ['x', 'y'].map((axis) => seen.reduce((sum, at) => sum + at[axis], 0) / seen.length);
    return {{ face, many: seen.length, x: box.x + x, y: box.y + y }};
  }});
  return faces.find((one) => one.many > 1 && one.face !== stage.face);
}}"""


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
    expect(page.locator(".tile:focus")).to_have_count(1)

    player.wait_for_move()
    told = page.locator("#announced")
    page.get_by_role("button", name="Planet", exact=True).focus()
    page.keyboard.press("n")
    expect(told).to_contain_text("touching")
    key = key_of(first_tile(page))
    for pressed in (key, "ArrowRight", "n", "r"):
        told.evaluate("(told) => { told.textContent = ''; }")
        page.keyboard.press(pressed)
        expect(told).to_contain_text(re.compile(f"Tile {key} over face|Face \\d+ is taken"))
        expect(page.locator(".globe-space canvas")).to_be_focused()
    page.keyboard.press("Enter")
    expect_placed(player, 2)


def test_the_planet_turns_to_the_face_that_is_aimed_at_but_never_against_a_drag(
    my_move: Callable[..., Player],
) -> None:
    page = my_move(viewport=SMALL).page
    first_tile(page).click()
    page.wait_for_timeout(300)  # it turns to where the tile hovers
    at_rest(page)
    rim = page.evaluate(RIM)
    page.mouse.click(rim["x"], rim["y"])
    page.wait_for_function(f"{FRONT}.face === {rim['face']}")
    at = face_in_front(page)
    page.mouse.move(at["x"], at["y"])
    page.mouse.down()
    page.mouse.move(at["x"] + 160, at["y"], steps=4)
    page.mouse.up()
    at_rest(page)
    page.wait_for_timeout(500)  # longer than a pointer rests before the planet turns
    assert page.evaluate(f"{FRONT}.face") != rim["face"]
    page.get_by_role("button", name="Place it").click()  # it is still aimed there
    expect(page.locator(".log-lines")).to_contain_text(f"You placed on face {rim['face']}")

    whole = page.get_by_role("button", name="Show the whole planet")
    for again in (whole.click, lambda: page.keyboard.press("0")):
        page.mouse.move(at["x"], at["y"])
        page.mouse.wheel(0, -400)
        expect(whole).to_be_visible()
        expect(page.locator(".globe-canvas.is-zoomed")).to_have_count(1)
        again()
        expect(whole).to_have_count(0)
        expect(page.locator(".globe-canvas.is-zoomed")).to_have_count(0)


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


def test_others_are_globes_where_webgl_draws_on_the_page_only(
    open_page: Callable[..., Player], join: Callable[[str], Program]
) -> None:
    """As in WebKitGTK, where a canvas off the page has no WebGL."""
    player, program = as_globes(open_page(viewport=SMALL)), join("Robin Program")
    player.page.add_init_script(PAGE_ONLY)
    code, invite = player.make_room()
    program.sit(code, invite)
    player.start()
    expect(player.page.locator("[data-globe][data-shown] canvas")).to_have_count(1)
    colours = player.page.evaluate("""() => {
      const canvas = document.querySelector("[data-globe] canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter(Boolean).length;
    }""")
    assert colours > 1000


def test_keys_show_the_largest_regions_and_unroll_the_globe(my_move: Callable[..., Player]) -> None:
    player = my_move(viewport=SMALL)
    page = player.page
    page.keyboard.press(key_of(first_tile(page)))
    page.keyboard.press("Enter")
    expect_placed(player, 1)
    page.keyboard.press("l")
    expect(page.locator(".face-note.is-region")).to_contain_text("area")
    expect(page.locator("#announced")).to_contain_text("touches")
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
    page = game[0].page
    at_rest(page)
    page.evaluate(
        f"{FRONT}.spin(true)"
    )  # as for the winner: without a graphics card it rather stands in full
    page.wait_for_timeout(400)
    assert page.evaluate(f"{FRONT}.stats().rich")


def test_awards_stand_there_decided_for_whoever_wants_stillness(globe_duel: Callable[..., Any]) -> None:
    seen, cards = awards_of_round_six(globe_duel(viewport=SMALL), None)
    assert cards == len({card["name"] for card in seen}) > 1
    assert {card["counted"] for card in seen if not card["decided"]} <= {0}
    assert {card["counted"] for card in seen if card["decided"]} == {2}
