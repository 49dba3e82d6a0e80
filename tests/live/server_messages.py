"""Every message that the server sends, as strict models: the tests read each frame back through them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from app.games.schemas import Seq
from app.live.messages import Attitude, IdText, Mark, Message
from app.one_of import OneOf
from app.refusals import NACKS
from app.rooms.schemas import SeatNumber
from app.rooms.talking import PHRASES, ReactionName


class Welcome(Message):
    type: Literal["welcome"]
    v: int
    conn: IdText
    role: Literal["seat", "watcher"]
    seat: SeatNumber | None
    game: IdText | None
    head: Seq
    epoch: str
    hb_ms: int
    mode: Literal["replay", "snapshot", "current"]


class Room(Message):
    type: Literal["room"]
    room: dict[str, Any]


class Snapshot(Message):
    type: Literal["snapshot"]
    game: IdText
    seq: Seq
    mark: Mark
    epoch: str
    restored: bool
    view: dict[str, Any]


class Event(Message):
    type: Literal["event"]
    game: IdText
    seq: Seq
    action_id: str | None
    at: str
    mark: Mark
    event: dict[str, Any]
    due_at: str | None = None


class Live(Message):
    type: Literal["live"]
    seq: Seq


class Ack(Message):
    type: Literal["ack"]
    action_id: IdText
    seq: Seq
    dup: bool


class Nack(Message):
    type: Literal["nack"]
    action_id: IdText | None
    code: Annotated[str, OneOf(NACKS)]
    message: str
    retry: bool
    head: Seq
    details: dict[str, Any]


class HeartbeatAck(Message):
    type: Literal["hb_ack"]
    head: Seq
    now: str


class Said(Message):
    type: Literal["said"]
    id: int
    seat: SeatNumber | None
    name: str
    text: str
    phrase: Annotated[str, OneOf(PHRASES)] | None
    at: str
    watchers: bool


class Reacted(Message):
    type: Literal["reacted"]
    seat: SeatNumber | None
    name: str
    reaction: ReactionName


class Looked(Message):
    type: Literal["looked"]
    seat: SeatNumber
    q: Attitude


class Bye(Message):
    type: Literal["bye"]
    code: int
    in_ms: int


SERVER_MESSAGES: tuple[type[Message], ...] = (
    Welcome,
    Room,
    Snapshot,
    Event,
    Live,
    Ack,
    Nack,
    HeartbeatAck,
    Said,
    Reacted,
    Looked,
    Bye,
)
ServerMessage = Annotated[
    Welcome | Room | Snapshot | Event | Live | Ack | Nack | HeartbeatAck | Said | Reacted | Looked | Bye,
    Field(discriminator="type"),
]
_server: TypeAdapter[Message] = TypeAdapter(ServerMessage)


def parse_server(text: str | bytes) -> Message:
    return _server.validate_json(text)
