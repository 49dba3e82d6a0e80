"""What `scripts/faults` breaks, a function each.

It ends when everything is whole again. Whoever plays gets no help.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from email.utils import parsedate_to_datetime
from uuid import UUID, uuid4

import asyncpg
import websockets

from app.games.store import dsn
from app.live.closes import Close
from tests.faults.clock import LIBRARIES
from tests.faults.dying import POINTS
from tests.faults.network import may_make_hosts
from tests.faults.player import Room, make_room
from tests.faults.processes import AppProcess, asking, until
from tests.faults.trial import LATE_PAUSE, PATIENCE, PAUSE, Trial
from tests.faults.world import Break, Breakage

FROZEN, AWAY, ONE_WAY = 15.0, 30.0, 12.0
SLOW = 0.2
CROWD = 1000
A_MINUTE, AN_HOUR = 60, 3600
HELLO = json.dumps(
    {"type": "hello", "v": 1, "tab": str(uuid4()), "game": None, "last_seq": None, "epoch": None}
)
BREAKAGES: dict[str, Breakage] = {}


def breaks(name: str, says: str, **world: object) -> Callable[[Break], Break]:
    def keep(do: Break) -> Break:
        BREAKAGES[name] = Breakage(name, says, do, **world)  # type: ignore[arg-type]
        return do

    return keep


def says() -> dict[str, str]:
    """What each breakage does, by its name."""
    return {name: breakage.says for name, breakage in BREAKAGES.items()}


def why_not(breakage: Breakage) -> str | None:
    """Why this machine cannot try it."""
    if breakage.needs == "host" and not may_make_hosts():
        return "network namespaces need Linux and root"
    if breakage.needs.startswith("clock") and not LIBRARIES:
        return "libfaketime is not installed (Debian: faketime)"
    return None


@breaks("nothing", "Nothing breaks")
@breaks("hints-lost", "The bus loses every eighth hint", bus=("--lose", "8"))
@breaks("hints-doubled", "The bus tells every hint twice", bus=("--double",))
@breaks("hints-reordered", "The bus tells every other hint after the next", bus=("--reorder",))
async def _play_on(trial: Trial) -> None:
    await trial.moves_go_on(60)


async def _die_at(trial: Trial) -> None:
    """Both processes die there, each as soon as it comes to it, and are started again."""
    for app in trial.world.apps:
        app.send(signal.SIGUSR1)
    trial.come_anew()
    await asyncio.gather(*(_dies_and_starts_again(trial, app) for app in trial.world.apps))


async def _dies_and_starts_again(trial: Trial, app: AppProcess) -> None:
    assert await app.ended(PATIENCE) == -signal.SIGKILL, f"it did not die:\n{app.words()[-2000:]}"
    app.launch()
    await app.ready()
    trial.come_anew()  # where all are at one process, it never comes to some of the points


for _point in POINTS:
    breaks(f"killed-{_point}", f"Each process is killed {_point.replace('-', ' ')}", dies=_point)(_die_at)


@breaks("rolling", "Processes are replaced one after the other, as a new version is brought out")
async def _replaced(trial: Trial) -> None:
    for app in trial.world.apps:
        assert await app.stop() == 0
        app.launch()
        await app.ready()
        await trial.moves_go_on()


@breaks("app-frozen", f"A process is frozen for {FROZEN:.0f} s")
async def _app_frozen(trial: Trial) -> None:
    trial.world.apps[0].send(signal.SIGSTOP)
    await asyncio.sleep(FROZEN)
    trial.world.apps[0].send(signal.SIGCONT)


@breaks("database-killed", "PostgreSQL and all its processes are killed; it starts again by itself")
async def _database_killed(trial: Trial) -> None:
    for _ in range(3):
        trial.world.postgres.kill()
        await trial.moves_go_on()


@breaks("database-restarted", "PostgreSQL is stopped and started")
async def _database_restarted(trial: Trial) -> None:
    trial.world.postgres.away()
    trial.world.postgres.back()


@breaks("database-away", f"PostgreSQL is away for {AWAY:.0f} s")
async def _database_away(trial: Trial) -> None:
    trial.world.postgres.away()
    await asyncio.sleep(AWAY)
    trial.world.postgres.back()


@breaks("database-frozen", f"PostgreSQL is frozen for {FROZEN:.0f} s")
async def _database_frozen(trial: Trial) -> None:
    trial.world.postgres.signal(signal.SIGSTOP)
    await asyncio.sleep(FROZEN)
    trial.world.postgres.signal(signal.SIGCONT)


@breaks("database-slow", f"Each word to and from PostgreSQL takes {SLOW * 1000:.0f} ms", needs="slow way")
async def _database_slow(trial: Trial) -> None:
    assert trial.world.way is not None
    trial.world.way.delay = SLOW
    await trial.moves_go_on(40)
    trial.world.way.delay = 0.0


@breaks("disk-full", "The database's disk is full", needs="small disk")
async def _disk_full(trial: Trial) -> None:
    assert trial.world.disk is not None
    trial.world.disk.fill()
    await asyncio.sleep(FROZEN)
    trial.world.disk.free()


@breaks("log-full", "No room is left for the write-ahead log, and PostgreSQL dies of it", needs="small disk")
async def _log_full(trial: Trial) -> None:
    assert trial.world.disk is not None
    server = trial.world.postgres.server
    was, connection = server.pid, await asyncpg.connect(dsn(trial.world.postgres.url))
    trial.world.disk.fill()
    with suppress(asyncpg.PostgresError, OSError):
        for _ in range(100):  # its next files may be there already
            await connection.execute("SELECT pg_logical_emit_message(true, '', ''), pg_switch_wal()")
    await until(lambda: server.pid != was, "PostgreSQL dies and is tried again", PATIENCE)
    await asyncio.sleep(FROZEN)
    trial.world.disk.free()


@breaks("redis-away", "Redis is killed, and started again")
async def _redis_away(trial: Trial) -> None:
    trial.world.redis.end()
    await trial.moves_go_on(20)
    await trial.world.redis.start()


@breaks("deaf-line", "What players say is lost on the way", processes=1, needs="host")
async def _deaf_line(trial: Trial) -> None:
    assert trial.world.host is not None
    trial.world.host.does_not_hear()
    await asyncio.sleep(ONE_WAY)
    trial.world.host.heals()


@breaks("mute-line", "What the server says is lost on the way", processes=1, needs="host")
async def _mute_line(trial: Trial) -> None:
    assert trial.world.host is not None
    trial.world.host.is_not_heard()
    await asyncio.sleep(ONE_WAY)
    trial.world.host.heals()


@breaks(
    "half-open",
    "The server is gone, and no player is told: each line is half open",
    processes=1,
    needs="host",
)
async def _half_open(trial: Trial) -> None:
    assert trial.world.host is not None
    trial.world.host.is_not_heard()
    await trial.world.apps[0].kill()
    trial.world.host.heals()
    trial.world.apps[0].launch()
    await trial.world.ready()


@breaks("clock-of-app", "The processes' clock is set an hour forward, two back", needs="clock of the app")
@breaks(
    "clock-of-database", "PostgreSQL's clock is set an hour forward, two back", needs="clock of the database"
)
async def _clock_steps(trial: Trial) -> None:
    for seconds in (AN_HOUR, -AN_HOUR, 0):
        trial.world.clock.set(seconds)
        async with asyncio.timeout(PATIENCE):
            while abs(await _clocks_say(trial) - seconds) > A_MINUTE:  # it is read once a second
                await asyncio.sleep(0.2)
        await trial.moves_go_on()


async def _clocks_say(trial: Trial) -> float:
    """By how many seconds the clock that was set differs from ours."""
    if trial.world.postgres.environment:
        connection = await asyncpg.connect(dsn(trial.world.postgres.url))
        now = float(await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())"))
        await connection.close()
    else:
        async with asking() as http:
            answer = await http.get(f"{trial.world.apps[0].url}/healthz")
        now = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    return now - time.time()


@breaks("crowd-cut", f"{CROWD} who watch are cut off at once with all others, and come back", processes=1)
async def _crowd_cut(trial: Trial) -> None:
    app, room = trial.world.apps[0], trial.rooms[0]
    trial.think_for(LATE_PAUSE)  # until the crowd is there
    async with AsyncExitStack() as stack:
        for _ in range(CROWD // 50):
            joins = [stack.enter_async_context(_watching(app, room.code)) for _ in range(50)]
            await asyncio.gather(*joins)
        trial.think_for(PAUSE)
        await app.kill()
    app.launch()
    await app.ready()
    async with AsyncExitStack() as stack:
        for _ in range(CROWD // 50):
            joins = [stack.enter_async_context(_watching(app, room.code)) for _ in range(50)]
            await asyncio.gather(*joins)
        await trial.all_live()


@asynccontextmanager
async def _watching(app: AppProcess, code: str) -> AsyncIterator[websockets.ClientConnection]:
    async with websockets.connect(
        f"{app.ws}/ws/rooms/{code}", compression=None, open_timeout=60, close_timeout=0.1, ping_interval=None
    ) as line:
        await line.send(HELLO)
        yield line


@breaks("migration", "Columns and indexes come and go on the tables that are played on")
async def _migration(trial: Trial) -> None:
    connection = await asyncpg.connect(dsn(trial.world.postgres.url))
    for table in ("games", "events", "rooms"):
        for step in (
            f"ALTER TABLE {table} ADD COLUMN trial text DEFAULT 'x'",
            f"CREATE INDEX CONCURRENTLY ix_trial ON {table} (trial)",
            f"ALTER TABLE {table} DROP COLUMN trial",
        ):
            await connection.execute("SET lock_timeout = '2s'")
            await connection.execute(step)
            await trial.moves_go_on(4)
    await connection.close()


@breaks("slow-readers", "Twenty who watch ask for the whole game again and again, and read nothing of it")
async def _slow_readers(trial: Trial) -> None:
    async with AsyncExitStack() as stack:
        deaf = [await _deaf(stack, trial, number) for number in range(20)]
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for each in deaf:
                group.create_task(_asks_until_dropped(each))
        await trial.moves_go_on()


async def _deaf(stack: AsyncExitStack, trial: Trial, number: int) -> websockets.ClientConnection:
    """A watcher with room for a few kilobytes, who never takes any."""
    app, room = trial.world.apps[number % 2], trial.rooms[number % len(trial.rooms)]
    narrow = stack.enter_context(socket.socket())
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect((app.host, app.port))
    narrow.setblocking(False)
    line = websockets.connect(
        f"{app.ws}/ws/rooms/{room.code}", sock=narrow, compression=None, max_queue=1, close_timeout=0.1,
        ping_interval=None,
    )  # fmt: skip
    return await stack.enter_async_context(line)


async def _asks_until_dropped(deaf: websockets.ClientConnection) -> None:
    with suppress(websockets.ConnectionClosed):
        await deaf.send(HELLO)
        while True:
            await deaf.send('{"type":"resync","from":9}')
            await asyncio.sleep(0.02)


@breaks("log-damaged", "An entry of one game's log is lost, and all processes start again")
async def _log_damaged(trial: Trial) -> None:
    damaged = await make_room(trial.world.urls, 2)
    async with _entry_lost(trial, damaged):
        for app in trial.world.apps:
            await app.kill()
            app.launch()
        await trial.world.ready()
        assert await _how_it_is_told(trial, damaged) == {503}, "a damaged game is told as such"
        async with _watching(trial.world.apps[0], damaged.code) as watcher:
            await watcher.wait_closed()
        assert watcher.close_code == Close.BROKEN, f"its table is told as {watcher.close_code}"
    async with asyncio.timeout(PATIENCE):
        while await _how_it_is_told(trial, damaged) != {200}:
            await asyncio.sleep(0.2)


@asynccontextmanager
async def _entry_lost(trial: Trial, room: Room) -> AsyncIterator[None]:
    """Its game's row tells of one entry more than the log has."""
    connection = await asyncpg.connect(dsn(trial.world.postgres.url))
    game = UUID(room.game)
    head, action = await connection.fetchrow("SELECT head, last_action FROM games WHERE id = $1", game)
    change = "UPDATE games SET head = $2, last_action = $3 WHERE id = $1"
    await connection.execute(change, game, head + 1, "lost")
    yield
    await connection.execute(change, game, head, action)
    await connection.close()


async def _how_it_is_told(trial: Trial, room: Room) -> set[int]:
    """The status that each process answers when it is asked for the game."""
    urls, person = trial.world.urls, room.people[0]
    return {(await person.ask(url, "GET", f"/games/{room.game}")).status_code for url in urls}
