"""Tells chats what is to be told, and switches off what fails again and again.

A chat's minute is taken before anything is sent to it: should this process die then, another one sends the
same again once its lease and the minute are over, and never before.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable
from functools import partial
from ssl import SSLCertVerificationError
from uuid import UUID

from app.config import Settings, networks_in
from app.games.store import LogStore
from app.outside import NotOutside, Outside, is_public, known_authorities
from app.push import webhook_notices
from app.push.queue import Claimed
from app.push.teller import IN_SIGHT_SECONDS, LONGEST_WAIT, QueueTeller, wait_before
from app.push.webhook_messages import Letter, letter
from app.push.webhook_notices import RoomForChat

log = logging.getLogger(__name__)

MINUTE = 60
MOST_FAILURES = 8  # one after the other: some two hours
GONE = (404, 410)
BUSY = 429
TAKE_MINUTE_SQL = f"""
UPDATE webhooks SET next_at = now() + interval '{MINUTE} s'
WHERE id = $1 AND next_at <= now() AND off_at IS NULL RETURNING failures
"""  # noqa: S608 (a number of ours)
WELL_SQL = """
WITH well AS (
    UPDATE webhooks SET failures = 0, why = NULL, told_at = now() WHERE id = $1 RETURNING id
) UPDATE webhook_notices SET is_end_untold = false FROM well
WHERE webhook_id = well.id AND game_id = $2 AND ply = $3
"""
# Whoever hosts is told that it is off: the room is another.
FAILED_SQL = f"""
WITH failed AS (
    UPDATE webhooks SET failures = failures + $4, why = $2, next_at = now() + make_interval(secs => $3),
        off_at = CASE WHEN $5 OR failures + $4 >= {MOST_FAILURES} THEN now() END
    WHERE id = $1 RETURNING room_id, off_at
)
UPDATE rooms SET version = version + 1 FROM failed
WHERE rooms.id = failed.room_id AND failed.off_at IS NOT NULL RETURNING rooms.id
"""  # noqa: S608 (a number of ours)


def way_out(settings: Settings) -> Outside:
    """Where a chat may be: on the public internet, and where whoever runs this server wants it besides."""
    networks = networks_in(settings.webhook_networks or "")

    def is_allowed(address: str) -> bool:
        ip = ipaddress.ip_address(address.partition("%")[0])
        return is_public(address) or any(ip in network for network in networks)

    ports = frozenset(int(port) for port in settings.webhook_ports.split(","))
    file = settings.webhook_authorities
    return Outside(is_allowed, ports, partial(known_authorities, file))


class Refused(Exception):
    """A chat did not take what was sent. `why` is a key of the catalogue, under `webhooks`."""

    def __init__(self, why: str, *, asked: str | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.asked = asked  # in how many seconds it wants to be asked again

    @property
    def is_final(self) -> bool:
        return self.why in ("gone", "private")


async def deliver(outside: Outside, to_send: Letter) -> None:
    """Send it. Raises Refused."""
    try:
        answer = await outside.post(*to_send)
    except NotOutside:
        raise Refused("private") from None
    except SSLCertVerificationError:
        raise Refused("untrusted") from None
    except (OSError, TimeoutError):
        raise Refused("unreachable") from None
    if answer.status == BUSY:
        raise Refused("busy", asked=answer.headers.get("retry-after"))
    if 300 <= answer.status < 400:
        raise Refused("elsewhere")
    if answer.status >= 400 or answer.status < 200:
        raise Refused("gone" if answer.status in GONE else "refused")


class WebhookSender(QueueTeller[RoomForChat]):
    """One server process's share of telling chats."""

    queue = webhook_notices.QUEUE

    def __init__(self, store: LogStore, outside: Outside, note_off: Callable[[UUID], None]) -> None:
        super().__init__(store, outside)
        self.note_off = note_off  # of a room, whose host is to hear of it
        self.failed = self.switched_off = 0

    async def look(self, claimed: Claimed) -> RoomForChat | None:
        return await webhook_notices.look(self.store, claimed)

    async def send(self, claimed: Claimed, standing: RoomForChat) -> None:
        news = standing.news(claimed.kind)
        if not news:
            await self.queue.done(self.store, claimed)
            return
        taken = await self.store.fetch(TAKE_MINUTE_SQL, claimed.listener)
        if not taken:  # it was tried out just now, or another process was quicker
            await self.queue.later(self.store, claimed, claimed.kind, 0, 0)
            return
        try:
            await deliver(self.outside, letter(standing, news))
        except Refused as refusal:
            await self._note_failure(claimed, refusal, taken[0][0])
        else:
            self.sent += 1
            await self.store.run(WELL_SQL, claimed.listener, claimed.game, claimed.ply)
            await self.after(claimed, standing)

    async def after(self, claimed: Claimed, standing: RoomForChat) -> None:
        """Whoever has the table in sight now may have gone without moving later."""
        if standing.is_due_in_sight and claimed.kind in ("move", "hurry"):
            await self.queue.later(self.store, claimed, claimed.kind, IN_SIGHT_SECONDS, 0)
        else:
            await super().after(claimed, standing)

    async def _note_failure(self, claimed: Claimed, refusal: Refused, failures: int) -> None:
        """Later and later; and no more where it is of no use. Who is busy has not failed."""
        self.failed += 1
        log.info("a chat does not take what it is told: %s", refusal.why)
        wait = wait_before(min(failures, 10) + 1, MINUTE, refusal.asked)
        counted = int(refusal.why != "busy")
        off = await self.store.fetch(
            FAILED_SQL, claimed.listener, refusal.why, wait, counted, refusal.is_final
        )
        await self.queue.later(self.store, claimed, claimed.kind, min(wait, LONGEST_WAIT), 0)
        for row in off:
            self.switched_off += 1
            self.note_off(row[0])
