"""All games that this process holds in memory: read once, cached while somebody follows them or has used them
lately, and shared by sockets and REST.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from uuid import UUID

from app.callers import Callers
from app.games.bot_pool import BotPool
from app.games.deadlines import USUAL_TIMING, Timing
from app.games.entries import Entry, LoggedEntry, hint_entry, move_entry, rest_entry
from app.games.export import Exports
from app.games.live_game import HintGiven, LiveGame
from app.games.log import Fold
from app.games.periodic import finish_tasks
from app.games.presence import Presence
from app.games.store import DatabaseUnavailable, LogStore
from app.games.submissions import Answer, Nack, Submission
from app.games.thinking_turns import AskingGame, BotOwner
from app.games.writer import Writer
from app.rules.planet import Placement

log = logging.getLogger(__name__)

MOST_UNUSED = 2000  # games that nobody listens to
UNUSED_SECONDS = 60.0  # since such a game was last used; to read it again takes a millisecond


class GameRegistry:
    """The games of one process, and what they need: reading, writing, presence, bots."""

    def __init__(
        self, url: str, *, writers: int = 1, timing: Timing = USUAL_TIMING, callers: Callers | None = None
    ) -> None:
        self.store = LogStore(url)
        self.writer = Writer(url, writers, self.suspect_all)
        self.presence = Presence(self.store)
        self.exports = Exports(self.store)
        self.bot_pool = BotPool()
        self.callers = callers or Callers()
        self.timing = timing
        self.cache: OrderedDict[UUID, LiveGame] = OrderedDict()
        self.loading: dict[UUID, asyncio.Future[LiveGame | None]] = {}
        self.on_entry: list[Callable[[LiveGame, LoggedEntry], None]] = []
        self.on_presence_change: list[Callable[[LiveGame], Awaitable[object]]] = []
        self.on_end: list[Callable[[Fold], Coroutine[Any, Any, None]]] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_draining = False
        self.is_closed = False

    async def open(self) -> None:
        self.writer.start()

    async def close(self) -> None:
        await self.writer.stop()
        self.bot_pool.close()
        self.is_closed = True
        await finish_tasks(list(self.tasks))
        await self.store.close()
        await asyncio.sleep(0.01)  # the loop closes what was let go in its next rounds

    def suspect_all(self) -> None:
        """The connection was lost: every game must be compared with its log before it refuses anything."""
        for live_game in self.cache.values():
            live_game.suspect()

    async def get(self, game: UUID) -> LiveGame | None:
        """The game, folded at its first use. Raises DatabaseUnavailable and LogBroken."""
        live_game = self.cache.get(game)
        if live_game is not None:
            self._note_use(live_game)
            return live_game
        loading = self.loading.get(game)
        if loading is None:
            loading = self.loading[game] = asyncio.ensure_future(self._load(game))
            loading.add_done_callback(lambda _: self.loading.pop(game, None))
        return await asyncio.shield(loading)

    async def fresh(self, game: UUID) -> LiveGame | None:
        """The game as the log has it now, with whoever plays in it now."""
        live_game = await self.get(game)
        if live_game is not None:
            await live_game.refresh()
            if live_game.fold.state is not None:
                live_game.fold.people = await self.store.people(game)
        return live_game

    async def _load(self, game: UUID) -> LiveGame | None:
        fold = await self.store.load(game)
        if fold is None:
            return None
        live_game = self.cache[game] = LiveGame(fold, self.store, self.writer, self.timing)
        live_game.listeners.append(self)
        self._note_use(live_game)
        return live_game

    def _note_use(self, live_game: LiveGame) -> None:
        live_game.used_at = time.monotonic()
        self.cache.move_to_end(live_game.fold.id)

    async def drop_unused(self) -> None:
        """Drop games from the cache that nobody but us listens to and nobody has used lately; where there are
        too many of them, those unused for longest.
        """
        unheard = [each for each in self.cache.values() if len(each.listeners) == 1 and not each.is_busy]
        long_ago, surplus = time.monotonic() - UNUSED_SECONDS, len(unheard) - MOST_UNUSED
        for number, live_game in enumerate(unheard):
            if number < surplus or live_game.used_at < long_ago:
                del self.cache[live_game.fold.id]

    # As a listener of every game.

    def entered(self, live_game: LiveGame, logged: LoggedEntry) -> None:
        for listener in self.on_entry:
            listener(live_game, logged)
        if live_game.fold.is_over:
            for on_over in self.on_end:
                self.spawn(on_over(live_game.fold))

    def restored(self, live_game: LiveGame) -> None:
        pass

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do `work` in the background. After `close` nothing more is started."""
        if self.is_closed:
            work.close()
            return
        task = asyncio.ensure_future(_logged(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # Requests over REST, which wait for the answer.

    async def note_presence(self, live_game: LiveGame, seat: int | None) -> None:
        """Whoever plays `seat` has asked about the game or moves in it: they count as present, even without a
        socket.
        """
        person = None if seat is None else live_game.fold.people[seat]
        if person is None or live_game.fold.is_over:
            return
        if await self.presence.touch(live_game.fold.room_id, person):
            for look in self.on_presence_change:
                await look(live_game)

    async def play(
        self, live_game: LiveGame, seat: int, action_id: str, base: int | None, placement: Placement
    ) -> Answer:
        """A person's move over REST: the same judging, the same writer, one answer."""
        if self.is_draining:
            return Nack("draining", live_game.fold.head)
        return await self.submit(live_game, move_entry(seat, action_id, placement, "person"), base)

    async def rest(self, live_game: LiveGame, seat: int) -> Answer:
        """This seat's time stands still from now on, see pauses.py; the deadline is set accordingly."""
        if self.is_draining:
            return Nack("draining", live_game.fold.head)
        number = len(live_game.fold.rests.get(seat, ())) + 1
        answer = await self.submit(live_game, rest_entry(seat, number), None)
        for look in self.on_presence_change:
            await look(live_game)
        return answer

    async def hints(self, live_game: LiveGame, seat: int) -> HintGiven | Nack:
        """The best moves for this seat, which is due; that it asked stands in the log before it is told."""
        state = live_game.fold.state
        if self.is_draining or state is None:
            return Nack("draining" if self.is_draining else "not_seated", live_game.fold.head)
        noted = await self.submit(live_game, hint_entry(seat, len(state.moves)), None)
        if isinstance(noted, Nack):
            return noted
        state = live_game.fold.state
        if state is None or live_game.fold.due != seat:
            return Nack("not_your_turn", live_game.fold.head)
        if live_game.hint is None or live_game.hint[0] is not state:
            person = live_game.fold.people[seat]
            asking = AskingGame([BotOwner(person, self.callers.address_of(person))] if person else [])
            live_game.hint = state, await self.bot_pool.hints(state, seat, asking)
        return live_game.hint

    async def submit(self, live_game: LiveGame, entry: Entry, base: int | None) -> Answer:
        """Have `entry` appended to the log; the answer to it."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def reply(given: Answer) -> None:
            if not answer.done():
                answer.set_result(given)

        live_game.submit(Submission(entry, base, reply))
        return await answer


async def _logged(work: Awaitable[None]) -> None:
    """Background work: its failure is logged and stops nothing else."""
    try:
        await work
    except DatabaseUnavailable:  # the store has logged it
        pass
    except Exception:
        log.exception("a task beside the games failed")
