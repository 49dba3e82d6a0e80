"""One trial of `scripts/faults`: games under way, something breaks and is mended, and the games are judged.

Nothing is looked at but what the players saw and what the log says (`history.py`), besides the server's own
words: a traceback there is a fault too.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from app.rules.record import verify
from tests.faults.clock import Clock
from tests.faults.disk import MountedDisk, TakenDisk, mounted_disk
from tests.faults.games import seat_all
from tests.faults.history import History, violations
from tests.faults.network import Host, SlowWay
from tests.faults.player import Player, Room, all_done, make_room
from tests.faults.processes import AppProcess, Postgres, RedisServer, until

GAMES, SEATS = 4, 4
PAUSE = 0.25  # seconds that a program thinks on average
BEAT = 4.0  # programs here notice a dead line sooner than a page does
LOOK_EVERY = 0.02
PATIENCE = 120.0
AnyDisk = MountedDisk | TakenDisk


@dataclass(slots=True)
class Trial:
    """What a breakage may break."""

    folder: Path
    chance: random.Random
    postgres: Postgres
    redis: RedisServer
    apps: list[AppProcess]
    clock: Clock
    disk: AnyDisk | None = None
    way: SlowWay | None = None
    host: Host | None = None
    history: History = field(default_factory=History)
    rooms: list[Room] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    unjudged: set[str] = field(default_factory=set)  # games that were broken for good, on purpose

    @property
    def urls(self) -> list[str]:
        return [app.url for app in self.apps]

    def judged_players(self) -> list[Player]:
        return [player for player in self.players if player.room.game not in self.unjudged]

    async def moves_go_on(self, more: int = 8) -> None:
        """Until so many more moves were acknowledged, or all games are over."""
        before = self.history.acknowledged

        def gone_on() -> bool:
            enough = self.history.acknowledged >= before + more
            return enough or all(player.is_done for player in self.judged_players())

        await until(gone_on, "moves go on", PATIENCE)

    async def all_live(self) -> None:
        players = self.judged_players()
        await until(lambda: all(p.is_live or p.is_done for p in players), "all are live again", PATIENCE)


NEEDS = {"host", "slow way", "clock of the app", "clock of the database", "small disk"}
Break = Callable[[Trial], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Breakage:
    """Something that goes wrong, and the world it needs."""

    name: str
    says: str
    do: Break
    processes: int = 2
    bus: tuple[str, ...] = ()
    needs: str = ""  # one of NEEDS


@dataclass(frozen=True, slots=True)
class Verdict:
    broken: list[str]
    away: list[float]  # of each player, the longest time without a live connection
    still: float  # the longest time in which no move of some table was acknowledged
    codes: set[int]


async def run_trial(breakage: Breakage, seed: int, games: int = GAMES) -> Verdict:
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        chance = random.Random(f"{breakage.name} {seed}")
        async with world(breakage, folder, chance) as trial:
            return await judged(trial, breakage, games)


async def judged(trial: Trial, breakage: Breakage, games: int) -> Verdict:
    for _ in range(games):
        room = await make_room(trial.urls, SEATS)
        trial.rooms.append(room)
        trial.players += seat_all(trial.urls, room, trial.history, trial.chance)
    for number, player in enumerate(trial.players):
        player.turn, player.pause, player.beat = number, PAUSE, BEAT  # at each process half of each table
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(all_done(trial.players, 600))
        await trial.moves_go_on(16)
        watching = group.create_task(Absences(trial.players).watch(playing))
        await breakage.do(trial)
        await trial.all_live()
        for player in trial.players:  # what is left of the games shows that all is well again
            player.pause = 0.0
    away = await watching
    broken = await violations_of(trial)
    return Verdict(broken, away, longest_pause(trial.history), {
        code for player in trial.players for code in player.close_codes if code != 1000
    })  # fmt: skip


async def violations_of(trial: Trial) -> list[str]:
    history = History()
    history.witnesses = [w for w in trial.history.witnesses if w.game not in trial.unjudged]
    history.acts = [act for act in trial.history.acts if act.game not in trial.unjudged]
    broken = await violations(history, trial.postgres.url)
    for room in trial.rooms:
        if room.game not in trial.unjudged:
            record = await room.people[0].get(trial.urls[0], f"/games/{room.game}/record")
            broken += [f"the record of {room.game}: {fault}" for fault in verify(record)]
    words = [line for app in trial.apps for line in app.words().splitlines()]
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
    """The longest time between two moves of one table."""
    tables: dict[str, list[float]] = defaultdict(list)
    for act in history.acts:
        if act.acked:
            tables[act.game].append(act.acked)
    pauses = [later - earlier for times in tables.values() for earlier, later in pairwise(sorted(times))]
    return max(pauses, default=0.0)


@asynccontextmanager
async def world(breakage: Breakage, folder: Path, chance: random.Random) -> AsyncIterator[Trial]:
    """A PostgreSQL, a Redis and processes of the app, as this breakage needs them."""
    async with AsyncExitStack() as stack:
        disk: AnyDisk | None = None
        place = folder / "own"
        if breakage.needs == "small disk":
            disk = stack.enter_context(mounted_disk(folder / "disk"))
            place = disk.folder
        clock = Clock(folder / "clock")
        postgres = Postgres(place, clock.environment if breakage.needs == "clock of the database" else None)
        stack.callback(postgres.away)
        redis = RedisServer(folder, *breakage.bus)
        await redis.start()
        stack.callback(redis.end)
        trial = Trial(folder, chance, postgres, redis, [], clock, disk)
        url = postgres.url
        if breakage.needs == "slow way":
            trial.way = await stack.enter_async_context(SlowWay(folder, url))
            url = trial.way.url
        environment = {"DATABASE_URL": url, "REDIS_URL": redis.url, "TERRAHEDRON_MIGRATE": "true"}
        for number in range(breakage.processes):
            app = AppProcess(folder, f"app-{number}", environment)
            if breakage.needs == "clock of the app":
                app.environment.update(clock.environment)
            stack.push_async_callback(app.end)
            trial.apps.append(app)
        if breakage.needs == "host":
            trial.host = stack.enter_context(Host())
            for app in trial.apps:
                app.move_to(trial.host)
        for app in trial.apps:
            app.launch()
            await app.ready()
        yield trial
