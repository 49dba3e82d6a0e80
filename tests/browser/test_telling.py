"""What the table tells, and when: nothing about an award before its card, to the eye and to the ear alike."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.people import play_rounds

# Notes at every change what is told: of the last round's awards, and of who has won.
NOTE = """() => {
  globalThis.notes = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const heard = [];
  const note = () => {
    const said = document.querySelector('#announced').textContent;
    const card = document.querySelector('.ceremony');
    if (heard.at(-1) !== said) heard.push(said);
    const lines = all('.log-lines > li').filter((line) => line.querySelector('.animal'));
    notes.push({
      card: card?.querySelector('.animal').title,
      isDecided: card ? 'decided' in card.dataset : false,
      told: [
        lines.filter((line) => line.querySelector('.log-round').innerText === '12').length,
        all('.stop:last-child .card-corner').length,
      ],
      places: all('.stop:last-child .animal').length,
      isWinnerTold: /winner|\\bwins?\\b/.test(document.querySelector('.table').innerText + heard.join()),
      isDone: all('.end[data-done]').length > 0,
      heard: [...heard],
    });
  };
  const what = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(note).observe(document.body, what);
}"""


def test_the_end_is_told_card_by_card_and_then_counted(duel: Callable[..., Any]) -> None:
    player, program, code = duel(reduced_motion="no-preference", plays=False)
    page = player.page
    play_rounds(player, program, code, 1, 11)
    expect(page.locator(".stop.is-now")).to_contain_text("12")
    page.keyboard.press("Shift")
    expect(page.locator(".ceremony")).to_have_count(0)
    page.evaluate(NOTE)
    play_rounds(player, program, code, 12, 12)
    expect(page.locator(".end[data-done]")).to_be_visible(timeout=60_000)
    expect(page.locator("#announced")).to_contain_text("win")
    notes: list[dict[str, Any]] = page.evaluate("notes")

    shown = [note for note in notes if note["card"]]
    cards = list(dict.fromkeys(note["card"] for note in shown))
    assert len(cards) > 1
    for note in shown:
        told = cards.index(note["card"]) + note["isDecided"]
        assert note["told"] == [told, told], note
        assert note["places"] == len(cards)
    assert not any(note["isWinnerTold"] for note in notes if not note["isDone"])
    heard = notes[-1]["heard"]
    since = next(i for i, message in enumerate(heard) if "The end." in message)
    # What was said in one breath before that may name an animal that was tied in an earlier round.
    told_then = [heard[since].split("The end.")[1], *heard[since + 1 :]]
    for card in cards:
        assert sum(card in message for message in told_then) == 1, heard
