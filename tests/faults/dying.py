"""A server that dies at a named point: `python -m tests.faults.dying POINT NTH serve …`.

It is the server as it is; the Nth time it comes to that point, its process is killed as by `kill -9`.
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

    def passed(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str, times: int) -> None:
    module, path, when = {**POINTS, **COUNTING}[point]
    owner: Any = importlib.import_module(module)
    *parts, name = path.split(".")
    for part in parts:
        owner = getattr(owner, part)
    wrap = _async_dying if inspect.iscoroutinefunction(getattr(owner, name)) else _dying
    setattr(owner, name, wrap(getattr(owner, name), when == "before", Countdown(times)))


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


if __name__ == "__main__":
    _program, chosen, nth, *rest = sys.argv
    arm(chosen, int(nth))
    sys.exit(main(rest))
