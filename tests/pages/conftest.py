"""Readers for the tests of pages."""

import re
from collections.abc import Awaitable, Callable
from html.parser import HTMLParser

import httpx
import pytest

from tests.guests import Guest

Read = Callable[..., Awaitable[httpx.Response]]
HTML = {"Accept": "text/html,application/xhtml+xml"}


class Parsed(HTMLParser):
    """What a test wants to know of a page: its words, and every element with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self._words: list[str] = []
        self.feed(html)
        self.words = re.sub(r"\s+", " ", " ".join(self._words)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1][0] not in ("script", "style"):
            self._words.append(data)

    def all(self, tag: str, **having: str) -> list[dict[str, str | None]]:
        wanted = {name.replace("_", "-"): value for name, value in having.items()}
        return [
            attributes
            for name, attributes in self.elements
            if name == tag and wanted.items() <= attributes.items()
        ]


@pytest.fixture
def read(client: httpx.AsyncClient) -> Read:
    """Opens a page as a browser would, as somebody or as a stranger."""

    async def opened(path: str, guest: Guest | None = None, **headers: str) -> httpx.Response:
        who = {"Authorization": f"Bearer {guest.token}"} if guest else {}
        return await client.get(path, headers={**HTML, **who, **headers})

    return opened
