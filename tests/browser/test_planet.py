"""Planets in a real browser: picked by pointer, turned by keys, lost and found again, quiet when at rest."""

import base64
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page

from bench._stage import SOFTWARE, open_stage, serving_files
from tests.browser.conftest import Launch

EARLY = "OOFFM.....GGGGO.....FDDDD.....GGOOF.....DGGGG.....FFDDD....."


@pytest.fixture(scope="module")
def software(launch: Launch) -> Iterator[Browser]:
    """A browser that draws without a graphics card."""
    browser = launch(args=SOFTWARE)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving_files() as address:
        yield address


@pytest.fixture
def still(software: Browser, address: str) -> Iterator[Page]:
    """One finished planet, held by somebody who asked for less motion."""
    page = open_stage(software, address, "alone", still=True)
    yield page
    page.close()


def at_rest(page: Page) -> None:
    """Waits until the picture is drawn in full quality."""
    page.wait_for_function("stages[0].stats().rich")


def test_every_area_is_picked_by_the_pointer(still: Page) -> None:
    for area in range(60):
        at = still.evaluate(
            """async (area) => {
              stages[0].faceTo(Math.floor(area / 5));
              await new Promise(requestAnimationFrame);
              await new Promise(requestAnimationFrame);
              return stages[0].where(area);
            }""",
            area,
        )
        assert at["faces"]
        still.mouse.click(at["x"], at["y"])
    picks = still.evaluate("heard.picks")
    assert [5 * pick["face"] + pick["slot"] for pick in picks] == list(range(60))


def test_bare_core_is_picked_like_land(software: Browser, address: str) -> None:
    page = open_stage(software, address, f"alone&areas={EARLY}", still=True)
    found = page.evaluate(
        """async () => {
          const found = [];
          for (const face of [1, 3, 5, 7, 9, 11]) {
            stages[0].faceTo(face);
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            for (let slot = 0; slot < 5; slot++) {
              const { x, y } = stages[0].where(5 * face + slot);
              const pick = stages[0].pick(x, y);
              found.push(pick.face === face && pick.slot === slot);
            }
          }
          return found;
        }"""
    )
    page.close()
    assert found == [True] * 30


def test_nothing_is_picked_beside_the_planet(still: Page) -> None:
    assert still.evaluate("[stages[0].pick(3, 3), stages[0].pick(950, 700)]") == [None, None]


def test_arrow_keys_bring_the_neighbour_on_that_side(still: Page) -> None:
    still.evaluate("stages[0].faceTo(1)")
    still.focus("#large canvas")
    still.wait_for_function("stages[0].face === 1")
    faces = [1]
    for key in ("ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft"):
        still.keyboard.press(key)
        still.wait_for_function("(before) => stages[0].face !== before", arg=faces[-1])
        faces.append(still.evaluate("stages[0].face"))
    assert faces[1] == 0  # north of the northern ring is the pole
    neighbours = still.evaluate("import('/static/js/rules/sphere.js').then((s) => s.FACES_AROUND)")
    for before, after in pairwise(faces):
        assert after in neighbours[before]


def test_a_drag_turns_the_planet_and_lets_go_upright(software: Browser, address: str) -> None:
    page = open_stage(software, address, "alone")
    before = page.evaluate("stages[0].attitude()")
    page.mouse.move(480, 360)
    page.mouse.down()
    page.mouse.move(600, 440, steps=6)
    page.mouse.up()
    at_rest(page)
    after = page.evaluate("stages[0].attitude()")
    assert after != before
    x, y, z, w = after
    assert abs(2 * (x * y - z * w)) < 0.01  # north leans neither left nor right
    assert page.evaluate("heard.attitudes.length") >= 1
    assert page.evaluate("heard.picks.length") == 0
    page.close()


# Waits until no frame has been drawn for a second, however slowly the last ones came.
CALM = """async () => {
  const frames = () => stages.map((stage) => stage.stats().frames).join();
  for (let [last, since] = [frames(), 0]; since < 10; since++) {
    await new Promise((done) => setTimeout(done, 100));
    if (frames() !== last) [last, since] = [frames(), -1];
  }
}"""


def test_no_frame_is_drawn_while_nothing_changes(software: Browser, address: str) -> None:
    page = open_stage(software, address)
    page.wait_for_function("stages.every((stage) => stage.stats().rich)")
    page.evaluate(CALM)
    frames = page.evaluate("stages.map((stage) => stage.stats().frames)")
    page.wait_for_timeout(1500)
    assert page.evaluate("stages.map((stage) => stage.stats().frames)") == frames
    page.close()


def test_less_motion_means_a_tile_is_there_at_once(still: Page) -> None:
    at_rest(still)
    frames = still.evaluate(
        """async () => {
          const before = stages[0].stats().frames;
          stages[0].setAreas("OOOOO" + areas.slice(5), { animate: { face: 0 } });
          while (stages[0].stats().frames === before) await new Promise(requestAnimationFrame);
          await new Promise((done) => setTimeout(done, 1200));
          return stages[0].stats().frames - before;
        }"""
    )
    assert 1 <= frames <= 3


def test_a_tile_that_is_placed_is_never_out_of_sight(software: Browser, address: str) -> None:
    """From the hand to the planet, in every frame; and at once when another tile is taken up meanwhile."""
    page = open_stage(software, address, "alone")
    missing, landed, next_face = page.evaluate(
        """async () => {
          const [stage] = stages;
          const bare = (faces) => ".".repeat(5 * faces) + areas.slice(5 * faces);
          const isSeen = () => stage.worn[0] === areas[0] || stage.tile.globe.group.visible;
          stage.setAreas(bare(2));
          stage.ghost(areas.slice(0, 5), 0);
          stage.setAreas(areas.slice(0, 5) + bare(2).slice(5), { animate: { face: 0 } });
          stage.ghost(null);
          let missing = 0;
          for (let until = performance.now() + 60000; performance.now() < until; ) {
            if (!isSeen()) missing += 1;
            if (stage.worn[0] === areas[0]) break;
            await new Promise(requestAnimationFrame);
          }
          const landed = stage.worn[0] === areas[0];
          stage.setAreas(bare(2));
          stage.setAreas(areas.slice(0, 5) + bare(2).slice(5), { animate: { face: 0 } });
          stage.ghost("OFDMG", 1);
          return [missing, landed && stage.worn[0] === areas[0], stage.tile.face];
        }"""
    )
    page.close()
    assert (missing, landed, next_face) == (0, True, 1)


def test_a_tile_in_the_hand_glows_with_the_region_that_it_joins(software: Browser, address: str) -> None:
    page = open_stage(software, address, f"alone&areas={EARLY}", still=True)
    page.evaluate("stages[0].faceTo(1); stages[0].ghost('GGGDD', 1)")
    plain = seen_at(page, [5, 8])
    page.evaluate("stages[0].glow([5, 6, 7])")
    shining, standing_back = (
        sum(now) - sum(before) for now, before in zip(seen_at(page, [5, 8]), plain, strict=True)
    )
    page.close()
    assert shining > 0 > standing_back


def seen_at(page: Page, areas: list[int]) -> list[list[int]]:
    """The colours where these areas are seen, once nothing moves."""
    at_rest(page)
    page.evaluate(CALM)
    picture = base64.b64encode(page.screenshot()).decode()
    colours: list[list[int]] = page.evaluate(
        """async ([picture, areas]) => {
          const shot = await fetch(`data:image/png;base64,${picture}`);
          const bitmap = await createImageBitmap(await shot.blob());
          const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          pen.drawImage(bitmap, 0, 0);
          return areas.map((area) => {
            const { x, y } = stages[0].where(area);
            const sums = [0, 0, 0];
            pen.getImageData(x - 9, y - 9, 18, 18).data.forEach((value, i) => {
              if (i % 4 < 3) sums[i % 4] += value;
            });
            return sums;
          });
        }""",
        [picture, areas],
    )
    return colours


def test_a_lost_context_is_told_and_the_same_picture_returns(still: Page) -> None:
    at_rest(still)
    before = still.locator("#large").screenshot()
    still.evaluate("stages[0].lose()")
    still.wait_for_function("heard.lost === 1")
    still.evaluate("stages[0].restore()")
    still.wait_for_function("heard.returned === 1 && stages[0].stats().rich")
    still.evaluate(CALM)
    assert still.locator("#large").screenshot() == before


def test_a_game_of_planets_leaves_nothing_behind(software: Browser, address: str) -> None:
    """Three games of twelve tiles, with a tile in the hand before each: what is held does not grow."""
    page = open_stage(software, address, "alone&quality=high", still=True)  # a slow one may change its mesh
    page.add_style_tag(content="#large { width: 240px; height: 180px }")  # what is held has no size
    held = page.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          const rest = async () => {
            for (let [last, since] = [-1, 0]; since < 30 || !stages[0].stats().rich; since++) {
              await frame();
              const { frames } = stages[0].stats();
              if (frames !== last) [last, since] = [frames, 0];
            }
          };
          const held = [];
          for (let game = 0; game < 3; game++) {
            for (let face = 0; face < 12; face++) {
              stages[0].ghost("OFDMG", face, game);
              await frame(); await frame();
              stages[0].ghost(null);
              stages[0].setAreas(areas.slice(0, 5 * face + 5).padEnd(60, "."));
              await frame(); await frame();
            }
            // At rest all is drawn, and so counted; in motion only what faces the eye.
            stages[0].ghost("OFDMG", 0, game);
            await rest();
            const { geometries, textures } = stages[0].stats();
            held.push([geometries, textures]);
            stages[0].ghost(null);
          }
          return held;
        }"""
    )
    page.close()
    assert held[2] == held[0], held


def test_planets_made_and_disposed_leave_no_canvas_and_no_context(still: Page) -> None:
    said: list[str] = []
    still.on("console", lambda message: said.append(message.text))
    left = still.evaluate(
        """async () => {
          stages[0].dispose();
          for (let i = 0; i < 20; i++) {
            const stage = mountLarge();
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            stage.dispose();
          }
          return document.querySelectorAll("canvas").length;
        }"""
    )
    assert left == 0
    assert not [text for text in said if "Too many active WebGL contexts" in text]


def test_a_keepsake_is_a_picture_of_the_size_asked_for(still: Page) -> None:
    size = still.evaluate(
        """async () => {
          const blob = await stages[0].snapshot({ width: 640, height: 640, background: "#090d20" });
          const picture = await createImageBitmap(blob);
          return [blob.type, picture.width, picture.height];
        }"""
    )
    assert size == ["image/png", 640, 640]


def test_more_contrast_puts_signs_on_every_area(software: Browser, address: str) -> None:
    page = software.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page.goto(f"{address}?alone")
    page.wait_for_function("globalThis.stages?.[0].stats().rich")
    without = page.evaluate("stages[0].stats().calls")
    page.emulate_media(contrast="more")
    with page.expect_response("**/sprite.svg"):
        page.reload()
    page.wait_for_function(
        "(calls) => { const { rich, calls: drawn } = stages[0].stats(); return rich && drawn === calls; }",
        arg=without + 1,
    )
    page.close()


def test_a_keepsake_carries_the_planet_and_the_words(still: Page) -> None:
    at_rest(still)
    found = still.evaluate(
        """async () => {
          const { keepsake } = await import("/static/js/planet/keepsake.js");
          const words = { title: "Maya wins", lines: ["Maya 23", "Tern 19"], from: "T" };
          const blank = { title: "", lines: [], from: "" };
          const blobs = [await keepsake(stages[0], words), await keepsake(stages[0], blank)];
          const [picture, bare] = await Promise.all(blobs.map((blob) => createImageBitmap(blob)));
          const pen = new OffscreenCanvas(2048, 2048).getContext("2d", { willReadFrequently: true });
          pen.drawImage(picture, 0, 0);
          const middle = [...pen.getImageData(1024, 840, 1, 1).data];
          const written = pen.getImageData(0, 1690, 2048, 200).data;
          pen.drawImage(bare, 0, 0);
          const unwritten = pen.getImageData(0, 1690, 2048, 200).data;
          const differ = written.filter((value, i) => value !== unwritten[i]).length;
          return { size: [picture.width, picture.height], middle, differ };
        }"""
    )
    assert found["size"] == [2048, 2048]
    assert sum(found["middle"][:3]) > 120  # a lit world, not the sky
    assert found["differ"] > 10_000


def test_globe_and_net_are_one_planet_unrolled(still: Page) -> None:
    at_rest(still)
    globe = still.locator("#large").screenshot()
    still.evaluate("stages[0].unroll(true)")
    still.evaluate(CALM)
    net = still.locator("#large").screenshot()
    still.evaluate("stages[0].unroll(false)")
    still.evaluate(CALM)
    at_rest(still)
    still.evaluate(CALM)
    assert net != globe
    assert still.locator("#large").screenshot() == globe
