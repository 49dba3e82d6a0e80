"""How often sockets may be opened: by one address, before anything is asked for it, and by one person.

Opening a socket costs us more than anything else that a stranger may do. Whoever opens too many waits: the
handshake that is refused is answered late, so that trying again at once gains nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from app.limits import Allowance, Buckets, LateAnswers


class Handshakes:
    """The buckets that opening a socket takes from. `rate` is what one socket may send a second."""

    def __init__(self, rate: float) -> None:
        self.addresses = Buckets(Allowance(rate, 20 * rate))
        self.people = Buckets(Allowance(rate / 10, 4 * rate))
        self.late = LateAnswers()

    def may_come(self, where: str, headers: Mapping[str, str]) -> bool:
        """May this address open one more? Whoever brings no name leaves half to those who do."""
        bucket, now = self.addresses.bucket(where), self.addresses.clock()
        if "authorization" in headers or "cookie" in headers:
            return bucket.take(now)
        return bucket.take_spare(now)

    def may_open(self, person: UUID | None) -> bool:
        """May this person? Watchers without a name are their address's."""
        return person is None or self.people.take(person)
