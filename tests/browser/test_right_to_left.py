"""Names in Hebrew among sentences that are read from the left: each part stays where it belongs."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import Player, Program, play_until
from tests.browser.test_names import RENAME

# The sign at the end has no direction of its own: it shows whether a name keeps to itself.
ADA, YOAV = "עדה לאבלייס!", "יואב כרמל!"
NAMES = "|".join(f"(?:{first} )?{last}" for first, last in (ADA.split(), YOAV.split()))
# Each name, also by its last word, in each of these places: it runs from right to left as a whole, what is
# before it stands left of it, what is after it right of it. Returns how many there were, and which are wrong.
ORDER = r"""([place, names]) => {
  const isShown = (node) =>
    node.parentElement.checkVisibility({ visibilityProperty: true }) &&
    !node.parentElement.closest(".unseen");
  const anyName = new RegExp(names, "g");
  const wrong = [];
  let seen = 0;
  for (const line of document.querySelectorAll(place)) {
    const letters = [];
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (isShown(node)) for (let i = 0; i < node.length; i++) letters.push([node, i]);
    }
    const text = letters.map(([node, i]) => node.data[i]).join("");
    const box = (at) => {
      const range = document.createRange();
      const [node, i] = letters[at];
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      return range.getBoundingClientRect();
    };
    const isWritten = (letter) => !/[\s\u2066-\u2069]/.test(letter);
    for (const { 0: name, index } of text.matchAll(anyName)) {
      seen++;
      const boxes = [...name].map((_, i) => box(index + i));
      const isBeside = (other) => other && Math.abs(other.top - boxes[0].top) < boxes[0].height / 2;
      const all = boxes.filter(isBeside);
      const [left, right] = [Math.min(...all.map((b) => b.left)), Math.max(...all.map((b) => b.right))];
      let [before, after] = [index - 1, index + name.length];
      while (before >= 0 && !isWritten(text[before])) before--;
      while (after < text.length && !isWritten(text[after])) after++;
      const [first, last] = [before >= 0 && box(before), after < text.length && box(after)];
      const isTurned = all.length === boxes.length && all[0].left <= all.at(-1).left;
      if (isTurned || (isBeside(first) && first.left > left) || (isBeside(last) && last.right < right))
        wrong.push(`${place}: ${text}`);
    }
  }
  return [seen, wrong];
}"""


def expect_order(page: Page, *places: str) -> None:
    """In each place there is such a name, and it disturbs nothing."""
    for place in places:
        seen, wrong = page.evaluate(ORDER, [place, NAMES])
        assert seen, place
        assert not wrong, wrong


def test_names_from_the_right_turn_no_sentence_round(
    open_page: Callable[..., Player], join: Callable[[str], Program]
) -> None:
    player, rival = open_page(), join(YOAV)
    page = player.page
    code, invite = player.make_room()
    page.evaluate(RENAME, ADA)
    rival.sit(code, invite)
    page.reload()
    expect_order(page, ".seat-name", ".start-line > p")
    page.locator("[data-kick]").click()
    expect_order(page, "dialog[open] h2")
    page.keyboard.press("Escape")
    player.start()
    play_until(player, [rival], code, lambda view: view["round"] == 4 and view["due"] == 1)
    expect(page.locator(".stop.is-now")).to_contain_text("4")
    page.keyboard.press("Shift")  # the last awards are over
    expect(page.locator("h1")).to_contain_text(YOAV.split()[1])
    expect(page.locator(".log-text").first).to_be_attached()  # the log comes a moment later
    expect_order(page, "h1", ".log-text", ".race-verdict", ".world")
    page.get_by_role("button", name="Talk").first.click()
    rival.client.post(f"/api/rooms/{code}/talk", json={"text": "7 שלום"}).raise_for_status()
    expect(page.locator(".talk-line")).to_have_count(1)
    expect_order(page, ".talk-text")
    play_until(player, [rival], code, lambda _: False)
    player.expect_end()
    expect_order(page, ".score-who")
