"""All tables of this process, and how they notice what other processes have changed.

    a hint on the bus     read what it is about
    the sweep             every two seconds, and at once after the bus was away: heads, rooms, talk, sessions
    an announcement       rooms and people say so after they have committed a change

Every one of them only says where to look; what is told to people is always what stands in the database.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from app.games.entries import LoggedEntry, timestamp
from app.games.live_game import LiveGame
from app.games.log import LogBroken
from app.games.outcome import Completion
from app.games.packing import Packer
from app.games.periodic import PeriodicTasks
from app.games.registry import GameRegistry
from app.games.timekeeper import Timekeeper
from app.live import frames
from app.live.admission import Admission
from app.live.bus import Bus, Hint
from app.live.closes import Close
from app.live.conversation import Conversation
from app.live.crowd import Crowd
from app.live.decisions import Decisions
from app.live.frames import Frame
from app.live.handshakes import Handshakes
from app.live.rate_limits import SharedBuckets, TalkLimits
from app.live.room_facts import RoomFacts
from app.live.table import TOGETHER_WITHIN, Table
from app.people.measures import REFRESH_SECONDS, Measures

log = logging.getLogger(__name__)

SWEEP_EVERY = 2.0
CHECK_EVERY = 1.0
TIDY_EVERY = 5.0
PACK_EVERY = 60.0
COMPLETE_EVERY = 60.0
HINT_WITHIN = 1.0  # seconds from a commit's discovery; a hint takes some milliseconds
BYES_A_SECOND = 100
JOINING_AT_ONCE = 16  # sockets whose tables are asked for at the same moment; the next in line waits
SOONEST_BACK_MS = 1000
CALMLY = 0.5  # seconds in which the coming and going of nameless watchers is told as one

ROOM_VERSIONS_SQL = """
SELECT id, version, (SELECT max(id) FROM talk WHERE room_id = rooms.id) AS talk
FROM rooms WHERE id = ANY($1)
"""
SESSION_NAMES_SQL = """
SELECT sessions.id, people.name, given_name FROM sessions JOIN people ON people.id = person_id
WHERE sessions.id = ANY($1) AND revoked_at IS NULL
"""

MUTED_SQL = "SELECT muted_id FROM mutes WHERE person_id = $1"

ReadRoom = Callable[[UUID], Awaitable[RoomFacts | None]]


class Tables:
    """The open tables, sockets and periodic work of one process."""

    def __init__(  # noqa: PLR0913
        self,
        registry: GameRegistry,
        bus: Bus,
        read_room: ReadRoom,
        decisions: Decisions,
        measures: Measures,
        *,
        grace: float = 20.0,
        rate: float = 10.0,
        drain_seconds: float = 5.0,
        heartbeat_ms: int = 20_000,
    ) -> None:
        self.registry = registry
        self.bus = bus
        self.read_room = read_room
        self.decisions = decisions
        self.measures = measures
        self.grace = grace
        self.drain_seconds = drain_seconds
        self.heartbeat_ms = heartbeat_ms
        self.buckets = SharedBuckets.at(rate)
        self.handshakes = Handshakes(rate)
        self.admission = Admission(registry.store)
        self.joining = asyncio.Semaphore(JOINING_AT_ONCE)
        self.talk_limits = TalkLimits()
        self.timekeeper = Timekeeper(registry, self._vanished)
        self.open_tables: dict[UUID, Table] = {}
        self.opening: dict[UUID, asyncio.Future[Table | None]] = {}
        self.empty_before: set[Table] = set()
        self.conversations: set[Conversation] = set()
        self.crowd = Crowd()
        self.name = uuid4().hex[:8]  # of this process, in its hints
        self.found_missing = 0
        self.note_lag: Callable[[float], None] = lambda _seconds: None
        self.note_answer: Callable[[float], None] = lambda _seconds: None  # to a move
        self.note_refusal: Callable[[str], None] = lambda _code: None
        self.note_close: Callable[[int], None] = lambda _code: None
        self.is_draining = False
        self.tasks = PeriodicTasks()
        self.stop_listening: Callable[[], None] = lambda: None
        registry.on_entry.append(self._look_again_when_due)

    async def open(self) -> None:
        await self.registry.open()
        self.measures.on_change = self._show_out
        self.tasks.repeat(self.measures.refresh, REFRESH_SECONDS)
        self.stop_listening = self.bus.listen(self.on_hint, self._after_gap)
        await self.bus.open()
        self.timekeeper.start()
        self.tasks.repeat(self.sweep, SWEEP_EVERY)
        self.tasks.repeat(self.check_sessions, CHECK_EVERY)
        self.tasks.repeat(self.tidy, TIDY_EVERY)
        self.tasks.repeat(Completion(self.registry.store).step, COMPLETE_EVERY)
        self.tasks.repeat(Packer(self.registry.store).step, PACK_EVERY)

    async def close(self) -> None:
        await self.tasks.stop()
        for conversation in list(self.conversations):
            conversation.close(Close.RESTART)
        await self.timekeeper.stop()
        self.stop_listening()
        await self.bus.close()
        await self.registry.close()
        for table in self.open_tables.values():
            table.close()
        self.open_tables.clear()

    async def __aenter__(self) -> Tables:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.registry.spawn(work)

    def now(self) -> str:
        return timestamp(datetime.now(UTC))

    # Tables.

    async def table(self, room: UUID) -> Table | None:
        """The room's table in this process. Raises DatabaseUnavailable and LogBroken."""
        found = self.open_tables.get(room)
        if found is not None:
            return found
        opening = self.opening.get(room)
        if opening is None:
            opening = self.opening[room] = asyncio.ensure_future(self._open(room))
            opening.add_done_callback(lambda _: self.opening.pop(room, None))
        return await asyncio.shield(opening)

    async def _open(self, room: UUID) -> Table | None:
        facts = await self.read_room(room)
        if facts is None:
            return None
        table = Table(self, facts)
        try:
            await table.talk.load()
            await table.follow_current_game()
            table.expect_presence_change()
        except BaseException:
            table.close()
            raise
        self.open_tables[room] = table
        return table

    def _drop_if_empty(self, table: Table) -> None:
        if table.is_empty and self.open_tables.get(table.facts.id) is table:
            table.close()
            del self.open_tables[table.facts.id]

    async def tidy(self) -> None:
        """Let go of what nobody needs: tables that were empty the last time and still are (a request opened
        them, or somebody who was gone too soon), and games that nobody listens to.
        """
        empty = {table for table in self.open_tables.values() if table.is_empty}
        for table in empty & self.empty_before:
            self._drop_if_empty(table)
        self.empty_before = empty
        await self.registry.drop_unused()

    # Presence.

    def arrived(self, table: Table, conversation: Conversation) -> None:
        room, key, person = table.facts.id, conversation.key, conversation.person

        async def note() -> None:
            await self.registry.presence.arrive(room, key, person)
            self.hint_room(room, is_urgent=person is not None)

        self.spawn(note())

    def left(self, table: Table, key: UUID, seconds_ago: float, *, is_known: bool) -> None:
        async def note() -> None:
            try:
                await self.registry.presence.leave(table.facts.id, key, seconds_ago)
                if key in table.facts.game_people:  # no deadline depends on a watcher
                    await self.update_deadline(table)
                self.hint_room(table.facts.id, is_urgent=is_known)
            finally:
                self._drop_if_empty(table)

        self.spawn(note())

    async def update_deadline(self, table: Table) -> bool:
        return table.live_game is not None and await self.timekeeper.update_deadline(table.live_game)

    async def _vanished(self, room: UUID) -> None:
        """Somebody's process died: their room hears of it, wherever it is open."""
        self.hint_room(room)
        facts = await self.read_room(room)
        if facts is not None and facts.game is not None:
            await self.timekeeper.update_deadline_of(facts.game)

    def _look_again_when_due(self, _live_game: LiveGame, logged: LoggedEntry) -> None:
        """A bot's or caretaker's move may follow soon: claim it as soon as it is due."""
        within = logged.due.within
        if within is not None and within < 10:
            self.timekeeper.look_again_in(within)

    # The bus.

    def hint_room(self, room: UUID, *, is_urgent: bool = True) -> None:
        """Have the room read and shown anew: in a moment, or (not urgent) later, since many watchers without
        a name may come and go at once.
        """
        self.bus.publish({"k": "room", "id": str(room), **({} if is_urgent else {"calm": True})})

    def hint_entry(self, live_game: LiveGame, seq: int) -> None:
        """Tell the others of an entry; where one of them has told us of it, all have heard."""
        if not self.bus.is_alone and seq > live_game.hinted_seq:
            where = {"id": str(live_game.fold.id), "seq": seq}
            self.bus.publish({"k": "game", **where, "at": time.time(), "by": self.name})

    def hint_talk(self, room: UUID) -> None:
        self.bus.publish({"k": "talk", "id": str(room)})

    def send_fleeting(
        self, room: UUID, frame: Frame, *, but: UUID | None = None, by: UUID | None = None
    ) -> None:
        """To all at this table but one socket, and but those who do not want to hear this person."""
        hint = {
            "k": "fleeting",
            "id": str(room),
            "text": frame.text.decode(),
            "but": str(but) if but else None,
        }
        self.bus.publish(hint if by is None else {**hint, "by": str(by)})

    def on_hint(self, hint: Hint) -> None:
        """A hint, from here or elsewhere. It is not believed, only followed."""
        about = UUID(hint["id"])
        match hint["k"]:
            case "game" if hint.get("by") == self.name:
                pass  # our own
            case "game":
                self._on_game_hint(about, int(hint["seq"]), float(hint["at"]))
            case "person":
                self.spawn(self._person_changed(about))
            case _:
                table = self.open_tables.get(about)
                if table is not None:
                    self._on_room_hint(table, hint)

    def _on_game_hint(self, game: UUID, seq: int, committed: float) -> None:
        live_game = self.registry.cache.get(game)
        if live_game is None:
            return
        live_game.hinted_seq = max(live_game.hinted_seq, seq)
        if seq > live_game.fold.head:
            self.spawn(self._follow(live_game, committed))

    async def _follow(self, live_game: LiveGame, committed: float) -> None:
        """Read on, as we heard of an entry committed then."""
        await live_game.refresh()
        self.note_lag(max(time.time() - committed, 0.0))

    def _on_room_hint(self, table: Table, hint: Hint) -> None:
        if hint["k"] == "room":
            table.update_soon(CALMLY if hint.get("calm") else TOGETHER_WITHIN)
        elif hint["k"] == "talk":
            self.spawn(table.tell_lines())
        elif hint["k"] == "fleeting":
            but, by = (UUID(hint[who]) if hint.get(who) else None for who in ("but", "by"))
            table.fleeting(Frame(hint["text"].encode()), but, by)

    def _after_gap(self) -> None:
        self.spawn(self.sweep())

    # As the database's announcer: a change of a room or person is committed.

    async def room_changed(self, room_id: UUID) -> None:
        self.hint_room(room_id)

    async def person_changed(self, person_id: UUID) -> None:
        self.bus.publish({"k": "person", "id": str(person_id)})

    # Sweeps.

    async def sweep(self) -> None:
        """Find what no hint told of."""
        await self._sweep_games()
        await self._sweep_rooms()

    async def _sweep_games(self) -> None:
        watched = {
            t.live_game.fold.id: t.live_game for t in self.open_tables.values() if t.live_game is not None
        }
        asked = {game: live_game.fold.last for game, live_game in watched.items()}
        for game, last in (await self.registry.store.heads(list(watched))).items():
            live_game = watched[game]
            # What has moved since we asked is not behind, though the answer may be.
            if live_game.is_busy or last == asked[game] or live_game.fold.last != asked[game]:
                continue
            head = live_game.fold.head
            try:
                await live_game.refresh()
            except LogBroken as error:
                log.error("a game cannot be replayed: %s", error)
            else:
                self._count_missing_hint(live_game, head)

    def _count_missing_hint(self, live_game: LiveGame, before: int) -> None:
        """A sweep has found entries after `before`. Their hint may be on its way still: what none has told of
        a moment later was missed.
        """

        def count() -> None:
            self.found_missing += max(found - max(before, live_game.hinted_seq), 0)

        found = live_game.fold.head
        if found > live_game.hinted_seq:
            asyncio.get_running_loop().call_later(HINT_WITHIN, count)

    async def _sweep_rooms(self) -> None:
        tables = dict(self.open_tables)
        if not tables:
            return
        digests = await self.registry.presence.digests(list(tables))
        rows = {row["id"]: row for row in await self.registry.store.fetch(ROOM_VERSIONS_SQL, list(tables))}
        for room, table in tables.items():
            row = rows.get(room)
            seen = table.facts.version, table.facts.present
            if row is None or (row["version"], digests.get(room)) != seen:
                table.update_soon()
            if row is not None and (row["talk"] or 0) > table.talk.last:
                await table.tell_lines()

    async def check_sessions(self) -> None:
        await self._check([each for each in self.conversations if each.session is not None])

    async def _person_changed(self, person: UUID) -> None:
        theirs = [each for each in self.conversations if each.person == person]
        await self._check(theirs)
        if theirs:
            muted = frozenset(row[0] for row in await self.registry.store.fetch(MUTED_SQL, person))
            for conversation in theirs:
                conversation.muted = muted

    async def _check(self, conversations: list[Conversation]) -> None:
        """Whose session has ended is sent away; whose name has changed is called by it."""
        if not conversations:
            return
        rows = await self.registry.store.fetch(
            SESSION_NAMES_SQL, list({each.session for each in conversations})
        )
        names = {row["id"]: (row["name"], row["given_name"]) for row in rows}
        for conversation in conversations:
            if conversation.session not in names:
                conversation.close(Close.REVOKED)
            elif (conversation.name, conversation.given_name) != names[conversation.session]:
                conversation.name, conversation.given_name = names[conversation.session]
                if conversation.table is not None:
                    conversation.table.update_soon()

    def _show_out(self) -> None:
        """Whom the operator has shut out goes."""
        for each in list(self.conversations):
            if self.measures.bar_of(each.person, each.address) is not None:
                each.close(Close.KICKED)

    # The end.

    async def drain(self) -> None:
        """Refuse what is new, finish what is under way, say when to come back, close."""
        self.is_draining = self.registry.is_draining = True
        await self.registry.writer.wait_until_idle(self.drain_seconds)
        leaving = list(self.conversations)
        pace = max(BYES_A_SECOND, len(leaving) / max(self.drain_seconds, 0.1))
        spread = max(SOONEST_BACK_MS, int(1000 * len(leaving) / BYES_A_SECOND))
        for count, conversation in enumerate(leaving, start=1):
            if not conversation.is_closed:
                conversation.send(frames.bye(Close.RESTART, spread))
                conversation.close(Close.RESTART)
            if count % 20 == 0:
                await asyncio.sleep(20 / pace)
