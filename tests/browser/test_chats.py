"""Chats that are told of a room: set and tried out by keyboard, and by touch how one calls somebody."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from app.texts import texts_in
from tests.browser.fitting import misfits, misfits_at_all_sizes
from tests.browser.people import Player, Program
from tests.live.chat import Chat

SECRET = "/a-secret-path"
LONG = "W" * 24


def test_host_has_a_chat_told_and_hears_when_it_fails(
    open_page: Callable[..., Player], join: Callable[[str], Program], listening: Chat
) -> None:
    texts = texts_in("en")
    host, program = open_page(is_refused=True), join(LONG)
    page = host.page
    code, invite = host.make_room()
    program.sit(code, invite)
    host.button("chats.title").press("Enter")
    dialog = page.locator(".chats-dialog")
    field = dialog.get_by_label(texts.t("chats.address"))
    field.fill(f"https://10.0.0.1:{listening.port}/")
    field.press("Enter")
    expect(dialog.locator(".chats-new [role=status]")).to_have_text(texts.t("chats.bad_private"))
    assert host.violations() == []
    dialog.get_by_role("button", name="JSON").press("Enter")
    field.fill(listening.address(SECRET))
    field.press("Enter")
    expect(dialog.get_by_label(texts.t("chats.secret"))).to_have_value(re.compile(r".{32}"))
    listening.will_answer(SECRET, 403, 404)
    dialog.locator("[data-act=trial]").press("Enter")
    expect(dialog.locator(".chats-one [role=status]")).to_have_text(texts.t("chats.why_refused"))
    dialog.locator("summary").press("Enter")
    dialog.get_by_label(LONG).fill("@robin")
    dialog.get_by_label(LONG).press("Tab")
    expect(dialog.locator(".chats-one [role=status]")).to_have_text(texts.t("chats.saved"))
    assert misfits_at_all_sizes(page, "chats", names=[LONG]) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    assert host.violations() == []
    assert SECRET not in page.content()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    host.start()
    game = program.client.get(f"/api/rooms/{code}").json()["game"]["id"]
    state = program.client.get(f"/api/games/{game}").json()
    if state["view"]["due"] != state["seat"]:
        host.wait_for_move()
        host.place()
    banner = page.locator(".absence-line", has_text=texts.t("chats.stopped"))
    expect(banner).to_be_visible()
    told = listening.got(SECRET)[-1].body
    assert told["due"] == {"seat": 1, "name": LONG, "mention": "robin"}
    assert misfits(page) == []
    assert host.violations() == []
    banner.get_by_role("button", name=texts.t("chats.again")).press("Enter")
    expect(banner).to_have_count(0)
    assert [one.body["news"] for one in listening.got(SECRET)] == [["trial"], ["move"], ["trial"]]


def test_whoever_sits_says_on_a_phone_how_a_chat_calls_them(
    open_page: Callable[..., Player], listening: Chat
) -> None:
    texts = texts_in("de")
    host, guest = open_page(), open_page(phone=True, locale="de-DE", is_refused=True)
    code, invite = host.make_room()
    body = {"kind": "slack", "address": listening.address("/slack")}
    made = host.page.evaluate(
        "([code, body]) => fetch(`/api/rooms/${code}/webhooks`, {method: 'POST', body: JSON.stringify(body),"
        " headers: {'Content-Type': 'application/json'}}).then((answer) => answer.status)",
        [code, body],
    )
    assert made == 201
    guest.texts = texts
    guest.page.goto(f"/i/{invite}")
    guest.button("common.sit").tap()
    guest.page.wait_for_url("**/r/*")
    guest.button("chats.mine").tap()
    dialog = guest.page.locator(".chats-dialog")
    mention = dialog.locator("input")
    expect(mention).to_have_count(1)
    mention.fill("everyone")
    mention.press("Tab")
    expect(dialog.locator("[role=status]")).to_have_text(texts.t("errors.bad_mention"))
    mention.fill("<@U012AB3CD>")
    mention.press("Tab")
    expect(dialog.locator("[role=status]")).to_have_text(texts.t("chats.saved"))
    assert misfits(guest.page) == []
    assert guest.overflow() <= 0
    assert guest.violations() == []
    assert listening.address("/slack") not in guest.page.content()
