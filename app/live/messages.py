"""Every message that a client may send over a table's socket, as one closed union.

`docs/wire.md` says the same in words. Models are strict: no coercion, no extra field, no field left out (but
the mark, which the first clients did not know of). What the server sends is written by `frames.py`.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, ClassVar, Literal, get_args
from uuid import UUID

import orjson
from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError

from app.api import Strict
from app.games.schemas import Seq
from app.rooms.bots import BotName
from app.rooms.schemas import SeatNumber
from app.rooms.talking import LONGEST_LINE, PHRASES, REACTIONS, PhraseName, ReactionName
from app.rules.errors import MalformedJson
from app.rules.parts import TileNo
from app.rules.sphere import Face, Turn
from app.rules.strict_json import parse_json

VERSION = 3  # since 2 an `event` says when the next move is due; since 3 a client may say `sight`
OLDEST_VERSION = 1  # that a client may still say
MAX_BYTES = 8192

IdText = Annotated[
    str, Field(min_length=36, max_length=36, pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
]
Mark = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", max_length=16)]
Attitude = Annotated[
    list[Annotated[float, Field(ge=-1.001, le=1.001, allow_inf_nan=False)]], Field(min_length=4, max_length=4)
]


def clean_text(text: str) -> str:
    """One line that a reader can trust: no control, direction-changing or unassigned characters."""
    for character in text:
        if unicodedata.category(character) in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"} or character in _TRICKS:
            raise ValueError("the text holds a character that cannot be shown")
    if not text.strip():
        raise ValueError("the text is empty")
    return unicodedata.normalize("NFC", text.strip())


# Marks that turn the reading direction, and characters nobody can see; the joiner of family emoji stays
# allowed.
_TRICKS = frozenset(
    "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u180e"
)

TalkText = Annotated[str, Field(min_length=1, max_length=LONGEST_LINE), AfterValidator(clean_text)]


class Message(Strict):
    """Whatever is said over a socket."""

    is_answered: ClassVar[bool] = False  # its sender is told if it is not well-formed


class Hello(Message):
    """First, within 5 s."""

    type: Literal["hello"]
    v: Annotated[
        int,
        Field(ge=0, le=1000, description="the lowest version of the wire that you can do with: 1, 2 or 3"),
    ]
    tab: IdText = Field(description="a UUID of this tab or program")
    game: IdText | None = Field(description="UUID or null")
    last_seq: Seq | None = Field(description="null the first time")
    epoch: Mark | None = Field(description="null the first time")
    mark: Mark | None = Field(None, description="of the last entry seen; may be left out")


class ActMessage(Message):
    """A placement, when it is your move."""

    type: Literal["act"]
    action_id: IdText
    base: Seq
    tile: Annotated[TileNo, Field(ge=0, le=999)]
    face: Annotated[Face, Field(ge=0, le=999)]
    turn: Annotated[Turn, Field(ge=0, le=999)]


class Say(Message):
    """Talk."""

    is_answered = True
    type: Literal["say"]
    text: TalkText = Field(description=f"1 to {LONGEST_LINE} characters, one line")


class Phrase(Message):
    """A ready-made sentence, which everybody reads in their own language."""

    is_answered = True
    type: Literal["phrase"]
    phrase: PhraseName = Field(description=", ".join(f"`{phrase}`" for phrase in PHRASES))


class React(Message):
    """One sign to everybody."""

    is_answered = True
    type: Literal["react"]
    reaction: ReactionName = Field(description=", ".join(f"`{reaction.name}`" for reaction in REACTIONS))


class TakeOver(Message):
    """Yes to a bot that plays on for somebody who has left; null is no."""

    is_answered = True
    type: Literal["takeover"]
    seat: SeatNumber
    level: BotName | None = Field(
        description="a bot's name, as `BotChoice` in `/api/openapi.json` lists them, or null"
    )


class Look(Message):
    """At most four a second; lost first."""

    is_answered = True
    type: Literal["look"]
    q: Attitude = Field(description="four numbers from -1 to 1: how your planet is turned")


class Sight(Message):
    """Your page is out of sight, or seen again (from version 3 on)."""

    type: Literal["sight"]
    visible: bool


class Heartbeat(Message):
    """Every 20 s, the first after a random part of 20 s."""

    type: Literal["hb"]
    seq: Seq = Field(description="the last seen")


class Resync(Message):
    """After a gap; answered as if you had just come back."""

    type: Literal["resync"]
    from_: Annotated[Seq, Field(alias="from")] = Field(description="the last seq seen")
    mark: Mark | None = Field(None, description="of that entry; may be left out")


ClientMessage = Hello | ActMessage | Say | Phrase | React | TakeOver | Look | Sight | Heartbeat | Resync
CLIENT_MESSAGES: dict[str, type[Message]] = {
    get_args(message.model_fields["type"].annotation)[0]: message for message in get_args(ClientMessage)
}
_client: TypeAdapter[ClientMessage] = TypeAdapter(
    Annotated[ClientMessage, Field(discriminator="type")],
    config=ConfigDict(cache_strings="keys"),  # ids, which never come twice, are not kept
)


class BadMessage(Exception):
    """Not a message of ours. `kind` and `action_id` are set where its sender can still be told what was
    refused.
    """

    def __init__(self, action_id: str | None, kind: str | None, is_text: bool = True) -> None:
        super().__init__("not a message of this protocol")
        self.action_id = action_id
        self.kind = kind
        self.is_text = is_text

    @property
    def can_be_told(self) -> bool:
        """Whether there is an answer to it; otherwise the conversation ends."""
        if self.kind == "act":
            return self.action_id is not None
        return self.kind is not None and CLIENT_MESSAGES[self.kind].is_answered


def parse_client(text: str | bytes) -> ClientMessage:
    """The message in `text`; raises BadMessage for everything else."""
    try:
        message = _client.validate_json(text)
    except ValidationError:
        raise _refusal(text) from None
    # All our values but free text are free of colons: more colons than fields means a key stands twice.
    colons = text.count(":") if isinstance(text, str) else text.count(b":")
    if colons != len(message.model_fields_set) and _has_double_key(text):
        raise _refusal(text)
    return message


def _has_double_key(text: str | bytes) -> bool:
    try:
        parse_json(text)
    except MalformedJson:
        return True
    return False


def _refusal(text: str | bytes) -> BadMessage:
    try:
        if isinstance(text, bytes):
            text.decode()
        read = orjson.loads(text)
    except UnicodeDecodeError:
        return BadMessage(None, None, is_text=False)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        return BadMessage(None, None)
    if not isinstance(read, dict):
        return BadMessage(None, None)
    kind = read.get("type")
    return BadMessage(_readable_id(read), kind if isinstance(kind, str) and kind in CLIENT_MESSAGES else None)


def _readable_id(read: dict[str, Any]) -> str | None:
    if read.get("type") != "act" or not isinstance(read.get("action_id"), str):
        return None
    try:
        return str(UUID(read["action_id"]))
    except ValueError:
        return None
