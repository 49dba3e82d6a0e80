"""What a chat is told, in the form that it takes: whose move it is, that a game is over, that another one is
wanted, that little time is left. All of it is what everybody at that table sees.

What we send as plain JSON is signed, with the moment in what is signed: `docs/wire.md` says how to check it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4, uuid5

import orjson

from app.push.webhook_notices import RoomForChat
from app.texts import Texts, texts_in

VERSION = 1
SUPPRESS_PREVIEWS = 4  # Discord's flag
IN_DISCORD = re.compile(r"([\\*_~`|>#\[\]()<:-])")  # signs that mean something there
FOR_SLACK = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
NTFY_PRIORITY = {"hurry": 4}
NTFY_USUAL = 3
TRIAL = "trial"
Letter = tuple[str, dict[str, str], bytes]  # an address, headers and a body
Named = Callable[[str], str]  # a name as it stands there, with no other meaning


@dataclass(frozen=True)
class WebhookForm:
    """How one kind of chat is written to."""

    mention: re.Pattern[str]  # what it calls somebody
    body: Callable[[RoomForChat, Sequence[str]], dict[str, Any]]


def lines(standing: RoomForChat, news: Sequence[str], named: Named, mention: Named) -> str:
    """The news, a line each."""
    texts = texts_in(standing.lang)
    return "\n".join(line(texts, kind, standing, named, mention) for kind in news)


def line(texts: Texts, kind: str, standing: RoomForChat, named: Named, mention: Named) -> str:
    who = named(standing.player or "")
    if standing.mention:
        who = f"{mention(standing.mention)} ({who})"
    room = named(standing.name)
    return texts.t(f"push.chat_{kind}", who=who, room=room, round=standing.round)


def plain(name: str) -> str:
    return name


def discord(standing: RoomForChat, news: Sequence[str]) -> dict[str, Any]:
    said = lines(standing, news, lambda name: IN_DISCORD.sub(r"\\\1", name), lambda mention: f"<@{mention}>")
    users = [standing.mention] if standing.mention else []
    return {
        "content": f"{said}\n{standing.url}",
        "allowed_mentions": {"parse": [], "users": users},
        "flags": SUPPRESS_PREVIEWS,
    }


def slack(standing: RoomForChat, news: Sequence[str]) -> dict[str, Any]:
    said = lines(
        standing,
        news,
        lambda name: "".join(FOR_SLACK.get(sign, sign) for sign in name),
        lambda mention: f"<@{mention}>",
    )
    return {"text": f"{said}\n<{standing.url}>", "unfurl_links": False, "unfurl_media": False}


def ntfy(standing: RoomForChat, news: Sequence[str]) -> dict[str, Any]:
    return {
        "topic": urlsplit(standing.address).path.strip("/"),
        "title": standing.name,
        "message": lines(standing, news, plain, plain),
        "click": standing.url,
        "priority": NTFY_PRIORITY.get(news[-1], NTFY_USUAL),
    }


def plain_json(standing: RoomForChat, news: Sequence[str]) -> dict[str, Any]:
    is_move = news[-1] in ("move", "hurry")
    return {
        "v": VERSION,
        "id": str(uuid4() if TRIAL in news else uuid5(standing.game, f"{standing.ply} {' '.join(news)}")),
        "news": list(news),
        "text": lines(standing, news, plain, plain),
        "room": {"code": standing.code, "name": standing.name, "url": standing.url},
        "game": str(standing.game),
        "round": standing.round if is_move else None,
        "due": {"seat": standing.seat, "name": standing.player, "mention": standing.mention}
        if is_move
        else None,
        "due_at": standing.due_at.isoformat() if is_move and standing.due_at else None,
    }


FORMS = {
    "discord": WebhookForm(re.compile(r"\d{15,22}"), discord),
    "slack": WebhookForm(re.compile(r"[UW][A-Z0-9]{5,20}"), slack),
    "ntfy": WebhookForm(re.compile(r"(?!)"), ntfy),  # it knows nobody by name
    "json": WebhookForm(re.compile(r"[!-~]([ -~]{0,62}[!-~])?"), plain_json),
}
TOPIC = re.compile(r"/[-_A-Za-z0-9]{1,64}/?")


def letter(standing: RoomForChat, news: Sequence[str]) -> Letter:
    """What to send where."""
    body = orjson.dumps(FORMS[standing.form].body(standing, news))
    headers = {"Content-Type": "application/json", "User-Agent": "Terrahedron"}
    address = standing.address
    if standing.form == "ntfy":  # its topic stands in the body, in which any language can be written
        parts = urlsplit(address)
        address = parts._replace(path="/").geturl()
    if standing.secret:
        headers |= signed(standing.secret, body, int(time.time()))
    return address, headers, body


def signed(secret: str, body: bytes, moment: int) -> dict[str, str]:
    """Two headers: when, and that it was us."""
    code = hmac.new(secret.encode(), b"%d." % moment + body, hashlib.sha256)
    return {"Terrahedron-Timestamp": str(moment), "Terrahedron-Signature": f"sha256={code.hexdigest()}"}
