"""What a browser is told, and how urgently: the name of the room, the round and that it is one's move;
nothing of a game that not everybody at the table sees, and no name of anybody.

The form is that of a declarative push message, which Safari shows by itself; others hand it to the worker.
"""

from __future__ import annotations

import hashlib
from uuid import UUID

import orjson

from app.push.encryption import encoded
from app.push.notices import RoomForBrowser
from app.texts import texts_in

DECLARATIVE = 8030
DAY = 86_400
URGENCY = {"move": "normal", "hurry": "high", "over": "normal", "again": "normal"}
LONGEST_LIFE = 7 * DAY
UNTIMED_LIFE = DAY  # of what no clock ends


def message(kind: str, standing: RoomForBrowser) -> bytes:
    """The text, before it is encrypted."""
    texts = texts_in(standing.lang)
    says = "lapsed_says" if kind == "move" and standing.plan == "lapsed" else f"{kind}_says"
    told = {
        "web_push": DECLARATIVE,
        "notification": {
            "title": texts.t(f"push.{kind}"),
            "body": texts.t(f"push.{says}", room=standing.name, round=standing.round),
            "lang": texts.lang,
            "navigate": standing.url,
            "tag": topic(standing.code),
        },
        "app_badge": standing.waiting,
    }
    return orjson.dumps(told)


def headers(kind: str, standing: RoomForBrowser, room: UUID) -> dict[str, str]:
    """How long a push service keeps it for a browser that sleeps, and what it takes the place of."""
    life = UNTIMED_LIFE
    if kind in ("move", "hurry") and standing.left is not None:
        life = min(max(int(standing.left), 60), LONGEST_LIFE)
    return {
        "TTL": str(life),
        "Urgency": URGENCY[kind],
        "Topic": topic(str(room)),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
    }


def topic(room: str) -> str:
    """A name for the room that tells nobody which it is."""
    return encoded(hashlib.sha256(room.encode()).digest()[:18])
