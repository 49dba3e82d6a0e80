"""One JSON object a line, safe to read and safe to keep.

A value can hold line breaks or terminal codes: JSON escapes them. Nothing here logs bodies, cookies, links or
headers; should a secret slip into a message all the same, `hush` blots out what looks like one.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="-")

# Tokens, invites and passes are 22 or more characters of URL-safe base64 behind one of these.
SECRETS = re.compile(
    r"(?i)(bearer\s+|terrahedron=|/i/|/p/|/invites/|postgres(?:ql)?(?:\+\w+)?://[^\s:/@]*:)[^\s;,\"'/@]+"
)
ARGUMENTS = re.compile(r"(invalid input for query argument \$\d+): .*")


def without_secrets(text: str) -> str:
    """`text` with everything that looks like a secret blotted out, and what a database refused to read."""
    return ARGUMENTS.sub(r"\1: ***", SECRETS.sub(r"\1***", text))


class JsonLines(logging.Formatter):
    """A log record as one line of JSON; `extra={"context": {…}}` adds fields of its own."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            "request": request_id.get(),
            **getattr(record, "context", {}),
        }
        if record.exc_info:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


class TextLines(logging.Formatter):
    """The same for somebody who reads along: time, level, words."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (the library's name)
        """One line and no terminal codes, whatever somebody calls themselves."""
        record.message = "".join(x if x.isprintable() else repr(x)[1:-1] for x in record.message)
        return super().formatMessage(record)


def is_news(record: logging.LogRecord) -> bool:
    """What was cut off because the server ends was cut off on purpose: no traceback."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def configure(level: str = "INFO", form: str = "json") -> None:
    """Send everything, uvicorn's words included, to standard error: as JSON lines, or as `text`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        TextLines("%(asctime)s %(levelname)s %(message)s") if form == "text" else JsonLines()
    )
    handler.addFilter(is_news)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.error").setLevel(max(logging.WARNING, root.level))
    # uvicorn's access log would hold whole paths, some of them secrets; `access_log.py` logs the route.
    logging.getLogger("uvicorn.access").disabled = True
