"""How long it takes from the command to the first answered page: scripts/bench start [TIMES]

Three beginnings, each with everything installed: `new` with an empty folder, `again` with games that are
there, and `killed` after the last server was killed in the middle; and `postgres`, the database alone, with
games that are there. Last `event`: a game is under way, the server has just been started, both players are
back, and one moves; how long until the other is told. The median of each, and its budget; exits with 1 where
one is missed.
"""

import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from websockets.sync.client import ClientConnection, connect

from app.embedded import EmbeddedPostgres
from tests.browser.people import NONCE, Program, any_move

BUDGETS = {"new": 3.0, "again": 3.0, "killed": 3.0, "postgres": 0.2, "event": 0.05}  # seconds


def start(folder: Path) -> tuple[float, subprocess.Popen[str], str]:
    """Starts a server as `scripts/run` does; returns the seconds until the first page, the process and its
    address.
    """
    clean = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    began = time.perf_counter()
    process = subprocess.Popen(
        ["scripts/run", "--port", "0", "--data", str(folder)],
        env=clean,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout
    address = next(word for word in process.stdout.readline().split() if word.startswith("http"))
    with contextlib.suppress(urllib.error.HTTPError):  # an answer, too
        urllib.request.urlopen(address).read()
    return time.perf_counter() - began, process, address


def end(process: subprocess.Popen[str], number: int) -> None:
    process.send_signal(number)
    process.communicate()


def start_postgres(folder: Path) -> float:
    """Starts the PostgreSQL alone; the seconds until it takes connections."""
    postgres = EmbeddedPostgres(folder)
    began = time.perf_counter()
    postgres.start()
    seconds = time.perf_counter() - began
    postgres.stop()
    return seconds


def first_event(folder: Path) -> float:
    """Starts a server on a game under way; the seconds from its first move until the other player is told."""
    _, process, address = start(folder)
    players = [Program(address, name) for name in ("Robin Host", "Kim Guest")]
    made = players[0].post("/api/rooms", {"seats": 2, "nonce": NONCE})
    code = made["room"]["code"]
    players[1].sit(code, made["invite"])
    game = players[0].post(f"/api/rooms/{code}/start")["game"]["id"]
    states = [player.client.get(f"/api/games/{game}").json() for player in players]
    end(process, signal.SIGINT)
    _, process, address = start(folder)
    mover, other = sorted(range(2), key=lambda one: states[one]["seat"] != states[one]["view"]["due"])
    with at_table(address, code, players[mover]) as acting, at_table(address, code, players[other]) as told:
        began = time.perf_counter()
        acting.send(json.dumps({"type": "act", **any_move(states[mover])}))
        wait_for("event", told)
        seconds = time.perf_counter() - began
    for player in players:
        player.leave()
    end(process, signal.SIGINT)
    return seconds


@contextlib.contextmanager
def at_table(address: str, code: str, player: Program) -> Iterator[ClientConnection]:
    """The player's socket, live."""
    place = f"{address.rstrip('/').replace('http', 'ws', 1)}/ws/rooms/{code}"
    with connect(
        place, additional_headers={"Authorization": player.client.headers["Authorization"]}
    ) as socket:
        hello = {"type": "hello", "v": 3, "tab": str(uuid4()), "game": None, "last_seq": None, "epoch": None}
        socket.send(json.dumps(hello))
        wait_for("live", socket)
        yield socket


def wait_for(kind: str, socket: ClientConnection) -> None:
    while json.loads(socket.recv(timeout=10))["type"] != kind:
        pass


def main(times: int = 5) -> int:
    taken: dict[str, list[float]] = {beginning: [] for beginning in BUDGETS}
    for _ in range(times):
        with tempfile.TemporaryDirectory(prefix="terrahedron-start-", ignore_cleanup_errors=True) as name:
            folder = Path(name) / "games"
            for beginning, number in (
                ("new", signal.SIGINT),
                ("again", signal.SIGKILL),
                ("killed", signal.SIGINT),
            ):
                seconds, process, _ = start(folder)
                end(process, number)
                taken[beginning].append(seconds)
            taken["event"].append(first_event(folder))
            taken["postgres"].append(start_postgres(folder))
    medians = {beginning: statistics.median(seconds) for beginning, seconds in taken.items()}
    for beginning, seconds in medians.items():
        print(f"{beginning:8} {seconds:6.3f} s   (budget {BUDGETS[beginning]:g} s)")
    return int(any(seconds > BUDGETS[beginning] for beginning, seconds in medians.items()))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
