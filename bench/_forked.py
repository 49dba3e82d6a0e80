"""Runs pytest in a child of this process, which has imported once what most tests need besides the tree
itself: that is most of what it takes to start, and changes are tried one by one.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

NEEDED = (
    "pytest", "xdist.plugin", "pytest_cov.plugin", "pytest_asyncio.plugin", "hypothesis",
    "pytest_playwright.pytest_playwright", "schemathesis.pytest.plugin", "fastapi", "sqlalchemy.ext.asyncio",
    "asyncpg", "alembic.command", "httpx", "uvicorn.main", "websockets.asyncio.client", "redis.asyncio",
    "prometheus_client", "babel.dates",
)  # fmt: skip
OWN = ("app", "bench", "tests", "migrations")


def pytest(tree: Path, said: Path, seconds: float, arguments: list[str], **environment: str) -> bool | None:
    """Whether all tests of `tree` that were asked for pass; None if they took too long."""
    for name in NEEDED:
        importlib.import_module(name)
    child = os.fork()
    if child == 0:
        _run(tree, said, arguments, environment)
    end, ended = time.monotonic() + seconds, (0, 0)
    while ended[0] == 0 and time.monotonic() < end:
        time.sleep(0.02)
        ended = os.waitpid(child, os.WNOHANG)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # and what it has left behind
    if ended[0] == 0:
        os.waitpid(child, 0)
        return None
    return ended[1] == 0


def _run(tree: Path, said: Path, arguments: list[str], environment: dict[str, str]) -> NoReturn:
    code = 1
    try:
        os.setsid()
        to = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(to, 1)
        os.dup2(to, 2)
        os.chdir(tree)
        os.environ.update(environment)
        sys.path[:] = [
            str(tree),
            *[each for each in sys.path if "site-packages" in each or "python3" in each],
        ]
        for name in [name for name in sys.modules if name.partition(".")[0] in OWN]:
            del sys.modules[name]
        code = importlib.import_module("pytest").main(
            [*arguments, "-W", "ignore::pytest.PytestAssertRewriteWarning"]
        )
        sys.stdout.flush()
    finally:
        os._exit(code)
