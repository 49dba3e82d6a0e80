"""One trial of `scripts/faults`: games under way, something breaks and is mended, and the games are judged.

Nothing is looked at but what the players saw and what the log says (`history.py`), besides the server's own
words: a traceback there is a fault too.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.rules.record import verify
from tests.faults.games import seat_all
from tests.faults.history import History, violations
from tests.faults.player import Player, Room, all_done, make_room
from tests.faults.processes import until
from tests.faults.world import Breakage, World

GAMES, SEATS = 4, 4
PAUSE = 0.25  # seconds that a program thinks on average
LATE_PAUSE = 8.0  # towards the end: no game is over before everything is whole again, if that can be had
BEAT = 4.0  # programs here notice a dead line sooner than a page does
LOOK_EVERY = 0.02
PATIENCE = 300.0  # seconds for what usually takes one, on a machine that is very busy


@dataclass(slots=True)
class Trial:
    """Games under way in a world in which something breaks."""

    world: World
    chance: random.Random
    history: History = field(default_factory=History)
    rooms: list[Room] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)

    async def moves_go_on(self, more: int = 8) -> None:
        """Until so many more moves were acknowledged, or all games are over."""
        before = self.history.acknowledged

        def gone_on() -> bool:
            enough = self.history.acknowledged >= before + more
            return enough or all(player.is_done for player in self.players)

        await until(gone_on, "moves go on", PATIENCE)

    async def all_live(self) -> None:
        await until(lambda: all(p.is_live or p.is_done for p in self.players), "all are live again", PATIENCE)

    def think_for(self, seconds: float) -> None:
        """So long, on average, before each move that is not nearly the last."""
        for player in self.players:
            player.pause = seconds

    def come_anew(self) -> None:
        """Everybody's line is cut; they come back by themselves, half of each table at either process."""
        for number, player in enumerate(self.players):
            player.turn = number - 1  # they try the next one
            player.cut_off()


@dataclass(frozen=True, slots=True)
class Verdict:
    broken: list[str]
    away: list[float]  # of each player, the longest time without a live connection
    still: float  # the longest time in which no move of some table was acknowledged
    codes: set[int]


async def run_trial(there: World, breakage: Breakage, seed: int, games: int = GAMES) -> Verdict:
    """Ends when all games are over. Raises where they cannot be played to their end."""
    trial = Trial(there, random.Random(f"{breakage.name} {seed}"))
    await there.ready()
    await begin(trial, games)
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(all_done(trial.players, 3 * PATIENCE))
        await trial.moves_go_on(16)
        watching = group.create_task(Absences(trial.players).watch(playing))
        await breakage.do(trial)
        assert not all(player.is_done for player in trial.players), "all games were over before it was mended"
        await trial.all_live()
        trial.think_for(0.0)  # what is left of the games shows that all is well again
    away = await watching
    broken = await violations_of(trial)
    return Verdict(broken, away, longest_pause(trial.history), {
        code for player in trial.players for code in player.close_codes if code != 1000
    })  # fmt: skip


async def begin(trial: Trial, games: int) -> None:
    """Rooms in which everybody sits, at each process half of each table."""
    for _ in range(games):
        room = await make_room(trial.world.urls, SEATS)
        trial.rooms.append(room)
        trial.players += seat_all(trial.world.urls, room, trial.history, trial.chance)
    for number, player in enumerate(trial.players):
        player.turn, player.beat = number, BEAT
        player.pause, player.late_pause = PAUSE, LATE_PAUSE


async def violations_of(trial: Trial) -> list[str]:
    broken = await violations(trial.history, trial.world.postgres.url)
    for room in trial.rooms:
        record = await room.people[0].get(trial.world.urls[0], f"/games/{room.game}/record")
        broken += [f"the record of {room.game}: {fault}" for fault in verify(record)]
    words = trial.world.new_words()
    return broken + [f"the server: {line[:3000]}" for line in words if "Traceback" in line]


class Absences:
    """How long each player was without a live connection, at the longest."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self.since: dict[int, float] = {}
        self.longest = [0.0] * len(players)

    async def watch(self, playing: asyncio.Task[None]) -> list[float]:
        while not playing.done():
            self.look(asyncio.get_running_loop().time())
            await asyncio.sleep(LOOK_EVERY)
        return self.longest

    def look(self, now: float) -> None:
        for number, player in enumerate(self.players):
            if player.is_live or player.is_done:
                self.since.pop(number, None)
            else:
                away = now - self.since.setdefault(number, now)
                self.longest[number] = max(self.longest[number], away)


def longest_pause(history: History) -> float:
    """The longest time between two moves of one table in which nobody just thought about theirs."""
    tables: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for act in history.acts:
        if act.acked:
            tables[act.game].append((act.acked, act.thought))
    pauses = [
        later - earlier - thought
        for moves in tables.values()
        for (earlier, _), (later, thought) in pairwise(sorted(moves))
    ]
    return max(pauses, default=0.0)
