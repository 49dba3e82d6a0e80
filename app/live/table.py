"""One room in this process: its sockets, its current game, and what is sent to whom.

What is for everybody is encoded and framed once. Whoever joins is made a listener and sent what they missed
in one step, without an `await` between reading the head and listening for what comes after; so no entry can
be missed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

import orjson

from app.games.entries import LoggedEntry
from app.games.game_views import epoch_of
from app.games.live_game import LiveGame
from app.games.log import RulesUnknown
from app.games.store import DatabaseUnavailable
from app.live import frames
from app.live.closes import Close
from app.live.frames import Frame
from app.live.messages import Hello
from app.live.room_facts import RoomFacts
from app.live.talk import Speaker, TalkLine, TalkLog, Words, is_for
from app.rules.deal import Seat
from app.rules.views import view

if TYPE_CHECKING:
    from app.live.conversation import Conversation
    from app.live.tables import Tables

MOST_REPLAYED = 50
MOST_REPLAYED_BYTES = 65_536
NO_GAME = "0" * 16
TOGETHER_WITHIN = 0.05  # seconds in which changes of a room are told as one
RETRY_AFTER = 1.0  # and after which a room is read again that could not be read


class SeenLog(NamedTuple):
    """What somebody has seen of the log: all up to `seq`, or nothing; `is_restored` if it was another log."""

    seq: int | None
    is_restored: bool


NOTHING_SEEN, ANOTHER_LOG_SEEN = SeenLog(None, False), SeenLog(None, True)


class Table:
    """A room's sockets in this process. It listens to the game that is on the table."""

    def __init__(self, tables: Tables, facts: RoomFacts) -> None:
        self.tables = tables
        self.facts = facts
        self.live_game: LiveGame | None = None
        self.live_conversations: dict[UUID, Conversation] = {}
        self.joining: set[UUID] = set()
        self.tabs: Counter[UUID] = Counter()
        self.hidden_tabs: Counter[UUID] = Counter()
        self.leaving: dict[UUID, asyncio.TimerHandle] = {}
        self.talk = TalkLog(tables.registry.store, facts.id)
        self.snapshots: dict[tuple[int, int | None, bool], Frame] = {}
        self.update_timer: asyncio.TimerHandle | None = None
        self.presence_timer: asyncio.TimerHandle | None = None
        self.update_lock = asyncio.Lock()
        self.is_closed = False

    @property
    def head(self) -> int:
        return self.live_game.fold.head if self.live_game is not None else 0

    @property
    def is_empty(self) -> bool:
        return not self.live_conversations and not self.joining and not self.leaving

    def seat_of(self, person: UUID | None) -> int | None:
        if self.live_game is not None and self.live_game.fold.state is not None:
            return self.live_game.fold.seat_of(person)
        return self.facts.seat_of(person)

    def epoch_of(self, seat: int | None) -> str:
        return epoch_of(self.live_game.fold, seat) if self.live_game is not None else NO_GAME

    # Coming and going.

    async def add(self, conversation: Conversation) -> None:
        """Take a place at the table, and read on so that the head is the log's."""
        self.joining.add(conversation.id)
        self.tabs[conversation.key] += 1
        pending = self.leaving.pop(conversation.key, None)
        if pending is None and self.tabs[conversation.key] == 1:
            self.tables.arrived(self, conversation)
        else:
            self._follow_sight(conversation)
        if pending is not None:
            pending.cancel()
        await self.refresh()

    async def refresh(self) -> None:
        """Raises DatabaseUnavailable and LogBroken."""
        if self.live_game is not None:
            await self.live_game.check()
        else:  # it could not be read when it came
            await self.follow_current_game()

    def remove(self, conversation: Conversation) -> None:
        """A socket is gone. Others hear of it if nobody comes back for a while; at once if nobody may."""
        self.live_conversations.pop(conversation.id, None)
        self.joining.discard(conversation.id)
        key = conversation.key
        self.tabs[key] -= 1
        self.hidden_tabs[key] -= conversation.is_hidden
        if self.tabs[key] > 0:
            self._follow_sight(conversation)
        else:
            del self.tabs[key], self.hidden_tabs[key]
            is_known = conversation.person is not None
            may_return = is_known and conversation.person not in self.facts.kicked
            grace = self.tables.grace if may_return else 0.0
            loop = asyncio.get_running_loop()
            self.leaving[key] = loop.call_later(grace, self._left, key, grace, is_known)

    def note_sight(self, conversation: Conversation, *, is_hidden: bool) -> None:
        """A page of somebody's is hidden now, or seen again: of interest to whoever has something to tell
        them, and to nobody at the table.
        """
        self.hidden_tabs[conversation.key] += is_hidden - conversation.is_hidden
        conversation.is_hidden = is_hidden
        self._follow_sight(conversation)

    def _follow_sight(self, conversation: Conversation) -> None:
        """Out of sight is who has hidden all their pages."""
        if conversation.person is not None:
            key = conversation.key
            is_hidden = self.tabs[key] == self.hidden_tabs[key]
            self.tables.spawn(self.tables.registry.presence.hide(self.facts.id, key, is_hidden))

    def _left(self, key: UUID, seconds_ago: float, is_known: bool) -> None:
        del self.leaving[key]
        self.tables.left(self, key, seconds_ago, is_known=is_known)

    def welcome(self, conversation: Conversation, hello: Hello) -> None:
        """`welcome`, `room`, what was missed, `live`: in one go."""
        self.joining.discard(conversation.id)
        if conversation.is_closed or self._is_sent_away(conversation):
            return
        conversation.seat = self.seat_of(conversation.person)
        conversation.epoch = self.epoch_of(conversation.seat)
        game = self.live_game.fold.id if self.live_game is not None else None
        if hello.game != str(game) or hello.epoch != conversation.epoch:
            self._welcome(conversation, NOTHING_SEEN)
        else:
            self._welcome(conversation, self._position(hello.last_seq, hello.mark))

    def _position(self, seq: int | None, mark: str | None) -> SeenLog:
        """What somebody has seen who names this seq and its mark. Without a mark nobody can say."""
        is_same = self.live_game is not None and seq is not None and self.live_game.fold.mark_at(seq) == mark
        return SeenLog(
            seq if is_same and mark else None, seq is not None and mark is not None and not is_same
        )

    def _welcome(self, conversation: Conversation, seen: SeenLog) -> None:
        game = self.live_game.fold.id if self.live_game is not None else None
        mode = self._mode(seen)
        conversation.send(
            frames.welcome(
                conn=conversation.id,
                seat=conversation.seat,
                game=game,
                head=self.head,
                epoch=conversation.epoch,
                heartbeat_ms=self.tables.heartbeat_ms,
                mode=mode,
            )
        )
        self._show_room(conversation)
        self._catch_up(conversation, seen, mode)
        for line in self.talk.lines:
            if self._hears(conversation, line):
                conversation.send(line.frame())

    def catch_up(self, conversation: Conversation, seq: int, mark: str | None, epoch: str) -> None:
        """The answer to `resync`."""
        is_same = epoch == conversation.epoch == self.epoch_of(conversation.seat)
        seen = self._position(seq, mark) if is_same else NOTHING_SEEN
        self._catch_up(conversation, seen, self._mode(seen))

    def _mode(self, seen: SeenLog) -> str:
        if self.live_game is None or self.live_game.fold.state is None or seen.seq == self.head:
            return "current"
        if seen.seq is None or self.head - seen.seq > MOST_REPLAYED:
            return "snapshot"
        missed = self.live_game.fold.entries_after(seen.seq)
        return "replay" if sum(len(entry.text) for entry in missed) <= MOST_REPLAYED_BYTES else "snapshot"

    def _catch_up(self, conversation: Conversation, seen: SeenLog, mode: str) -> None:
        if mode == "snapshot":
            conversation.send(self._snapshot(conversation.seat, seen.is_restored))
        elif mode == "replay" and self.live_game is not None and seen.seq is not None:
            for entry in self.live_game.fold.entries_after(seen.seq):
                conversation.send(Frame(entry.text))
        self.live_conversations[conversation.id] = conversation
        conversation.now_live()
        conversation.send(frames.live(self.head))

    def _snapshot(self, seat: int | None, is_restored: bool) -> Frame:
        """What an audience sees now; made once for all of it."""
        assert self.live_game is not None
        fold, state = self.live_game.fold, self.live_game.fold.state
        assert state is not None
        made = self.snapshots.get((fold.head, seat, is_restored))
        if made is None:
            seen = orjson.dumps(view(state, None if seat is None else Seat(seat)))
            made = self.snapshots[fold.head, seat, is_restored] = frames.snapshot(
                game=fold.id,
                seq=fold.head,
                mark=fold.mark or "",
                epoch=self.epoch_of(seat),
                restored=is_restored,
                view=seen,
            )
        return made

    # What happens at the table.

    def entered(self, live_game: LiveGame, logged: LoggedEntry) -> None:
        """A new entry of the log, committed. A move says itself when the next is due; everything else changes
        more of the room than that.
        """
        self.snapshots.clear()
        changes_due = not (logged.entry.is_hint or logged.entry.is_rest)  # a rest does so a moment later
        says_due = logged.seq == live_game.fold.head and changes_due
        self.broadcast(Frame(logged.live_text if says_due else logged.text))
        self.tables.hint_entry(live_game, logged.seq)
        if logged.entry.kind != "move" or live_game.is_deadline_in_doubt:
            self.update_soon()

    def restored(self, _playing: LiveGame) -> None:
        """The log is another one: what was shown no longer holds."""
        self.snapshots.clear()
        for conversation in list(self.live_conversations.values()):
            self._catch_up(conversation, ANOTHER_LOG_SEEN, self._mode(ANOTHER_LOG_SEEN))

    def broadcast(self, frame: Frame) -> None:
        for conversation in list(self.live_conversations.values()):
            conversation.peer.write(frame)

    def show_look(self, looking: Conversation, q: list[float]) -> None:
        if looking.seat is not None:
            self.tables.send_fleeting(self.facts.id, frames.looked(looking.seat, q), but=looking.id)

    async def react(self, speaker: Speaker, reaction: str) -> str | None:
        """Show a sign to everybody; or the code by which whoever makes it is refused."""
        person, name, seat = speaker
        refusal = None if person is None else await self.talk.why_not(person)
        if refusal is None:
            self.tables.send_fleeting(self.facts.id, frames.reacted(seat, name, reaction), by=person)
        return refusal

    def fleeting(self, frame: Frame, but: UUID | None, by: UUID | None) -> None:
        for conversation in list(self.live_conversations.values()):
            if conversation.id != but and by not in conversation.muted:
                conversation.peer.write_if_idle(frame)

    def _running(self) -> UUID | None:
        fold = self.live_game.fold if self.live_game is not None else None
        return fold.id if fold is not None and fold.state is not None and not fold.is_over else None

    def why_not_say(self, words: Words) -> str | None:
        """The code by which nobody may say this here."""
        if not self.facts.may_talk:
            return "talk_off"
        is_free = words.phrase is not None or not self.facts.room.options.is_guarded
        return None if is_free else "phrases_only"

    def speaker(self, person: UUID | None, name: str, given_name: str, seat: int | None) -> Speaker:
        """Somebody as they are known at this table."""
        return Speaker(person, self.facts.room.options.called(name, given_name), seat)

    async def say(self, speaker: Speaker, words: Words) -> str | None:
        """Say it to the room; or the code by which whoever says it is refused."""
        refusal = await self.talk.say(self._running(), speaker, words)
        if refusal is None:
            self.tables.hint_talk(self.facts.id)
        return refusal

    async def tell_lines(self) -> None:
        """Tell what was said since."""
        for line in await self.talk.newer():
            frame = line.frame()
            for conversation in list(self.live_conversations.values()):
                if self._hears(conversation, line):
                    conversation.send(frame)

    def _hears(self, conversation: Conversation, line: TalkLine) -> bool:
        is_muted = line.person is not None and line.person in conversation.muted
        return not is_muted and is_for(line, conversation.seat, self._running())

    # Changes of the room.

    def update_soon(self, within: float = TOGETHER_WITHIN) -> None:
        """Read the room again and tell everybody; several changes at once are told as one."""
        if self.is_closed:
            return
        loop = asyncio.get_running_loop()
        if self.update_timer is not None:
            if self.update_timer.when() <= loop.time() + within:
                return
            self.update_timer.cancel()
        self.update_timer = loop.call_later(within, self._start_update)

    def _start_update(self) -> None:
        self.update_timer = None
        self.tables.spawn(self.update())

    async def update(self) -> None:
        """Show the room as it is now; later, where it cannot be read now."""
        try:
            await self._update()
        except DatabaseUnavailable:
            self.update_soon(RETRY_AFTER)
            raise
        except RulesUnknown:  # the room's next game, begun at a process of a newer release
            self.close_all(Close.TOO_NEW)

    async def _update(self) -> None:
        async with self.update_lock:
            if self.is_closed or not await self._read():
                return
            if self.facts.is_agreed:
                self.tables.spawn(self.tables.decisions.settle(self.facts.id))
            if await self.tables.update_deadline(self) and not await self._read():
                return
            for conversation in list(self.live_conversations.values()):
                self._update_one(conversation)

    async def _read(self) -> bool:
        """Take in the room as it is now. False if nobody may be in it any more."""
        facts = await self.tables.read_room(self.facts.id)
        if facts is None or facts.is_closed:
            self.close_all(Close.GONE)
            return False
        self.facts = facts
        await self.follow_current_game()
        self.expect_presence_change()
        return True

    def expect_presence_change(self) -> None:
        """Show the room again once somebody who is away is not waited for any more."""
        if self.presence_timer is not None:
            self.presence_timer.cancel()
        within = None if self.is_closed else self.facts.presence_changes_in
        loop = asyncio.get_running_loop()
        self.presence_timer = None if within is None else loop.call_later(within + 0.01, self.update_soon)

    def close_all(self, code: int) -> None:
        for conversation in list(self.live_conversations.values()):
            conversation.close(code)

    async def follow_current_game(self) -> None:
        """Have the room's current game on the table, in its current state. A closed table takes none up,
        also where it was closed while this was on its way: nothing would ever remove it.
        """
        game = self.facts.game
        if self.live_game is not None and self.live_game.fold.id != game:
            self.unfollow_game()
        if self.live_game is None and game is not None:
            found = await self.tables.registry.get(game)
            if found is None or self.is_closed:
                return
            self.live_game = found
            found.listeners.append(self)
        live_game = self.live_game  # which the table, closed meanwhile, may have let go
        if live_game is not None and live_game.fold.state is None and self.facts.has_begun:
            await live_game.reload()
        if live_game is not None and live_game.fold.state is not None:
            if live_game.fold.head < self.facts.head:
                await live_game.refresh()
            live_game.fold.people = self.facts.game_people
        self.snapshots.clear()

    def unfollow_game(self) -> None:
        if self.live_game is not None and self in self.live_game.listeners:
            self.live_game.listeners.remove(self)
        self.live_game = None

    def close(self) -> None:
        """Nobody is here any more: hear of nothing from now on."""
        self.is_closed = True
        for timer in (self.update_timer, self.presence_timer):
            if timer is not None:
                timer.cancel()
        self.update_timer = self.presence_timer = None
        for waiting in self.leaving.values():
            waiting.cancel()
        self.leaving.clear()
        self.unfollow_game()

    def _update_one(self, conversation: Conversation) -> None:
        """The room; and where somebody's part in it has changed, everything that follows from that."""
        if self._is_sent_away(conversation):
            return
        seat = self.seat_of(conversation.person)
        epoch, before = self.epoch_of(seat), conversation.seat
        is_new = epoch != conversation.epoch
        conversation.seat, conversation.epoch = seat, epoch
        if is_new and seat != before:
            self._welcome(conversation, NOTHING_SEEN)
        elif is_new:
            self._show_room(conversation)
            self._catch_up(conversation, NOTHING_SEEN, self._mode(NOTHING_SEEN))
        else:
            self._show_room(conversation)

    def _is_sent_away(self, conversation: Conversation) -> bool:
        """Whoever the host does not want here is told so, and gets nothing else."""
        if conversation.person not in self.facts.kicked:
            return False
        conversation.close(Close.KICKED)
        return True

    def _show_room(self, conversation: Conversation) -> None:
        you = self.facts.you(conversation.person, conversation.called(self), conversation.seat)
        conversation.send(frames.room(self.facts.common, you))
