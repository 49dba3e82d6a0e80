"""What players see when the primary fails: `scripts/bench failover [--times 20] [--games 50]`.

Starts the topology of several machines on this one (`scripts/cluster`), plays games of four with a watcher
each through both HAProxy, and breaks its primary again and again, in turn:

    crash    kill -9 of PostgreSQL; its machine lives
    kill     kill -9 of PostgreSQL, Patroni and etcd: the machine is gone, and comes back later
    freeze   SIGSTOP to all three, as when a machine hangs; it goes on where it was, later
    cut      the same to Patroni, etcd and what sends to the standbys: cut off from the other machines, while
             the app still reaches it and is answered as by a primary
    rolling  no fault: every process of the app is replaced, one after another

    scripts/bench failover --times 8 --results bench/failover.jsonl     a line there for each

For each it tells how long nothing was acknowledged anywhere, and the longest that anybody waited for an
answer. Then all games are played to their end and judged by what their clients saw (`docs/reliability.md`).
Exits with 1 and a line for each broken promise.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from app.database_address import normalise_database_url
from app.rules.record import verify
from bench import _fail_overs as fail_overs
from bench._cluster import FOLDER, CannotCluster, Cluster, commands_of, is_ready
from bench._fail_overs import FailOver
from tests.faults.history import History, Message, violations
from tests.faults.player import Person, Player, Room, make_room

FAULTS = tuple(fail_overs.SAYS)
MOST_SECONDS = 150.0  # for moves to go on, and for the cluster to be whole again
STEADY_SECONDS = 3.0  # of play before each fault, and after moves go on
PAUSE = 2.0  # between the moves of a game, so that it lasts for some faults
ROLLING_PAUSE = 0.5
FAULTS_A_SET = 4
OWN_PORTS = 18000
AT_ONCE = 10  # rooms that are made at the same time


class TimedPlayer(Player):
    """Notes how long it was away from the table each time."""

    def __init__(
        self, urls: list[str], room: Room, person: Person | None, history: History, chance: random.Random
    ) -> None:
        super().__init__(urls, room, person, history, chance)
        self.acked = 0
        self.lost: float | None = None
        self.aways: list[float] = []

    async def _sit_once(self) -> None:
        try:
            await super()._sit_once()
        finally:
            self.lost = self.lost or time.monotonic()

    async def _move_if_due(self) -> None:
        """Not between the answer to a move and the news of it."""
        if (self.witness.seq or 0) >= self.acked:
            await super()._move_if_due()

    async def _hear(self, message: Message, text: str) -> None:
        await super()._hear(message, text)
        if message["type"] == "ack":
            self.acked = message["seq"]
        if message["type"] == "live" and self.lost is not None:
            self.aways.append(time.monotonic() - self.lost)
            self.lost = None


@dataclass
class Measured:
    """One fault: when, what, and when play was steady again."""

    what: str
    began: float
    ended: float
    leads_etcd: bool = False


class Play:
    """Games under way, until the run is over; then they are played to their end."""

    def __init__(self, cluster: Cluster, seed: int) -> None:
        self.cluster = cluster
        self.chance = random.Random(seed)
        self.history = History()
        self.players: list[TimedPlayer] = []
        self.rooms: list[Room] = []

    async def begin(self, games: int, pause: float) -> asyncio.Task[None]:
        gate = asyncio.Semaphore(AT_ONCE)

        async def make() -> Room:
            async with gate:
                return await make_room(self.cluster.urls, 4)

        self.rooms = list(await asyncio.gather(*(make() for _ in range(games))))
        for room in self.rooms:
            for person in [*room.people, None]:
                chance = random.Random(self.chance.random())
                self.players.append(TimedPlayer(self.cluster.urls, room, person, self.history, chance))
        for player in self.players:
            player.pause = pause
        return asyncio.create_task(self._play_all())

    async def _play_all(self) -> None:
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(player.play())

    async def goes_on(self) -> None:
        """Until everybody is at their table, every table that is not done has moved, and goes on moving."""
        began = time.monotonic()
        while time.monotonic() < began + MOST_SECONDS:
            moved = {act.game for act in self.history.acts if act.acked is not None and act.acked > began}
            waiting = [
                player
                for player in self.players
                if not player.is_done and (not player.is_live or player.room.game not in moved)
            ]
            if not waiting:
                return
            await asyncio.sleep(0.1)
        raise CannotCluster(f"{len(waiting)} people are not back at their tables, where moves go on.")

    def silence(self, fault: Measured) -> float:
        """The longest time between two acknowledgements, of any table."""
        acks = [act.acked for act in self.history.acts if act.acked is not None]
        here = sorted(ack for ack in acks if fault.began - STEADY_SECONDS < ack < fault.ended)
        return max((after - before for before, after in itertools.pairwise(here)), default=0.0)

    def longest_wait(self, fault: Measured) -> float:
        """The longest that anybody waited for the answer to a move."""
        waits = [
            act.acked - act.asked
            for act in self.history.acts
            if act.acked is not None and fault.began < act.acked < fault.ended
        ]
        return max(waits, default=0.0)

    async def judge(self) -> list[str]:
        """What is wrong with the games, whose last move has been made."""
        url = normalise_database_url(self.cluster.database_url)
        faults = await violations(self.history, url)
        for room in self.rooms:
            record = await room.people[0].get(self.cluster.urls[0], f"/games/{room.game}/record")
            faults += [f"the record of {room.game} disagrees: {fault}" for fault in verify(record)]
        refused = [act.refused for act in self.history.acts if not act.seqs]
        return faults + [f"a move was never acknowledged: {answers[-1:]}" for answers in refused]


def find_primary(cluster: Cluster) -> int:
    node = cluster.primary()
    if node is None:
        raise CannotCluster("There is no primary to break.")
    return node


def break_primary(cluster: Cluster, what: str, node: int) -> None:
    """Do it to this node; it is mended later."""
    tree = cluster.tree(f"patroni{node}")
    if what == "crash":
        _signal(signal.SIGKILL, tree[1:])
    elif what == "cut":
        senders = [pid for pid, words in commands_of(*tree).items() if "walsender" in words]
        _signal(signal.SIGSTOP, [tree[0], *senders, *cluster.tree(f"etcd{node}")])
    else:
        number = signal.SIGKILL if what == "kill" else signal.SIGSTOP
        _signal(number, [*tree, *cluster.tree(f"etcd{node}")])


def mend(cluster: Cluster, what: str, node: int) -> None:
    """The machine comes back."""
    names = (f"etcd{node}", f"patroni{node}")
    if what == "kill":
        cluster.start(*names)
    for name in names:
        cluster.signal(name, signal.SIGCONT)
    cluster.wait("three databases are one cluster again", lambda: is_whole(cluster))


def is_whole(cluster: Cluster) -> bool:
    """A primary, a synchronous standby, and one more that follows."""
    members = cluster.members()
    roles = sorted(member["role"] for member in members if member["state"] in ("running", "streaming"))
    return roles == ["leader", "replica", "sync_standby"]


def _signal(number: int, pids: Iterable[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def replace_apps(cluster: Cluster) -> None:
    """Every process of the app, one after another."""
    for number, url in enumerate(cluster.app_urls, start=1):
        cluster.stop(f"app{number}")
        cluster.start(f"app{number}")
        cluster.wait(f"app{number} is ready", partial(is_ready, url))


async def one_fault(cluster: Cluster, play: Play, what: str) -> Measured:
    await asyncio.sleep(STEADY_SECONDS)
    began = time.monotonic()
    if what == "rolling":
        await asyncio.to_thread(replace_apps, cluster)
        await play.goes_on()
        return Measured(what, began, time.monotonic())
    node = await asyncio.to_thread(find_primary, cluster)
    leads_etcd = await asyncio.to_thread(cluster.leads_etcd, node)
    await asyncio.to_thread(break_primary, cluster, what, node)
    await play.goes_on()
    again = time.monotonic()
    await asyncio.sleep(STEADY_SECONDS)
    await asyncio.to_thread(mend, cluster, what, node)
    await play.goes_on()
    return Measured(what, began, again, leads_etcd)


async def one_set(cluster: Cluster, faults: Sequence[str], games: int, seed: int) -> list[FailOver]:
    """So many games and these faults: what was measured, and with the last what is wrong in the end."""
    play = Play(cluster, seed)
    is_rolling = "rolling" in faults
    playing = await play.begin(games, ROLLING_PAUSE if is_rolling else PAUSE)
    told: list[FailOver] = []
    try:
        for what in faults:
            told.append(FailOver(what, f"{datetime.now(UTC):%Y-%m-%d %H:%M}", games))
            await measure(cluster, play, told[-1])
        for player in play.players:
            player.pause = 0.0
        async with asyncio.timeout(MOST_SECONDS):
            await playing
        told[-1].broken = await play.judge()
    except (CannotCluster, TimeoutError) as error:
        told[-1].broken = [f"it did not come to its end: {error}"]
    finally:
        playing.cancel()
    if is_rolling:
        aways = sorted(away for player in play.players for away in player.aways)
        print(f"away {len(aways)} times: median {statistics.median(aways):.2f} s, worst {aways[-1]:.2f} s")
    retried = sum(bool(act.refused) for act in play.history.acts)
    broken = len(told[-1].broken)
    print(f"{games} games, {len(play.history.acts)} moves, {retried} asked for again, {broken} faults")
    return told


async def measure(cluster: Cluster, play: Play, told: FailOver) -> None:
    measured = await one_fault(cluster, play, told.what)
    told.silent, told.waited = round(play.silence(measured), 2), round(play.longest_wait(measured), 2)
    told.leads_etcd, told.load = measured.leads_etcd, round(os.getloadavg()[0], 1)
    its_etcd = "leads" if told.leads_etcd else "follows"
    words = f"silent {told.silent:.1f} s, waited {told.waited:.1f} s (its etcd {its_etcd})"
    print(f"{told.what}: {words}", flush=True)


async def run(
    cluster: Cluster, faults: Sequence[str], games: int, seed: int, results: Path | None
) -> list[str]:
    """All faults, some for each set of games; the table of what was measured. Ends with a broken promise."""
    everything: list[FailOver] = []
    for number in range(0, len(faults), FAULTS_A_SET):
        told = await one_set(cluster, faults[number : number + FAULTS_A_SET], games, seed + number)
        everything += told
        if results is not None:
            fail_overs.note(results, told)
        if told[-1].broken:
            break
    print(fail_overs.table(everything))
    return everything[-1].broken


@contextlib.contextmanager
def running_cluster(apps: int | None) -> Iterator[Cluster]:
    """One of our own with so many processes of the app; without a number the one that runs already."""
    if apps is None:
        there = Cluster(FOLDER)
        yield Cluster(FOLDER, sum(name.startswith("app") for name in there.pids()))
        return
    with tempfile.TemporaryDirectory(prefix="failover-") as name:
        Path(name).chmod(0o711)
        cluster = Cluster(Path(name) / "cluster", apps, OWN_PORTS)
        try:
            cluster.up(lambda line: print(f"failover: {line}", flush=True))
            yield cluster
        finally:
            cluster.down()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--games", type=int, default=50, help="under way at the same time (default: 50)")
    parser.add_argument("--faults", default=",".join(FAULTS), help="which, in turn (default: the first four)")
    parser.add_argument("--apps", type=int, default=3)
    parser.add_argument("--running", action="store_true", help="use what scripts/cluster has started")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, metavar="FILE", help="write a line there for each")
    chosen = parser.parse_args()
    kinds = chosen.faults.split(",")
    if unknown := set(kinds) - {*FAULTS, "rolling"}:
        parser.error(f"there is no fault called {' or '.join(sorted(unknown))}")
    faults = [kinds[number % len(kinds)] for number in range(chosen.times)]
    try:
        with running_cluster(None if chosen.running else chosen.apps) as cluster:
            cluster.wait("there are three databases", partial(is_whole, cluster))
            broken = asyncio.run(run(cluster, faults, chosen.games, chosen.seed, chosen.results))
    except CannotCluster as error:
        broken = [str(error)]
    print("\n".join(broken))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
