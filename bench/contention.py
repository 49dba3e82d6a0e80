"""Moves under contention: one made a turn, none lost, none doubled, and how fast? `scripts/bench contention`

Writers in one to three processes move as fast as they can, straight into the path of a move (judge, commit,
answer), without sockets and without hints between the processes. Afterwards the logs are read, and every
answer is compared with them:

    seqs run without a gap up to the head; every move is legal where it stands
    an acknowledged move is in the log, once, at the seq it was told
    a refused one is not; and nothing is there that nobody was told of

Exits with 1 and a line for each broken promise.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast
from uuid import UUID, uuid4, uuid5

import asyncpg

from app import migrate
from app.config import Settings
from app.database import Database
from app.embedded import EmbeddedPostgres
from app.games.deadlines import NEVER
from app.games.entries import Entry, Kind
from app.games.live_game import LiveGame
from app.games.log import LogBroken
from app.games.registry import GameRegistry
from app.games.store import dsn
from app.games.submissions import Ack, Answer
from app.games.writer import CommitOutcome, PendingEntry, Writer
from bench._live_site import UNLIMITED, full_rooms, sign_in_some
from bench.rules import random_placement

FINAL = {"stale", "not_your_turn", "illegal", "game_over", "not_seated", "aid_conflict", "invalid"}
START_IN = 1.5  # seconds for all processes to be there
KILL_EVERY = 0.25
KILL = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE application_name IN ('terrahedron writer', 'terrahedron reads')
"""
DEADLOCKS = "SELECT sum(deadlocks)::int FROM pg_stat_database"


class Job(NamedTuple):
    """What one process does: so many writers, on these games, one game after the other or all at once."""

    url: str
    games: Sequence[UUID]
    writers: int
    commits: int = 1  # writer tasks of the process
    is_one_by_one: bool = False
    is_shared: bool = False  # the same moves with the same ids as in the other processes
    begins: float = 0.0


@dataclass
class Told:
    """What one process was answered: for each action its seq, or None where it was refused for good."""

    answers: dict[tuple[UUID, str], int | None] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    first: float = 0.0
    last: float = 0.0
    deadlocks: int = 0


def together(told: Sequence[Told]) -> Told:
    """The answers of all processes, counted as one."""
    return Told(
        kinds=sum((each.kinds for each in told), Counter[str]()),
        waits=[wait for each in told for wait in each.waits],
        first=min(each.first for each in told),
        last=max(each.last for each in told),
    )


def work(job: Job) -> Told:
    logging.disable()
    return asyncio.run(_work(job))


async def _work(job: Job) -> Told:
    registry, told, open_games = GameRegistry(job.url, writers=job.commits), Told(), list(job.games)
    await registry.open()
    try:
        await asyncio.sleep(max(job.begins - time.time(), 0))
        told.first = time.time()
        chances = [random.Random(f"{job.begins} {number}") for number in range(job.writers)]
        await asyncio.gather(*[_write(job, registry, told, open_games, chance) for chance in chances])
        told.last = time.time()
    finally:
        await registry.close()
    return told


async def _write(
    job: Job, registry: GameRegistry, told: Told, games: list[UUID], chance: random.Random
) -> None:
    """One writer: some move of whoever is due, as this process knows it, until all games are over."""
    while games:
        game = games[0] if job.is_one_by_one else chance.choice(games)
        try:
            live_game = await registry.get(game)
        except ConnectionError:
            continue
        assert live_game is not None
        if live_game.fold.is_over:
            if game in games:
                games.remove(game)
            continue
        await _move(job, registry, live_game, told, chance)
        await asyncio.sleep(0)


async def _move(
    job: Job, registry: GameRegistry, live_game: LiveGame, told: Told, chance: random.Random
) -> None:
    fold = live_game.fold
    assert fold.state is not None
    head, seat = fold.head, fold.due
    assert seat is not None
    if job.is_shared:
        chance = random.Random(f"{fold.id} {head}")
    action_id = str(uuid5(fold.id, str(head)) if job.is_shared else uuid4())
    placement = random_placement(fold.state, chance.randrange)
    began = time.perf_counter()
    while True:
        answer = await registry.play(live_game, seat, action_id, head, placement)
        told.kinds[kind_of(answer)] += 1
        if isinstance(answer, Ack) or answer.code in FINAL:
            break
        await asyncio.sleep(0.01)  # in doubt: the same move again, with the same id
    if isinstance(answer, Ack):
        told.waits.append(time.perf_counter() - began)
        told.answers[fold.id, action_id] = answer.seq
    else:
        told.answers.setdefault((fold.id, action_id), None)


def kind_of(answer: Answer) -> str:
    if isinstance(answer, Ack):
        return "dup" if answer.dup else "ack"
    return answer.code


class Arena:
    """A database with games at play, and what is wrong with them afterwards."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.settings = Settings(
            database_url=url,
            redis_url=None,
            data=folder,
            open_rooms=UNLIMITED,
            open_rooms_per_person=UNLIMITED,
        )
        self.pool = ProcessPoolExecutor(3, mp_context=multiprocessing.get_context("spawn"))
        self.faults: list[str] = []

    async def deal(self, count: int) -> list[UUID]:
        """So many new games that have begun."""
        database = Database(self.url)
        try:
            await full_rooms(database, self.settings, [await sign_in_some(database)] * count)
        finally:
            await database.close()
        rows = await self.fetch("SELECT id FROM games ORDER BY started_at DESC LIMIT $1", count)
        return [row["id"] for row in rows]

    async def fetch(self, statement: str, *values: object) -> list[asyncpg.Record]:
        connection = await asyncpg.connect(dsn(self.url))
        try:
            rows: list[asyncpg.Record] = await connection.fetch(statement, *values)
            return rows
        finally:
            await connection.close()

    async def run(self, name: str, count: int, jobs: list[Job], *, killing: bool = False) -> None:
        """Let the processes loose on `count` new games, then judge."""
        games = await self.deal(count)
        before = (await self.fetch(DEADLOCKS))[0][0]
        begins = time.time() + START_IN
        loop = asyncio.get_running_loop()
        jobs = [job._replace(games=games, begins=begins) for job in jobs]
        working = asyncio.gather(*[loop.run_in_executor(self.pool, work, job) for job in jobs])
        kills = await self.kill_until(working) if killing else 0
        told = await working
        faults = await self.judge(games, told)
        whole = together(told)
        whole.deadlocks = (await self.fetch(DEADLOCKS))[0][0] - before
        self.faults += [f"{name}: {fault}" for fault in faults]
        logged = sum(row[0] for row in await self.fetch("SELECT head FROM games WHERE id = ANY($1)", games))
        show(name, whole, logged, len(faults), f"; {kills} kills" if killing else "")

    async def kill_until(self, working: asyncio.Future[list[Told]]) -> int:
        kills = 0
        await asyncio.sleep(START_IN)
        while not working.done():
            await asyncio.wait([working], timeout=KILL_EVERY)
            kills += (await self.fetch(KILL))[0][0]
        return kills

    async def judge(self, games: list[UUID], told: list[Told]) -> list[str]:
        """Every way in which the logs differ from what the writers were told."""
        faults: list[str] = []
        rows = await self.fetch("SELECT game_id, seq, action_id FROM events WHERE game_id = ANY($1)", games)
        logged = {(row["game_id"], row["action_id"]): row["seq"] for row in rows}
        if len(logged) != len(rows):
            faults.append("an action is in a log twice")
        known: set[tuple[UUID, str]] = set()
        for each in told:
            for action, seq in each.answers.items():
                if seq is not None:
                    known.add(action)
                if logged.get(action) != seq and not (seq is None and self.is_another_s(action, told)):
                    faults.append(f"told {seq}, in the log {logged.get(action)}")
        if known != set(logged):
            faults.append("the logs hold what nobody was told of")
        return faults + await self.judge_folds(games)

    @staticmethod
    def is_another_s(action: tuple[UUID, str], told: list[Told]) -> bool:
        """Whether another process was acknowledged the action that this one was refused (as too late)."""
        return any(each.answers.get(action) is not None for each in told)

    async def judge_folds(self, games: list[UUID]) -> list[str]:
        """Fold every game from its log: that checks each move by the rules, and that no seq is missing."""
        registry, faults = GameRegistry(self.url), []
        heads = dict(await self.fetch("SELECT id, head FROM games WHERE id = ANY($1)", games))
        for game in games:
            try:
                fold = await registry.store.load(game)
            except LogBroken as error:
                faults.append(str(error))
                continue
            if fold is None or fold.head != heads[game] or not fold.is_over:
                faults.append(f"game {game} ends before its head")
        await registry.close()
        return faults

    async def refuse(self, rounds: int) -> None:
        """In each batch of a hundred, two that the database will not have: only they are refused."""
        games = await self.deal(100)
        writer = Writer(self.url)
        writer.start()
        heads = dict.fromkeys(games, 0)
        wrong, told = 0, Told(kinds=Counter(refused=2 * rounds), first=time.time())
        for number in range(rounds):
            bad = set(random.Random(number).sample(games, 2))
            got: dict[UUID, CommitOutcome] = {}
            for game in games:
                writer.write(pending(game, heads[game] + 1, is_bad=game in bad, got=got))
            while len(got) < len(games):
                await asyncio.sleep(0)
            for game, outcome in got.items():
                wrong += outcome is not (CommitOutcome.REFUSED if game in bad else CommitOutcome.COMMITTED)
                heads[game] += outcome is CommitOutcome.COMMITTED
        told.last = time.time()
        await writer.stop()
        name = f"2 bad rows in each of {rounds} batches of 100"
        if wrong:
            self.faults.append(f"{name}: {wrong} wrong outcomes")
        more = f"; {(writer.batches - rounds) / rounds:.0f} commits more a batch"
        show(name, told, sum(heads.values()), wrong, more)


def pending(game: UUID, seq: int, *, is_bad: bool, got: dict[UUID, CommitOutcome]) -> PendingEntry:
    kind = cast("Kind", "none that there is") if is_bad else "abandoned"

    def settle(outcome: CommitOutcome, _at: datetime | None) -> None:
        got[game] = outcome

    return PendingEntry(game, seq, None, Entry(kind, 0, str(uuid4())), "running", NEVER, None, settle)


HEAD = f"{'':<44}{'logged':>7}{'a second':>9}{'ms 50/99':>14}{'faults':>8}{'deadlocks':>11}   answers"


def show(name: str, told: Told, logged: int, faults: int, more: str = "") -> None:
    times, waits = "-", sorted(told.waits)
    if waits:
        times = " / ".join(f"{1000 * waits[int(len(waits) * part)]:.1f}" for part in (0.5, 0.99))
    answers = ", ".join(f"{count} {kind}" for kind, count in told.kinds.most_common())
    pace = logged / (told.last - told.first)
    print(
        f"{name:<44}{logged:>7}{pace:>9.0f}{times:>14}{faults:>8}{told.deadlocks:>11}   {answers}{more}",
        flush=True,
    )


async def compete(arena: Arena) -> None:
    job = partial(Job, arena.url, ())
    await arena.run("1 process x 50 writers, 100 games", 100, [job(50)])
    await arena.run("2 processes x 50 writers, 100 games", 100, [job(50)] * 2)
    await arena.run("the same, same action ids in both", 100, [job(50, is_shared=True)] * 2)
    await arena.run("3 processes, 1, 2 and 4 commits at once", 50, [job(30, 1), job(30, 2), job(30, 4)])
    await arena.run("10 writers on one game", 20, [job(10, is_one_by_one=True)])
    await arena.run("2 processes x 5 writers on one game", 20, [job(5, is_one_by_one=True)] * 2)
    await arena.run("2 x 50, all connections killed all the time", 100, [job(50)] * 2, killing=True)
    await arena.refuse(20)


def main() -> int:
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    logging.disable()  # what the writers say of dead connections and refused rows is meant to happen here
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        postgres = EmbeddedPostgres(Path(name) / "postgres")
        arena = None
        try:
            url = postgres.start()
            migrate.upgrade(url)
            arena = Arena(url, Path(name))
            print(HEAD)
            asyncio.run(compete(arena))
        finally:
            if arena is not None:
                arena.pool.shutdown(cancel_futures=True)
            postgres.stop()
    print("\n".join(arena.faults[:20]))
    print(f"took {time.monotonic() - began:.0f} s")
    return 1 if arena.faults else 0


if __name__ == "__main__":
    sys.exit(main())
