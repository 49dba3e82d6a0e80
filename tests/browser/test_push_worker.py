"""The service worker hears a push as from a push service: through the browser's own protocol."""

from collections.abc import Callable
from uuid import uuid4

from playwright.sync_api import CDPSession, Page

from app.push.messages import message, topic
from app.push.notices import RoomForBrowser
from app.texts import texts_in
from tests.browser.people import Player

CODE = "ABCDEFGHJ"
SHOWN = """async () => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, data }));
}"""


def standing(origin: str, *, code: str = CODE, round_number: int = 3) -> RoomForBrowser:
    return RoomForBrowser(
        kind="move",
        game=uuid4(),
        ply=4,
        code=code,
        name="W" * 24,
        round=round_number,
        clock=None,
        left=None,
        is_in_sight=False,
        plan=None,
        waiting=2,
        endpoint="https://push.example/1",
        point=b"",
        secret=b"",
        lang="pl",
        origin=origin,
    )


def worker_of(page: Page) -> tuple[CDPSession, str]:
    """A line to the browser's service workers, and which of them is ours."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    line, known = page.context.new_cdp_session(page), list[str]()
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(50)
    return line, known[-1]


def test_push_is_shown_once_for_each_table_in_the_readers_language(
    open_page: Callable[..., Player], site: str
) -> None:
    player = open_page(notified=True)
    page = player.page
    page.goto("/about")
    line, worker = worker_of(page)

    def deliver(told: RoomForBrowser) -> None:
        text = message("move", told).decode()
        line.send(
            "ServiceWorker.deliverPushMessage", {"origin": site, "registrationId": worker, "data": text}
        )

    texts = texts_in("pl")
    deliver(standing(site))
    deliver(standing(site, round_number=4))
    deliver(standing(site, code="KMNPQRSTU"))
    page.wait_for_function(f"({SHOWN})().then((shown) => shown.length === 2)")
    latest, other = sorted(page.evaluate(SHOWN), key=lambda one: one["data"])
    assert latest == {
        "title": texts.t("push.move"),
        "body": texts.t("push.move_says", room="W" * 24, round=4),
        "lang": "pl",
        "tag": topic(CODE),
        "data": f"{site}/r/{CODE}",
    }
    assert other["data"].endswith("/r/KMNPQRSTU")
