"""Who of those who sit is at the table, and what the table may be asked about the others: whether a bot plays
on for somebody who has left, or is away for longer than the room waits.

An offer is a note on the absent one's seat. It holds while they stay away: whoever has been back since it
was made has ended it, without anybody having to take it off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from app.games.deadlines import SLOW_CLOCK
from app.games.models import Game
from app.games.presence import Attendance
from app.rooms.locked_room import is_gone, options_of, state_of
from app.rooms.models import Room, SeatRow
from app.rooms.options import Options
from app.rooms.schemas import SeatPresence


@dataclass(frozen=True, slots=True)
class RoomAttendance:
    """A room, its game, and who is there at this moment of the database's clock."""

    room: Room
    game: Game
    people: Sequence[Attendance]
    now: datetime

    @property
    def is_playing(self) -> bool:
        return state_of(self.room, self.game) == "playing"

    def presence_of(self, seat: SeatRow) -> tuple[SeatPresence, datetime | None]:
        """Is whoever sits here at the table, and if not, since when?"""
        if seat.bot is not None:
            return "here", None
        if seat.person_id is None:  # sent away, or forgotten, in the middle of a game
            return ("caretaker", seat.left_at) if self.is_playing and seat.name else ("empty", None)
        if self.is_playing and is_gone(seat):
            return "caretaker", seat.left_at
        mine = [one for one in self.people if one.person == seat.person_id]
        if any(one.is_here for one in mine):
            return "here", None
        since = self.now - timedelta(seconds=min(one.gone_for for one in mine)) if mine else seat.joined_at
        waited = (self.now - max(since, self.game.started_at or since)).total_seconds()
        is_waited_out = waited >= patience_of(options_of(self.room))
        return ("caretaker" if self.is_playing and is_waited_out else "away"), since

    def is_absent(self, seat: SeatRow) -> bool:
        """Whether the table may be asked about this seat: a person's, who has left or is not waited for."""
        return self.is_playing and self.presence_of(seat)[0] == "caretaker"

    def voters(self, seats: Sequence[SeatRow]) -> list[SeatRow]:
        """Those who have a say: people who sit and are here. Bots and the absent have none."""
        return [seat for seat in seats if seat.person_id is not None and self.presence_of(seat)[0] == "here"]

    def offer_for(self, seat: SeatRow) -> dict[str, Any] | None:
        """The offer that stands for this seat, if its owner has not been back since."""
        if seat.offer is None or not self.is_absent(seat):
            return None
        since = self.presence_of(seat)[1]
        came_back = since is not None and since.timestamp() > seat.offer["at"]
        return None if came_back else seat.offer

    def awaited(self, seats: Sequence[SeatRow], offer: dict[str, Any]) -> list[int]:
        """Whose yes to the offer is still missing."""
        return [seat.seat for seat in self.voters(seats) if seat.seat not in offer["agreed"]]


def patience_of(options: Options) -> int:
    """How long the caretaker waits for somebody away. Where a move may take a day, nobody has to be there."""
    return options.clock if options.clock is not None and options.clock >= SLOW_CLOCK else options.wait
