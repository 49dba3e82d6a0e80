"""One socket: what is said on it, in order, from `hello` to the close. `docs/wire.md` is the whole of it in
words.

    AWAITING_HELLO   nothing has been said yet
    JOINING          `hello` was said, the table is being asked; what follows is kept until LIVE
    LIVE             everything has been told that was missed; messages are handled as they come
    CLOSED           nothing is heard any more

Everything here runs at once, without waiting, except joining a table and saying something; so two messages
of one socket are never handled at the same time, and a slow connection delays nobody else.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from app.errors import AppError, sentence
from app.games.entries import move_entry
from app.games.log import LogBroken, RulesUnknown
from app.games.store import DatabaseUnavailable
from app.games.submissions import Ack, Answer, Submission
from app.live import frames
from app.live.closes import Close
from app.live.frames import Frame
from app.live.messages import (
    OLDEST_VERSION,
    VERSION,
    ActMessage,
    BadMessage,
    ClientMessage,
    Heartbeat,
    Hello,
    Look,
    Phrase,
    React,
    Resync,
    Say,
    Sight,
    TakeOver,
    parse_client,
)
from app.live.peer import Peer
from app.live.rate_limits import SocketLimits
from app.live.talk import Speaker, Words
from app.refusals import NACKS
from app.rules.planet import Placement
from app.texts import ENGLISH, texts_in

if TYPE_CHECKING:
    from app.live.table import Table
    from app.live.tables import Tables

log = logging.getLogger(__name__)
Work = Callable[[], Coroutine[Any, Any, None]]

HELLO_WITHIN = 5.0
MOST_EARLY = 16  # messages that may follow `hello` before the table has answered


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who opened a socket, and from where: a person by a session, or nobody we know (they may watch)."""

    address: str
    person: UUID | None = None
    name: str | None = None
    session: UUID | None = None
    lang: str = ENGLISH
    given_name: str | None = None
    muted: frozenset[UUID] = frozenset()  # whom they do not hear


class Stage(Enum):
    """How far a conversation has come. It only ever goes on, from one to a later one."""

    AWAITING_HELLO = 1
    JOINING = 2
    LIVE = 3
    CLOSED = 4


def words_of(message: Say | Phrase) -> Words:
    return Words(message.text) if isinstance(message, Say) else Words.of_phrase(message.phrase)


class Conversation:
    """A person (or unnamed watcher) at a table, through one socket."""

    def __init__(
        self, tables: Tables, room: UUID, peer: Peer, visitor: Visitor, limits: SocketLimits
    ) -> None:
        self.tables = tables
        self.room = room
        self.peer = peer
        self.address = visitor.address
        self.person, self.name, self.session = visitor.person, visitor.name, visitor.session
        self.given_name, self.muted = visitor.given_name, visitor.muted
        self.limits = limits
        self.texts = texts_in(visitor.lang)
        self.id = uuid4()
        self.key = visitor.person or self.id
        self.table: Table | None = None
        self.seat: int | None = None
        self.epoch = ""
        self.is_hidden = False  # until its client says so
        self.since = time.monotonic()
        self.stage = Stage.AWAITING_HELLO
        self.early: list[ClientMessage] = []
        self.task: asyncio.Task[None] | None = None
        self.timer = asyncio.get_running_loop().call_later(HELLO_WITHIN, self._expect_hello)

    @property
    def is_live(self) -> bool:
        return self.stage is Stage.LIVE

    @property
    def is_closed(self) -> bool:
        return self.stage is Stage.CLOSED

    @property
    def is_watching(self) -> bool:
        """Whether no seat is lost with it (somebody we know may have one until they are live)."""
        return self.seat is None and (self.is_live or self.person is None)

    def called(self, table: Table) -> str | None:
        """What they are called at this table, if they are anybody we know."""
        return self.name and self._speaker(table).name

    def _speaker(self, table: Table) -> Speaker:
        return table.speaker(self.person, self.name or "", self.given_name or "", self.seat)

    def _go_on(self, stage: Stage) -> None:
        if stage.value > self.stage.value:
            self.stage = stage

    def now_live(self) -> None:
        """Everything that was missed has been sent."""
        self._go_on(Stage.LIVE)

    def _expect_hello(self) -> None:
        if self.stage is Stage.AWAITING_HELLO:
            self.close(Close.BAD)

    def close(self, code: int) -> None:
        """Close from our side; `ended` follows."""
        if not self.is_closed:
            self._go_on(Stage.CLOSED)
            self.tables.note_close(code)
            self.peer.close(code)

    def ended(self) -> None:
        """The socket is gone."""
        self._go_on(Stage.CLOSED)
        self.timer.cancel()
        if self.task is not None:
            self.task.cancel()
        if self.table is not None:
            self.table.remove(self)

    def send(self, frame: Frame) -> None:
        self.peer.write(frame)

    # What a client says.

    def read(self, text: str | bytes | None) -> None:
        """A message, or None for a binary one."""
        if self.is_closed:
            return
        if text is None:
            self.close(Close.BINARY)
            return
        try:
            message = parse_client(text)
        except BadMessage as bad:
            self._refuse_bad(bad)
        else:
            self._hear(message)

    def count(self) -> None:
        """Count a ping, a pong or a fragment against the limits: it costs us as much as a message."""
        if not self.is_closed and not self.limits.take():
            self._count_refusal()

    def _hear(self, message: ClientMessage) -> None:
        if message.type == "look":
            self._look(message)
        elif not self.limits.take():
            self._too_fast(message.action_id if isinstance(message, ActMessage) else None)
        elif self.stage is Stage.AWAITING_HELLO or message.type == "hello":
            self._greet(message)
        elif self.table is not None and self.is_live:
            self._handle(self.table, message)
        else:
            self._keep(message)

    def _keep(self, message: ClientMessage) -> None:
        """Something said between `hello` and `live`: it is heard after that."""
        self.early.append(message)
        if len(self.early) > MOST_EARLY:
            self.close(Close.BAD)

    def _handle(self, table: Table, message: ClientMessage) -> None:
        match message:
            case ActMessage():
                self._act(table, message)
            case Heartbeat():
                self.send(frames.heartbeat(table.head, self.tables.now()))
            case Resync():
                self._spawn(partial(self._resume, table, message, self.epoch))
            case Say() | Phrase():
                self._say(table, words_of(message))
            case React():
                self._react(table, message.reaction)
            case TakeOver():
                self._take_over(table, message)
            case Sight():
                table.note_sight(self, is_hidden=not message.visible)

    def _refuse_bad(self, bad: BadMessage) -> None:
        """A malformed move, sentence or sign is refused with a nack; after anything else we close."""
        if not bad.is_text:
            self.close(Close.NOT_TEXT)
        elif self.stage is Stage.AWAITING_HELLO or not bad.can_be_told:
            self.close(Close.BAD)
        elif not self.limits.take():
            self._too_fast(bad.action_id)
        else:
            self._nack(bad.action_id, "invalid")

    def _count_refusal(self) -> None:
        """One refusal more; with too many the socket ends."""
        if self.limits.is_flooding():
            self.close(Close.TOO_FAST)

    def _too_fast(self, action_id: str | None) -> None:
        self._count_refusal()
        if not self.is_closed:
            self._nack(action_id, "rate_limited")

    def _nack(self, action_id: str | None, code: str, details: dict[str, Any] | None = None) -> None:
        self.tables.note_refusal(code)
        head = self.table.head if self.table else 0
        self.send(frames.nack(action_id, code, sentence(code, self.texts, details), head, details))

    # Joining.

    def _greet(self, message: ClientMessage) -> None:
        """`hello` comes first, and once."""
        if not isinstance(message, Hello) or self.stage is not Stage.AWAITING_HELLO:
            self.close(Close.BAD)
        elif not OLDEST_VERSION <= message.v <= VERSION:
            self.close(Close.TOO_OLD)
        else:
            self._go_on(Stage.JOINING)
            self.timer.cancel()
            self._spawn(partial(self._join, message))

    def _spawn(self, work: Work) -> None:
        """One thing at a time that has to wait: joining, or joining again."""
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self._guarded(work))

    async def _guarded(self, work: Work) -> None:
        """`work`, which begins here: a socket that ends before this does has begun nothing."""
        try:
            await work()
        except DatabaseUnavailable:
            self.close(Close.OVERLOADED)
        except RulesUnknown:
            self.close(Close.TOO_NEW)
        except LogBroken as error:
            log.error("a game cannot be replayed: %s", error)
            self.close(Close.BROKEN)
        except Exception:
            log.exception("a conversation broke")
            self.close(Close.BROKEN)

    async def _join(self, hello: Hello) -> None:
        async with self.tables.joining:  # in turns: a crowd at once would only make each other late
            table = await self.tables.table(self.room)
            if table is None or table.facts.is_closed:
                self.close(Close.GONE)
                return
            self.table = table
            await table.add(self)
        table.welcome(self, hello)
        early, self.early = self.early, []
        for message in early:
            self._handle(table, message)

    async def _resume(self, table: Table, message: Resync, epoch: str) -> None:
        await table.refresh()
        table.catch_up(self, message.from_, message.mark, epoch)

    # Playing and talking.

    def _act(self, table: Table, message: ActMessage) -> None:
        live_game = table.live_game
        if self.tables.is_draining:
            self._nack(message.action_id, "draining")
        elif self.seat is None or live_game is None or live_game.fold.state is None:
            self._nack(message.action_id, "not_seated")
        else:
            placement = Placement(message.tile, message.face, message.turn)
            move = move_entry(self.seat, message.action_id, placement, "person")
            answer = partial(self._answer, message.action_id, time.perf_counter())
            live_game.submit(Submission(move, message.base, answer))

    def _answer(self, action_id: str, started: float, answer: Answer) -> None:
        seconds = time.perf_counter() - started
        self.tables.note_answer(seconds)
        if log.isEnabledFor(logging.DEBUG):
            self._log_answer(action_id, seconds, answer)
        if not isinstance(answer, Ack):
            self.tables.note_refusal(answer.code)
            said = sentence(answer.details.get("rule", answer.code), self.texts)
            self.send(frames.nack(action_id, answer.code, said, answer.head, answer.details))
        elif answer.dup or not self.is_live:
            self.send(frames.ack(action_id, answer.seq, answer.dup))
        else:
            # The event is told to the whole table right after this: both leave in one write.
            self.peer.write_with_next(frames.ack(action_id, answer.seq, answer.dup))

    def _log_answer(self, action_id: str, seconds: float, answer: Answer) -> None:
        """So that a move can be followed: its `action_id` is the page's, the answer's and the row's."""
        context = {
            "room": str(self.room),
            "seat": self.seat,
            "action": action_id,
            "ms": round(seconds * 1000, 1),
        }
        context |= {"seq": answer.seq} if isinstance(answer, Ack) else {"refused": answer.code}
        log.debug("a move was answered", extra={"context": context})

    def _look(self, message: Look) -> None:
        if not self.limits.take_spare():
            self._count_refusal()
        elif self.stage is Stage.AWAITING_HELLO:
            self._greet(message)
        elif self.table is not None and self.seat is not None and self.limits.may_look():
            self.table.show_look(self, message.q)

    def _say(self, table: Table, words: Words) -> None:
        refusal, silence = table.why_not_say(words), self.tables.measures.silence_of(self.person)
        if refusal is not None:
            self._nack(None, refusal)
        elif silence is not None:
            self._nack(None, "silenced", silence.told)
        elif self.person is None:
            self._nack(None, "not_seated")
        elif not self._may_speak():
            self._nack(None, "rate_limited")
        else:
            self.tables.spawn(self._heard(table.say(self._speaker(table), words)))

    def _may_speak(self) -> bool:
        """Words are counted for all tabs and requests together, of the nameless by their address."""
        who = self.person or self.address
        return self.tables.talk_limits.may_speak(
            who, self.address, self.room, is_seated=self.seat is not None
        )

    async def _heard(self, speaking: Coroutine[Any, Any, str | None]) -> None:
        """What is said, or shown; whoever may not be here any more goes."""
        refusal = await speaking
        if refusal == "kicked":
            self.close(Close.KICKED)
        elif refusal is not None:
            self._nack(None, refusal)

    def _react(self, table: Table, reaction: str) -> None:
        silence = self.tables.measures.silence_of(self.person)
        if silence is not None:
            self._nack(None, "silenced", silence.told)
        elif self._may_speak():
            self.tables.spawn(self._heard(table.react(self._speaker(table), reaction)))
        else:
            self._nack(None, "rate_limited")

    def _take_over(self, table: Table, message: TakeOver) -> None:
        if self.person is None:
            self._nack(None, "not_seated")
        elif self.tables.is_draining:
            self._nack(None, "draining")
        elif not self._may_speak():
            self._nack(None, "rate_limited")
        else:
            self.tables.spawn(self._decide(self.person, table.facts.code, message))

    async def _decide(self, person: UUID, code: str, message: TakeOver) -> None:
        """What is decided is told as a change of the room; only what is refused has an answer of its own."""
        try:
            await self.tables.decisions.take_over(person, code, message.seat, message.level)
        except AppError as refusal:
            self._nack(None, refusal.code if refusal.code in NACKS else "not_absent")
        except DatabaseUnavailable:
            self._nack(None, "unavailable")
