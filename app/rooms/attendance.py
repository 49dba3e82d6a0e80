"""Who of those who sit is at the table, and what the table may be asked about the others: whether a bot plays
on for somebody who has left, or is away for longer than the room waits.

An offer is a note on the absent one's seat. It holds while they stay away: whoever has been back since it
was made has ended it, without anybody having to take it off.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.games.deadlines import is_slow
from app.rooms.options import Options
from app.rooms.schemas import SeatPresence
from app.rooms.snapshot import Offer, RoomSnapshot, SeatSnapshot


@dataclass(frozen=True, slots=True)
class RoomAttendance:
    """Who is there at the moment at which the room was read."""

    room: RoomSnapshot

    @property
    def is_playing(self) -> bool:
        return self.room.state == "playing"

    def presence_of(self, seat: SeatSnapshot) -> tuple[SeatPresence, datetime | None]:
        """Is whoever sits here at the table, and if not, since when?"""
        if seat.bot is not None:
            return "here", None
        if seat.person_id is None:  # sent away, or forgotten, in the middle of a game
            return ("caretaker", seat.left_at) if self.is_playing and seat.name else ("empty", None)
        if self.is_playing and seat.left_at is not None:
            return "caretaker", seat.left_at
        mine = [one for one in self.room.people if one.person == seat.person_id]
        if any(one.is_here for one in mine):
            return "here", None
        now, options, started = self.room.now, self.room.options, self.room.game.started_at
        since = now - timedelta(seconds=min(one.gone_for for one in mine)) if mine else seat.joined_at
        is_waited_out = (now - max(since, started or since)).total_seconds() >= patience_of(options)
        is_missing = self.is_playing and is_waited_out and self.room.resting_until(seat.seat) is None
        return ("caretaker" if is_missing else "away"), since

    def is_absent(self, seat: SeatSnapshot) -> bool:
        """Whether the table may be asked about this seat: a person's, who has left or is not waited for."""
        return self.is_playing and self.presence_of(seat)[0] == "caretaker"

    @property
    def voters(self) -> set[int]:
        """The seats that have a say: of people who sit and are here. Bots and the absent have none."""
        people = (seat for seat in self.room.seats if seat.person_id is not None)
        return {seat.seat for seat in people if self.presence_of(seat)[0] == "here"}

    def offer_for(self, seat: SeatSnapshot) -> Offer | None:
        """The offer that stands for this seat, if its owner has not been back since."""
        if seat.offer is None or not self.is_absent(seat):
            return None
        since = self.presence_of(seat)[1]
        came_back = since is not None and since.timestamp() > seat.offer.at
        return None if came_back else seat.offer

    def awaited(self, offer: Offer) -> list[int]:
        """Whose yes to the offer is still missing."""
        return sorted(self.voters.difference(offer.agreed))


def patience_of(options: Options) -> int:
    """How long the caretaker waits for somebody away. Where a move may take a day, nobody has to be there."""
    return options.clock if options.clock is not None and is_slow(options.clock) else options.wait
