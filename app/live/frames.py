"""Every message that the server sends, written as bytes. A message for many is encoded once, and framed once.

Written without models, since this is on the path of every move; the tests read each one back through strict
models (`tests/live/server_messages.py`).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import orjson

from app.live.fast_frames import text_frame
from app.live.messages import VERSION
from app.refusals import REFUSALS


class Frame:
    """A text message, and how it stands on the wire (unmasked, unfragmented, uncompressed)."""

    __slots__ = ("text", "wire")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.wire = text_frame(text)


def welcome(  # noqa: PLR0913
    *, conn: UUID, seat: int | None, game: UUID | None, head: int, epoch: str, heartbeat_ms: int, mode: str
) -> Frame:
    return _frame(
        type="welcome",
        v=VERSION,
        conn=conn,
        role="watcher" if seat is None else "seat",
        seat=seat,
        game=game,
        head=head,
        epoch=epoch,
        hb_ms=heartbeat_ms,
        mode=mode,
    )


def room(common: bytes, you: bytes) -> Frame:
    """The room: what everybody sees (encoded before, once for all) and what is said to one of them."""
    return Frame(b'{"type":"room","room":' + common[:-1] + b',"you":' + you + b"}}")


def snapshot(  # noqa: PLR0913
    *, game: UUID, seq: int, mark: str, epoch: str, restored: bool, view: bytes
) -> Frame:
    log = f'"game":"{game}","seq":{seq},"mark":"{mark}","epoch":"{epoch}"'
    said = "true" if restored else "false"
    return Frame(f'{{"type":"snapshot",{log},"restored":{said},"view":'.encode() + view + b"}")


def live(seq: int) -> Frame:
    return Frame(b'{"type":"live","seq":%d}' % seq)


def ack(action_id: str, seq: int, dup: bool) -> Frame:
    said = "true" if dup else "false"
    return Frame(f'{{"type":"ack","action_id":"{action_id}","seq":{seq},"dup":{said}}}'.encode())


def nack(
    action_id: str | None, code: str, message: str, head: int, details: dict[str, Any] | None = None
) -> Frame:
    return _frame(
        type="nack",
        action_id=action_id,
        code=code,
        message=message,
        retry=REFUSALS[code].is_for_now,
        head=head,
        details=details or {},
    )


def heartbeat(head: int, now: str) -> Frame:
    return _frame(type="hb_ack", head=head, now=now)


def said(line: dict[str, Any]) -> Frame:
    return _frame(type="said", **line)


def reacted(seat: int | None, name: str, reaction: str) -> Frame:
    return _frame(type="reacted", seat=seat, name=name, reaction=reaction)


def looked(seat: int, q: list[float]) -> Frame:
    return _frame(type="looked", seat=seat, q=q)


def bye(code: int, in_ms: int) -> Frame:
    return _frame(type="bye", code=code, in_ms=in_ms)


def _frame(**message: Any) -> Frame:
    return Frame(orjson.dumps(message, default=str))
