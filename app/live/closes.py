"""Why a socket is closed: the codes, and what they ask of a client. `docs/wire.md` and the browser have them
from here.
"""

from enum import IntEnum


class Close(IntEnum):
    """One code; `meaning` and `then` are what the document says of it."""

    meaning: str
    then: str

    def __new__(cls, code: int, meaning: str, then: str) -> "Close":
        one = int.__new__(cls, code)
        one._value_, one.meaning, one.then = code, meaning, then
        return one

    LEFT = 1000, "left on purpose", "stay away"
    PAGE_GONE = 1001, "the page is gone", "stay away"
    BINARY = 1003, "a binary message", "a defect of the client"
    NOT_TEXT = 1007, "not UTF-8", "a defect of the client"
    TOO_LONG = 1009, "a message of more than 8 KB", "a defect of the client"
    BROKEN = 1011, "the server broke down over this socket", "come back, waiting from 5 s"
    RESTART = 1012, "the server restarts", "come back at a random moment within `in_ms` of `bye`"
    OVERLOADED = 1013, "the server is full or about to stop", "come back, waiting from 5 s"
    BAD = 4400, "not a message of this protocol, or no `hello`", "resume once, then stop"
    REVOKED = 4401, "session missing, expired or revoked", "sign in again over HTTPS, then resume"
    KICKED = 4403, "sent away by the host, now or before", "stop"
    GONE = 4404, "no such room (or it has closed)", "stop"
    SLOW = 4408, "reads too slowly", "resume"
    REPLACED = (
        4409,
        "another socket of the same person, one too many, has taken the place of this one",
        "stop; offer to use this one",
    )
    TOO_NEW = (
        4425,
        "the game goes by newer rules than this process has, in the middle of an update",
        "come back, waiting from 5 s",
    )
    TOO_OLD = 4426, "the protocol is too old", "reload once"
    TOO_FAST = (
        4429,
        "too many messages, or too many wrong codes from this address",
        "come back, waiting from 10 s",
    )
