"""One real server and one real Chromium for all browser tests; every page must end without a complaint."""

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.browser.people import Player, Program
from tests.live.chat import Chat, chat_beside
from tests.serving import serving

FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
# Without an imitated graphics card drawing takes a third less time; the table is then played on the net.
FLAT = ["--no-sandbox", "--disable-gpu"]
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
ADMIN_TOKEN = "a-token-of-a-test-32-characters!"
PATIENT = {
    "TERRAHEDRON_REQUESTS_PER_MINUTE": "100000",
    "TERRAHEDRON_CHANGES_PER_MINUTE": "100000",
    "TERRAHEDRON_PEOPLE_PER_HOUR": "100000",
    "TERRAHEDRON_ROOMS_PER_HOUR": "100000",
    "TERRAHEDRON_ANALYSES_PER_HOUR": "100000",
    "TERRAHEDRON_BOT_THINK_SECONDS": "0.05",
    "TERRAHEDRON_LOG_LEVEL": "error",
    "TERRAHEDRON_ADMIN_TOKEN": ADMIN_TOKEN,
}

expect.set_options(timeout=45_000)

Launch = Callable[..., Browser]
Seated = Callable[..., Player]
Joined = Callable[[str], Program]


@pytest.fixture(scope="session")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chat]:
    """A chat to which the server may write."""
    with chat_beside(tmp_path_factory.mktemp("chat")) as chat:
        yield chat


@pytest.fixture(scope="session")
def site(make_database: Any, listening: Chat) -> Iterator[str]:
    """The address of a server with a database of its own."""
    with serving(database_url=make_database(), **PATIENT, **listening.environment) as server:
        yield server.address


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def launch(playwright: Playwright) -> Launch:
    """Starts a Chromium with these flags, which ends with the run, if not before: its headless shell where
    there is one, since that takes less time.
    """
    path = shutil.which("chromium-headless-shell") or os.environ.get("CHROMIUM") or None
    return partial(playwright.chromium.launch, executable_path=path)


@pytest.fixture(scope="session")
def chromium(launch: Launch) -> Iterator[Browser]:
    browser = launch(args=FLAT)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_chromium(playwright: Playwright) -> Iterator[Browser]:
    """With what the headless shell lacks: notifications."""
    path = os.environ.get("CHROMIUM") or None
    browser = playwright.chromium.launch(
        args=FLAT, executable_path=path, channel=None if path else "chromium"
    )
    yield browser
    browser.close()


@pytest.fixture
def open_page(request: pytest.FixtureRequest, site: str) -> Iterator[Seated]:
    """Opens a browser of somebody's own: `phone=True` is small with touch, `beside=` is another tab,
    `notified=True` may show notifications.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_one(
        *,
        phone: bool = False,
        beside: Player | None = None,
        is_refused: bool = False,
        notified: bool = False,
        **how: Any,
    ) -> Player:
        if beside:
            page = beside.page.context.new_page()
        else:
            shape = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": DESK}
            settings = {"base_url": site, "reduced_motion": "reduce", "bypass_csp": True, **shape, **how}
            browser = request.getfixturevalue("whole_chromium" if notified else "chromium")
            contexts.append(browser.new_context(**settings))
            page = contexts[-1].new_page()
        if notified:
            page.context.grant_permissions(["notifications"], origin=site)
        watch(page, complaints, is_refused=is_refused)
        return Player(page)

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


def watch(page: Page, complaints: list[str], *, is_refused: bool = False) -> None:
    """Whatever the page throws, logs as an error or is refused by its own policy; and what the server refuses
    (422), unless the test is about that.
    """
    page.on("pageerror", lambda error: None if "Transition" in str(error) else complaints.append(str(error)))
    page.on(
        "console",
        lambda line: (
            complaints.append(line.text)
            if line.type == "error"
            and "WebSocket" not in line.text
            and "net::ERR" not in line.text
            and not (is_refused and "status of 422" in line.text)
            else None
        ),
    )


@pytest.fixture
def join(site: str) -> Iterator[Joined]:
    """Lets a program join in."""
    joined: list[Program] = []

    def join_one(name: str) -> Program:
        joined.append(Program(site, name))
        return joined[-1]

    yield join_one
    for program in joined:
        program.leave()


@pytest.fixture
def duel(open_page: Seated, join: Joined) -> Callable[..., tuple[Player, Program, str]]:
    """A game of somebody with a browser against a program, just begun, in which it `plays` by itself."""

    def begin(*, plays: bool = True, **how: Any) -> tuple[Player, Program, str]:
        player, program = open_page(**how), join("Robin Program")
        code = player.begin_with(program)
        if plays:
            program.play(code)
        return player, program, code

    return begin
