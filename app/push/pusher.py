"""Tells browsers what is to be told, by their push services.

A push service that is busy is asked again later and later, as it says; a browser that it knows no more is
forgotten; what it will not have is not sent again.
"""

from __future__ import annotations

import logging

from app.games.store import LogStore
from app.outside import NotOutside, Outside, OutsideAnswer, read_address
from app.push import notices
from app.push.encryption import BrowserKeys, authorisation, encrypted, new_key
from app.push.messages import headers, message
from app.push.notices import RoomForBrowser
from app.push.queue import Claimed
from app.push.teller import LOOK_EVERY, QueueTeller, wait_before

log = logging.getLogger(__name__)

FIRST_WAIT = 10.0  # seconds before another try
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


class Pusher(QueueTeller[RoomForBrowser]):
    """One server process's share of telling browsers."""

    queue = notices.QUEUE

    def __init__(self, store: LogStore, outside: Outside | None = None) -> None:
        super().__init__(store, outside or Outside())
        self.key: bytes | None = None

    def check(self, endpoint: str) -> None:
        """Raises NotOutside for what cannot be a push service's address."""
        read_address(endpoint, self.outside.ports)

    async def look(self, claimed: Claimed) -> RoomForBrowser | None:
        return await notices.look(self.store, claimed)

    async def send(self, claimed: Claimed, standing: RoomForBrowser) -> None:
        if standing.plan == "waits":
            await self.queue.later(self.store, claimed, claimed.kind, LOOK_EVERY, 0)
            return
        key = await self._own_key()
        body = encrypted(message(claimed.kind, standing), BrowserKeys(standing.point, standing.secret))
        told = headers(claimed.kind, standing, claimed.room)
        told["Authorization"] = authorisation(standing.endpoint, standing.origin, key)
        try:
            answer = await self.outside.post(standing.endpoint, told, body)
        except NotOutside:
            await self.store.run(FORGET_SQL, claimed.listener)
        except (OSError, TimeoutError) as error:
            log.info("a push service does not answer: %s", type(error).__name__)
            await self._try_again(claimed, None)
        else:
            await self._note_answer(claimed, standing, answer)

    async def _note_answer(self, claimed: Claimed, standing: RoomForBrowser, answer: OutsideAnswer) -> None:
        if answer.status in GONE:
            await self.store.run(FORGET_SQL, claimed.listener)
        elif answer.status == 429 or answer.status >= 500:
            await self._try_again(claimed, answer.headers.get("retry-after"))
        else:
            is_refused = answer.status in REFUSED_WHOLE
            await self.store.run(FAILED_SQL if is_refused else WELL_SQL, claimed.listener)
            if answer.status >= 300:
                log.warning(
                    "a push service will not have a message", extra={"context": {"status": answer.status}}
                )
            else:
                self.sent += 1
            await self.store.run(FORGET_FAILED_SQL, claimed.listener, MOST_FAILURES)
            await self.after(claimed, standing)

    async def _try_again(self, claimed: Claimed, asked: str | None) -> None:
        wait = wait_before(claimed.tries, FIRST_WAIT, asked)
        await self.queue.later(self.store, claimed, claimed.kind, wait, claimed.tries)

    async def _own_key(self) -> bytes:
        if self.key is None:
            self.key = bytes((await self.store.fetch(KEY_SQL, new_key()))[0][0])
        return self.key
