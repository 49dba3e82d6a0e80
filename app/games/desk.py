"""All games of this process: folded once, kept while they are watched or lately used, and shared by sockets
and REST.
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
from app.games.acts import Act, Answer, Nack, move
from app.games.log import Entry, Fold
from app.games.minds import Minds
from app.games.playing import Playing
from app.games.presence import Presence
from app.games.rounds import finish
from app.games.store import Away, Store
from app.games.turns import USUAL, Timing
from app.games.writer import Writer
from app.rules.planet import Placement

log = logging.getLogger(__name__)

MOST_KEPT = 2000  # games that nobody listens to
KEPT_SECONDS = 60.0  # since such a game was last asked for; to fold it anew takes a millisecond


class Desk:
    """What belongs to the games of one process."""

    def __init__(
        self, url: str, *, writers: int = 1, timing: Timing = USUAL, callers: Callers | None = None
    ) -> None:
        self.store = Store(url)
        self.writer = Writer(url, writers, self.suspect_all)
        self.presence = Presence(self.store)
        self.minds = Minds()
        self.callers = callers or Callers()
        self.timing = timing
        self.kept: OrderedDict[UUID, Playing] = OrderedDict()
        self.loading: dict[UUID, asyncio.Future[Playing | None]] = {}
        self.on_entry: list[Callable[[Playing, Entry], None]] = []
        self.on_seen: list[Callable[[Playing], Awaitable[object]]] = []
        self.on_end: list[Callable[[Fold], Coroutine[Any, Any, None]]] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_draining = False
        self.is_closed = False

    async def open(self) -> None:
        self.writer.start()

    async def close(self) -> None:
        await self.writer.stop()
        self.minds.close()
        self.is_closed = True
        await finish(list(self.tasks))
        await self.store.close()
        await asyncio.sleep(0.01)  # the loop closes what was let go in its next rounds

    def suspect_all(self) -> None:
        """The connection was lost: no fold may be trusted to be the log any more."""
        for playing in self.kept.values():
            playing.suspect()

    async def get(self, game: UUID) -> Playing | None:
        """The game, folded at its first use. Raises Away and LogBroken."""
        playing = self.kept.get(game)
        if playing is not None:
            self._note_use(playing)
            return playing
        loading = self.loading.get(game)
        if loading is None:
            loading = self.loading[game] = asyncio.ensure_future(self._load(game))
            loading.add_done_callback(lambda _: self.loading.pop(game, None))
        return await asyncio.shield(loading)

    async def fresh(self, game: UUID) -> Playing | None:
        """The game as the log has it now, with whoever plays in it now."""
        playing = await self.get(game)
        if playing is not None:
            await playing.refresh()
            if playing.fold.state is not None:
                playing.fold.people = await self.store.people(game)
        return playing

    async def _load(self, game: UUID) -> Playing | None:
        fold = await self.store.load(game)
        if fold is None:
            return None
        playing = self.kept[game] = Playing(fold, self.store, self.writer, self.timing)
        playing.listeners.append(self)
        self._note_use(playing)
        return playing

    def _note_use(self, playing: Playing) -> None:
        playing.used_at = time.monotonic()
        self.kept.move_to_end(playing.fold.id)

    async def forget_unused(self) -> None:
        """Let go of games that nobody listens to (but us) and nobody has asked for of late; where there are
        very many of them, of the longest unused in any case.
        """
        unheard = [each for each in self.kept.values() if len(each.listeners) == 1 and not each.is_busy]
        long_ago, surplus = time.monotonic() - KEPT_SECONDS, len(unheard) - MOST_KEPT
        for number, playing in enumerate(unheard):
            if number < surplus or playing.used_at < long_ago:
                del self.kept[playing.fold.id]

    # As a listener of every game.

    def entered(self, playing: Playing, entry: Entry) -> None:
        for hear in self.on_entry:
            hear(playing, entry)
        if playing.fold.is_over:
            for end in self.on_end:
                self.spawn(end(playing.fold))

    def restored(self, playing: Playing) -> None:
        pass

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside; what comes when all is over is left undone."""
        if self.is_closed:
            work.close()
            return
        task = asyncio.ensure_future(_logged(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # Requests of those who wait for the answer.

    async def seen(self, playing: Playing, seat: int | None) -> None:
        """Whoever plays `seat` has asked about the game or moves in it: they are there, socket or not."""
        person = None if seat is None else playing.fold.people[seat]
        if person is None or playing.fold.is_over:
            return
        if await self.presence.touch(playing.fold.room_id, person):
            for look in self.on_seen:
                await look(playing)

    async def play(
        self, playing: Playing, seat: int, action_id: str, base: int | None, placement: Placement
    ) -> Answer:
        """A person's move over REST: the same judging, the same writer, one answer."""
        if self.is_draining:
            return Nack(
                "draining", "This server is about to stop; send the same move again.", playing.fold.head
            )
        return await self.submit(playing, move(seat, action_id, base, placement, "person"))

    async def submit(self, playing: Playing, act: Act) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def reply(given: Answer) -> None:
            if not answer.done():
                answer.set_result(given)

        act.reply = reply
        playing.submit(act)
        return await answer


async def _logged(work: Awaitable[None]) -> None:
    """Something that runs beside everything else: its failure is written down and stops nothing."""
    try:
        await work
    except Away:  # the store has logged it
        pass
    except Exception:
        log.exception("a task beside the games failed")
