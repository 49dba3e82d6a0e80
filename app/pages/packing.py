"""Text as it travels: quickly packed for whoever asks first, as small as it gets for all who come after.

Brotli's last steps take a quarter of a second for a style sheet and six for three.js, so a thread of low
priority does them, one file after the other, once a file was asked for.
"""

import gzip
import os
import re
import sys
import threading
from contextlib import suppress
from queue import Queue

import brotli
from starlette.requests import Request

CODINGS = ("br", "gzip")
QUICK, BEST = 5, 11
LEAST_PRIORITY = 19
REMARK = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)
INDENTATION = re.compile(rb"^[ \t]+", re.MULTILINE)
INLINE_TYPE = re.compile(rb"/\*\* @[^\n]*?\*/ ?")
LICENCE = b"@license"
STYLE_REMARK = re.compile(rb"/\*.*?\*/", re.DOTALL)
EMPTY_LINES = re.compile(rb"\n\s*\n")


def as_sent(script: bytes) -> bytes:
    """A script as it travels: no types, indentation or lines of comment alone; line numbers stay true.

    Whose work it is, and on which terms, stays.
    """
    plain = REMARK.sub(
        lambda found: found[0] if LICENCE in found[0] else b"\n" * found[0].count(b"\n"), script
    )
    return INDENTATION.sub(b"", INLINE_TYPE.sub(b"", plain))


def light_styles(sheet: bytes) -> bytes:
    """A style sheet as it travels: no comments, indentation or empty lines."""
    return EMPTY_LINES.sub(b"\n", INDENTATION.sub(b"", STYLE_REMARK.sub(b"", sheet)))


def coding_for(request: Request) -> str | None:
    """The best coding that this browser takes."""
    accepted = request.headers.get("accept-encoding", "")
    return next((coding for coding in CODINGS if coding in accepted), None)


def pack_best(content: bytes, coding: str) -> bytes:
    """As small as it gets."""
    if coding == "gzip":
        return gzip.compress(content, 9, mtime=0)
    return bytes(brotli.compress(content, mode=brotli.MODE_TEXT, quality=BEST))


def pack_quickly(content: bytes, coding: str) -> bytes:
    """In half a millisecond for a page, in a hundredth of a second for a large script."""
    if coding == "gzip":
        return gzip.compress(content, 6, mtime=0)
    return bytes(brotli.compress(content, quality=QUICK))


class PackedFiles:
    """Files that last, each packed once and kept."""

    def __init__(self) -> None:
        self._packed: dict[tuple[bytes, str], bytes] = {}
        self._waiting: Queue[tuple[bytes, str]] = Queue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def pack(self, content: bytes, coding: str) -> bytes:
        """The best there is by now."""
        packed = self._packed.get((content, coding))
        if packed is not None:
            return packed
        packed = self._packed.setdefault((content, coding), pack_quickly(content, coding))
        self._waiting.put((content, coding))
        self._work()
        return packed

    def _work(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._pack_best, name="packing", daemon=True)
                self._thread.start()

    def _pack_best(self) -> None:
        if sys.platform == "linux":  # there a thread has a priority of its own
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LEAST_PRIORITY)
        while True:
            content, coding = self._waiting.get()
            self._packed[content, coding] = pack_best(content, coding)
            self._waiting.task_done()

    def finish(self) -> None:
        """Wait until all is as small as it gets."""
        self._waiting.join()


pack = PackedFiles().pack
