"""A server that dies at a named point: `python -m tests.faults.dying [--when-told] POINT NTH serve …`.

It is the server as it is; the Nth time it comes to that point, its process is killed as by `kill -9`. With
--when-told it begins to count at SIGUSR1.
"""

from __future__ import annotations

import importlib
import inspect
import os
import signal
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from app.cli import main

# What dies where: the module, the function in it, and whether before or after it has done its work.
POINTS = {
    "before-commit": ("app.games.writer", "_send", "before"),
    "after-commit": ("app.games.writer", "_send", "after"),
    "before-telling": ("app.games.live_game", "LiveGame._tell", "before"),
    "after-telling": ("app.games.live_game", "LiveGame._tell", "after"),
    "before-hint": ("app.live.bus", "RedisBus.publish", "before"),
    "after-hint": ("app.live.bus", "RedisBus.publish", "after"),
    "before-answer": ("app.live.conversation", "Conversation._answer", "before"),
    "after-answer": ("app.live.conversation", "Conversation._answer", "after"),
    "before-reading-on": ("app.games.live_game", "LiveGame._read_on", "before"),
    "after-join": ("app.live.conversation", "Conversation._join", "after"),
}
# The end of a rated game comes to these.
COUNTING = {
    "before-counting": ("app.ratings.journal", "write", "before"),
    "after-counting": ("app.ratings.journal", "write", "after"),
}


class Countdown:
    """Ends the process when it was passed so many times."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.is_counting = True

    def wait_until_told(self) -> None:
        self.is_counting = False
        signal.signal(signal.SIGUSR1, self._told)

    def _told(self, *_: object) -> None:
        self.is_counting = True

    def passed(self) -> None:
        self.left -= self.is_counting
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str, countdown: Countdown) -> None:
    module, path, when = {**POINTS, **COUNTING}[point]
    owner: Any = importlib.import_module(module)
    *parts, name = path.split(".")
    for part in parts:
        owner = getattr(owner, part)
    wrap = _async_dying if inspect.iscoroutinefunction(getattr(owner, name)) else _dying
    setattr(owner, name, wrap(getattr(owner, name), when == "before", countdown))


def _dying(work: Callable[..., Any], is_before: bool, countdown: Countdown) -> Callable[..., Any]:
    @wraps(work)
    def dying(*arguments: Any, **named: Any) -> Any:
        if is_before:
            countdown.passed()
        done = work(*arguments, **named)
        if not is_before:
            countdown.passed()
        return done

    return dying


def _async_dying(work: Callable[..., Any], is_before: bool, countdown: Countdown) -> Callable[..., Any]:
    @wraps(work)
    async def dying(*arguments: Any, **named: Any) -> Any:
        if is_before:
            countdown.passed()
        done = await work(*arguments, **named)
        if not is_before:
            countdown.passed()
        return done

    return dying


def run(words: list[str]) -> int:
    is_told = words[0] == "--when-told"
    point, nth, *rest = words[is_told:]
    countdown = Countdown(int(nth))
    if is_told:
        countdown.wait_until_told()
    arm(point, countdown)
    return main(rest)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
