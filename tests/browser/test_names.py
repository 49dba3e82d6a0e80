"""The longest names in every script, in every place that shows one, at every width: all of it fits."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.fitting import misfits_at_all_sizes
from tests.browser.people import NONCE, Player, Program, play_until

WIDE = "W" * 24
LEAST_OF_A_NAME = 40  # px
COMPOUND = "Schmetterlingsliebhaber"
CHINESE = "漢字" * 12
ARABIC = "عبدالرحمنالسعيدالكبير"
# How wide each name in the head line is, as far as it is not cut.
NAMES_IN_HEAD = """() => [...document.querySelectorAll('.head-line .name')].map((name) => {
  const [box, line] = [name, name.closest('h1, p')].map((one) => one.getBoundingClientRect());
  return Math.min(box.right, line.right) - Math.max(box.left, line.left);
})"""
RENAME = """async (name) => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/people/me', { method: 'PATCH', headers, body: JSON.stringify({ name }) });
  if (!answer.ok) throw new Error(await answer.text());
}"""


Walk = Callable[[str], None]


def test_the_longest_names_fit_everywhere_at_every_width(
    open_page: Callable[..., Player], join: Callable[[str], Program]
) -> None:
    player = open_page()
    page = player.page
    found = list[str]()

    def walk(where: str) -> None:
        found.extend(misfits_at_all_sizes(page, where, names=(COMPOUND, WIDE, CHINESE, ARABIC)))

    code, invite = player.make_room()
    page.evaluate(RENAME, COMPOUND)
    rivals = [join(name) for name in (WIDE, CHINESE, ARABIC)]
    page.goto(f"/i/{invite}")
    walk("invite")
    for rival in rivals:
        rival.sit(code, invite)
    page.goto(f"/r/{code}")
    expect(page.locator(".seat-card[data-presence='empty']")).to_have_count(0)
    walk("room")
    page.locator("[data-kick]").first.click()
    walk("asking")
    page.keyboard.press("Escape")
    player.start()
    game = rivals[0].client.get(f"/api/rooms/{code}").json()["game"]["id"]
    walk_the_table(player, rivals, code, walk)
    walk_the_end(player, rivals, code, walk)
    numbers = ("/games/numbers", f"/games/with/{game}/1", f"/g/{game}/planet/1")
    for address in (f"/g/{game}", "/games", "/games?who=w", *numbers, "/"):
        page.goto(address)
        walk(address)
    assert not found, "\n".join(found)


def walk_the_table(player: Player, rivals: list[Program], code: str, walk: Walk) -> None:
    """A rival's move, another's planet, talk, the past, my own move."""
    page = player.page
    play_until(player, rivals, code, lambda view: view["round"] == 7 and view["due"] == 1)
    expect(page.locator(".stop.is-now")).to_contain_text("7")
    page.keyboard.press("Shift")  # the last awards are over
    expect(page.locator(".ceremony")).to_have_count(0)
    walk("waiting")
    assert page.locator("h1 .name").get_attribute("title") == WIDE
    page.locator(".world").first.click()
    walk("whose planet")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Talk").first.click()
    for rival, text in zip(rivals, ("W" * 200, CHINESE, "بالتوفيق"), strict=True):
        rival.client.post(f"/api/rooms/{code}/talk", json={"text": text}).raise_for_status()
    expect(page.locator(".talk-line")).to_have_count(3)
    walk("talk")
    page.get_by_role("button", name="Mute").first.click()
    walk("muted")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Talk").first.click()
    page.locator(".log-line", has_text=WIDE).first.click()
    walk("the past")
    page.keyboard.press("Escape")
    play_until(player, rivals, code, lambda view: view["round"] == 8 and view["due"] == 0)
    player.wait_for_move()
    page.keyboard.press("1")
    walk("my move")
    page.keyboard.press("Escape")
    rivals[0].post(f"/api/rooms/{code}/leave")
    expect(page.locator(".absence")).to_be_visible()
    rivals[1].post(f"/api/rooms/{code}/takeover", {"seat": 1, "level": "grove"})
    expect(page.get_by_role("button", name="Agree")).to_be_visible()
    walk("somebody away")
    play_until(player, rivals[1:], code, lambda view: view["due"] == 1)  # the one who left
    expect(page.locator(".log-line", has_text="The caretaker placed")).to_have_count(1)
    rivals[0].post(f"/api/rooms/{code}/sit", {"nonce": NONCE})
    expect(page.locator(".absence")).to_have_count(0)
    play_until(player, rivals, code, lambda view: view["round"] == 9)
    walk("awards")


def walk_the_end(player: Player, rivals: list[Program], code: str, walk: Walk) -> None:
    """The count, somebody who asks for another game, the table behind it."""
    page = player.page
    play_until(player, rivals, code, lambda _: False)
    player.expect_end()
    walk("end")
    rivals[0].post(f"/api/rooms/{code}/again")
    rivals[0].post(f"/api/rooms/{code}/nonce", {"nonce": NONCE})
    expect(page.locator(".end-asked")).to_be_visible()
    page.get_by_role("button", name="Look at the table").click()
    walk("the table after the end")


def test_the_head_line_keeps_some_of_every_name(
    open_page: Callable[..., Player], join: Callable[[str], Program]
) -> None:
    """All at once: time left, three to come, somebody who watches. All words are whole."""
    watcher, seated = open_page(), [join(WIDE) for _ in range(4)]
    page = watcher.page
    made = seated[0].post("/api/rooms", {"nonce": NONCE})
    code, invite = made["room"]["code"], made["invite_url"].rsplit("/", 1)[-1]
    seated[0].client.patch(f"/api/rooms/{code}/options", json={"clock": 120}).raise_for_status()
    for one in seated[1:]:
        one.sit(code, invite)
    seated[0].post(f"/api/rooms/{code}/start")
    page.goto(f"/r/{code}")
    watcher.expect_table()
    expect(page.locator(".watching")).to_contain_text("1 watching")
    play_until(watcher, seated, code, lambda view: view["round"] == 2)
    expect(page.locator(".stop.is-now")).to_contain_text("2")
    expect(page.locator(".head-line p .name")).to_have_count(3)
    sizes = [(900, 700), (1024, 768), (1280, 800), (1440, 900)]
    found = [line for line in misfits_at_all_sizes(page, "head", sizes, [WIDE]) if "is choosing" in line]
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}: {name} px" for name in page.evaluate(NAMES_IN_HEAD) if name < LEAST_OF_A_NAME]
    assert not found, found
