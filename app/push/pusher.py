"""Tells what is to be told: one task a process, over the queue of app/push/notices.

A push service that is busy is asked again later and later, as it says; a browser that it knows no more is
forgotten; what it will not have is not sent again. Somebody who has the table in sight is told nothing, and
looked for again a little later.
"""

from __future__ import annotations

import asyncio
import logging

from app.games.periodic import PeriodicTasks
from app.games.store import LogStore
from app.outside import NotOutside, Outside, OutsideAnswer, read_address
from app.push import notices
from app.push.encryption import BrowserKeys, authorisation, encrypted, new_key
from app.push.messages import headers, message
from app.push.notices import IN_SIGHT_SECONDS, Claimed, RoomForBrowser

log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
FIRST_WAIT, LONGEST_WAIT = 10.0, 3600.0  # seconds before another try; each waits twice as long
MOST_TRIES = 10
MOST_FAILURES = 5  # messages in a row that a push service would not have from us at all
GONE = (404, 410)
REFUSED_WHOLE = (400, 401, 403)
# Whoever comes second, at the same moment too, is given what the first has made.
KEY_SQL = """
INSERT INTO push_key (id, private) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET id = excluded.id
RETURNING private
"""
FORGET_SQL = "DELETE FROM push_subscriptions WHERE id = $1"
WELL_SQL = "UPDATE push_subscriptions SET failures = 0 WHERE id = $1 AND failures > 0"
FAILED_SQL = "UPDATE push_subscriptions SET failures = failures + 1 WHERE id = $1"
FORGET_FAILED_SQL = "DELETE FROM push_subscriptions WHERE id = $1 AND failures >= $2"


class Pusher:
    """One server process's share of the telling."""

    def __init__(self, store: LogStore, outside: Outside | None = None) -> None:
        self.store = store
        self.outside = outside or Outside()
        self.key: bytes | None = None
        self.sent = 0
        self.tasks = PeriodicTasks()

    async def __aenter__(self) -> Pusher:
        self.tasks.repeat(self.step, LOOK_EVERY)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.tasks.stop()

    def check(self, endpoint: str) -> None:
        """Raises NotOutside for what cannot be a push service's address."""
        read_address(endpoint, self.outside.ports)

    async def step(self) -> None:
        """Note what is new, and tell what is due."""
        await notices.note(self.store)
        claimed = await notices.claim(self.store)
        await asyncio.gather(*(self._guarded(one) for one in claimed))

    async def _guarded(self, claimed: Claimed) -> None:
        """One that cannot be told keeps no other from being told; its lease ends by itself."""
        try:
            await self._tell(claimed)
        except ConnectionError:
            raise
        except Exception:
            log.exception("a notice could not be told")

    async def _tell(self, claimed: Claimed) -> None:
        standing = await notices.look(self.store, claimed)
        if standing is None or not holds(claimed, standing) or claimed.tries > MOST_TRIES:
            await notices.done(self.store, claimed)
        elif standing.is_in_sight:
            await self._wait_for_absence(claimed)
        elif (
            claimed.kind == "hurry" and (standing.hurry_in or 0.0) > 1
        ):  # the seat rests, or time stood still
            await notices.later(self.store, claimed, "hurry", standing.hurry_in or 0.0, 0)
        else:
            await self._send(claimed, standing)

    async def _wait_for_absence(self, claimed: Claimed) -> None:
        """Whoever is there sees it. Only a move waits for them still when they have gone."""
        if claimed.kind in ("move", "hurry"):
            await notices.later(self.store, claimed, claimed.kind, IN_SIGHT_SECONDS, 0)
        else:
            await notices.done(self.store, claimed)

    async def _send(self, claimed: Claimed, standing: RoomForBrowser) -> None:
        key = await self._own_key()
        body = encrypted(message(claimed.kind, standing), BrowserKeys(standing.point, standing.secret))
        told = headers(claimed.kind, standing, claimed.room)
        told["Authorization"] = authorisation(standing.endpoint, standing.origin, key)
        try:
            answer = await self.outside.post(standing.endpoint, told, body)
        except NotOutside:
            await self.store.run(FORGET_SQL, claimed.subscription)
        except (OSError, TimeoutError) as error:
            log.info("a push service does not answer: %s", type(error).__name__)
            await self._try_again(claimed, None)
        else:
            await self._note_answer(claimed, standing, answer)

    async def _note_answer(self, claimed: Claimed, standing: RoomForBrowser, answer: OutsideAnswer) -> None:
        if answer.status in GONE:
            await self.store.run(FORGET_SQL, claimed.subscription)
        elif answer.status == 429 or answer.status >= 500:
            await self._try_again(claimed, answer.headers.get("retry-after"))
        else:
            is_refused = answer.status in REFUSED_WHOLE
            await self.store.run(FAILED_SQL if is_refused else WELL_SQL, claimed.subscription)
            if answer.status >= 300:
                log.warning(
                    "a push service will not have a message", extra={"context": {"status": answer.status}}
                )
            else:
                self.sent += 1
            await self.store.run(FORGET_FAILED_SQL, claimed.subscription, MOST_FAILURES)
            await self._after(claimed, standing)

    async def _after(self, claimed: Claimed, standing: RoomForBrowser) -> None:
        """A move that was told is told once more when little time is left for it."""
        hurry_in = standing.hurry_in if claimed.kind == "move" else None
        if hurry_in is None:
            await notices.done(self.store, claimed)
        else:
            await notices.later(self.store, claimed, "hurry", hurry_in, 0)

    async def _try_again(self, claimed: Claimed, asked: str | None) -> None:
        wait = FIRST_WAIT * 2 ** (claimed.tries - 1)
        if asked is not None and asked.isdecimal():
            wait = max(wait, float(asked[:6]))
        await notices.later(self.store, claimed, claimed.kind, min(wait, LONGEST_WAIT), claimed.tries)

    async def _own_key(self) -> bytes:
        if self.key is None:
            self.key = bytes((await self.store.fetch(KEY_SQL, new_key()))[0][0])
        return self.key


def holds(claimed: Claimed, standing: RoomForBrowser) -> bool:
    """Whether what was noted is still so."""
    kind = "move" if claimed.kind == "hurry" else claimed.kind
    return (standing.kind, standing.game, standing.ply) == (kind, claimed.game, claimed.ply)
