"""The feed of somebody's moves, for readers of Atom or JSON Feed: an entry for each table that waits.

Whoever has the address reads it, so it says no more than a page does before anybody looks at the table: the
room's name, and how long there is. Nobody is named in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5
from xml.etree import ElementTree as ET

from app.pages.mine_contexts import WaitingGame
from app.texts import Texts

ATOM = "http://www.w3.org/2005/Atom"
JSON_FEED = "https://jsonfeed.org/version/1.1"
FOLLOWING = UUID("5c6e1b3e-64a5-4b5e-9d5b-6d1f2f0f7b11")  # any id: entries have theirs below it


def entry_id(game: WaitingGame) -> str:
    """The same for the same turn, another for the next."""
    return uuid5(FOLLOWING, f"{game.game} {game.moves}").urn


def newest(games: Sequence[WaitingGame]) -> datetime:
    return max((game.since for game in games), default=datetime.fromtimestamp(0, UTC)).astimezone(UTC)


def title_of(texts: Texts, game: WaitingGame) -> str:
    return texts.t("table.title_mine", room=game.name)


def atom(texts: Texts, games: Sequence[WaitingGame], origin: str, owner: UUID) -> bytes:
    """As RFC 4287 has it."""
    feed = ET.Element("feed", {"xmlns": ATOM, "xml:lang": texts.lang})
    add(feed, "id", uuid5(FOLLOWING, str(owner)).urn)
    add(feed, "title", texts.t("mine.feed_title"))
    add(feed, "updated", newest(games).isoformat())
    add(add(feed, "author"), "name", texts.t("site.name"))
    add(feed, "link", href=f"{origin}/games")
    for game in games:
        entry = add(feed, "entry")
        add(entry, "id", entry_id(game))
        add(entry, "title", title_of(texts, game))
        add(entry, "updated", game.since.astimezone(UTC).isoformat())
        add(entry, "link", href=f"{origin}/r/{game.code}")
        add(entry, "summary", game.pace)
    written: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def add(parent: ET.Element, name: str, text: str | None = None, **attributes: str) -> ET.Element:
    made = ET.SubElement(parent, name, attributes)
    made.text = text
    return made


def json_feed(texts: Texts, games: Sequence[WaitingGame], origin: str) -> dict[str, Any]:
    """As jsonfeed.org has it."""
    return {
        "version": JSON_FEED,
        "title": texts.t("mine.feed_title"),
        "home_page_url": f"{origin}/games",
        "language": texts.lang,
        "items": [
            {
                "id": entry_id(game),
                "url": f"{origin}/r/{game.code}",
                "title": title_of(texts, game),
                "content_text": game.pace,
                "date_published": game.since.astimezone(UTC).isoformat(),
            }
            for game in games
        ],
    }
